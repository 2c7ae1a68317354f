# SPDX-License-Identifier: Apache-2.0
"""selectbench run: files that lie. Each is refused in one line that names it."""
import io
import os
import struct
import unittest

import numpy as np

from tool import run_tool, tool_case

MAGIC = b"\x93NUMPY"


def npy(header, data=b"", version=(1, 0), length=None):
    """A file whose header and data are any bytes."""
    header = header.encode() if isinstance(header, str) else header
    length = len(header) if length is None else length
    return MAGIC + bytes(version) + struct.pack("<H" if version[0] == 1 else "<I", length) \
        + header + data


def dict_text(descr="'<f4'", order="False", shape="(2,)"):
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}"


DATA = bytes(range(8))


class malformed_case(tool_case):
    def run_file(self, data):
        """Runs with data as src0; cond and src1 are scalars."""
        cond, src1 = self.save("cond.npy", np.True_), self.save("src1.npy", np.float32(0))
        return run_tool("run", "--cond", cond, "--src0", self.write("src0.npy", data), "--src1",
                        src1, "--dst", self.file("dst.npy"))

    def fails(self, data, *parts):
        with self.subTest(data=data[:120]):
            self.check_failed(self.run_file(data), self.file("src0.npy"), *parts)
            self.assertFalse(os.path.exists(self.file("dst.npy")))

    def passes(self, data, shape=(2,), content=DATA):
        with self.subTest(data=data[:120]):
            self.check_success(self.run_file(data))
            dst = np.load(self.file("dst.npy"))
            os.remove(self.file("dst.npy"))
            self.assertEqual((dst.shape, dst.tobytes()), (shape, content))


class envelope(malformed_case):
    def test_every_truncation(self):
        file = io.BytesIO()
        np.save(file, np.frombuffer(DATA, np.float32))
        whole = file.getvalue()
        for size in [*range(0, 64), *range(len(whole) - 8, len(whole))]:
            self.fails(whole[:size])
        self.passes(whole)

    def test_magic(self):
        self.fails(b"\x93NUMPX" + npy(dict_text(), DATA)[6:], "magic")
        self.fails(b"PK\x03\x04" + bytes(60), "magic")

    def test_versions(self):
        for version in ((1, 0), (2, 0), (3, 0)):
            self.passes(npy(dict_text(), DATA, version))
        for version in ((0, 0), (1, 1), (2, 1), (4, 0), (255, 255)):
            self.fails(npy(dict_text(), DATA, version), "version")

    def test_header_length(self):
        text = dict_text()
        self.fails(npy(text, DATA, length=len(text) + len(DATA) + 1), "truncated")
        self.fails(npy(text, DATA, length=len(text) + 4))
        self.fails(npy(text, DATA, length=len(text) - 1))
        self.fails(npy(text, DATA, length=0))
        for length in (0xFFFFFFFF, 0x80000000, 0x7FFFFFFF):
            self.fails(npy(text, DATA, (2, 0), length), str(length))

    def test_data_length(self):
        self.fails(npy(dict_text(), DATA[:7]), "8 bytes", "holds 7")
        self.fails(npy(dict_text(), DATA + b"\0"), "8 bytes", "holds 9")
        self.fails(npy(dict_text(shape="(0,)"), b"\0"), "0 bytes", "holds 1")
        self.fails(npy(dict_text(shape="()"), b""), "4 bytes", "holds 0")

    def test_huge_shapes_allocate_nothing(self):
        for shape in ("(4611686018427387904,)", "(2147483648, 2147483648)",
                      "(9223372036854775807,)", "(1099511627776, 2)",
                      "(4294967296, 4294967296, 4294967296)"):
            self.fails(npy(dict_text(shape=shape), DATA))
        self.fails(npy(dict_text(shape="(9223372036854775808,)"), DATA), "63 bits")


class header_text(malformed_case):
    def test_dtypes(self):
        for descr in (">f4", ">i8", ">u2", ">c16", "|O", "O", "<U4", "|S4", "|V4", "<M8[s]", "<f16",
                      "<u3", "|f4", "f4", "", "<", "<f", "<b1x", "|b4", "\\x3cf4", "<f4\\x00"):
            self.fails(npy(dict_text(f"'{descr}'"), DATA), "dtype")
        self.fails(npy(dict_text("[('a', '<f4')]"), DATA), "structured")
        self.fails(npy(dict_text("('<f4', (2,))"), DATA))
        self.fails(npy(dict_text("None"), DATA))
        self.fails(npy(dict_text("'" + "f" * 60000 + "'"), DATA), "dtype")

    def test_byte_orders_numpy_reads(self):
        self.passes(npy(dict_text("'=f4'"), DATA))
        for descr in ("|b1", "=b1", "<b1"):
            with self.subTest(descr):
                data = npy(dict_text(f"'{descr}'", shape="()"), b"\x02")
                source = self.write("b.npy", data)
                self.check_success(run_tool("run", "--cond", source, "--src0", source, "--src1",
                                            source, "--dst", self.file("dst.npy")))
                self.assertEqual(np.load(self.file("dst.npy")).tobytes(), b"\x02")

    def test_shapes(self):
        for shape in ("(-1,)", "(2, -1)", "(-9223372036854775808,)", "(2)", "[2]", "2", "(2", "(2,",
                      "(2 2)", "(,)", "(2,,)", "(2.0,)", "(True,)", "(None,)", "('2',)", "(0x2,)",
                      "(2,), (2,)", "(+2,)", "(1, 2, 99999999999999999999999)", ""):
            self.fails(npy(dict_text(shape=shape), DATA), "header")
        for shape in ("(2,)", "( 2 , )", "(2L,)", "(2,\n)"):
            self.passes(npy(dict_text(shape=shape), DATA))
        self.passes(npy(dict_text(shape="(1, 2)"), DATA), (1, 2))
        self.passes(npy(dict_text(shape="(2,1,)"), DATA), (2, 1))

    def test_fortran_order(self):
        for order in ("true", "0", "1", "None", "'False'", "Falsee", ""):
            self.fails(npy(dict_text(order=order), DATA), "header")
        self.passes(npy(dict_text(order="True", shape="(1, 2)"), DATA), (1, 2))

    def test_keys(self):
        descr, order, shape = "'descr': '<f4'", "'fortran_order': False", "'shape': (2,)"
        for missing in ((descr, order), (descr, shape), (order, shape), ()):
            self.fails(npy("{" + ", ".join(missing) + "}", DATA), "missing")
        self.fails(npy("{" + ", ".join((descr, order, shape, "'x': 1")) + "}", DATA), "'x'")
        self.fails(npy("{" + ", ".join((descr, order, shape, shape)) + "}", DATA), "twice")
        self.passes(npy("{" + ",".join((shape, order, descr)) + "}  \n", DATA))
        self.passes(npy(dict_text().replace("'", '"'), DATA))

    def test_text_that_is_no_dict(self):
        for text in ("", "{", "}", "{}", "[]", "(", "{'descr", "{'descr'", "{'descr':", "{1: 2}",
                     "{'descr': '<f4' 'fortran_order': False}", "\0" * 64, "{" * 60000,
                     dict_text() + "x", dict_text() + "\0", "x" + dict_text(), dict_text()[:-1]):
            self.fails(npy(text, DATA))
        self.fails(npy(bytes(range(256)) * 4, DATA))
        self.fails(npy("\n\r\t'" + dict_text(), DATA))

    def test_every_changed_byte_is_read_or_refused(self):
        """No byte of the header can crash the tool."""
        file = io.BytesIO()
        np.save(file, np.frombuffer(DATA, np.float32))
        whole = file.getvalue()
        for place in range(0, 72, 1):
            for value in (0x00, 0x27, 0x28, 0x2D, 0x39, 0xFF):
                changed = bytearray(whole)
                changed[place] = value
                done = self.run_file(bytes(changed))
                self.assertIn(done.returncode, (0, 1, 2), (place, value))
                self.assertEqual(done.stderr.count("\n"), int(done.returncode != 0))


class high_rank(malformed_case):
    """NumPy stops at 32 dims; a header may hold more."""

    def run_rank(self, rank, order="False"):
        done = self.run_file(npy(dict_text(order=order, shape="(" + "1, " * (rank - 1) + "2,)"),
                                 DATA))
        if done.returncode == 0:
            with open(self.file("dst.npy"), "rb") as file:
                whole = file.read()
            self.assertEqual((whole.count(b"1, ") , whole[-8:]), (rank - 1, DATA))
        return done

    def test_up_to_64(self):
        for rank in (2, 33, 64):
            for order in ("False", "True"):
                self.check_success(self.run_rank(rank, order))

    def test_beyond(self):
        self.check_refused(self.run_rank(65), "invalid_arguments")

    def test_empty_arrays_with_huge_dims(self):
        for order in ("False", "True"):
            shape = "(0, 4611686018427387904, 4611686018427387904)"
            done = self.run_file(npy(dict_text(order=order, shape=shape)))
            self.assertIn(done.returncode, (0, 2), done.stderr)


if __name__ == "__main__":
    unittest.main()
