# SPDX-License-Identifier: Apache-2.0
"""selectbench machine: what it prints, and that it says what the library believes."""
import os
import re
import unittest

from tool import run_tool, tool_case


def machine(settings=None, *words, **variables):
    environment = {name: value for name, value in os.environ.items() if name != "LIBSELECT_MACHINE"}
    environment.update(variables)
    if settings is not None:
        environment["LIBSELECT_MACHINE"] = settings
    return run_tool(*(words or ["machine"]), env=environment)


class machine_case(tool_case):
    def last_line(self, settings=None):
        done = machine(settings)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()[-1]

    def test_says_what_was_found_and_what_is_believed(self):
        lines = machine().stdout.splitlines()
        self.assertEqual(lines[0], "found")
        self.assertRegex(lines[1], r"^  vendor \w+, family \d+$")
        sources = "/sys|CPUID|CPUID, all of the package"
        for line, name in zip(lines[2:5], ["l1d", "l2", "last level"]):
            self.assertRegex(line, rf"^  {name} (nobody says$|\d+[KMG]? \(({sources})\))")
        self.assertEqual(lines[5], "believed")
        self.assertRegex(lines[6], r"^  kind of last level: \w+ \([^)]{20,}\)$")
        self.assertEqual(lines[-2], "LIBSELECT_MACHINE is not set")
        self.assertRegex(lines[-1], r"^kind=\w+ l1d=\S+ l2=\S+ last=\S+ stream=")

    def test_the_library_believes_the_same(self):
        for settings in [None, "last=16M,keep=never", "kind=mesh_slice"]:
            done = machine(settings, "verify", "4:4:4", LIBSELECT_VERBOSE="1")
            found = re.search(r"^libselect_verbose,v1,info,cpu,machine:(.*)$", done.stdout, re.M)
            self.assertEqual(found.group(1), self.last_line(settings))

    def test_settings_show(self):
        text = "kind=victim,l1d=32K,l2=1M,last=16M,stream=never"
        self.assertIn(f"LIBSELECT_MACHINE is {text}\n", machine(text).stdout)
        self.assertIn("streaming stores: never, from 8M where twice the bytes", machine(text).stdout)
        self.assertIn("kind of last level: victim (set by LIBSELECT_MACHINE)\n", machine(text).stdout)
        self.assertNotIn("(set by", machine("last=16G").stdout)
        self.assertEqual(self.last_line(text),
                         "kind=victim l1d=32K l2=1M last=16M stream=never stream_two=8M "
                         "stream_shared=12M keep=1M vectors=32 blends=whole "
                         "prefetch=page forms=timed")

    def test_wrong_settings_are_refused_by_tool_and_library(self):
        sentence = 'LIBSELECT_MACHINE: "last=16m" is not a size; sizes are 1 to 2^59 bytes, such as 1000, 32K, 8M or 1G\n'
        done = machine("last=16m")
        self.check_refused(done, "invalid_arguments")
        self.assertEqual(done.stderr, "invalid_arguments: " + sentence)
        self.assertIn(sentence, machine("last=16m", "verify", "4:4:4").stderr)


if __name__ == "__main__":
    unittest.main()
