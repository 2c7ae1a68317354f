# SPDX-License-Identifier: Apache-2.0
"""selectbench verify --graph: files that are broken, and Selects that are wrong. Each is one line."""
import json
import unittest

from problem_files import UNKNOWN, data_file, file_case, graph, op, run_tool, tensor

MASK = 'op 1 "mask"'


class no_graph(file_case):
    def test_files(self):
        self.check_no_file()

    def test_text(self):
        self.fails("graph", "not JSON at byte 1")
        self.fails(" \n ", "not JSON at byte 4", "end of input")
        self.fails('{"graph": [}', "not JSON at byte 12")
        self.fails('{"graph": []} x', "not JSON at byte 15")
        self.fails('{"graph": [],}', "not JSON at byte 14")
        self.fails("{'graph': []}", "not JSON at byte 2")
        self.fails('{"graph": [] /* none */}', "not JSON at byte 14")
        self.fails("\ufeff" * 2 + "{}", "not JSON")
        self.fails(graph(op()).encode("utf-16"), "not JSON: byte 4 is NUL")
        self.fails(b"\xff\xfe{", "not JSON at byte 1", "\\xff")
        self.fails(b'{"a\xff": 1}', "not JSON at byte 4", "UTF-8")
        self.fails(b'{"a\xc0\xaf": 1}', "not JSON", "UTF-8")
        self.fails(b'{"a\n": 1}', "not JSON", "control character")
        for text in ('{"a": "' + "x" * 100000 + "\n", '{"a": 1' + "0" * 100000 + "}"):
            self.fails(text, "not JSON")
            self.assertLess(len(self.verify(text).stderr), 500)
        self.fails('{"a": 1e999}', "not JSON at byte 11: number overflow")

    def test_nul(self):
        self.fails(graph(op()).encode() + b"\0", "NUL")
        self.fails(graph(op()).encode().replace(b"mask", b"ma\0k"), "NUL")
        self.fails(b"\0", "byte 1 is NUL")

    def test_every_truncation(self):
        with open(data_file("decode_bf16.json"), "rb") as file:
            whole = file.read().rstrip()
        for size in range(1, len(whole), 19):
            done = self.verify(whole[:size])
            self.assertEqual(done.returncode, 1, size)
            self.assertRegex(done.stderr, r"\Aselectbench: [^\n]*: not JSON at byte [^\n]*\n\Z")

    def test_structure(self):
        for top, kind in (("[]", "a list"), ("1", "a number"), ('"graph"', "a string"),
                          ("null", "null"), ("true", "a boolean"), ("1.5", "a fraction")):
            self.fails(top, "the top level is " + kind, "not an object")
        for value, kind in (("{}", "an object"), ("1", "a number"), ("null", "null")):
            self.fails('{"graph": ' + value + "}", "graph is " + kind + ", not a list")
        for item, kind in (("[]", "a list"), ("-1", "a negative number"), ('"op"', "a string")):
            self.fails('{"graph": [{"kind": "Add"}, ' + item + "]}", "graph[1] is " + kind)
        self.fails('{"graph": [], "graph": []}', "graph stands there twice")

    def test_no_select(self):
        self.fails("{}", 'no "graph"')
        self.fails('{"ops": []}', 'no "graph"')
        self.fails(graph(), "no Select among its 0 ops")
        self.fails(graph(op(kind="Add"), op(kind="select")), "no Select among its 2 ops")

    def test_nesting(self):
        for bracket in ("[", '{"a":'):
            self.fails(bracket * 1000000)
            self.fails('{"a": ' + bracket * 1000000, "not JSON")
            self.fails('{"graph": [' + bracket * 1000000)
            self.fails('{"graph": [{"attrs": {"axis": ' + bracket * 1000000, "not JSON")
        self.passes(graph(op()).replace('"version"', '"a": ' + "[" * 1000000 + "]" * 1000000
                                        + ', "version"'))


class wrong_select(file_case):
    def changed(self, path, value=None, remove=False):
        """A Select of which the value at the path is another, or none."""
        whole = json.loads(json.dumps(op(auto_broadcast="numpy")))
        place = whole
        for step in path[:-1]:
            place = place[step]
        if remove:
            del place[path[-1]]
        else:
            place[path[-1]] = value
        return graph(whole)

    def test_missing(self):
        for path, text in ((["inputs"], "inputs are missing"), (["kind"], "kind is missing"),
                           (["inputs", 0], "it has 2 inputs"),
                           (["inputs", 0, "dtype"], "cond: dtype is missing"),
                           (["inputs", 1, "shape"], "src0: shape is missing"),
                           (["outputs", 0, "dtype"], "dst: dtype is missing"),
                           (["outputs", 0, "shape"], "dst: shape is missing"),
                           (["attrs", "auto_broadcast", "type"], "type is missing"),
                           (["attrs", "auto_broadcast", "value"], "value is missing")):
            self.fails_at(self.changed(path, remove=True), MASK, text)

    def test_wrong_kinds_of_values(self):
        strings = (["kind"], ["name"], ["inputs", 0, "dtype"], ["outputs", 0, "dtype"],
                   ["inputs", 2, "layout_type"], ["attrs", "auto_broadcast", "value"],
                   ["attrs", "auto_broadcast", "type"])
        lists = (["inputs"], ["outputs"], ["inputs", 1, "shape"], ["inputs", 1, "stride"])
        objects = (["attrs"], ["inputs", 2], ["outputs", 0], ["attrs", "auto_broadcast"])
        numbers = (["inputs", 1, "shape", 2], ["inputs", 1, "stride", 0])
        ids = (["id"], ["inputs", 0, "id"], ["outputs", 0, "id"])
        for paths, needed, wrong in (
                (strings, "a string", (None, True, 1, -1, 1.5, [], {}, [[{}]])),
                (lists, "a list", (None, True, 1, "x", {}, {"a": [1]})),
                (objects, "an object", (None, False, 1, "x", [], [{}])),
                (numbers, "a whole number of 64 bits",
                 (None, True, 1.0, 1e3, 2**63, -2**63 - 1, 10**30, "1", [], {})),
                (ids, "a whole number from 0 on", (None, -1, 0.5, 2**64, "1", [1], {}))):
            for path in paths:
                name = "op without id" if path == ["id"] else "op 1"
                for value in wrong:
                    done = self.verify(self.changed(path, value))
                    with self.subTest(path=path, value=value):
                        self.check_failed(done, name, "not " + needed)
                        self.assertIn(str(path[-1]), done.stderr)

    def test_the_first_wrong_thing_is_told_with_its_path(self):
        for path, text in ((["inputs", 1, "shape", 2], "inputs[1].shape[2] is a string"),
                           (["outputs", 0, "dtype"], "outputs[0].dtype is a list"),
                           (["attrs", "auto_broadcast", "value"],
                            "attrs.auto_broadcast.value is a list")):
            value = "5" if path[-1] == 2 else []
            self.fails_at(self.changed(path, value), MASK, text)

    def test_twice(self):
        text = graph(op(auto_broadcast="numpy"))
        for key in ("kind", "attrs", "inputs", "id", "name"):
            self.fails_at(text.replace(f'"{key}": ', f'"{key}": 0, "{key}": ', 1).replace(
                ": 0,", f": {json.dumps(op()[key])},"), MASK, key + " stands there twice")
        for key in ("dtype", "shape", "stride", "layout_type"):
            value = json.dumps(op()["inputs"][0][key])
            self.fails_at(text.replace(f'"{key}": {value}', f'"{key}": {value}, "{key}": {value}',
                                       1), MASK, f"inputs[0].{key} stands there twice")

    def test_counts(self):
        three = op()["inputs"]
        for count, inputs in ((0, []), (1, three[:1]), (2, three[:2]), (4, three + three[:1]),
                              (6, three * 2)):
            self.fails_at(graph(op(inputs=inputs)), MASK, f"it has {count} inputs")
        self.fails_at(graph(op(outputs=op()["outputs"] * 2)), MASK, "it has 2 outputs")

    def test_attributes(self):
        self.refused(graph(op(auto_broadcast="Numpy")), "invalid_arguments", MASK,
                     "auto_broadcast", "Numpy", "multidirectional")
        self.refused(graph(op(auto_broadcast="numpy\0")), "invalid_arguments", MASK, "numpy\\x00")
        self.fails_at(self.changed(["attrs", "auto_broadcast", "type"], "s64"), MASK, '"s64"')

    def test_long_words_leave_what_is_wrong_with_them(self):
        done = self.verify(self.changed(["attrs", "auto_broadcast", "type"], "s" * 10**6))
        self.check_failed(done, "selectbench: " + MASK + ": ", "type is", "not \"string\"")
        self.assertLess(len(done.stderr), 3000)
        self.assertIn("sss ... sss", done.stderr)

    def test_types(self):
        for path, name in ((0, "cond"), (2, "src1")):
            for dtype in ("s4", "undef", "", "f33", "f32\0"):
                self.refused(self.changed(["inputs", path, "dtype"], dtype), "invalid_arguments",
                             MASK, name + ": ")
        for dtype in ("u8", "s8", "f32"):
            self.refused(self.changed(["inputs", 0, "dtype"], dtype), "invalid_data_type", MASK,
                         "cond", dtype)
        self.refused(self.changed(["inputs", 2, "dtype"], "f16"), "invalid_data_type", MASK, "src1")
        self.refused(self.changed(["outputs", 0, "dtype"], "bf16"), "invalid_data_type", MASK,
                     "dst", "bf16")
        text = graph(op(outputs=[tensor(4, "bf16", [UNKNOWN], [UNKNOWN])]))
        self.refused(text, "invalid_data_type", MASK, "dst")

    def test_shapes(self):
        self.refused(self.changed(["inputs", 0, "shape"], [5, 5]), "invalid_shape", MASK, "cond")
        self.refused(self.changed(["inputs", 1, "shape"], [3, -1, 5]), "invalid_arguments", MASK,
                     "src0: ", "dim 1 is -1")
        self.refused(self.changed(["outputs", 0, "shape"], [3, 4, 6]), "invalid_shape", MASK, "dst")
        for rank in (65, 100000):
            self.refused(self.changed(["inputs", 1, "shape"], [1] * rank), "invalid_arguments",
                         MASK, "src0: ", f"{rank} dims")
        self.passes(self.changed(["inputs", 0, "shape"], [1] * 2).replace("[5, 1]", "[1, 1]"))
        large = [tensor(1, "boolean", [1]), tensor(2, "f32", [2**62, 4], [0, 0]),
                 tensor(3, "f32", [])]
        self.refused(graph(op(inputs=large, outputs=[])), "invalid_shape", MASK)
        large[1] = tensor(2, "f32", [2**40, 4], [0, 0])
        self.fails_at(graph(op(inputs=large, outputs=[])), MASK, "memory")

    def test_unknown_shapes(self):
        for shape in ([UNKNOWN], [UNKNOWN, 5], [4, UNKNOWN]):
            self.refused(self.changed(["inputs", 0, "shape"], shape), "invalid_graph_op", MASK,
                         "cond: ", "--in-shapes 1:")

    def test_strides(self):
        for stride, count in (([], 0), ([1], 1), ([20, 5, 1, 1], 4)):
            self.fails_at(self.changed(["inputs", 1, "stride"], stride), MASK,
                          f"src0: stride has {count} numbers, shape has 3")
        self.fails_at(self.changed(["inputs", 1, "layout_type"], "blocked"), MASK, "blocked")
        self.refused(self.changed(["outputs", 0, "stride"], [1, 1, 1]), "invalid_arguments", MASK,
                     "dst")


class several(file_case):
    """What is wrong with one Select says nothing about the next."""

    def check(self, status, *ops):
        done = self.verify(graph(*ops))
        self.assertEqual(done.returncode, status, done.stderr)
        passed = sum(one["name"].startswith("good") for one in ops)
        self.assertEqual((done.stdout.count('"result":"pass"'), done.stderr.count("\n")),
                         (passed, len(ops) - passed))

    def test_the_others_run(self):
        good = [op(i, name=f"good {i}") for i in range(3)]
        bad_shape = op(7, name="bad shape",
                       inputs=[tensor(1, "boolean", [7]), *op()["inputs"][1:]])
        bad_count = op(8, name="bad count", inputs=[])
        self.check(0, *good)
        self.check(2, good[0], bad_shape, good[1], bad_shape, good[2])
        self.check(1, good[0], bad_count, good[1])
        self.check(1, bad_shape, bad_count, bad_shape, good[1])

    def test_what_stands_before_a_break_has_run(self):
        text = graph(op(1), op(2))
        done = self.verify(text[:-20])
        self.assertEqual((done.returncode, done.stdout.count('"result":"pass"')), (1, 1))
        self.assertRegex(done.stderr, r"\Aselectbench: [^\n]* not JSON [^\n]*\n\Z")

    def test_names_stay_on_their_line(self):
        path = self.write("names.json", graph(op(name="a\nb\u001b[31m\u007f"),
                                              op(name="x" * 100000)).encode())
        done = run_tool("verify", "--graph", path)
        self.assertEqual((done.returncode, done.stdout.count("\n")), (0, 3), done.stderr)
        self.assertIn("a\\x0ab\\x1b[31m\\x7f", done.stdout)
        self.assertLess(len(done.stdout), 1000)

    def test_names_hold_no_hidden_characters(self):
        name = "a\u009b31m\u0085\u2028\u202e\u2066\u00e9\u2026z"
        path = self.write("hidden.json", graph(op(name=name)).encode())
        done = run_tool("verify", "--graph", path)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("a\\xc2\\x9b31m\\xc2\\x85\\xe2\\x80\\xa8\\xe2\\x80\\xae\\xe2\\x81\\xa6"
                      "\u00e9\u2026z", done.stdout)


if __name__ == "__main__":
    unittest.main()
