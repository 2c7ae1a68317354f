# SPDX-License-Identifier: Apache-2.0
"""selectbench run and infer: conditions that are refused, and options that do not fit together."""
import os
import unittest

import numpy as np

from tool import run_tool, tool_case


class error_case(tool_case):
    """Arrays by the names of their files; src0 is 3x4, src1 a scalar."""

    def setUp(self):
        super().setUp()
        for name, array in {
                "f32": np.zeros((3, 4), np.float32), "scalar": np.zeros((), np.float32),
                "row3": np.zeros(3, np.float32), "column": np.zeros((3, 1), np.float32),
                "f64": np.zeros((3, 4)), "boolean": np.zeros((3, 4), np.bool_),
                "complex": np.zeros((3, 4), np.complex64), "bytes": np.zeros(2, np.uint8),
                "s32": np.zeros((3, 1), np.int32), "s32_wide": np.zeros((3, 4), np.int32),
                "s32_high": np.zeros((5, 3, 1), np.int32), "u32": np.zeros((3, 1), np.uint32),
                "u16": np.zeros((3, 4), np.uint16)}.items():
            self.save(name + ".npy", array)

    def run_on(self, line, src0="f32"):
        """`run` with the words of a line, in which =name is a file."""
        words = [self.file(word[1:] + ".npy") if word.startswith("=") else word
                 for word in line.split()]
        return run_tool("run", "--src0", self.file(src0 + ".npy"), "--src1",
                        self.file("scalar.npy"), "--dst", self.file("dst.npy"), *words)

    def refused(self, status, part, line, src0="f32"):
        with self.subTest(line=line):
            done = self.run_on(line, src0)
            self.check_refused(done, status)
            self.assertIn(part, done.stderr)
            self.assertFalse(os.path.exists(self.file("dst.npy")))

    def failed(self, part, line):
        with self.subTest(line=line):
            self.check_failed(self.run_on(line), part)


class refusals(error_case):
    """Status 2 and the library's sentence."""

    def test_types(self):
        self.refused("invalid_data_type", "nonzero", "--cond =f32")
        self.refused("invalid_data_type", "cond: type is boolean", "--nonzero =boolean")
        self.refused("invalid_data_type", "lhs: type is boolean",
                     "--lhs =boolean --rhs =boolean --compare eq")
        self.refused("invalid_data_type", "rhs: type is f64, lhs type is f32",
                     "--lhs =f32 --rhs =f64 --compare lt")
        for relation in ("lt", "le", "gt", "ge"):
            self.refused("invalid_data_type", "relation is " + relation,
                         "--lhs =complex --rhs =complex --compare " + relation)
        for name in ("column", "u32"):
            self.refused("invalid_data_type", "begin: type is ", "--interval --begin =" + name)
            self.refused("invalid_data_type", "end: type is ", "--interval --end =" + name)
        self.refused("invalid_arguments", '"foo" is not a type', "--nonzero =f32 --cond-dt foo")
        self.refused("invalid_arguments", '"foo" is not a relation',
                     "--lhs =f32 --rhs =f32 --compare foo")

    def test_shapes(self):
        self.refused("invalid_shape", "cond: dim 0 is 3", "--nonzero =row3")
        self.refused("invalid_shape", "rhs: dim 0 is 3", "--lhs =f32 --rhs =row3 --compare lt")
        self.refused("invalid_shape", "rhs: dim 0 is 3", "--lhs =column --rhs =row3 --compare lt")
        self.refused("invalid_shape", "cond: dim 1 is 5", "--bits =bytes --bits-dims 3x5")
        self.refused("invalid_shape", "begin: dim 1 is 4", "--interval --begin =s32_wide")
        self.refused("invalid_shape", "end: rank is 3", "--interval --end =s32_high")
        self.refused("invalid_shape", "dst: rank is 0", "--interval --upper 0", src0="scalar")
        self.refused("invalid_shape", "dst: rank is 1", "--interval --upper 0", src0="row3")

    def test_axes(self):
        for axis in (2, -3, 2147483647, -2147483648):
            self.refused("invalid_arguments", f"axis: is {axis}", f"--interval --col-axis {axis}")
            self.refused("invalid_arguments", f"row_axis: is {axis}",
                         f"--interval --upper 0 --row-axis {axis}")
        for axis, row in ((-1, 1), (0, -2), (1, 1), (-1, -1)):
            self.refused("invalid_arguments", f"row_axis: is {row}",
                         f"--interval --lower 0 --col-axis {axis} --row-axis {row}")

    def test_bits_lie_inside_the_file(self):
        bits = "--bits =bytes --bits-dims 3x4 "
        self.check_success(self.run_on(bits + "--bit-offset 4"))
        os.remove(self.file("dst.npy"))
        for options in ("--bit-offset 5", "--bit-offset 16", "--bit-offset 1000",
                        "--bit-strides 5x1 --bit-offset 3", "--bit-strides 1x6"):
            self.refused("invalid_arguments", "cond: size is ", bits + options)
        for options in ("--bit-offset -1", "--bit-strides -4x1 --bit-offset 7",
                        "--bit-strides -1x-3"):
            self.refused("invalid_arguments", "before the bytes of the file", bits + options)
        most = 2**63 - 1
        for options in (f"--bit-offset {most}", f"--bit-strides {most}x1",
                        f"--bit-offset {-2**63} --bit-strides -1x-1"):
            self.refused("invalid_arguments", "cond: ", bits + options)
        self.refused("invalid_arguments", "dim 0 is -3", "--bits =bytes --bits-dims -3x4")
        for dims in ("?x4", "*"):
            self.refused("invalid_graph_op", "cond: ", "--bits =bytes --bits-dims " + dims)


class usage(error_case):
    """Status 1 and one line of the tool."""

    def test_no_condition(self):
        self.failed("a condition is missing", "")

    def test_two_conditions(self):
        kinds = {"--cond": "--cond =boolean", "--nonzero": "--nonzero =f32",
                 "--bits": "--bits =bytes --bits-dims 3x4",
                 "--lhs": "--lhs =f32 --rhs =f32 --compare lt", "--interval": "--interval"}
        for name, words in kinds.items():
            for other, more in kinds.items():
                if name != other:
                    self.failed("are two conditions", words + " " + more)

    def test_an_option_without_its_kind(self):
        own = {"--bits": ("--bits-dims 3x4", "--bit-order big", "--bit-offset 1",
                          "--bit-strides 4x1"),
               "--interval": ("--col-axis -1", "--row-axis -2", "--lower 1", "--upper 1",
                              "--begin =s32", "--end =s32"),
               "--nonzero or --compare": ("--cond-dt f32",)}
        for kind, options in own.items():
            for option in options:
                name = option.split()[0]
                self.failed(f"{name} is for {kind}, which is missing", option)
                self.failed(f"{name} is for {kind}, not for --cond", option + " --cond =boolean")
        self.failed("--lower is for --interval, not for --compare",
                    "--lhs =f32 --rhs =f32 --compare lt --lower 3")

    def test_half_a_condition(self):
        self.failed("--bits-dims is missing", "--bits =bytes")
        for words, missing in (("--lhs =f32", "--rhs"), ("--rhs =f32 --compare lt", "--lhs"),
                               ("--lhs =f32 --rhs =f32", "--compare"), ("--compare lt", "--lhs")):
            self.failed(missing + " is missing", words)
        self.failed("--compare is missing; --rhs needs it", "--lhs =f32 --rhs =f32")
        self.failed("--rhs is missing; --compare needs it", "--lhs =f32 --compare lt")
        self.failed("--bits-dims is missing; --bits needs it", "--bits =bytes")

    def test_words(self):
        bits = "--bits =bytes --bits-dims "
        for words, part in (
                (bits + "3y", "--bits-dims"), (bits + "3x4 --bit-order middle", "--bit-order"),
                (bits + "3x4 --bit-strides 4", "one stride per dim"),
                (bits + "3x4 --bit-strides 4xa", "--bit-strides"),
                (bits + "3x4 --bit-offset 1.5", "--bit-offset"),
                ("--interval --upper 9223372036854775808", "--upper"),
                ("--interval --lower x", "--lower"),
                ("--interval --col-axis 2147483648", "--col-axis"),
                ("--interval --row-axis one", "--row-axis")):
            self.failed(part, words)

    def test_files(self):
        for words in ("--nonzero =none", "--lhs =f32 --rhs =none --compare lt",
                      "--interval --end =none", "--bits =none --bits-dims 3"):
            self.failed("none.npy: no such file", words)
        self.failed("f32.npy: dtype <f4 cannot carry bf16; --cond-dt", "--nonzero =f32 --cond-dt bf16")
        self.failed("cannot carry f8_e4m3", "--lhs =u16 --rhs =u16 --compare lt --cond-dt f8_e4m3")
        np.save(self.file("object.npy"), np.array([None, 1], object))
        self.failed("holds objects", "--bits =object --bits-dims 3")


class bytes_of_any_dtype(error_case):
    def test_each(self):
        data = bytes(range(1, 49))
        bits = np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little")[:12].reshape(3, 4)
        for descr in ("|b1", "<i8", ">u4", "<U3", "S5", "V3", "<M8[ns]", "<f8", ">c16", "<f2",
                      [("a", "<i4"), ("b|O", "<f2")], [("a", [("x", "u1")], (2,))]):
            with self.subTest(descr=descr):
                dtype = np.dtype(descr)
                n = 48 // dtype.itemsize
                array = np.frombuffer(data[:n * dtype.itemsize], dtype)
                np.save(self.file("any.npy"), array)
                np.save(self.file("src.npy"), np.ones((3, 4), np.float32))
                self.check_success(self.run_on("--bits =any --bits-dims 3x4", src0="src"))
                np.testing.assert_array_equal(np.load(self.file("dst.npy")), bits)

    def test_memory_order(self):
        """A file in Fortran order has its bytes in the order of memory."""
        array = np.array([[1, 2, 3], [4, 5, 6]], np.uint8, order="F")
        np.save(self.file("any.npy"), array)
        np.save(self.file("src.npy"), np.ones(48, np.float32))
        self.check_success(self.run_on("--bits =any --bits-dims 48", src0="src"))
        bits = np.unpackbits(np.array([1, 4, 2, 5, 3, 6], np.uint8), bitorder="little")
        np.testing.assert_array_equal(np.load(self.file("dst.npy")), bits)


class shapes(tool_case):
    """infer takes the same options, with shapes."""

    def check(self, expected, line):
        with self.subTest(line=line):
            self.check_success(run_tool("infer", *line.split()), expected + "\n")

    def test_each_kind(self):
        sources = " --src0 64x10 --src1 scalar"
        for words in ("--nonzero 64x1", "--nonzero 10 --cond-dt bf16", "--bits 64x10",
                      "--bits-dims 64x10 --bit-order big --bit-offset 3 --bit-strides 16x1",
                      "--lhs 64x10 --rhs 64x1 --compare lt", "--interval",
                      "--lhs scalar --rhs 10 --compare ge --cond-dt s64",
                      "--interval --upper 0 --begin 64x1 --end 1 --col-axis 1 --row-axis 0"):
            self.check("64x10", words + sources)
        self.check("2x64x10", "--lhs 2x1x1 --rhs 64x1 --compare ne --auto-broadcast "
                   "multidirectional" + sources)
        self.check("?x10", "--interval --src0 ?x10 --src1 ?x1")
        self.check("?x8", "--bits ?x8 --src0 ?x8 --src1 scalar")

    def test_refusals(self):
        sources = "--src0 64x10 --src1 scalar"
        for status, words in (
                ("invalid_shape", "--nonzero 3"), ("invalid_shape", "--bits 2x64x10"),
                ("invalid_shape", "--lhs 64x10 --rhs 7 --compare lt"),
                ("invalid_shape", "--interval --end 64x10"),
                ("invalid_arguments", "--interval --col-axis 2"),
                ("invalid_data_type", "--lhs 10 --rhs 10 --compare lt --cond-dt c64"),
                ("invalid_data_type", "--nonzero 10 --cond-dt boolean"),
                ("invalid_data_type", "--nonzero 10 --cond-dt u1")):
            self.check_refused(run_tool("infer", *words.split(), *sources.split()), status)

    def test_usage(self):
        sources = "--src0 64x10 --src1 scalar"
        for words in ("", "--nonzero 3y", "--lhs 3", "--interval --nonzero 3", "--lower 1",
                      "--bits 3 --bits-dims 3"):
            self.check_failed(run_tool("infer", *words.split(), *sources.split()))


if __name__ == "__main__":
    unittest.main()
