# SPDX-License-Identifier: Apache-2.0
"""selectbench verify, and the command line of the whole tool."""
import os
import subprocess
import unittest

from tool import TOOL, run_tool, tool_case

SHAPES = ("--cond", "4x5", "--src0", "2x3x4x5", "--src1", "scalar")


class verify(tool_case):
    def check(self, *options):
        with self.subTest(options=options):
            done = run_tool("verify", *options)
            self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
            self.assertRegex(done.stdout, r"\A[^\n]* result\n[^\n]*(jit:(avx512|avx2|scalar)|portable) +\d+  PASS\n\Z")

    def test_every_type(self):
        for name in ("boolean", "u8", "s8", "f8_e4m3", "f8_e5m2", "u16", "s16", "f16", "bf16",
                     "u32", "s32", "f32", "u64", "s64", "f64", "c64", "c128"):
            self.check(*SHAPES, "--dt", name)

    def test_modes(self):
        self.check(*SHAPES, "--auto-broadcast", "multidirectional")
        self.check("--cond", "3x1", "--src0", "2x3x4", "--src1", "3", "--auto-broadcast", "pdpd",
                   "--axis", "1")
        self.check("--cond", "7", "--src0", "7", "--src1", "7", "--auto-broadcast", "none")

    def test_sizes_seeds_and_threads(self):
        for shape in ("scalar", "0", "3x0x2", "1", "63", "65", "1000003", "517x513", "300x7x300x3"):
            self.check("--cond", shape, "--src0", shape, "--src1", shape, "--seed", "7",
                       "--threads", "2")
            self.check("--cond", shape, "--src0", "scalar", "--src1", shape, "--threads", "1")

    def test_refusals(self):
        for status, words in [
                ("invalid_shape", ("--cond", "3", "--src0", "2", "--src1", "2")),
                ("invalid_graph_op", ("--cond", "2", "--src0", "?", "--src1", "2x2")),
                ("invalid_graph_op", ("--cond", "2", "--src0", "*", "--src1", "2")),
                ("invalid_arguments", (*SHAPES, "--threads", "-1")),
                ("invalid_arguments", (*SHAPES, "--axis", "1")),
                ("invalid_arguments: data_type", (*SHAPES, "1:1:1", "--dt", "f33")),
                ("invalid_arguments: auto_broadcast", ("1:1:1", "--auto-broadcast", "")),
                ("invalid_shape",
                 ("--cond", "1", "--src0", "4611686018427387904x4", "--src1", "1"))]:
            with self.subTest(words=words):
                self.check_refused(run_tool("verify", *words), status)

    def test_given_dst(self):
        self.check(*SHAPES, "--dst", "2x3x4x5")
        self.check_refused(run_tool("verify", *SHAPES, "--dst", "2x3x4x4"), "invalid_shape")
        self.check_failed(run_tool("verify", *SHAPES, "--dst", "2x"), "--dst")

    def test_no_problem(self):
        self.check_failed(run_tool("verify"), "no problem", "--cond", "--src0", "--src1")
        for place, option in enumerate(("--cond", "--src0", "--src1")):
            words = [*SHAPES[:2 * place], *SHAPES[2 * place + 2:]]
            self.check_failed(run_tool("verify", *words), option + " is missing")
        self.check_failed(run_tool("verify", "--dst", "1"), "--cond is missing")


class command_line(tool_case):
    def test_help(self):
        for words in ((), ("run",), ("infer",), ("verify",), ("demo",)):
            done = run_tool(*words, "--help")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("--help", done.stdout)

    def test_version(self):
        done = run_tool("--version")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"\Aselectbench \d+\.\d+\.\d+\n\Z")

    def test_isa_in_upper_case(self):
        done = run_tool("verify", "4:4:4", env={**os.environ, "LIBSELECT_MAX_CPU_ISA": "PORTABLE"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("portable", done.stdout)

    def test_output_that_is_lost(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            done = subprocess.run([TOOL, "infer", *SHAPES], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (1, 1))

    def test_usage_errors(self):
        for words in ((), ("walk",), ("infer",), ("infer", *SHAPES[:4]), ("infer", *SHAPES, "--no"),
                      ("infer", *SHAPES, "extra"), ("infer", *SHAPES, "--axis", "one"),
                      ("infer", *SHAPES, "--axis"), ("infer", *SHAPES, "--cond", "1"),
                      ("infer", *SHAPES, "--axis", "9223372036854775808"), ("infer", "demo"),
                      ("verify", *SHAPES, "--seed", "x"), ("verify", *SHAPES, "--seed", "-1"),
                      ("verify", *SHAPES, "--seed", "18446744073709551616"),
                      ("verify", *SHAPES, "--threads", "2147483648"),
                      ("verify", *SHAPES, "--threads", "1.5"),
                      ("run", "--cond", "c.npy"), ("demo", "1"), ("demo", "infer")):
            with self.subTest(words=words):
                self.check_failed(run_tool(*words))


if __name__ == "__main__":
    unittest.main()
