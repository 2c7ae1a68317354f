# SPDX-License-Identifier: Apache-2.0
"""selectbench verify --ir: files that are broken, and layers that are wrong. Each is one line."""
import unittest

from problem_files import data_file, ir_case, layer, net, port, run_tool

MASK = 'layer 1 "mask"'


class no_ir(ir_case):
    def test_files(self):
        self.check_no_file()

    def test_text(self):
        text = net(layer())
        self.fails("net", "not XML at byte")
        self.fails(" \n ", "not XML at byte")
        self.fails("<net>", "not XML at byte")
        self.fails("<net></nat>", "not XML at byte")
        self.fails("<net><layers></net></layers>", "not XML at byte")
        self.fails(text.replace('id="1"', "id=1"), "not XML at byte")
        self.fails(text.replace('id="1"', 'id="1'), "not XML at byte")
        self.fails('{"graph": []}', "not XML at byte")
        self.fails(text.encode("utf-16"), "byte 1 is not UTF-8")
        for wrong in (b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82",
                      b"\x80", b"\xe0\x80\x80", b"\xf0\x80\x80\x80"):
            self.fails(text.encode().replace(b"mask", b"m" + wrong + b"k"), "is not UTF-8")

    def test_nul(self):
        text = net(layer()).encode()
        self.fails(text + b"\0", f"byte {len(text) + 1} is NUL")
        self.fails(text.replace(b"mask", b"ma\0k"), "is NUL")
        for reference in (b"&#0;", b"&#00;", b"&#x0;", b"&#x000;", b"&#4294967296;",
                          b"&#x100000000;", b"&#x110000;", b"&#" + b"9" * 40 + b";"):
            self.fails(text.replace(b"mask", b"ma" + reference + b"k"), "NUL")
        for other in (b"&#01;", b"&#x00a;", b"&#;", b"&#0", b"&#"):
            self.passes(text.replace(b"mask", b"ma" + other))

    def test_every_truncation(self):
        with open(data_file("dynamic.xml"), "rb") as file:
            whole = file.read().rstrip()
        for size in range(1, len(whole), 11):
            done = self.verify(whole[:size])
            self.assertEqual(done.returncode, 1, size)
            self.assertRegex(done.stderr, r"\Aselectbench: [^\n]*: not XML at byte [^\n]*\n\Z")

    def test_structure(self):
        self.fails("<model/>", "starts with <model>")
        self.fails("<net/>", "no Select among its 0 layers")
        self.fails(net(), "no Select among its 0 layers")
        self.fails(net('<layer type="Add"/>', '<layer/>'), "no Select among its 2 layers")
        self.fails("<net>" + layer() + "</net>", "no Select among its 1 layers")
        self.fails("<!-- " + net(layer()) + " -->", "not XML")

    def test_entities_stay_what_they_are(self):
        lines = "".join(f'<!ENTITY a{i} "&a{i - 1};&a{i - 1};">' for i in range(1, 64))
        text = f'<!DOCTYPE net [<!ENTITY a0 "x">{lines}]>' + net(layer()).split("?>")[1]
        self.passes(text.replace("mask", "&a63;"))
        secret = self.write("secret", b"5")
        text = f'<!DOCTYPE net [<!ENTITY a SYSTEM "{secret}">]>' + net(layer()).split("?>")[1]
        self.fails_at(text.replace("<dim>5<", "<dim>&a;<"), MASK, '"&a;" is no dim')

    def test_nesting(self):
        deep = 1000000
        self.fails("<a>" * deep, "not XML")
        self.fails("<net>" + "<layers>" * deep, "not XML")
        self.fails("<net>" + "<layer>" * deep + "</layer>" * deep + "</net>", "no Select")
        self.passes(net("<a>" * deep + "</a>" * deep, layer()))


class wrong_layer(ir_case):
    def fails_layer(self, *parts, **changes):
        self.fails_at(net(layer(**changes)), MASK, *parts)

    def test_counts(self):
        for count, inputs in ((0, ""), (2, port(0, "BOOL") + port(1)),
                              (4, port(0, "BOOL") + port(1) + port(2) + port(3))):
            self.fails_layer(f"it has {count} input ports", inputs=inputs)
        self.fails_layer("it has 2 output ports", outputs=port(3) + port(4))
        self.fails_at(net('<layer id="1" name="mask" type="Select"/>'), MASK, "0 input ports")

    def test_twice(self):
        self.fails_at(net(layer()).replace("<input>", "<input/><input>"), MASK, "<input> twice")
        self.fails_layer("<data> twice", data="<data/><data/>")
        self.fails_layer("auto_broadcast twice",
                         data='<data auto_broadcast="none" auto_broadcast="numpy"/>')
        self.fails_layer("type twice", attrs='id="1" name="mask" type="Select" type="Select"')
        self.fails_layer("id twice", attrs='id="1" name="mask" type="Select" id="2"')
        self.fails_at(net(layer()).replace('precision="BOOL"', 'precision="BOOL" precision="U8"'),
                      MASK, "cond: <port> has precision twice")

    def test_precision(self):
        self.fails_at(net(layer()).replace(' precision="BOOL"', ""), MASK,
                      "cond: precision is missing")
        self.fails_at(net(layer()).replace(' precision="BOOL"', ' precision=""'), MASK,
                      "cond: precision is missing")
        self.refused(net(layer()).replace('"FP32"', '"U1"'), "unimplemented", MASK, "src0: ")
        for name in ("I4", "STRING", "FP", "FP33", "dynamic"):
            self.refused(net(layer()).replace('"FP32"', f'"{name}"'), "invalid_arguments", MASK,
                         f"src0: precision {name}: ")
        for name in ("U8", "FP32"):
            self.refused(net(layer()).replace('"BOOL"', f'"{name}"'), "invalid_data_type", MASK,
                         "cond")
        self.refused(net(layer(outputs=port(3, "FP16"))), "invalid_data_type", MASK, "dst")

    def test_edges_that_lead_nowhere(self):
        text = net(layer(), '<layer id="0"/>', edges="EDGES").replace(' precision="BOOL"', "")
        for edge in ("<edge/>", '<edge from-layer="9" from-port="0" to-layer="1" to-port="0"/>',
                     '<edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>',
                     '<edge from-layer="1" from-port="9" to-layer="1" to-port="0"/>'):
            self.fails_at(text.replace("EDGES", edge), MASK, "cond: precision is missing")

    def test_dims(self):
        for dim in ("", "x", "-2", "5.0", "1e3", "0x5", "9223372036854775808", "+5", "5 5", "?",
                    "2..5", "-9223372036854775808", "&#53;&#32;5", "<a/>", "x" * 100000,
                    "5<!-- 5 -->5", "5<![CDATA[5]]>", "5<a/>5"):
            self.fails_at(net(layer()).replace("<dim>5<", f"<dim>{dim}<", 1), MASK,
                          "cond: ", "is no dim")
        self.fails_at(net(layer(outputs=port(3, dims=("y",)))), MASK, "dst: ", '"y" is no dim')

    def test_shapes(self):
        self.refused(net(layer()).replace("<dim>5<", "<dim>6<", 1), "invalid_shape", MASK, "cond")
        self.refused(net(layer(outputs=port(3, dims=(3, 4, 6)))), "invalid_shape", MASK, "dst")
        ones = port(0, "BOOL", ()) + port(1, dims=[1] * 65) + port(2, dims=())
        self.refused(net(layer(inputs=ones, outputs="")), "invalid_arguments", MASK, "65")
        large = port(0, "BOOL", ()) + port(1, dims=(2**62, 4)) + port(2, dims=())
        self.refused(net(layer(inputs=large, outputs="")), "invalid_shape", MASK)

    def test_attributes(self):
        for mode in ("", "numpi", "bidirectional"):
            self.refused(net(layer(f'<data auto_broadcast="{mode}"/>')), "invalid_arguments", MASK,
                         "auto_broadcast", "multidirectional")
        for axis in ("", "x", "1.0", "9223372036854775808", "1 "):
            self.fails_layer("auto_broadcast_axis",
                             data=f'<data auto_broadcast="pdpd" auto_broadcast_axis="{axis}"/>')
        self.refused(net(layer('<data auto_broadcast="numpy" auto_broadcast_axis="1"/>')),
                     "invalid_arguments", MASK, "axis")
        self.refused(net(layer('<data auto_broadcast="pdpd" auto_broadcast_axis="2"/>')),
                     "invalid_shape", MASK, "axis")

    def test_names(self):
        self.fails_at(net(layer(attrs='type="Select"', inputs="")), "layer without id", "ports")
        self.fails_at(net(layer(attrs='id="7" type="Select"', inputs="")), "layer 7", "ports")
        path = self.write("names.xml", net(
            layer(attrs='id="1" type="Select" name="a&#10;b&#27;[31m"'),
            layer(attrs=f'id="{"9" * 1000}" type="Select" name="{"x" * 99999}"')).encode())
        done = run_tool("verify", "--ir", path)
        self.assertEqual((done.returncode, done.stdout.count("\n")), (0, 3), done.stderr)
        self.assertIn('"a\\x0ab\\x1b[31m"', done.stdout)
        self.assertLess(len(done.stdout), 1500)

    def test_the_others_run(self):
        bad = layer(inputs="", attrs='id="2" name="bad" type="Select"')
        done = self.verify(net(layer(), bad, layer()))
        self.assertEqual((done.returncode, done.stdout.count('"result":"pass"')), (1, 2))
        self.assertRegex(done.stderr, r'\Aselectbench: layer 2 "bad": [^\n]*\n\Z')


if __name__ == "__main__":
    unittest.main()
