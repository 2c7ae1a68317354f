# SPDX-License-Identifier: Apache-2.0
"""selectbench verify --graph: oneDNN serialized graphs that are fine."""
import unittest

from problem_files import (UNKNOWN, data_file, file_case, graph, op, run_tool, tensor,
                           verify_data)


class files_of_the_tree(file_case):
    def test_each_passes(self):
        for name in ("attention_f32", "decode_bf16"):
            with self.subTest(name):
                self.check_passes(verify_data(name + ".json"), 1)

    def test_a_row_says_which_op_and_what_it_computed(self):
        done = run_tool("verify", "--graph", data_file("attention_f32.json"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        heading, row = done.stdout.splitlines()
        self.assertTrue(heading.startswith("name "), heading)
        self.assertRegex(row, r'\Aop 71 "keep"  2x1x8x9:2x4x8x9:scalar  f32 .*  PASS\Z')

    def test_unknown_shapes_need_an_option(self):
        done = verify_data("unknown_shapes.json")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr.splitlines(), [
            'invalid_graph_op: op 1 "mask": cond: its shape is unknown; --in-shapes 3:AxBxC gives '
            "tensor 3 one",
            'invalid_graph_op: op 2 "again": cond: its shape is unknown; --in-shapes 6:AxBxC gives '
            "tensor 6 one"])
        self.check_passes(verify_data("unknown_shapes.json", "--in-shapes", "2:2x8+3:8+6:1x8",
                                      "--in-shapes", "5:2x8"), 2)

    def test_options_of_words_are_refused(self):
        for option, value in (("--dt", "f16"), ("--strides", "::1x2"), ("--axis", "1"),
                              ("--auto-broadcast", "none")):
            with self.subTest(option):
                done = verify_data("attention_f32.json", option, value)
                self.assertEqual(done.returncode, 1)
                self.assertEqual(done.stderr, f"selectbench: {option} is for problems on the "
                                 "command line, and there is none; a file has its own\n")


def select(number, dtype, *shapes, mode="numpy", layouts=("strided",) * 4):
    """A Select of tensors that are a shape, or a shape with strides."""
    parts = [tensor(10 * number + place, dtype if place else "boolean",
                    *(shape if isinstance(shape, tuple) else (shape,)), layout=layout)
             for place, (shape, layout) in enumerate(zip(shapes, layouts))]
    return op(number, inputs=parts[:3], outputs=parts[3:], auto_broadcast=mode)


class shapes(file_case):
    def test_every_rank(self):
        ops = []
        for rank, dtype in enumerate(("f32", "bf16", "f16", "s32", "u8", "s8")):
            full = list(range(2, 2 + rank))
            ops += [select(3 * rank, dtype, full, full, full, full, mode="none"),
                    select(3 * rank + 1, dtype, [1] * rank, full, [], full),
                    op(3 * rank + 2, "End", [tensor(1, dtype, full)], [])]
        self.passes(graph(*ops), selects=12)

    def test_strides_are_those_of_the_file(self):
        text = graph(
            select(5, "f16", ([3, 1, 5], [1, 15, 3]), ([3, 4, 5], [1, 15, 3]),
                   ([3, 4, 5], [20, 1, 4]), ([3, 4, 5], [5, 15, 1])),
            select(6, "f16", ([3, 5], [8, 1]), ([3, 5], [8, 1]), ([3, 5], [1, 3]),
                   ([3, 5], [16, 1]), mode="none"),
            select(7, "f16", ([7], [2]), ([7], [UNKNOWN]), ([7], [0]), ([7], [UNKNOWN]),
                   layouts=("any", "undef", "strided", "any")))
        self.assertEqual(self.check_passes(self.verify(text), 3), [
            "cond:boolean:3x1x5:strides 1x15x3 src0:f16:3x4x5:strides 1x15x3 "
            "src1:f16:3x4x5:strides 20x1x4 dst:f16:3x4x5:strides 5x15x1 numpy:-1",
            "cond:boolean:3x5:strides 8x1 src0:f16:3x5:strides 8x1 src1:f16:3x5:strides 1x3 "
            "dst:f16:3x5:strides 16x1 none:-1",
            "cond:boolean:7 src0:f16:7 src1:f16:7:strides 0 dst:f16:7 numpy:-1"])


class liberal(file_case):
    def test_what_may_be_absent(self):
        for part in ("name", "id", "attrs", "outputs"):
            whole = op()
            del whole[part]
            self.passes(graph(whole))
        for part in ("id", "stride", "layout_type", "property_type"):
            whole = op()
            for one in whole["inputs"] + whole["outputs"]:
                del one[part]
            self.passes(graph(whole))
        self.passes(graph(op(outputs=[])))
        self.passes('{"graph": ' + graph(op()).split('"graph": ')[1])

    def test_what_may_be_there_too(self):
        deep = "[" * 1000 + "]" * 1000
        self.passes(graph(op(), more={"graph": [1]}, again=[[{}]]))
        text = graph(op(), op(kind="Add", inputs=[], outputs=[]))
        self.passes(text.replace('"kind"', f'"more": {deep}, "kind"'))
        self.passes("\ufeff" + text + "\r\n")
        self.passes(text.replace("mask", "m\\u00e4sk \\ud83d\\ude00"))

    def test_keys_come_in_any_order(self):
        whole = op(auto_broadcast="numpy")
        text = graph({key: whole[key] for key in reversed(whole)})
        self.passes(text.replace('"type": "string", "value": "numpy"',
                                 '"value": "numpy", "type": "string"'))

    def test_other_ops_are_not_looked_at(self):
        self.passes(graph({"kind": "Add"}, op(kind="MatMul", inputs=5), op(),
                          {"kind": "select", "inputs": {}}))

    def test_modes(self):
        same = [tensor(1, "boolean", [5]), tensor(2, "f32", [5]), tensor(3, "f32", [5])]
        for mode in ("none", "numpy", "pdpd", "multidirectional"):
            self.passes(graph(op(inputs=same, outputs=[tensor(4, "f32", [5])],
                                 auto_broadcast=mode)))

    def test_types(self):
        for dtype in ("boolean", "u8", "s8", "f8_e4m3", "f8_e5m2", "f16", "bf16", "s32", "f32",
                      "s64", "f64"):
            inputs = [tensor(1, "boolean", [1, 5]), tensor(2, dtype, [4, 1]), tensor(3, dtype, [5])]
            self.passes(graph(op(inputs=inputs, outputs=[tensor(4, dtype, [4, 5])])))

    def test_layouts(self):
        for layout in ("strided", "any", "opaque", "undef"):
            inputs = [tensor(1, "boolean", [4, 5], [5, 1], layout),
                      tensor(2, "f32", [4, 5], [UNKNOWN, UNKNOWN], layout),
                      tensor(3, "f32", [5], [UNKNOWN], layout)]
            self.passes(graph(op(inputs=inputs, outputs=[tensor(4, "f32", [4, 5], None, layout)])))
        self.passes(graph(op(outputs=[tensor(4, "f32", [3, 4, 5], [7], "any")])))

    def test_dst_that_is_not_known(self):
        for shape in ([UNKNOWN], [3, UNKNOWN, 5], [UNKNOWN] * 3):
            self.passes(graph(op(outputs=[tensor(4, "f32", shape, [UNKNOWN])])))

    def test_no_elements(self):
        inputs = [tensor(1, "boolean", [0, 5]), tensor(2, "f32", [1, 5]), tensor(3, "f32", [0, 1])]
        self.passes(graph(op(inputs=inputs, outputs=[tensor(4, "f32", [0, 5])])))


class in_shapes(file_case):
    def words(self, text, *words):
        return self.verify(text, *(part for word in words for part in ("--in-shapes", word)))

    def line(self, *words, text=None):
        done = self.words(text or graph(op()), *words)
        return self.check_passes(done, 1)[0]

    def test_shapes(self):
        self.assertIn("cond:boolean:5 src0:f32:2x5 src1:f32:scalar dst:f32:2x5 ",
                      self.line("1:5+2:2x5"))
        self.assertIn("src1:f32:3x4x5 ", self.line("3:3x4x5"))
        for word in ("3:scalar", "3:-"):
            self.assertIn("src1:f32:scalar ", self.line(word))
        self.assertIn("cond:boolean:1 src0:f32:0 src1:f32:scalar dst:f32:0 ",
                      self.line("2:0", "1:1"))

    def test_layouts(self):
        for word in ("2:*cab", "2:cab", "2:3x4x5*cab", "2:*4x1x12"):
            self.assertIn("src0:f32:3x4x5:strides 4x1x12 ", self.line(word))
        self.assertIn("src0:f32:3x4x5 ", self.line("2:*abc"))
        self.assertIn("src0:f32:2x4x5:strides 1x2x8 ", self.line("2:2x4x5*cba"))
        self.assertIn("src0:f32:3x4x5:strides 0x0x0 ", self.line("2:*0x0x0"))

    def test_dst(self):
        self.assertIn("dst:f32:3x4x5:strides 1x3x12 ", self.line("4:*cba"))
        self.assertIn("dst:f32:3x4x5 ", self.line("4:3x4x5"))
        done = self.words(graph(op()), "4:3x4x6")
        self.check_refused(done, "invalid_shape")

    def test_a_rewrite_is_used_even_by_an_op_that_is_refused(self):
        wrong = op(inputs=[tensor(1, "boolean", [UNKNOWN]), *op()["inputs"][1:]])
        self.check_refused(self.words(graph(wrong), "2:3x4x5+4:3x4x5"), "invalid_graph_op")
        wrong["kind"] = 5
        self.check_failed(self.words(graph(wrong), "2:3x4x5"), "kind is a number")

    def test_a_tensor_that_two_ops_read(self):
        text = graph(op(1), op(2))
        done = self.words(text, "2:9x4x5")
        for line in self.check_passes(done, 2):
            self.assertIn("src0:f32:9x4x5 ", line)

    def test_wrong_words(self):
        text = graph(op())
        for word in ("", ":", "1", "1:", "x:4", "-1:4", "1:4+", "+1:4", "1:4x", "1:x4", "1:4xx4",
                     "1:4*", "1:*", "1:4*4*4", "1:4 ", "1:-4", "1:?", "1:4*ac", "1:4*aa", "1:aa",
                     "1:A", "1:4x5*ab*", "1:9223372036854775808", "18446744073709551616:4",
                     "1:4.0"):
            with self.subTest(word=word):
                self.check_failed(self.words(text, word), "--in-shapes", '"')
        self.check_failed(self.words(text, "1:4,1:5"), "comma")
        self.check_failed(self.words(text, "1:4+1:5"), "before")
        self.check_failed(self.words(text, "1:4", "1:4"), "before")

    def test_layouts_that_do_not_fit(self):
        text = graph(op())
        for word in ("2:*ab", "2:*abcd", "2:3x4*abc", "2:*1x2", "2:3x4x5*1"):
            with self.subTest(word=word):
                self.check_failed(self.words(text, word), 'op 1 "mask": src0: ', "dims")
        self.check_failed(self.words(text, "2:4294967296x4294967296*ab"), "63 bits")

    def test_tensors_of_no_select(self):
        for word in ("5:4", "7:1+1:4x5"):
            done = self.words(graph(op()), word)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"\Aselectbench: --in-shapes: [^\n]* no Select[^\n]*\n\Z")
        self.check_failed(self.words("{", "1:4"), "not JSON")


if __name__ == "__main__":
    unittest.main()
