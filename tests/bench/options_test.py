# SPDX-License-Identifier: Apache-2.0
"""Options of select_bench that it refuses, before anything is measured."""
import os
import subprocess
import sys
import unittest


class options_case(unittest.TestCase):
    def check_refused(self, message, *options):
        done = subprocess.run([program, *options], capture_output=True, text=True, timeout=60)
        self.assertNotEqual(done.returncode, 0, options)
        self.assertIn(message, done.stdout + done.stderr)

    def check_problem(self, message, word):
        self.check_refused(f"problem {word}: {message}", "--suite", "search", "--problem", word)

    def test_values(self):
        self.check_refused("-1 is no time; it has to be more than 0 s", "--seconds=-1")
        self.check_refused("0 is no time", "--seconds", "0")
        self.check_refused("nan is no time", "--seconds", "nan")
        self.check_refused("Value 0 not in range 1 to 1024", "--threads", "0")
        self.check_refused("foo not in {aligned,malloc}", "--memory", "malloc,foo")

    def test_a_filter_that_nothing_matches(self):
        for suite in ["fixed", "search"]:
            self.check_refused(f"the suite {suite} has no --filter", "--suite", suite, "--filter", "a")
        for suite in ["workloads", "conditions", "short", "shapes", "linear"]:
            self.check_refused(f"--filter nothing matches no case of the suite {suite}", "--suite", suite,
                               "--filter", "nothing", "--count", "1", "--quick")

    def test_files_that_cannot_be_written(self):
        path = os.path.join(os.devnull, "file")
        for option in ["--json", "--svg", "--every"]:
            self.check_refused(f"{path} cannot be written", option, path, "--filter", "nothing")

    def test_problems(self):
        self.check_problem("w3 is no width; widths are w1, w2, w4, w8 and w16", "w3/1/1/1/1/1/none,0,1/no")
        self.check_problem("it has fewer than eight parts", "w4/5")
        self.check_problem("it has more than eight parts", "w4/5/1/1/1/1/none,0,1/no/1")
        self.check_problem("it has not one stride per extent", "w4/5x5/1/1/1/1/none,0,1/no")
        self.check_problem("a number is missing or too large", "w4/x/1/1/1/1/none,0,1/no")
        self.check_problem("a number is missing or too large", "w4/5/1/1/1/1/none/no")
        self.check_problem("7 is no chance; chances are 0 to 1", "w4/5/1/1/1/1/none,7,1/no")
        self.check_problem("dst is nothing to be in place of; write no, src0, src1 or both",
                           "w4/5/1/1/1/1/none,0,1/dst")
        self.check_problem("0 is no length; lengths are 1 or more", "w4/5/1/1/1/1/none,0,0/no")


if __name__ == "__main__":
    program = sys.argv.pop(1)
    unittest.main()
