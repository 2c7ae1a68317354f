# SPDX-License-Identifier: Apache-2.0
"""selectbench infer: shapes of dst, with unknown dims and ranks, and what is no shape."""
import unittest

from tool import run_tool, tool_case


def infer(cond, src0, src1, mode=None, axis=None, **options):
    words = ["infer", "--cond", cond, "--src0", src0, "--src1", src1]
    words += ["--auto-broadcast", mode] if mode is not None else []
    words += ["--axis", axis] if axis is not None else []
    for name, value in options.items():
        words += ["--" + name, value]
    return run_tool(*words)


class infer_case(tool_case):
    def check(self, expected, *arguments, **options):
        with self.subTest(arguments=arguments, **options):
            self.check_success(infer(*arguments, **options), expected + "\n")

    def refuse(self, status, *arguments, **options):
        with self.subTest(arguments=arguments, **options):
            self.check_refused(infer(*arguments, **options), status)


class words(infer_case):
    """infer takes the words that verify takes."""

    def check_words(self, expected, *words):
        with self.subTest(words=words):
            self.check_success(run_tool("infer", *words), expected)

    def test_problems(self):
        self.check_words("2x3x4x5\n", "4x5:2x3x4x5:scalar")
        self.check_words("2x3x4x5\n8x8\n", "4x5:2x3x4x5:scalar", "causal:8x8:scalar")
        self.check_words("64x1000\n", "lt(64x1000,64x1):scalar:64x1000", "--dt", "bfloat16")
        self.check_words("2x3\n", "?x3:2x?:scalar:2x3")
        self.check_words("2x1\n", "2x1:1:1", "--auto-broadcast", "multidirectional")

    def test_refusals(self):
        self.check_refused(run_tool("infer", "3x5:2x3x4x5:scalar"), "invalid_shape")
        self.check_refused(run_tool("infer", "4x5:2x3x4x5:scalar:4x5"), "invalid_shape")
        for line, text in (("4:4:4 --src0 4", "a problem or options"), ("4:4", "is no problem"),
                           ("--src0 4 --cond 4", "--src1 is missing"),
                           ("--src1 4 --cond 4", "--src0 is missing")):
            with self.subTest(line=line):
                self.check_failed(run_tool("infer", *line.split()), text)

    def test_hint_for_a_mask_of_keys(self):
        done = infer("2x8", "2x4x8x8", "scalar")
        self.check_refused(done, "invalid_shape")
        self.assertIn("write 2x1x1x8", done.stderr)


class known_shapes(infer_case):
    def test_none(self):
        self.check("2x3", "2x3", "2x3", "2x3", "none")
        self.check("scalar", "scalar", "scalar", "scalar", "none")
        self.refuse("invalid_shape", "1x3", "2x3", "2x3", "none")
        self.refuse("invalid_shape", "2x3", "2x3", "3", "none")

    def test_numpy(self):
        self.check("2x3x4x5", "4x5", "2x3x4x5", "scalar")
        self.check("2x3x4x5", "3x1x5", "2x3x4x5", "scalar", "numpy")
        self.check("2x3x4x5", "scalar", "2x1x1x5", "3x4x1")
        self.check("1x12x128x128", "1x1x1x128", "scalar", "1x12x128x128")
        self.check("1x16x32x33", "1x1x32x33", "1x16x32x33", "scalar")
        self.check("1x8x2x1x256", "1x8x2x1x256", "1x8x2x1x256", "1")
        self.refuse("invalid_shape", "3x5", "2x3x4x5", "scalar")
        self.refuse("invalid_shape", "2x1", "1", "1")
        self.refuse("invalid_shape", "scalar", "2", "3")

    def test_multidirectional(self):
        self.check("2x1", "2x1", "1", "1", "multidirectional")
        self.check("4x2x3", "4x1x1", "2x1", "3", "multidirectional")
        self.refuse("invalid_shape", "2", "3", "3", "multidirectional")

    def test_pdpd(self):
        src0 = "2x3x4x5"
        for shape, axis in [("3x4", 1), ("3x1", 1), ("4x5", 2), ("4x5", -1), ("1x3", 0), ("5", 3),
                            ("5", -1), ("scalar", -1)]:
            self.check(src0, "scalar", src0, shape, "pdpd", axis)
            self.check(src0, shape, src0, "scalar", "pdpd", axis)
        self.check("2x4", "2x4", "2x4", "4", "pdpd", -1)
        self.refuse("invalid_shape", "2x4", "2x4", "4", "pdpd", 1)
        self.refuse("invalid_shape", "scalar", "8x1x6x1", "7x1x5", "pdpd", 1)
        self.refuse("invalid_shape", "scalar", "2x3", "scalar", "pdpd", -2)
        self.refuse("invalid_shape", "scalar", "2x3", "1x2x3", "pdpd")
        self.refuse("invalid_shape", "scalar", "2x3", "scalar", "pdpd", 3)
        self.refuse("invalid_shape", "scalar", "2x3", "3", "pdpd", 9223372036854775807)

    def test_zero_size(self):
        self.check("0", "1", "0", "1")
        self.check("2x0", "scalar", "2x1", "0")
        self.check("0x9223372036854775807", "scalar", "0x9223372036854775807", "scalar")
        self.refuse("invalid_shape", "scalar", "0", "2")

    def test_axis_belongs_to_pdpd(self):
        for mode in ("none", "numpy", "multidirectional"):
            self.check("2", "2", "2", "2", mode, -1)
            self.refuse("invalid_arguments", "2", "2", "2", mode, 0)

    def test_high_rank(self):
        shape = "x".join(["1"] * 64)
        self.check(shape, "scalar", shape, "scalar")
        self.refuse("invalid_arguments", "scalar", shape + "x1", "scalar")


class unknown_shapes(infer_case):
    def test_dims(self):
        for a, b, dst in [("2", "3", None), ("3", "?", "3"), ("1", "?", "?"), ("0", "?", "0"),
                          ("?", "?", "?"), ("1", "3", "3")]:
            for mode in ("numpy", "multidirectional"):
                for src0, src1 in ((a, b), (b, a)):
                    if dst is None:
                        self.refuse("invalid_shape", "scalar", src0, src1, mode)
                    else:
                        self.check(dst, "scalar", src0, src1, mode)
        self.check("2x3", "?x3", "2x?", "2x3", "none")
        self.refuse("invalid_shape", "?x3", "2x?", "2x4", "none")

    def test_rank_under_none(self):
        self.check("2x3", "*", "2x?", "?x3", "none")
        self.check("2x3", "2x3", "*", "*", "none")
        self.check("*", "*", "*", "*", "none")

    def test_rank_under_numpy(self):
        self.check("*", "2x3", "*", "2x3")
        self.check("*", "2x3", "2x3", "*")
        self.check("2x3", "*", "2x3", "1x3")

    def test_rank_under_multidirectional(self):
        for place in range(3):
            shapes = ["2x3"] * 3
            shapes[place] = "*"
            self.check("*", *shapes, "multidirectional")

    def test_rank_under_pdpd(self):
        self.check("*", "3", "*", "3", "pdpd")
        self.check("2x3", "*", "2x3", "3", "pdpd")
        self.check("2x3", "3", "2x3", "*", "pdpd")

    def test_cond_over_an_unknown_dim(self):
        self.check("4x3", "4x3", "?x3", "1x3")
        self.check("2x3", "?x3", "2x3", "2x3")
        self.check("?x3", "1x3", "?x3", "1x3")
        self.check("4x3", "4", "?x3", "scalar", "pdpd", 0)
        self.refuse("invalid_shape", "5x?", "4x?", "scalar")
        self.refuse("invalid_shape", "2x3x4", "?x?", "scalar")

    def test_given_dst(self):
        self.check("2x3", "3", "2x3", "scalar", dst="2x3")
        self.check("2x3", "3", "2x3", "scalar", dst="?x3")
        self.check("2x3", "3", "2x?", "scalar", dst="2x?")
        self.check("2x3", "?", "2x?", "scalar", dst="2x3")
        self.check("2x3", "3", "2x3", "scalar", dst="*")
        self.check("2x3", "3", "*", "scalar", dst="2x3")
        self.check("scalar", "scalar", "scalar", "scalar", dst="scalar")
        self.refuse("invalid_shape", "3", "2x3", "scalar", dst="2x4")
        self.refuse("invalid_shape", "3", "2x3", "scalar", dst="1x2x3")


class words(infer_case):
    def test_types(self):
        for name in ("boolean", "bf16", "f8_e4m3", "c128", "i64"):
            self.check("2", "2", "2", "2", dt=name)
        self.refuse("invalid_arguments", "2", "2", "2", dt="f33")
        self.refuse("invalid_arguments", "2", "2", "2", "explicit")

    def test_negative_dims_are_the_librarys_to_refuse(self):
        for dim in ("-1", "-9223372036854775807"):
            self.refuse("invalid_arguments", "2", dim, "2")
            self.refuse("invalid_arguments", "2x" + dim, "2", "2")

    def test_no_shape(self):
        for text in ("", "x", "2x", "x2", "2xx3", "2*3", "2,3", "2X3", "a", "2x3 ", " 2", "2 x3",
                     "+2", "0x1F", "2.0", "?x?x", "**", "*x2", "2x*", "Scalar", "scalarx2",
                     "2xscalar", "9223372036854775808", "-9223372036854775808", "[2,3]", "2\n3",
                     "\u00d7"):
            for place, option in enumerate(("--cond", "--src0", "--src1")):
                shapes = ["2"] * 3
                shapes[place] = text
                with self.subTest(text=text, option=option):
                    self.check_failed(infer(*shapes), option, "2x3x4x5", "scalar", "?", "*")
        self.check_failed(infer("2", "2", "2", dst="2y"), "--dst", "2x3x4x5")
        self.check_failed(infer("2", "2", "2", dst=""), "--dst", "2x3x4x5")


if __name__ == "__main__":
    unittest.main()
