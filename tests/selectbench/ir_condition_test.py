# SPDX-License-Identifier: Apache-2.0
"""selectbench verify --ir: masks that a net computes from Range are run without a mask tensor."""
import json
import os
import unittest

import numpy as np

from problem_files import ir_case, net, port

RELATIONS = {"LessEqual": np.less_equal, "Less": np.less, "GreaterEqual": np.greater_equal,
             "Greater": np.greater}


def layer(number, kind, inputs, outputs, data=""):
    """Ports are (precision, dims); those of inputs have the ids 0, 1, ... and outputs go on."""
    ports = [port(i, *one) for i, one in enumerate([*inputs, *outputs])]
    return f'<layer id="{number}" name="l{number}" type="{kind}" version="opset1">{data}' \
        f'<input>{"".join(ports[:len(inputs)])}</input>' \
        f'<output>{"".join(ports[len(inputs):])}</output></layer>'


def const(number, offset, kind="i64"):
    size = {"i64": 8, "i32": 4, "f32": 4}[kind]
    return layer(number, "Const", [], [("I64", ())],
                 f'<data element_type="{kind}" shape="" offset="{offset}" size="{size}"/>')


def edge(source, source_port, to, to_port):
    return f'<edge from-layer="{source}" from-port="{source_port}" to-layer="{to}" ' \
        f'to-port="{to_port}"/>'


def causal_net(rows=7, cols=9, kind="LessEqual", mode="numpy", order="col row", starts=(0, 0),
               steps=(1, 1), row_dims=None, col_dims=None, cond=None, sources=(2, 7, 9),
               types="i64", cond_type="BOOL", row_kind="Unsqueeze", row_start="Const",
               range_type="I64"):
    """cols REL rows: Range 10 of columns, Range 20 of rows and its Unsqueeze 21, comparison 30."""
    numbers = np.array([*starts, *steps], {"i64": "<i8", "i32": "<i4", "f32": "<f4"}[types])
    size = numbers.itemsize
    row_dims, col_dims = row_dims or (rows, 1), col_dims or (cols,)
    scalars = [("I64", ())] * 3
    sides = [("I64", col_dims), ("I64", row_dims)]
    if order == "row col":
        sides.reverse()
    cond = cond or (rows, cols)
    constants = [const(i, size * i, types) for i in range(4)]
    constants[1] = constants[1].replace('"Const"', f'"{row_start}"')
    layers = constants + [
        layer(10, "Range", scalars, [(range_type, (cols,))]),
        layer(20, "Range", scalars, [(range_type, (rows,))]),
        layer(21, row_kind, [("I64", (rows,)), ("I64", (1,))], [("I64", row_dims)]),
        layer(30, kind, sides, [("BOOL", cond)], f'<data auto_broadcast="{mode}"/>'),
        layer(40, "Select", [(cond_type, cond), ("FP32", sources), ("FP32", ())],
              [("FP32", sources)], '<data auto_broadcast="numpy"/>')]
    places = {"col": 0, "row": 1} if order == "col row" else {"col": 1, "row": 0}
    edges = [edge(0, 0, 10, 0), edge(2, 0, 10, 2), edge(1, 0, 20, 0), edge(3, 0, 20, 2),
             edge(20, 3, 21, 0), edge(10, 3, 30, places["col"]), edge(21, 2, 30, places["row"]),
             edge(30, 2, 40, 0)]
    return net(*layers, edges="".join(edges)), numbers.tobytes()


class condition_case(ir_case):
    def rows(self, text, weights, *options):
        if weights is not None:
            self.write("model.bin", weights)
        done = self.verify(text, *options)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        row = json.loads(done.stdout)
        self.assertEqual(row["result"], "pass")
        return row

    def condition(self, **what):
        return self.rows(*causal_net(**what))["problem"].split(":")[0]


class positions(condition_case):
    def test_relations_in_either_order(self):
        col, row = np.arange(9), np.arange(7)[:, None]
        for kind, relation in RELATIONS.items():
            for order, true in (("col row", relation(col, row)), ("row col", relation(row, col))):
                made = self.rows(*causal_net(kind=kind, order=order))
                self.assertNotIn("cond", made)
                self.assertEqual(made["true_elements"], 2 * int(true.sum()), (kind, order))
        self.assertEqual(self.condition(), "causal")
        self.assertEqual(self.condition(kind="Greater"), "interval(lower=1)")

    def test_starts(self):
        col, row = np.arange(9), np.arange(7)[:, None]
        for types in ("i32", "i64"):
            for starts in ((0, 3), (2, 0), (-4, 1)):
                made = self.rows(*causal_net(starts=starts, types=types))
                true = col + starts[0] <= row + starts[1]
                self.assertEqual(made["true_elements"], 2 * int(true.sum()))
        self.assertEqual(self.condition(starts=(0, 3)), "causal(3)")

    def test_a_start_that_the_net_computes(self):
        """The rows may come behind a cache; then the last one sees every column."""
        for kind, word in (("LessEqual", "causal(2)"), ("Less", "causal(2)"),
                           ("GreaterEqual", "interval(lower=-6)")):
            self.assertEqual(self.condition(kind=kind, row_start="Parameter"), word)

    def test_dims_that_are_open(self):
        text, weights = causal_net(rows=-1, cols=-1, sources=(2, -1, -1))
        self.assertEqual(self.rows(text, weights, "--shape", "2x5x6")["problem"],
                         "causal:2x5x6:scalar")

    def test_more_dims(self):
        self.assertEqual(self.condition(row_dims=(1, 1, 7, 1), col_dims=(1, 1, 1, 9),
                                        cond=(1, 1, 7, 9), sources=(2, 3, 7, 9)), "causal")


class doubts(condition_case):
    """What is not certain runs with the mask as a tensor."""

    def tensor_runs(self, weights=True, **what):
        text, data = causal_net(**what)
        row = self.rows(text, data if weights is True else weights)
        self.assertEqual(row["cond"]["type"], "boolean", what)

    def test_constants(self):
        self.tensor_runs(steps=(1, 2))
        self.tensor_runs(steps=(-1, 1))
        self.tensor_runs(types="f32")
        self.tensor_runs(starts=(-2**63, 2**63 - 1))

    def test_weights(self):
        self.tensor_runs(weights=None)
        self.tensor_runs(weights=b"")
        self.tensor_runs(weights=bytes(31))
        os.remove(self.file("model.bin"))
        os.mkfifo(self.file("model.bin"))
        self.tensor_runs(weights=None)

    def test_layers(self):
        self.tensor_runs(row_kind="Reshape")
        self.tensor_runs(kind="Equal")
        self.tensor_runs(mode="none")
        self.tensor_runs(range_type="FP32")

    def test_axes(self):
        self.tensor_runs(rows=1, cols=9, sources=(2, 1, 9))
        self.tensor_runs(rows=9, cols=9, row_dims=(9,), col_dims=(9,), cond=(9,), sources=(2, 9))
        self.tensor_runs(rows=7, cols=9, row_dims=(7, 7), sources=(2, 7, 9))
        self.tensor_runs(rows=7, cols=9, row_dims=(5, 1), sources=(2, 7, 9))

    def test_edges(self):
        text, weights = causal_net()
        for cut in (edge(20, 3, 21, 0), edge(0, 0, 10, 0), edge(3, 0, 20, 2), edge(30, 2, 40, 0),
                    edge(10, 3, 30, 0)):
            self.assertIn(cut, text)
            row = self.rows(text.replace(cut, ""), weights)
            self.assertEqual(row["cond"]["type"], "boolean")
        row = self.rows(text.replace(edge(20, 3, 21, 0), edge(21, 2, 21, 0)), weights)
        self.assertEqual(row["cond"]["type"], "boolean")

    def test_a_constant_beyond_the_file(self):
        text, weights = causal_net()
        for offset in ("-8", "32", "9223372036854775807", "x", ""):
            row = self.rows(text.replace('offset="0"', f'offset="{offset}"'), weights)
            self.assertEqual(row["cond"]["type"], "boolean")


if __name__ == "__main__":
    unittest.main()
