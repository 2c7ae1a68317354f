# SPDX-License-Identifier: Apache-2.0
"""selectbench run: values, shapes, files and refusals."""
import os
import random
import unittest

import numpy as np

from tool import run_tool, tool_case, where_bits

SEED = int(os.environ.get("LIBSELECT_SEED", random.randrange(2**32)))


def bools(*values):
    return np.array(values, dtype=np.uint8).view(np.bool_)


class readme(tool_case):
    """The commands of README's section "Arrays in files"."""

    def test_commands(self):
        page = os.path.join(os.path.dirname(__file__), "..", "..", "README.md")
        with open(page, encoding="utf-8") as file:
            section = file.read().split("\n## Arrays in files\n")[1].split("\n## ")[0]
        commands = [line.split() for line in section.splitlines() if " run " in line]
        self.assertEqual(len(commands), 3)
        scores = np.arange(6, dtype=np.float32).reshape(2, 3) - 2
        fill = np.float32(0.5)
        mask = np.array([True, False, True])
        for name, array in (("mask", mask), ("scores", scores), ("fill", fill)):
            self.save(name + ".npy", array)
        for command in commands:
            self.check_success(run_tool(*command[1:], cwd=self.directory))
        expected = {"out": np.where(mask, fill, scores), "max": np.maximum(scores, fill),
                    "causal": np.where(np.tri(2, 3, dtype=bool), scores, fill)}
        for name, array in expected.items():
            np.testing.assert_array_equal(np.load(self.file(name + ".npy")), array)


class examples(tool_case):
    """The examples of the semantics page."""

    def check(self, expected, *arguments):
        got = self.select(*arguments)
        self.assertEqual((got.dtype, got.shape), (expected.dtype, expected.shape))
        self.assertEqual(got.tobytes(), expected.tobytes())

    def test_three_by_two(self):
        self.check(np.array([[11, 10], [1, 8], [3, 4]], np.int32),
                   np.array([[0, 0], [1, 0], [1, 1]], np.bool_),
                   np.array([[-1, 0], [1, 2], [3, 4]], np.int32),
                   np.array([[11, 10], [9, 8], [7, 6]], np.int32))

    def test_large_integers_survive(self):
        values = np.array([2147483647, 16777217], np.int32)
        self.check(values, bools(1, 1), values, np.zeros(2, np.int32))

    def test_negative_zero_survives(self):
        self.check(np.array([-0.0], np.float32), bools(1), np.array([-0.0], np.float32),
                   np.ones(1, np.float32))

    def test_bf16_denormal_and_signalling_nan_survive(self):
        values = np.array([0x0001, 0x7F81], np.uint16)
        self.check(values, bools(1, 1), values, np.zeros(2, np.uint16), "--dt", "bf16")

    def test_untaken_nan_and_infinity_do_not_leak(self):
        self.check(np.ones(2, np.float32), bools(0, 0), np.array([np.nan, np.inf], np.float32),
                   np.ones(2, np.float32))

    def test_pdpd(self):
        src0 = np.array([[1, 2, 3, 4], [5, 6, 7, 8]], np.float32)
        self.check(np.array([[11, 2, 13, 4], [15, 6, 17, 8]], np.float32), bools(0, 1, 0, 1), src0,
                   src0 + 10, "--auto-broadcast", "pdpd", "--axis", "-1")

    def test_masks_of_models(self):
        rng = np.random.default_rng(1)
        for cond, src0, src1 in [((1, 1, 1, 128), (), (1, 12, 128, 128)),
                                 ((1, 1, 32, 33), (1, 16, 32, 33), ()),
                                 ((1, 8, 2, 1, 256), (1, 8, 2, 1, 256), (1,))]:
            arrays = (rng.random(cond) < 0.5, np.asarray(rng.random(src0), np.float32),
                      np.asarray(rng.random(src1), np.float32))
            self.check(np.where(*arrays), *arrays)

    def test_every_nonzero_byte_is_true(self):
        cond = np.arange(256, dtype=np.uint8).view(np.bool_)
        expected = np.full(256, 7, np.int64)
        expected[0] = -7
        self.check(expected, cond, np.full(256, 7, np.int64), np.full(256, -7, np.int64))

    def test_bytes_of_a_boolean_operand_pass_as_they_are(self):
        src0, src1 = bools(0, 1, 2, 0x80, 0xFF), bools(3, 4, 5, 6, 7)
        got = self.select(bools(1, 2, 0, 0x80, 0xFF), src0, src1)
        self.assertEqual((got.dtype, got.tobytes()), (np.bool_, b"\x00\x01\x05\x80\xff"))


class pdpd(tool_case):
    """src1 and cond stand at the axis of src0."""

    def test_axis(self):
        rng = np.random.default_rng(2)
        src0 = rng.integers(0, 99, (2, 3, 4, 5), np.int16)
        for shape, axis, full in [((3, 4), 1, (1, 3, 4, 1)), ((3, 1), 1, (1, 3, 1, 1)),
                                  ((4, 5), 2, (1, 1, 4, 5)), ((4, 5), -1, (1, 1, 4, 5)),
                                  ((1, 3), 0, (1, 3, 1, 1)), ((5,), 3, (1, 1, 1, 5)),
                                  ((5,), -1, (1, 1, 1, 5)), ((), -1, (1, 1, 1, 1))]:
            with self.subTest(shape=shape, axis=axis):
                src1 = rng.integers(-99, 0, shape, np.int16)
                cond = np.asarray(rng.random(shape) < 0.5)
                got = self.select(cond, src0, np.asarray(src1), "--auto-broadcast", "pdpd",
                                  "--axis", axis)
                expected = np.where(cond.reshape(full), src0, np.reshape(src1, full))
                self.assertEqual(got.tobytes(), expected.tobytes())


class random_shapes(tool_case):
    """Broadcasting and order against numpy.where."""

    def random_shape(self, rng, dims):
        shape = [dim if rng.random() < 0.6 else 1 for dim in dims]
        return tuple(shape[rng.randrange(len(shape) + 1):])

    def random_array(self, rng, shape, make):
        array = make(shape)
        return np.array(array, order="F") if rng.random() < 0.5 else array

    def check(self, seed, mode):
        rng = random.Random(seed)
        values = np.random.default_rng(seed)
        dims = [rng.choice([0, 1, 2, 3, 5, 8, 17]) for _ in range(rng.randrange(6))]
        shapes = [self.random_shape(rng, dims) for _ in range(3)]
        if mode == "numpy":
            shapes[1] = tuple(dims)
        cond = self.random_array(rng, shapes[0], lambda s: values.choice(
            np.array([0, 0, 1, 2, 0x80, 0xFF], np.uint8), s).astype(np.uint8).view(np.bool_))
        src0, src1 = (self.random_array(rng, s, lambda s: np.asarray(
            values.integers(0, 2**32, s, np.uint32)).view(np.float32)) for s in shapes[1:])
        got = self.select(cond, src0, src1, "--auto-broadcast", mode)
        self.assertEqual(got.shape, np.broadcast_shapes(*shapes))
        self.assertTrue(got.flags.c_contiguous)
        self.assertEqual(got.tobytes(), where_bits(cond, src0, src1))

    def check_many(self, mode):
        for seed in range(SEED, SEED + 60):
            with self.subTest(f"LIBSELECT_SEED={seed}", mode=mode):
                self.check(seed, mode)

    def test_multidirectional(self):
        self.check_many("multidirectional")

    def test_numpy(self):
        self.check_many("numpy")


class files(tool_case):
    """What happens to dst's file."""

    def setUp(self):
        super().setUp()
        self.cond, self.src0, self.src1 = bools(1, 0, 2), np.arange(3.0), -np.arange(3.0)
        self.expected = np.where([True, False, True], self.src0, self.src1).tobytes()

    def test_dst_may_be_an_input(self):
        for name in ("cond.npy", "src0.npy", "src1.npy"):
            words = self.words(self.cond, self.src0, self.src1)
            self.check_success(run_tool(*words[:-1], self.file(name)))
            self.assertEqual(np.load(self.file(name)).tobytes(), self.expected)

    def test_only_dst_is_left(self):
        self.select(self.cond, self.src0, self.src1)
        self.assertEqual(sorted(os.listdir(self.directory)),
                         ["cond.npy", "dst.npy", "src0.npy", "src1.npy"])

    def test_refusal_leaves_the_old_file(self):
        self.write("dst.npy", b"old")
        self.check_refused(run_tool(*self.words(bools(1, 0), self.src0, self.src1)),
                           "invalid_shape")
        with open(self.file("dst.npy"), "rb") as file:
            self.assertEqual(file.read(), b"old")
        self.assertEqual(len(os.listdir(self.directory)), 4)

    def test_a_link_stays_a_link(self):
        self.write("real.npy", b"old")
        os.symlink("real.npy", self.file("dst.npy"))
        self.assertEqual(self.select(self.cond, self.src0, self.src1).tobytes(), self.expected)
        self.assertTrue(os.path.islink(self.file("dst.npy")))

    def test_the_mode_of_a_file_that_is_replaced_stays(self):
        for mode in (0o600, 0o640):
            self.write("dst.npy", b"old")
            os.chmod(self.file("dst.npy"), mode)
            self.assertEqual(self.select(self.cond, self.src0, self.src1).tobytes(), self.expected)
            self.assertEqual(os.stat(self.file("dst.npy")).st_mode & 0o7777, mode)

    def test_dst_that_cannot_be_written(self):
        words = self.words(self.cond, self.src0, self.src1)
        for path in (self.file("none/dst.npy"), self.directory, "/dev/null"):
            self.check_failed(run_tool(*words[:-1], path), path)

    def test_dst_without_a_name(self):
        words = self.words(self.cond, self.src0, self.src1)
        self.check_failed(run_tool(*words[:-1], ""), "--dst: is empty")

    def test_dst_that_is_a_link_to_nothing(self):
        os.symlink("none.npy", self.file("dst.npy"))
        done = run_tool(*self.words(self.cond, self.src0, self.src1))
        self.check_failed(done, self.file("dst.npy"), "a link to a file that does not exist")
        self.assertTrue(os.path.islink(self.file("dst.npy")))

    def test_dst_that_does_not_fit_into_memory(self):
        src0, src1 = np.zeros((2**20, 1)), np.zeros((1, 2**20))
        self.check_failed(run_tool(*self.words(bools(1), src0, src1)), "memory")
        self.assertFalse(os.path.exists(self.file("dst.npy")))

    def test_input_that_is_no_file(self):
        words = self.words(self.cond, self.src0, self.src1)
        os.mkfifo(self.file("pipe"))
        for path in (self.file("none.npy"), self.directory, self.file("pipe"), "/dev/zero"):
            self.check_failed(run_tool(*words[:2], path, *words[3:]), path)

    def test_a_line_break_in_a_name_stays_one_line(self):
        words = self.words(self.cond, self.src0, self.src1)
        self.check_failed(run_tool(*words[:2], "no\nfile\r.npy", *words[3:]), "no\\x0afile")


class refusals(tool_case):
    """Status 2, with the name of the library's status."""

    def check(self, status, cond, src0, src1, *options):
        self.check_refused(run_tool(*self.words(cond, src0, src1, *options)), status)
        self.assertFalse(os.path.exists(self.file("dst.npy")))

    def test_types(self):
        one = np.ones(1, np.float32)
        for kind in ("u1", "i1", "f4", "i8"):
            self.check("invalid_data_type", np.ones(1, kind), one, one)
        self.check("invalid_data_type", bools(1), one, np.ones(1, np.int32))
        self.check("invalid_data_type", bools(1), one, np.ones(1, np.float64))

    def test_bytes_that_are_not_boolean(self):
        """The sentence says what to do with the file."""
        one = np.ones(1, np.float32)
        for kind in ("u1", "i1"):
            done = run_tool(*self.words(np.ones(1, kind), one, one))
            self.check_refused(done, "invalid_data_type")
            for part in ("describe the bytes as boolean", "|b1", "view(bool)"):
                self.assertIn(part, done.stderr)

    def test_types_that_need_no_rounding(self):
        done = run_tool(*self.words(bools(1), np.ones(1, np.float32), np.ones(1, np.int8)))
        self.check_refused(done, "invalid_data_type")
        self.assertIn("convert src1 to f32 first: nothing is rounded", done.stderr)

    def test_shapes(self):
        for mode, axis, shapes in [
                ("numpy", -1, ((3, 5), (2, 3, 4, 5), ())), ("numpy", -1, ((2, 1), (1,), (1,))),
                ("numpy", -1, ((3,), (1,), (1,))), ("numpy", -1, ((), (2,), (3,))),
                ("numpy", -1, ((), (0,), (2,))), ("none", -1, ((2,), (2,), (1,))),
                ("multidirectional", -1, ((2,), (3,), (3,))),
                ("pdpd", 1, ((), (8, 1, 6, 1), (7, 1, 5))), ("pdpd", 1, ((2, 4), (2, 4), (4,))),
                ("pdpd", -2, ((), (2,), ())), ("pdpd", -1, ((), (2,), (1, 2))),
                ("pdpd", 2, ((), (2,), ()))]:
            with self.subTest(mode=mode, axis=axis, shapes=shapes):
                cond, src0, src1 = (np.ones(shape, np.float32) for shape in shapes)
                self.check("invalid_shape", cond.astype(np.bool_), src0, src1, "--auto-broadcast",
                           mode, "--axis", axis)

    def test_axis_belongs_to_pdpd(self):
        one = np.ones(1)
        for mode in ("none", "numpy", "multidirectional"):
            self.check("invalid_arguments", bools(1), one, one, "--auto-broadcast", mode, "--axis",
                       0)

    def test_unknown_words(self):
        one = np.ones(1)
        self.check("invalid_arguments", bools(1), one, one, "--auto-broadcast", "explicit")
        self.check("invalid_arguments", bools(1), one, one, "--dt", "f33")


if __name__ == "__main__":
    print(f"random shapes: LIBSELECT_SEED={SEED}")
    unittest.main()
