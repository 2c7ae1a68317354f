# SPDX-License-Identifier: Apache-2.0
"""selectbench with a library whose results are wrong: what is found, and how it is said."""
import json
import os
import re
import unittest

from tool import run_tool, tool_case

# Under ASan, whose library would have to come first.
LOADED = {**os.environ, "LD_PRELOAD": os.environ["WRONG_EXECUTE"],
          "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}


class wrong_results(tool_case):
    def run_wrong(self, wrong_byte, *words):
        done = run_tool(*words, env={**LOADED, "WRONG_BYTE": str(wrong_byte)})
        self.assertEqual((done.returncode, done.stderr), (1, ""), done.stdout)
        return done.stdout

    def row(self, *arguments):
        return self.run_wrong(*arguments).splitlines()[-1]

    def check(self, place, wrong_byte, *words):
        """The place in dst, and the one bit by which the element differs."""
        with self.subTest(wrong_byte=wrong_byte, words=words):
            found = re.search(r"  FAIL (.*) is 0x([0-9a-f]+), the oracle has 0x([0-9a-f]+)$",
                              self.row(wrong_byte, *words))
            self.assertEqual(found[1], place)
            self.assertEqual(len(found[2]), len(found[3]))
            return int(found[2], 16) ^ int(found[3], 16)

    def test_element(self):
        word = "4x5:2x3x4x5:scalar"
        self.assertEqual(self.check("dst[0,0,0,0]", 0, "verify", word), 0x10)
        self.assertEqual(self.check("dst[1,2,3,4]", 119 * 4 + 3, "verify", word), 0x10000000)
        self.assertEqual(self.check("dst[0,1,0,2]", 22, "verify", word, "--dt", "u8"), 0x10)
        self.assertEqual(self.check("dst[]", 15, "verify", "scalar:scalar:scalar", "--dt", "c128"),
                         0x10 << 120)

    def test_in_place(self):
        for alias in ("src0", "src1"):
            self.assertEqual(self.check("dst[2,1]", 14, "verify", "3x3:3x3:3x3", "--inplace", alias,
                                        "--dt", "bf16"), 0x10)

    def test_strides(self):
        words = ("verify", "3x4:3x4:3x4", "--dt", "u16", "--strides", ":::-10x2")
        self.assertEqual(self.check("dst[1,2]", -10 * 2 + 4 * 2, *words), 0x10)
        # Rows 2, 1, 0 begin at bytes 0, 20 and 40; the second element of row 2 at 4.
        self.assertEqual(self.check("byte 3 of dst's memory, between elements,", 3 - 40, *words),
                         0x10)

    def test_nothing_written(self):
        for dt in ("boolean", "u8", "f16", "c128"):
            self.assertIn("FAIL dst[0]", self.row("all", "verify", "1000:1000:1000", "--dt", dt))
            self.assertIn("FAIL dst[]", self.row("all", "verify", "scalar:scalar:scalar", "--dt",
                                                 dt))

    def test_wrong_results_are_not_timed(self):
        row = self.row(0, "perf", "3:3:3", "--seconds", "0").split()
        self.assertEqual(row[4:12], ["-"] * 7 + ["FAIL"])

    def test_the_others_run_on(self):
        self.assertEqual(self.run_wrong(0, "verify", "3:3:3", "4:4:4").count("FAIL"), 2)

    def test_json(self):
        found = json.loads(self.run_wrong(4, "perf", "3:3:3", "--json", "--mask", "all", "--seconds",
                                          "0"))
        wrong = found["mismatch"]
        self.assertEqual((found["result"], wrong["place"], "median_s" in found),
                         ("fail", "dst[1]", False))
        self.assertEqual(int(wrong["dst"], 16) ^ int(wrong["expected"], 16), 0x10)

    def test_unchecked(self):
        done = run_tool("perf", "3:3:3", "--mode", "P", "--seconds", "0",
                        env={**LOADED, "WRONG_BYTE": "0"})
        self.assertEqual((done.returncode, done.stdout.split()[-1]), (0, "unchecked"))


if __name__ == "__main__":
    unittest.main()
