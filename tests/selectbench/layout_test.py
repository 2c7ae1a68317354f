# SPDX-License-Identifier: Apache-2.0
"""selectbench verify: problems as words, strides, dst in place, and tensors beyond memory."""
import unittest

from tool import run_tool, tool_case

WORD = "4x5:2x3x4x5:scalar"


class layout_case(tool_case):
    def check(self, *words):
        with self.subTest(words=words):
            done = run_tool("verify", *words)
            self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
            self.assertRegex(done.stdout, r" PASS\n\Z")
            return done.stdout


class problem_words(layout_case):
    def test_words(self):
        self.assertEqual(self.check(WORD).count("PASS"), 1)
        self.assertEqual(self.check(WORD, "scalar:scalar:scalar", "2:2x2:1:2x2").count("PASS"), 3)
        self.assertEqual(self.check(WORD, "--cond", "3", "--src0", "3", "--src1", "1").count("PASS"),
                         2)

    def test_no_problem(self):
        for word in ("", "4x5", "1:1", "1:1:1:1:1", ":::"):
            with self.subTest(word=word):
                self.check_failed(run_tool("verify", word), '"' + word + '"')
        for word in ("::", "1:1:", "2x:2:2", "1:1:1:2y", "1:1:1:"):
            with self.subTest(word=word):
                self.check_failed(run_tool("verify", word), '"' + word + '"', "is no shape")

    def test_refusal_names_the_word(self):
        for word, status in (("3:2:2", "invalid_shape"), ("2:2:-1", "invalid_arguments"),
                             ("2:2:2:3", "invalid_shape")):
            done = run_tool("verify", word)
            self.check_refused(done, status)
            self.assertIn(f"{status}: {word}: ", done.stderr)


class strides(layout_case):
    def test_any_strides(self):
        for text in ("10x2", ":70x25x6x1", ":1x2x6x24", "::", ":::60x20x5x1", ":::128x40x8x1",
                     ":::1x2x6x24", "1x4:0x0x0x0", "0x0:5x10x30x120::-1x-2x-6x-24", ":1x1x1x1",
                     "-5x-1", "-1x7:-60x20x-5x1::60x-20x5x-1", ":9x9x-9x0::200x-60x10x-2",
                     "0x1:60x-20x0x-3"):
            for dt in ("u8", "bf16", "f32", "c128"):
                self.check(WORD, "--strides", text, "--dt", dt)

    def test_dims_of_one_take_any_stride(self):
        for stride in ("9223372036854775807", "-9223372036854775808", "0"):
            self.check("2x1:2x1:1x1", "--strides", f"1x{stride}:1x{stride}::1x{stride}")

    def test_refused_by_the_tool(self):
        for text, part in ((":1x2", "src0 of {} has 4 dims (2x3x4x5) and 2 strides (1x2)"),
                           ("1", "cond of {} has 2 dims (4x5) and 1 strides (1)"),
                           ("::1", "src1 of {} has 0 dims (scalar) and 1 strides (1)"),
                           (":::1", "dst of {} has 4 dims (2x3x4x5) and 1 strides (1)"),
                           ("1xx1", '"1xx1" of cond'), ("?x1", '"?x1" of cond'),
                           ("1x1.5", '"1x1.5" of cond'), ("1x9223372036854775808", "of cond"),
                           ("scalar", '"scalar" of cond'), ("::::", "has 5 parts")):
            with self.subTest(text=text):
                self.check_failed(run_tool("verify", WORD, "--strides", text), "--strides: ",
                                  part.format(WORD))

    def test_refused_by_the_library(self):
        for text in (":::0x20x5x1", ":::1x1x1x1", ":9223372036854775807x1x1x1",
                     ":::-9223372036854775808x20x5x1"):
            with self.subTest(text=text):
                self.check_refused(run_tool("verify", WORD, "--strides", text), "invalid_arguments")


class in_place(layout_case):
    def test_either_source(self):
        for dt in ("u8", "f16", "f32", "f64", "c128"):
            self.check(WORD, "--inplace", "src0", "--dt", dt)
            self.check("4x5:scalar:2x3x4x5", "--inplace", "src1", "--dt", dt)
            self.check("1:5000:5000", "5000:5000:1", "--inplace", "src0", "--dt", dt)
            self.check("5000:1:5000", "3000:3000:3000", "--inplace", "src1", "--dt", dt)
        self.check(WORD, "--inplace", "no")

    def test_strides_are_those_of_the_input(self):
        self.check(WORD, "--inplace", "src0", "--strides", ":128x40x8x-1")
        self.check(WORD, "--inplace", "src0", "--strides", ":128x40x8x-1::128x40x8x-1")
        self.check("5x1:5x1:scalar", "--inplace", "src0", "--strides", ":1x7::1x9")
        self.check_failed(
            run_tool("verify", "--cond", "4x5", "--src0", "2x3x4x5", "--src1", "1", "--inplace",
                     "src0", "--strides", ":::128x40x8x-1"),
            "--inplace: src0 is dense, dst is of strides 128x40x8x-1")
        self.check_refused(run_tool("verify", WORD, "--inplace", "src0", "--strides", ":0x0x0x0"),
                           "invalid_arguments")

    def test_what_cannot_be_one_tensor(self):
        self.check_failed(run_tool("verify", WORD, "--inplace", "src1"),
                          "--inplace: src1 is scalar, dst is 2x3x4x5")
        self.check_failed(run_tool("verify", "1:1:7", "--inplace", "src0"),
                          "--inplace: src0 is 1, dst is 7")

    def test_no_operand(self):
        for word in ("", "cond", "dst", "SRC0", "1"):
            self.check_failed(run_tool("verify", WORD, "--inplace", word), "--inplace", f'"{word}"')


class memory(layout_case):
    def test_more_than_there_is(self):
        for words in (("1:1:1099511627776x1024",),
                      ("--cond", "1", "--src0", "1099511627776x1024", "--src1", "1"), ("1:1:2", "--strides", "::1099511627776000"),
                      ("1:2:1", "--strides", ":::-1099511627776000"),
                      ("1099511627776000:1:1099511627776000", "--dt", "u8", "--inplace", "src1")):
            with self.subTest(words=words):
                self.check_failed(run_tool("verify", *words), "do not fit into memory", "GiB")

    def test_empty_tensors(self):
        for word in ("0:0:1", "3x1:3x0:scalar", "1:0x9223372036854775807:1"):
            self.check(word)
        huge = "4611686018427387904x1:4611686018427387904x0:1"
        self.check_failed(run_tool("verify", huge), "do not fit into memory")
        self.check(huge, "--strides", "0x1")


if __name__ == "__main__":
    unittest.main()
