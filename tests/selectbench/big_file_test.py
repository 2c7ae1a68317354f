# SPDX-License-Identifier: Apache-2.0
"""selectbench --graph and --ir: files of thousands of ops, long files, and the progress bar."""
import json
import os
import pty
import resource
import struct
import subprocess
import sys
import unittest

from problem_files import file_case, graph, layer, net, op
from tool import TOOL, run_tool

MIB = 1 << 20


def long_graph(size, selects):
    """A graph of about this many bytes: Selects among ops with long lists of constants."""
    filler = json.dumps({"id": 7, "name": "dequantize", "kind": "Dequantize",
                         "attrs": {"scales": {"type": "f32[]", "value": [0.0078125] * 10000}},
                         "inputs": [], "outputs": []})
    one = json.dumps(op())
    head, tail = graph(op()).split(one)
    per_select = size // selects // len(filler) + 1
    return head + ", ".join(", ".join([one] + [filler] * per_select) for _ in range(selects)) + tail


def long_ir(size, selects):
    filler = '<layer id="2" name="c" type="Const"><data element_type="f32" shape="1, 64, 1, 1"/>' \
        '<output><port id="0" precision="FP32"><dim>1</dim><dim>64</dim></port></output></layer>\n'
    per_select = size // selects // len(filler)
    return net(*([layer() + filler * per_select] * selects))


# A process of its own, because what Linux counts for a child starts with the size of its parent.
MEASURE = """import os, sys
child = os.fork()
if child == 0:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.execv(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss * 1024)
"""


def peak_bytes(*words):
    """The peak resident size of the tool, which must succeed."""
    # The address sanitizer would keep what has been freed.
    done = subprocess.run([sys.executable, "-c", MEASURE, TOOL, *words], text=True, check=True,
                          capture_output=True, timeout=120,
                          env={**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=1"})
    exit_status, size = map(int, done.stdout.split())
    assert exit_status == 0, done.stderr
    return size


class many_ops(file_case):
    def test_graph(self):
        text = graph(*(op(i, name=f"mask {i}") for i in range(3000)))
        self.passes(text, selects=3000)

    def test_ir(self):
        self.OPTION, self.NAME = "--ir", "model.xml"
        self.passes(net(*(layer(attrs=f'id="{i}" name="mask {i}" type="Select"')
                          for i in range(3000))), selects=3000)


class long_files(file_case):
    def test_a_graph_takes_no_memory(self):
        short = peak_bytes("verify", "--graph", self.write("short.json", graph(op()).encode()))
        long = self.write("long.json", long_graph(20 * MIB, 50).encode())
        self.assertGreater(os.path.getsize(long), 19 * MIB)
        self.assertLess(peak_bytes("verify", "--graph", long), short + 8 * MIB)

    def test_an_ir_takes_a_few_times_its_size(self):
        short = peak_bytes("verify", "--ir", self.write("short.xml", net(layer()).encode()))
        long = self.write("long.xml", long_ir(20 * MIB, 50).encode())
        self.assertGreater(os.path.getsize(long), 19 * MIB)
        # Six times it is; the address sanitizer adds its own.
        self.assertLess(peak_bytes("verify", "--ir", long), short + 10 * 20 * MIB)

    def test_tokens_may_be_long(self):
        text = graph(op())
        self.passes(text.replace('"3.7.0"', '"' + "x" * (8 * MIB) + '"'))
        self.passes(text.replace('"version"', '"' + "x" * (8 * MIB) + '"'))
        self.passes(text.replace('"3.7.0"', "0." + "1" * (4 * MIB)))
        self.passes(text.replace('"3.7.0"', "[" + "0," * (2 * MIB) + "0]"))


class too_long_files(file_case):
    """Sparse files that nothing but the size tells from others: all memory, which is never free."""

    def setUp(self):
        super().setUp()
        pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        self.size = pages // 128 * 127 // 64 * 64
        if run_tool("--help", preexec_fn=self.limit_memory).returncode != 0:
            self.skipTest("a sanitizer needs all addresses")

    def sparse(self, name, head):
        path = self.write(name, head)
        try:
            os.truncate(path, self.size + len(head) % 64)
        except OSError as error:
            self.skipTest(f"no sparse file of {self.size} bytes here: {error}")
        return path

    def limit_memory(self):
        """So that the system stays whole if the tool does not stop."""
        resource.setrlimit(resource.RLIMIT_AS, (self.size // 2, self.size // 2))

    def test_an_array(self):
        head = f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({self.size - 128},), }}"
        head = b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + head.ljust(117).encode() + b"\n"
        path = self.sparse("long.npy", head)
        done = run_tool("run", "--cond", path, "--src0", path, "--src1", path,
                        "--dst", self.file("dst.npy"), preexec_fn=self.limit_memory)
        self.check_failed(done, path, "do not fit into memory", " GiB needed, ")

    def test_an_ir(self):
        done = run_tool("verify", "--ir", self.sparse("long.xml", b""),
                        preexec_fn=self.limit_memory)
        self.check_failed(done, "the document does not fit into memory")


class progress(file_case):
    def on_terminal(self, *words):
        """What the tool writes to standard error when that is a terminal."""
        ours, its = pty.openpty()
        child = subprocess.Popen([TOOL, *words], stdout=subprocess.DEVNULL, stderr=its)
        os.close(its)
        seen = b""
        try:
            while piece := os.read(ours, 65536):
                seen += piece
        except OSError:  # how Linux tells that the other end is closed
            pass
        os.close(ours)
        self.assertEqual(child.wait(), 0)
        return seen.decode()

    def test_bar(self):
        path = self.write("long.json", long_graph(8 * MIB, 10).encode())
        seen = self.on_terminal("verify", "--graph", path)
        self.assertRegex(seen, r"\r\x1b\[K\[#* *\] +\d+ %")
        self.assertTrue(seen.endswith("\r\x1b[K"), seen[-100:])
        self.assertNotIn("\n", seen)

    def test_none_for_a_short_file(self):
        path = self.write("short.json", graph(op()).encode())
        self.assertEqual(self.on_terminal("verify", "--graph", path), "")

    def test_none_without_a_terminal(self):
        self.passes(long_graph(8 * MIB, 10), selects=10)


if __name__ == "__main__":
    unittest.main()
