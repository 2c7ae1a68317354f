# SPDX-License-Identifier: Apache-2.0
"""What the tests of selectbench share: they run the tool as a user does and read what it leaves."""
import os
import subprocess
import tempfile
import unittest

import numpy as np

TOOL = os.environ["SELECTBENCH"]  # the path of the tool; ctest sets it


def run_tool(*words, stdout=subprocess.PIPE, **options):
    return subprocess.run([TOOL, *map(str, words)], stdout=stdout, stderr=subprocess.PIPE, text=True,
                          timeout=120, **options)


def bits(array):
    """The array with its elements as opaque bytes, which no copy can quiet or round."""
    return np.ascontiguousarray(array).view(f"V{array.dtype.itemsize}").reshape(array.shape)


def where_bits(cond, src0, src1):
    """The bytes of numpy.where, in C order."""
    return np.where(np.asarray(cond).view(np.uint8) != 0, bits(src0), bits(src1)).tobytes()


class tool_case(unittest.TestCase):
    """A test with a directory of its own."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name

    def file(self, name):
        return os.path.join(self.directory, name)

    def save(self, name, array):
        np.save(self.file(name), array)
        return self.file(name)

    def write(self, name, data):
        with open(self.file(name), "wb") as file:
            file.write(data)
        return self.file(name)

    def words(self, cond, src0, src1, *options):
        """The command line of `run` for three arrays, which are saved first."""
        return ["run", "--cond", self.save("cond.npy", cond), "--src0", self.save("src0.npy", src0),
                "--src1", self.save("src1.npy", src1), "--dst", self.file("dst.npy"), *options]

    def select(self, cond, src0, src1, *options):
        """What `run` computes from three arrays."""
        self.check_success(run_tool(*self.words(cond, src0, src1, *options)))
        return np.load(self.file("dst.npy"))

    def check_success(self, done, stdout=""):
        self.assertEqual((done.returncode, done.stderr, done.stdout), (0, "", stdout))

    def check_refused(self, done, status):
        """The library refused: status 2 and one line, `status: sentence`."""
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertRegex(done.stderr, rf"\A{status}: [^\n]+\n\Z")

    def check_failed(self, done, *parts):
        """The tool failed: status 1 and one line that holds the parts."""
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertRegex(done.stderr, r"\Aselectbench: [^\n]+\n\Z")
        for part in parts:
            self.assertIn(part, done.stderr)
