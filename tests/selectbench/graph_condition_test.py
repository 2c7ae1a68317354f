# SPDX-License-Identifier: Apache-2.0
"""selectbench verify --graph: conditions that the graph computes are run without a mask tensor."""
import json
import random
import unittest

import numpy as np

from problem_files import UNKNOWN, file_case, graph, op, tensor

RELATIONS = {"GreaterEqual": np.greater_equal, "Greater": np.greater, "LessEqual": np.less_equal,
             "Less": np.less}
WORDS = {"GreaterEqual": "ge", "Greater": "gt", "LessEqual": "le", "Less": "lt", "Equal": "eq",
         "NotEqual": "ne"}
SCORES = 1


def scalar(number, dtype="s32", shape=(), kind="host_scalar"):
    return {**tensor(number, dtype, list(shape)), "property_type": kind}


def gen_index(output, axis, shape, source=SCORES):
    whole = op(output, "GenIndex", [tensor(source, "f32", shape)], [tensor(output, "s32", shape)])
    return {**whole, "attrs": {"axis": {"type": "s64", "value": axis}}}


def binary(output, kind, lhs, rhs, shape, dtype="s32", **attrs):
    """An op of two tensors, each one or the number of a tensor of this shape."""
    inputs = [one if isinstance(one, dict) else tensor(one, dtype, shape) for one in (lhs, rhs)]
    result = "boolean" if kind in WORDS else dtype
    return op(output, kind, inputs, [tensor(output, result, shape)], **attrs)


def select(cond, shape, src1=(), **attrs):
    """A Select of the scores by tensor `cond`."""
    return op(99, inputs=[tensor(cond, "boolean", shape), tensor(SCORES, "f32", shape),
                          tensor(3, "f32", list(src1))],
              outputs=[tensor(98, "f32", shape)], **attrs)


class graph_case(file_case):
    def row(self, ops, *options):
        done = self.verify(graph(*ops), *options)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        (line,) = done.stdout.splitlines()
        row = json.loads(line)
        self.assertEqual(row["result"], "pass")
        return row

    def condition(self, ops, *options):
        """The word of the condition that ran."""
        return self.row(ops, *options)["problem"].split(":")[0]


class positions(graph_case):
    def check(self, kind, shape, axes, steps, values=()):
        """`steps` are (side, op, id of the scalar); values are given to all scalars."""
        ids = [10, 11]
        ops = [gen_index(10, axes[0], shape), gen_index(11, axes[1], shape)]
        offsets = [0, 0]
        for (side, step, number), value in zip(steps, values):
            new = 20 + len(ops)
            pair = (ids[side], scalar(number))
            ops.append(binary(new, step, *(pair if number % 2 or step == "Subtract" else
                                           reversed(pair)), shape))
            offsets[side] += value if step == "Add" else -value
            ids[side] = new
        ops += [binary(50, kind, *ids, shape), select(50, shape)]
        words = "+".join(f"{number}:{value}" for (_, _, number), value in zip(steps, values))
        row = self.row(ops, *(["--in-scalar", words] if words else []))
        self.assertNotIn("cond", row)
        index = np.indices(shape)
        true = RELATIONS[kind](index[axes[0]] + offsets[0], index[axes[1]] + offsets[1])
        self.assertEqual(row["true_elements"], int(true.sum()), row["problem"])
        return row["problem"].split(":")[0]

    def test_relations_in_either_order(self):
        shape = [2, 7, 5]
        for kind, by_row, by_col in (("GreaterEqual", "causal", "interval(lower=0)"),
                                     ("Greater", "causal(-1)", "interval(lower=1)"),
                                     ("LessEqual", "interval(lower=0)", "causal"),
                                     ("Less", "interval(lower=1)", "causal(-1)")):
            for rows in (-2, 1):
                for cols in (-1, 2):
                    self.assertEqual(self.check(kind, shape, (rows, cols), ()), by_row)
                    self.assertEqual(self.check(kind, shape, (cols, rows), ()), by_col)

    def test_any_two_axes(self):
        for kind in RELATIONS:
            self.check(kind, [4, 3, 6], (0, 2), ())
            self.check(kind, [4, 3, 6], (1, -3), ())

    def test_host_scalars(self):
        rng = random.Random(1)
        for kind in RELATIONS:
            for _ in range(4):
                steps = [(rng.randrange(2), rng.choice(["Add", "Subtract"]), 60 + i)
                         for i in range(rng.randrange(1, 5))]
                self.check(kind, [2, 6, 9], rng.choice([(1, 2), (2, 1)]), steps,
                           [rng.randrange(-6, 7) for _ in steps])

    def test_without_values_the_last_row_sees_every_column(self):
        shape = [2, 6, 9]
        for kind, axes in (("GreaterEqual", (1, 2)), ("Greater", (1, 2)), ("LessEqual", (2, 1)),
                           ("Less", (2, 1))):
            for side in (0, 1):
                ids = [10, 11]
                ids[side] = 40
                ops = [gen_index(10, axes[0], shape), gen_index(11, axes[1], shape),
                       binary(30, "Add", 10 + side, scalar(61), shape),
                       binary(40, "Subtract", 30, scalar(62), shape),
                       binary(50, kind, *ids, shape), select(50, shape)]
                self.assertEqual(self.condition(ops), "causal(3)")
                self.assertEqual(self.condition(ops, "--in-scalar", "61:5"), "causal(3)")
        ops = [gen_index(10, 1, shape), gen_index(11, 2, shape),
               binary(30, "Add", 10, scalar(61), shape), binary(50, "LessEqual", 30, 11, shape),
               select(50, shape)]
        self.assertEqual(self.condition(ops), "interval(lower=-5)")

    def test_a_scalar_that_is_named_needs_no_property(self):
        shape = [6, 9]
        ops = [gen_index(10, 0, shape), gen_index(11, 1, shape),
               binary(30, "Add", 10, scalar(61, shape=[1], kind="constant"), shape),
               binary(50, "GreaterEqual", 30, 11, shape), select(50, shape)]
        self.assertEqual(self.condition(ops, "--in-scalar", "61:2"), "causal(2)")

    def test_shapes_follow_the_tensor_that_is_indexed(self):
        shape = [2, 6, 9]
        ops = [gen_index(10, 1, shape), gen_index(11, 2, shape),
               binary(50, "GreaterEqual", 10, 11, shape), select(50, shape)]
        row = self.row(ops, "--in-shapes", f"{SCORES}:3x20x7")
        self.assertEqual(row["problem"], "causal:3x20x7:scalar")

    def test_a_mask_that_is_broadcast(self):
        inner = [6, 9]
        ops = [gen_index(10, 0, inner, source=7), gen_index(11, 1, inner, source=7),
               binary(50, "GreaterEqual", 10, 11, inner)]
        whole = select(50, [2, 6, 9])
        whole["inputs"][0] = tensor(50, "boolean", inner)
        self.assertEqual(self.condition([*ops, whole], ), "causal")


class tensors(graph_case):
    def test_a_comparison(self):
        shape = [6, 9]
        for kind, word in WORDS.items():
            for dtype in ("f32", "bf16", "s32", "u8"):
                ops = [binary(50, kind, tensor(5, dtype, shape), tensor(6, dtype, [6, 1]), shape),
                       select(50, shape)]
                row = self.row(ops)
                self.assertEqual(row["problem"].split(":")[0], f"{word}(6x9,6x1)")
                self.assertEqual((row["lhs"]["type"], row["rhs"]["type"]), (dtype, dtype))

    def test_strides_and_shapes_of_both(self):
        shape = [6, 9]
        ops = [binary(50, "Less", tensor(5, "f32", shape, [1, 6]), tensor(6, "f32", [1]), shape),
               select(50, shape)]
        row = self.row(ops)
        self.assertEqual(row["lhs"]["strides"], [1, 6])
        row = self.row(ops, "--in-shapes", f"5:4x3*ba+{SCORES}:4x3")
        self.assertEqual((row["lhs"]["dims"], row["lhs"]["strides"]), ([4, 3], [1, 4]))


class doubts(graph_case):
    """What is not certain runs with the mask as a tensor."""

    shape = [2, 6, 9]

    def tensor_runs(self, *ops, options=(), shape=None, **attrs):
        dims = shape or self.shape
        with self.subTest(ops=json.dumps(ops)[:2000]):
            row = self.row([*ops, select(50, dims, **attrs)], *options)
            self.assertEqual(row["cond"]["type"], "boolean")
            self.assertEqual(row["cond"]["dims"], dims)

    def indices(self, rows=-2, cols=-1):
        return [gen_index(10, rows, self.shape), gen_index(11, cols, self.shape)]

    def compared(self, lhs=10, rhs=11, kind="GreaterEqual"):
        return binary(50, kind, lhs, rhs, self.shape)

    def test_one_axis(self):
        for axes in ((-1, -1), (-2, 1)):
            self.tensor_runs(*self.indices(*axes), self.compared())

    def test_not_equal(self):
        self.tensor_runs(*self.indices(), self.compared(kind="NotEqual"))

    def test_a_named_mask(self):
        self.tensor_runs(*self.indices(), self.compared(), options=("--in-shapes", "50:2x6x9"))

    def test_a_select_before_its_mask(self):
        row = self.row([select(50, self.shape), *self.indices(), self.compared()])
        self.assertIn("cond", row)

    def test_an_index_that_is_broadcast(self):
        row = gen_index(10, 1, [2, 1, 9])
        self.tensor_runs(row, gen_index(11, 2, self.shape),
                         binary(50, "GreaterEqual", tensor(10, "s32", [2, 1, 9]), 11, self.shape))

    def test_axes_that_the_file_does_not_tell(self):
        """Then the indices are numbers like any others."""
        wrong = [gen_index(10, axis, self.shape) for axis in (3, -4, 1.5, "1", None, [1])]
        for index in [*wrong, {**gen_index(10, 0, self.shape), "attrs": {}}]:
            with self.subTest(index=index):
                self.assertEqual(self.condition([index, self.indices()[1], self.compared(),
                                                 select(50, self.shape)]), "ge(2x6x9,2x6x9)")

    def test_a_mode_that_needs_equal_shapes(self):
        none = {"auto_broadcast": "none"}
        self.assertEqual(self.condition([*self.indices(), binary(50, "Less", 10, 11, self.shape, **none),
                                         select(50, self.shape, src1=self.shape, **none)]),
                         "interval(lower=1)")
        shape = [6, 9]
        self.tensor_runs(binary(50, "Less", tensor(5, "f32", shape), tensor(6, "f32", [1]), shape),
                         shape=shape, src1=shape, **none)
        self.tensor_runs(binary(50, "Less", tensor(5, "f32", shape), tensor(6, "f32", [1]), shape,
                                **none), shape=shape)

    def test_tensors_that_cannot_be_compared(self):
        for lhs, rhs in (("f32", "s32"), ("boolean", "boolean"), ("f33", "f33")):
            self.tensor_runs(binary(50, "Less", tensor(5, lhs, self.shape),
                                    tensor(6, rhs, self.shape), self.shape))
        for shape in ([2, 5, 9], [UNKNOWN], [3, 2, 6, 9]):
            self.tensor_runs(binary(50, "Less", tensor(5, "f32", shape),
                                    tensor(6, "f32", self.shape), self.shape))

    def test_malformed_ops(self):
        good = [*self.indices(), self.compared()]
        for i in range(3):
            for key in ("inputs", "outputs"):
                for value in ([], 5, [5], [{}], [{"id": "x"}] * 2, {"id": 10}, None):
                    self.tensor_runs(*good[:i], {**good[i], key: value}, *good[i + 1:]) \
                        if i == 2 else self.passes(graph(*good[:i], {**good[i], key: value},
                                                         *good[i + 1:], select(50, self.shape)))

    def test_shapes_that_are_none(self):
        for shape in ([2, 6.0, 9], [2, "6", 9], [2, -6, 9], [2, 2**64 - 1, 9], 5, "x", {"a": 1},
                      [1] * 65 + self.shape, [2, 6, 1e300], None):
            ops = [gen_index(10, 1, self.shape), *self.indices()[1:], self.compared()]
            for tensor_list in ("inputs", "outputs"):
                ops[0][tensor_list][0]["shape"] = shape
            self.assertEqual(self.condition([*ops, select(50, self.shape)]), "ge(2x6x9,2x6x9)")

    def test_a_comparison_that_is_too_large_to_keep(self):
        large = {**tensor(5, "f32", self.shape), "dtype": "f32" + " " * 10000}
        self.tensor_runs(binary(50, "Less", large, tensor(6, "f32", self.shape), self.shape))

    def test_ops_that_are_too_many_to_keep(self):
        more = [binary(1000 + i, "Less", 3000, 3001, [1]) for i in range(4100)]
        self.tensor_runs(*more, *self.indices(), self.compared())
        self.assertEqual(self.condition([*more[:4000], *self.indices(), self.compared(),
                                         select(50, self.shape)]), "causal")

    def test_a_member_that_stands_twice(self):
        text = graph(*self.indices(), self.compared(), select(50, self.shape))
        done = self.verify(text.replace('"kind": "GreaterEqual"',
                                        '"kind": "GreaterEqual", "kind": "GreaterEqual"'))
        self.assertIn("cond", json.loads(done.stdout))


class in_scalar(graph_case):
    def test_wrong_words(self):
        ops = [gen_index(10, 0, [6, 9]), gen_index(11, 1, [6, 9]),
               binary(30, "Add", 10, scalar(61), [6, 9]),
               binary(50, "GreaterEqual", 30, 11, [6, 9]), select(50, [6, 9])]
        for word in ("", ":", "61", "61:", ":1", "61:x", "x:1", "61:1.5", "-61:1", "61:1+", "61:1,",
                     "61:9223372036854775808"):
            self.check_failed(self.verify(graph(*ops), "--in-scalar", word), "--in-scalar: ")
        self.check_failed(self.verify(graph(*ops), "--in-scalar", "61:1+61:1"), "before")
        for word in ("62:1", "10:1"):
            done = self.verify(graph(*ops), "--in-scalar", word)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"--in-scalar: tensor {word[:2]} is no scalar", done.stderr)
        for value in (2**63 - 1, -2**63):
            self.passes(graph(*ops), "--in-scalar", f"61:{value}")


if __name__ == "__main__":
    unittest.main()
