# SPDX-License-Identifier: Apache-2.0
"""selectbench verify --ir: OpenVINO IRs that are fine."""
import unittest

from problem_files import data_file, ir_case, layer, net, port, run_tool, verify_data


class files_of_the_tree(ir_case):
    def test_each_passes(self):
        for name, selects in (("mask", 4), ("mask_v10", 1)):
            with self.subTest(name):
                self.check_passes(verify_data(name + ".xml"), selects)

    def test_a_row_says_which_layer_and_what_it_computed(self):
        done = run_tool("verify", "--ir", data_file("mask.xml"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for row, start in zip(done.stdout.splitlines()[1:], (
                r'layer 2 "scores/where" +2x1x1x7:scalar:2x3x5x7 +f32 +numpy ',
                r'layer 3 "channels" +3x1:2x3x5:3 +s64 +pdpd:1 ',
                r'layer 4 "same & plain" +11:11:11 +f16 +none ',
                r'layer 0 "step" +scalar:1x9:9 +bf16 +numpy ')):
            self.assertRegex(row, r"\A" + start + r".*  PASS\Z")

    def test_types_may_stand_at_the_other_end_of_an_edge(self):
        self.assertIn("cond:boolean:4x5 src0:f32:3x4x5 src1:f32:3x4x5 ",
                      self.check_passes(verify_data("mask_v10.xml"), 1)[0])

    def test_open_dims_need_an_option(self):
        done = verify_data("dynamic.xml")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr.splitlines(), [
            'invalid_graph_op: layer 7 "__module.model/aten::where/Select": cond: it has a dim of '
            "-1; --shape 7:0:AxBxC gives it a size",
            'invalid_graph_op: layer 8 "inverted": cond: it has a dim of -1; --shape 8:0:AxBxC '
            "gives it a size"])

    def test_numpy_as_specified_and_as_computed(self):
        done = verify_data("dynamic.xml", "--shape", "3x2x4x5")
        self.assertEqual((done.returncode, done.stdout.count('"result":"pass"')), (2, 1))
        self.assertRegex(done.stderr, r'\Ainvalid_shape: layer 8 "inverted": cond: rank is 2, dst '
                         r"rank is 0; [^\n]*--ir-multidirectional\n\Z")
        done = verify_data("dynamic.xml", "--shape", "3x2x4x5", "--ir-multidirectional")
        self.assertIn("dst:f32:4x5 multidirectional:", self.check_passes(done, 2)[1])


class liberal(ir_case):
    def test_attributes(self):
        for data in ("", "<data/>", '<data auto_broadcast="NUMPY"/>',
                     '<data auto_broadcast="numpy" auto_broadcast_axis="-1"/>',
                     '<data auto_broadcast="pdpd" auto_broadcast_axis="1"/>',
                     '<data auto_broadcast="multidirectional" more="1"/>'):
            self.passes(net(layer(data)))
        one = port(0, "BOOL", (7,)) + port(1, "U8", (7,)) + port(2, "U8", (7,))
        for mode in ("none", "explicit"):
            self.passes(net(layer(f'<data auto_broadcast="{mode}"/>', one, port(3, "U8", (7,)))))

    def test_precisions(self):
        for name in ("BOOL", "BOOLEAN", "U8", "I8", "I16", "I32", "I64", "U16", "U32", "U64",
                     "FP16", "BF16", "FP32", "FP64", "f32", "bf16", "boolean", "i64", "f8e4m3",
                     "F8E5M2"):
            inputs = port(0, "BOOL", (5,)) + port(1, name, (4, 5)) + port(2, name, (1,))
            self.passes(net(layer(inputs=inputs, outputs=port(3, name, (4, 5)))))
        for name in ("BOOL", "boolean"):
            inputs = port(0, name, (5,)) + port(1, dims=(5,)) + port(2, dims=(5,))
            self.passes(net(layer(inputs=inputs, outputs="")))

    def test_text(self):
        text = net(layer())
        self.passes(text.replace("<net", "<!-- note --><net").replace("><dim>", ">\n\t<dim>"))
        self.passes(text.replace("<dim>5<", "<dim> 5\n<"))
        self.passes(text.split("?>", 1)[1])
        self.passes("\ufeff" + text)
        self.passes(text.replace('name="mask"', 'name="m\u00e4sk &lt;0&gt;"'))
        self.passes('<!DOCTYPE net [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>' + text.split("?>")[1])
        self.passes(net('<layer id="0" type="Const"/>', layer(), layer(), '<layer type="select"/>'),
                    selects=2)

    def test_bodies_nest(self):
        body = layer()
        for _ in range(40):
            body = f'<layer type="Loop"><body><layers>{body}</layers></body></layer>'
        self.passes(net(body, layer()), selects=2)


class shape(ir_case):
    OPEN = net(layer(inputs=port(0, "BOOL", (-1, 1, -1)) + port(1, dims=(2, -1, -1))
                     + port(2, dims=(-1,)), outputs=port(3, dims=(2, -1, -1)),
                     attrs='id="12" name="a:b/Select" type="Select"'))

    def shapes(self, text, *words):
        return self.verify(text, *(part for word in words for part in ("--shape", word)))

    def line(self, *words, text=None):
        done = self.shapes(text or self.OPEN, *words)
        return self.check_passes(done, 1)[0]

    def test_one_for_all(self):
        for word in ("2x4x5", "12:2x4x5", "a:b/Select:2x4x5", "7x2x4x5"):
            self.assertIn("cond:boolean:2x1x5 src0:f32:2x4x5 src1:f32:5 dst:f32:2x4x5 ",
                          self.line(word))

    def test_by_port(self):
        self.assertIn("cond:boolean:1x1x5 src0:f32:2x4x5 src1:f32:1 ",
                      self.line("12:0:1x1x5", "12:1:2x4x5", "a:b/Select:2:1"))

    def test_the_most_exact_word_wins(self):
        for words in (("2x4x5", "12:2x4x6", "12:2:1"), ("12:2:1", "12:2x4x6", "2x4x5")):
            self.assertIn("cond:boolean:2x1x6 src0:f32:2x4x6 src1:f32:1 ", self.line(*words))

    def test_known_dims_stay(self):
        self.assertIn("cond:boolean:4x5 src0:f32:3x4x5 ", self.line("9x9x9", text=net(layer())))

    def test_words_that_do_not_fit(self):
        for word, part in (("5", "too short"), ("12:5", "too short"), ("12:0:5x5", "2 dims"),
                           ("12:1:3x4x5", "has 3 where the port has 2")):
            with self.subTest(word=word):
                self.check_failed(self.shapes(self.OPEN, "12:0:1x1x5", word)
                                  if word.startswith("12:1") else self.shapes(self.OPEN, word),
                                  'layer 12 "a:b/Select": ', word, part)

    def test_a_word_is_used_even_by_a_layer_that_is_refused(self):
        self.check_refused(self.shapes(self.OPEN, "12:1:2x4x5"), "invalid_graph_op")

    def test_wrong_words(self):
        for word in ("", ":", "x", "4x", "x4", "4xx5", "scalar", "?", "-1", "2x-1", "12:", "12:0:",
                     "12:0:4y", "4 ", "a[1,2]", "9223372036854775808"):
            with self.subTest(word=word):
                self.check_failed(self.shapes(self.OPEN, word), "--shape")

    def test_words_for_nothing(self):
        for word in ("13:2x4x5", "12:3:2x4x5", "c:2x4x5"):
            done = self.shapes(net(layer()), word)
            self.assertEqual((done.returncode, done.stdout.count('"result":"pass"')), (1, 1))
            self.assertRegex(done.stderr, r"\Aselectbench: --shape: [^\n]* names no [^\n]*\n\Z")

    def test_without_a_file(self):
        self.check_failed(run_tool("verify", "--shape", "2x3"), "--shape")


if __name__ == "__main__":
    unittest.main()
