# SPDX-License-Identifier: Apache-2.0
"""The package as a user finds it: help, stubs, README's example, what it loads, what it needs."""
import ast
import inspect
import pathlib
import pydoc
import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

import libselect

PACKAGE = pathlib.Path(libselect.__file__).parent
(EXTENSION,) = PACKAGE.glob("_libselect.*.so")


def run(program, *, path=PACKAGE.parent, expect=0):
    """Runs a program of Python in a process of its own; returns what it wrote."""
    done = subprocess.run([sys.executable, "-B", "-c", program], env={"PYTHONPATH": str(path)},
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == expect, done.stderr
    return done.stdout + done.stderr


def readme_example():
    """The first python block and the text block after it, of README's section Python."""
    section = re.search(r"^## Python$(.*?)^## ", (ROOT / "README.md").read_text(), re.M | re.S)[1]
    return re.search(r"```python\n(.*?)```.*?```text\n(.*?)```", section, re.S).groups()


def test_readmes_example_prints_what_readme_says():
    program, printed = readme_example()
    assert run(program) == printed


def test_every_public_name_has_a_text_with_what_it_raises():
    for name in libselect.__all__:
        assert len(inspect.getdoc(getattr(libselect, name))) > 40, name
    for word in ("TypeError", "ValueError", "OverflowError", "MemoryError", "Source:", "broadcast"):
        assert word in libselect.where.__doc__


def test_help_reads_well():
    text = pydoc.plain(pydoc.render_doc(libselect))
    for line in ("where(condition, x, y, /, *, out=None, max_threads=0)", "causal(offset=0)",
                 "class Select", "Without out, a new array is returned."):
        assert line in text, line
    assert "\x08" not in text


def test_stubs_name_what_there_is():
    tree = ast.parse((PACKAGE / "__init__.pyi").read_text())
    stubs = {}
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            stubs[node.name] = node
    assert sorted(stubs) == sorted(libselect.__all__)
    for name, node in stubs.items():
        if not isinstance(node, ast.FunctionDef):
            continue
        every = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
        assert [a.arg for a in every] == list(inspect.signature(getattr(libselect, name)).parameters), name


def test_stubs_pass_mypy(tmp_path):
    if shutil.which("mypy") is None:
        pytest.skip("mypy is not installed")
    shutil.copytree(PACKAGE, tmp_path / "libselect", ignore=shutil.ignore_patterns("*.so*"))
    (tmp_path / "use.py").write_text(
        "import libselect\nlibselect.where([True], [1], 0)\nlibselect.causal(1)\n"
        "n: int = libselect.cache_info()['size']\nlibselect.where([True], out=3)\n")
    done = subprocess.run(["mypy", "--strict", "--no-incremental", "use.py", "libselect/__init__.pyi"],
                          cwd=tmp_path, capture_output=True, text=True)
    assert "Found 1 error in 1 file" in done.stdout and "use.py:5" in done.stdout, done.stdout


def test_a_failed_import_of_onetbb_says_what_to_install(tmp_path):
    library = PACKAGE / "libselect.so.0"
    if not library.exists():
        pytest.skip("the library is the system's")
    shutil.copytree(PACKAGE, tmp_path / "libselect")
    content = library.read_bytes()
    assert content.count(b"libtbb.so.12\0") == 1  # oneTBB comes from the system
    (tmp_path / "libselect" / library.name).write_bytes(content.replace(b"libtbb.so.12", b"libtbb.so.99"))
    text = run("import libselect", path=tmp_path, expect=1)
    assert "libtbb.so.99" in text and "install libtbb12 (Debian)" in text


def test_the_package_brings_no_other_library():
    assert [each.name for each in sorted(PACKAGE.glob("*.so*"))] in (
        [EXTENSION.name, "libselect.so.0"], [EXTENSION.name])


def test_the_extension_shows_one_symbol():
    if shutil.which("nm") is None:
        pytest.skip("nm is not installed")
    shown = subprocess.check_output(["nm", "-D", "--defined-only", str(EXTENSION)], text=True)
    assert [line.split()[-1] for line in shown.splitlines()] == ["PyInit__libselect"]


def test_numpy_is_loaded_when_arrays_come():
    assert run("import sys, libselect; libselect.causal(); print('numpy' in sys.modules)") == "False\n"
    assert run("import libselect; print(libselect.where([True], [1], 0))") == "[1]\n"
    pytest.importorskip("torch")
    program = """
import sys
sys.modules["numpy"] = None  # an import fails
import torch, libselect
x = torch.ones(2)
print(libselect.where(x > 0, x, 2.0).tolist())
"""
    assert "[1.0, 1.0]" in run(program)


def test_verbose_lines_name_the_condition():
    text = run("import libselect as ls; ls.verbose(1); ls.where(ls.causal(), [[1, 2]], 0)")
    assert "cond:causal:0" in text and "exec" in text


def test_the_cap_is_kept():
    program = "import libselect as ls; print(ls.max_cpu_isa('scalar')); print(ls.Select(True, 1.0, ('f8', (99,))).implementation)"
    assert run(program) == "scalar\njit:scalar\n" or "portable" in run(program)


