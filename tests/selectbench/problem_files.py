# SPDX-License-Identifier: Apache-2.0
"""What the tests of problem files share: the files of data/, and files made from their parts."""
import json
import os

from tool import run_tool, tool_case

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
UNKNOWN = -2**63  # what oneDNN writes for a dim, stride or shape that it does not know


def dense(shape):
    strides = []
    stride = 1
    for dim in reversed(shape):
        strides.insert(0, stride)
        stride *= dim
    return strides


def tensor(number, dtype, shape, stride=None, layout="strided"):
    return {"id": number, "dtype": dtype, "shape": shape,
            "stride": dense(shape) if stride is None else stride, "layout_type": layout,
            "property_type": "undef"}


def op(number=1, kind="Select", inputs=None, outputs=None, name="mask", **attrs):
    """A Select of 4x5, 3x4x5 and a scalar, unless told otherwise."""
    if inputs is None:
        inputs = [tensor(1, "boolean", [4, 5]), tensor(2, "f32", [3, 4, 5]), tensor(3, "f32", [])]
    if outputs is None:
        outputs = [tensor(4, "f32", [3, 4, 5])]
    return {"id": number, "name": name, "kind": kind,
            "attrs": {key: {"type": "string", "value": value} for key, value in attrs.items()},
            "inputs": inputs, "outputs": outputs}


def graph(*ops, **more):
    return json.dumps({"version": "3.7.0", "engine_kind": "cpu", "fpmath_mode": "strict",
                       "input_ports": [], "output_ports": [], "graph": ops, **more})


def port(number, precision="FP32", dims=(3, 4, 5)):
    precision = f' precision="{precision}"' if precision else ""
    return f'<port id="{number}"{precision}>' \
        + "".join(f"<dim>{dim}</dim>" for dim in dims) + "</port>"


def layer(data='<data auto_broadcast="numpy"/>', inputs=None, outputs=None, attrs=None):
    """A Select of 4x5, 3x4x5 and a scalar, unless told otherwise."""
    if inputs is None:
        inputs = port(0, "BOOL", (4, 5)) + port(1) + port(2, dims=())
    outputs = port(3) if outputs is None else outputs
    attrs = 'id="1" name="mask" type="Select" version="opset1"' if attrs is None else attrs
    return f"<layer {attrs}>{data}<input>{inputs}</input><output>{outputs}</output></layer>"


def net(*layers, edges=""):
    return '<?xml version="1.0"?><net name="n" version="11"><layers>' + "".join(layers) \
        + f"</layers><edges>{edges}</edges></net>"


def tensor_text(name, one):
    strides = "x".join(map(str, one["strides"]))
    is_dense = one["strides"] == dense(one["dims"])
    return f'{name}:{one["type"]}:' + ("x".join(map(str, one["dims"])) or "scalar") \
        + ("" if is_dense else ":strides " + strides)


def text_of(result):
    """A JSON line of the tool: cond:boolean:4x5 ... dst:f32:3x4x5:strides 1x3x12 numpy:-1."""
    names = ("cond", "lhs", "rhs", "begin", "end", "src0", "src1", "dst")
    return " ".join(tensor_text(name, result[name]) for name in names if name in result) \
        + f' {result["auto_broadcast"]}:{result["axis"]}'


class file_case(tool_case):
    OPTION = "--graph"
    NAME = "graph.json"

    def verify(self, content, *options):
        data = content.encode() if isinstance(content, str) else content
        return run_tool("verify", "--json", self.OPTION, self.write(self.NAME, data), *options)

    def check_passes(self, done, selects):
        """Returns what each Select was, as text."""
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        results = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([result["result"] for result in results], ["pass"] * selects)
        return [text_of(result) for result in results]

    def passes(self, content, *options, selects=1):
        with self.subTest(content=content[:200], options=options):
            self.check_passes(self.verify(content, *options), selects)

    def check_failed(self, done, *parts):
        done.stdout = self.without_errors(done.stdout)
        super().check_failed(done, *parts)

    def check_refused(self, done, status):
        done.stdout = self.without_errors(done.stdout)
        super().check_refused(done, status)

    @staticmethod
    def without_errors(stdout):
        """The JSON lines of Selects that could be run."""
        return "".join(line + "\n" for line in stdout.splitlines() if '"result":"error"' not in line)

    def fails(self, content, *parts):
        """The file cannot be read: one line that names it."""
        with self.subTest(content=content[:200]):
            self.check_failed(self.verify(content), self.file(self.NAME) + ": ", *parts)

    def fails_at(self, content, name, *parts):
        """One Select cannot be read: one line that names it."""
        with self.subTest(content=content[:200]):
            self.check_failed(self.verify(content), "selectbench: " + name + ": ", *parts)

    def check_no_file(self):
        """What is no regular file, or an empty one."""
        fifo = self.file("fifo")
        os.mkfifo(fifo)
        for path, why in ((self.file("missing"), "no such file"), (fifo, "not a regular file"),
                          (self.directory, "not a regular file")):
            self.check_failed(run_tool("verify", self.OPTION, path), path, why)
        self.fails("", "empty")

    def refused(self, content, status, name, *parts):
        """The library refuses one Select: one line that names it."""
        with self.subTest(content=content[:200]):
            done = self.verify(content)
            self.check_refused(done, status)
            for part in (status + ": " + name + ": ", *parts):
                self.assertIn(part, done.stderr)


class ir_case(file_case):
    OPTION = "--ir"
    NAME = "model.xml"


def data_file(name):
    return os.path.join(DATA, name)


def verify_data(name, *options):
    return run_tool("verify", "--graph" if name.endswith(".json") else "--ir", data_file(name),
                    "--json", *options)
