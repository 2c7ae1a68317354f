# SPDX-License-Identifier: Apache-2.0
"""selectbench run with conditions that are no boolean tensor: NumPy decides."""
import os
import random
import unittest

import numpy as np

from condition_problems import (CARRIERS, RELATIONS, RENAMED, bit_tensor, either_order, in_interval,
                                random_numbers, shapes, values)
from tool import run_tool, tool_case, where_bits

SEED = int(os.environ.get("LIBSELECT_SEED", random.randrange(2**32)))
CASES = int(os.environ.get("LIBSELECT_CASES", 60))  # of each kind
CAPS = ("avx512", "avx2", "scalar", "portable")
MODES = ("numpy", "none", "multidirectional", "pdpd")
T, F = True, False


class condition_case(tool_case):
    cap = None

    def run_with(self, arrays, src0, src1, *options):
        """`run` with arrays by the names of their options, which are saved first."""
        words = ["run", *options, "--src0", self.save("src0.npy", src0), "--src1",
                 self.save("src1.npy", src1), "--dst", self.file("dst.npy")]
        for name, array in arrays.items():
            words += ["--" + name, self.save(name + ".npy", array)]
        env = {**os.environ, "LIBSELECT_MAX_CPU_ISA": self.cap} if self.cap else None
        return run_tool(*words, env=env)

    def check(self, true, arrays, src0, src1, *options):
        """dst is src0 where it is true and src1 elsewhere, bit for bit."""
        self.check_success(self.run_with(arrays, src0, src1, *options))
        got = np.load(self.file("dst.npy"))
        self.assertEqual(got.dtype, src0.dtype)
        self.assertEqual(got.shape, np.broadcast_shapes(true.shape, src0.shape, src1.shape))
        self.assertEqual(got.tobytes(), where_bits(true, src0, src1))


class examples(condition_case):
    """The examples of the semantics page, on each ISA."""

    def decides(self, rows, arrays, *options):
        true = np.array([[letter == "T" for letter in row] for row in rows.split()])
        if " " not in rows:
            true = true[0]
        src0 = np.arange(1, true.size + 1, dtype=np.int32).reshape(true.shape)
        for self.cap in CAPS:
            with self.subTest(rows=rows, options=options, cap=self.cap):
                self.check(true, arrays, src0, -src0, *options)

    def test_causal(self):
        self.decides("TFF TTF TTT", {}, "--interval", "--upper", 0)
        self.decides("TTTF TTTT", {}, "--interval", "--upper", 2)

    def test_window(self):
        self.decides("TFF TTF FTT", {}, "--interval", "--lower", -1, "--upper", 0)

    def test_lengths(self):
        for dtype in (np.int32, np.int64):
            self.decides("FFFF TTFF TTTT", {"end": np.array([[0], [2], [9]], dtype)}, "--interval")

    def test_begin_and_end(self):
        for dtype in (np.int32, np.int64):
            one, three = np.array([1], dtype), np.array([3], dtype)
            self.decides("FTTF", {"begin": one, "end": three}, "--interval")
            self.decides("FFFF", {"begin": three, "end": one}, "--interval")

    def test_no_bound(self):
        self.decides("TTT", {}, "--interval")

    def test_bits(self):
        for byte, options in ((0x05, ()), (0xA0, ("--bit-order", "big")),
                              (0x28, ("--bit-offset", 3))):
            self.decides("TFT", {"bits": np.array([byte], np.uint8)}, "--bits-dims", "3", *options)

    def test_compare(self):
        lhs, rhs = np.array([[1, np.nan, -0.0], [1, np.nan, 0.0]])
        for dtype in (np.float16, np.float32, np.float64):
            for relation, rows in (("eq", "TFT"), ("ne", "FTF")):
                self.decides(rows, {"lhs": lhs.astype(dtype), "rhs": rhs.astype(dtype)},
                             "--compare", relation)
        for dtype in (np.int64, np.uint64):
            self.decides("T", {"lhs": np.array([9007199254740993], dtype),
                               "rhs": np.array([9007199254740992], dtype)}, "--compare", "gt")

    def test_nonzero(self):
        numbers = np.array([0, -0.0, np.nan, 1e-45], np.float32)
        self.decides("FFTT", {"nonzero": numbers})
        bits = numbers.view(np.uint32)
        self.decides("FFTT", {"nonzero": bits}, "--cond-dt", "f32")
        self.decides("FFTT", {"nonzero": np.array([0, 0x8000, 0x7FC0, 1], np.uint16)}, "--cond-dt",
                     "bf16")


class random_cases(condition_case):
    """Every kind, mode, type and layout, on an ISA that changes from case to case."""

    def sources(self, rng, problem):
        descr = str(rng.choice(["<u1", "<f2", "<f4", "<i8", "<c16"]))
        return [either_order(rng, random_numbers(rng, shape, descr))
                for shape in (problem.src0, problem.src1)]

    def check_many(self, one):
        for seed in range(SEED, SEED + CASES):
            self.cap = CAPS[seed % len(CAPS)]
            mode = MODES[seed // len(CAPS) % len(MODES)]
            with self.subTest(f"LIBSELECT_SEED={seed} LIBSELECT_CASES=1", mode=mode, cap=self.cap):
                one(np.random.default_rng(seed), mode)

    def compare_placed(self, problem, true, arrays, src0, src1, *options):
        """As check(), with the condition and src1 where the mode puts them."""
        self.check_success(self.run_with(arrays, src0, src1, *problem.options(), *options))
        got = np.load(self.file("dst.npy"))
        placed = problem.placed(src1)
        self.assertEqual(got.shape, np.broadcast_shapes(true.shape, src0.shape, placed.shape))
        self.assertEqual(got.tobytes(), where_bits(true, src0, placed))

    def number(self, rng, problem, name):
        array = either_order(rng, random_numbers(rng, problem.input(), CARRIERS[name]))
        return array, problem.placed(values(array, name))

    def nonzero(self, rng, mode):
        problem = shapes(rng, mode)
        name = str(rng.choice(list(CARRIERS)))
        array, numbers = self.number(rng, problem, name)
        options = ["--cond-dt", name] if name in RENAMED or rng.random() < 0.2 else []
        self.compare_placed(problem, np.asarray(numbers != 0), {"nonzero": array},
                            *self.sources(rng, problem), *options)

    def compare(self, rng, mode):
        problem = shapes(rng, mode)
        name = str(rng.choice(list(CARRIERS)))
        relation = str(rng.choice(["eq", "ne"] if name.startswith("c") else list(RELATIONS)))
        lhs, left = self.number(rng, problem, name)
        rhs, right = self.number(rng, problem, name)
        options = ["--cond-dt", name] if name in RENAMED or rng.random() < 0.2 else []
        with np.errstate(invalid="ignore"):
            true = np.asarray(RELATIONS[relation](left, right))
        self.compare_placed(problem, true, {"lhs": lhs, "rhs": rhs}, *self.sources(rng, problem),
                            "--compare", relation, *options)

    def bits(self, rng, mode):
        problem = shapes(rng, mode)
        tensor = bit_tensor(rng, problem.input())
        self.compare_placed(problem, problem.placed(tensor.true), {"bits": tensor.array},
                            *self.sources(rng, problem), *tensor.options())

    def bounds(self, rng, dims, axis):
        shape = list(dims)
        shape[axis] = 1
        shape = [dim if rng.random() < 0.6 else 1 for dim in shape]
        dtype = rng.choice([np.int32, np.int64])
        bounds = rng.integers(-2, dims[axis] + 3, shape, dtype)
        extremes = rng.choice(np.array([np.iinfo(dtype).min, np.iinfo(dtype).max], dtype), shape)
        bounds = np.where(rng.random(shape) < 0.1, extremes, bounds)
        # Leading ones may be left out.
        ones = next((i for i, dim in enumerate(shape) if dim != 1), len(shape))
        return either_order(rng, bounds.reshape(shape[rng.integers(0, ones + 1):]).astype(dtype))

    def interval(self, rng, mode):
        problem = shapes(rng, mode, least_rank=1)
        rank = len(problem.dims)
        if mode == "multidirectional":  # an interval never enlarges dst
            problem.src0 = problem.dims
        given, words, arrays = {}, ["--interval"], {}
        axes = rng.permutation(rank)
        axis = int(axes[0]) - rank if rng.random() < 0.5 else int(axes[0])
        if rng.random() < 0.5 or axis not in (-1, rank - 1):
            given["axis"] = axis
            words += ["--col-axis", axis]
        else:
            axis = -1
        if rank > 1:
            row = -2
            if rng.random() < 0.5 or (axis - row) % rank == 0:
                row = given["row_axis"] = int(axes[1]) if int(axes[1]) != axis % rank \
                    else int(axes[0])
                words += ["--row-axis", row]
            for name in ("lower", "upper"):
                if rng.random() < 0.5:
                    bound = int(rng.integers(-9, 10)) if rng.random() < 0.8 else \
                        int(rng.choice([-2**63, 2**63 - 1, -2**31, 2**31, 0]))
                    given[name] = bound
                    words += ["--" + name, bound]
        for name in ("begin", "end"):
            if rng.random() < 0.4:
                given[name] = arrays[name] = self.bounds(rng, problem.dims, axis)
        true = in_interval(problem.dims, **given)
        self.compare_placed(problem, true, arrays, *self.sources(rng, problem), *words)

    def test_nonzero(self):
        self.check_many(self.nonzero)

    def test_compare(self):
        self.check_many(self.compare)

    def test_bits(self):
        self.check_many(self.bits)

    def test_interval(self):
        self.check_many(self.interval)


if __name__ == "__main__":
    print(f"random cases: LIBSELECT_SEED={SEED}")
    unittest.main()
