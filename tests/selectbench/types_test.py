# SPDX-License-Identifier: Apache-2.0
"""selectbench run: every type is moved as bits, and --dt renames only what may be renamed."""
import os
import unittest

import numpy as np

from tool import run_tool, tool_case, where_bits

OWN = {"boolean": "|b1", "u8": "|u1", "s8": "|i1", "u16": "<u2", "s16": "<i2", "f16": "<f2",
       "u32": "<u4", "s32": "<i4", "f32": "<f4", "u64": "<u8", "s64": "<i8", "f64": "<f8",
       "c64": "<c8", "c128": "<c16"}
WIDTHS = {"|u1": ["boolean", "u8", "s8", "f8_e4m3", "f8_e5m2"],
          "<u2": ["u16", "s16", "f16", "bf16"], "<u4": ["u32", "s32", "f32"],
          "<u8": ["u64", "s64", "f64", "c64"]}
OPENVINO = {"i8": "|i1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "f8e4m3": "|u1",
            "f8e5m2": "|u1"}


def special_bits(itemsize):
    """Bit patterns that arithmetic would change, for an element of itemsize bytes: zeros of both
    signs, denormals, infinities, quiet and signalling NaNs with payloads, and the extremes."""
    if itemsize == 16:
        half = special_bits(8)
        return half[:len(half) // 16 * 16] + half[8:8 + len(half) // 16 * 16]
    width = 8 * itemsize
    patterns = [0, 1, 1 << (width - 1), (1 << (width - 1)) | 1, (1 << width) - 1,
                (1 << (width - 1)) - 1, 0x7F]
    for exponent in (5, 8, 11):  # f16, f32 and bf16, f64
        if exponent < width - 1:
            mantissa = width - 1 - exponent
            top = ((1 << exponent) - 1) << mantissa
            patterns += [top, top | 1, top | (1 << (mantissa - 1)), top | (1 << (width - 1)) | 3]
    return b"".join(pattern.to_bytes(itemsize, "little") for pattern in patterns)


class types(tool_case):
    def check(self, descr, *options):
        dtype = np.dtype(descr)
        src0 = np.frombuffer(special_bits(dtype.itemsize), dtype)
        src1 = np.roll(src0, 3)
        rng = np.random.default_rng(3)
        cond = rng.choice(np.array([0, 0, 1, 2, 0x80, 0xFF], np.uint8), src0.shape).view(np.bool_)
        got = self.select(cond, src0, src1, *options)
        self.assertEqual(got.dtype.str, descr)
        self.assertEqual(got.tobytes(), where_bits(cond, src0, src1))

    def test_own_type(self):
        for name, descr in OWN.items():
            with self.subTest(name):
                self.check(descr)
                self.check(descr, "--dt", name)

    def test_unsigned_integers_carry_every_type_of_their_width(self):
        for descr, names in WIDTHS.items():
            for name in names:
                with self.subTest(name):
                    self.check(descr, "--dt", name)

    def test_openvino_names(self):
        for name, descr in OPENVINO.items():
            with self.subTest(name):
                self.check(descr, "--dt", name)

    def test_numpy_and_pytorch_names(self):
        for name in ("bool", "uint8", "int8", "uint16", "int16", "float16", "uint32", "int32",
                     "float32", "uint64", "int64", "float64", "complex64", "complex128"):
            with self.subTest(name):
                self.check(np.dtype(name).str, "--dt", name)
        self.check("<u2", "--dt", "bfloat16")

    def test_many_elements(self):
        rng = np.random.default_rng(4)
        for itemsize in (1, 2, 4, 8, 16):
            with self.subTest(itemsize=itemsize):
                dtype = np.dtype({1: "u1", 2: "u2", 4: "u4", 8: "u8", 16: "c16"}[itemsize])
                src0, src1 = (np.frombuffer(rng.bytes(100003 * itemsize), dtype) for _ in range(2))
                cond = np.frombuffer(rng.bytes(100003), np.uint8) & np.uint8(1)
                got = self.select(cond.view(np.bool_), src0, src1)
                self.assertEqual(got.tobytes(), where_bits(cond, src0, src1))


class renaming(tool_case):
    def check(self, descr, name):
        one = np.ones(2, descr)
        self.check_failed(run_tool(*self.words(np.ones(2, np.bool_), one, one, "--dt", name)),
                          "src0.npy", name)
        self.assertFalse(os.path.exists(self.file("dst.npy")))

    def test_another_width(self):
        for descr, names in WIDTHS.items():
            for other, name in ((o, names[-1]) for o in WIDTHS if o != descr):
                with self.subTest(descr=other, name=name):
                    self.check(other, name)

    def test_a_file_that_is_no_unsigned_integer(self):
        for descr, name in [("<i2", "bf16"), ("<f2", "bf16"), ("<f4", "u32"), ("|b1", "u8"),
                            ("|i1", "f8_e4m3"), ("<c8", "u64"), ("<c16", "c64")]:
            with self.subTest(descr=descr, name=name):
                self.check(descr, name)

    def test_every_source_is_held_to_it(self):
        words = self.words(np.ones(1, np.bool_), np.ones(1, np.uint16), np.ones(1, np.int16),
                           "--dt", "bf16")
        self.check_failed(run_tool(*words), "src1.npy", "bf16")

    def test_dst_has_the_dtype_of_src0(self):
        """Files of two dtypes may carry one type."""
        got = self.select(np.array([True, False]), np.array([1, 2], np.float16),
                          np.array([3, 0x7C01], np.uint16), "--dt", "f16")
        self.assertEqual((got.dtype.str, got.tobytes()), ("<f2", b"\x00\x3c\x01\x7c"))


if __name__ == "__main__":
    unittest.main()
