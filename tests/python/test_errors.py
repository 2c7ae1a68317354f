# SPDX-License-Identifier: Apache-2.0
"""What is refused: the exception, its sentence, and that out is not touched."""
import numpy as np
import pytest

import libselect
from libselect import Select, bits, where

F4, F8 = np.ones(3, "f4"), np.ones(3, "f8")


@pytest.mark.parametrize("arguments, error, text", [
    ((True, F4, F8), TypeError,
     r"x is float32 and y is float64; libselect does not promote: cast one, as in y.astype\('float32'\)"),
    ((True, F4, np.ones(3, int)), TypeError, "x is float32 and y is int64"),
    ((True, np.ones(2, "M8[s]"), np.ones(2, "M8[D]")), TypeError, r"datetime64\[s\] and y is datetime64\[D\]"),
    ((True, np.ones(2, ">f4"), np.ones(2, "f4")), TypeError,
     r"x is >f4 and y is float32; .* as in y.astype\('>f4'\)"),
    ((True, np.ones(2, [("a", "f4")]), np.ones(2, "f4")), TypeError, "does not promote: cast one$"),
    ((bits(np.ones(1, ">u4"), (2,)), np.ones(2), 0.0), TypeError, "byte order of the machine, not >u4"),
    ((bits(np.ones(1, "f4"), (2,)), np.ones(2), 0.0), TypeError, "words of bits are integers .* not float32"),
    ((True, np.ones(3, "u1"), 0.5), TypeError, "0.5 is of type float, and the arrays are uint8"),
    ((True, np.ones(3, bool), 1), TypeError, "1 is of type int, and the arrays are bool"),
    ((True, F4, 1j), TypeError, "1j is of type complex, and the arrays are float32"),
    ((True, F4, np.complex64(1)), TypeError, "arrays are float32"),
    ((True, F4, np.timedelta64(1, "s")), TypeError, "arrays are float32"),
    ((True, np.ones(2, "M8[s]"), 1.5), TypeError, r"arrays are datetime64\[s\]"),
    ((True, F4, "text"), TypeError, "y: expected an array, a tensor or a number, got str"),
    ((True, F4, None), TypeError, "y: expected an array, a tensor or a number, got NoneType"),
    ((True, np.array([None]), 1), TypeError, "elements of type object cannot be selected"),
    ((True, np.ones(2, "S3"), np.ones(2, "S3")), TypeError, r"elements of type \|S3"),
    ((True, np.ones(2, "G"), np.ones(2, "G")), TypeError, "elements of type complex256"),
    ((True, F4, 1e39), OverflowError, "y: 1e[+]39 does not fit float32"),
    ((True, F4, 10**400), OverflowError, "does not fit float32"),
    ((True, np.ones(1, "f2"), 65520), OverflowError, "does not fit float16"),
    ((True, np.ones(1, "c8"), 1e39j), OverflowError, "does not fit complex64"),
    ((True, np.ones(1, "u1"), 256), OverflowError, "256 does not fit uint8"),
    ((True, np.ones(1, "u1"), np.int64(-1)), OverflowError, "does not fit uint8"),
    ((F4 > 0, np.ones((2, 2)), 0.0), ValueError, "cond: dim 0 is 3, dst dim 1 is 2"),
    ((True, np.ones((2, 3)), np.ones((3, 2))), ValueError, "dim .* is 3"),
    ((F4,), TypeError, "3 positional arguments, condition, x and y; 1 were given"),
])
def test_refusals(arguments, error, text):
    with pytest.raises(error, match=text):
        where(*arguments)


def test_out_is_refused_and_not_touched():
    c, x = np.array([True, False, True]), np.arange(3.0)
    read_only = np.zeros(3)
    read_only.flags.writeable = False
    memory = np.arange(8.0)
    for out, error, text in [
            (read_only, ValueError, "out: the array is read-only"),
            (np.zeros(4), ValueError, "dst"), (np.zeros((1, 3)), ValueError, "dst"),
            (np.zeros(3, "f4"), TypeError, "x is float64 and out is float32"),
            (np.broadcast_to(np.zeros(1), 3), ValueError, "read-only"),
            (np.lib.stride_tricks.as_strided(np.zeros(3), (3,), (0,)), ValueError, "dst"),
            ([0.0, 0.0, 0.0], TypeError, "out: expected an array or a tensor, got list"),
            (1.0, TypeError, "out: expected an array or a tensor, got float")]:
        before = np.array(out).tobytes()
        with pytest.raises(error, match=text):
            where(c, x, -1.0, out=out)
        assert np.array(out).tobytes() == before
    for out in (memory[1:4], memory[2::-1]):
        before = memory.copy()
        with pytest.raises(ValueError, match="dst"):
            where(c, memory[:3], 0.0, out=out)
        assert (memory == before).all()


def test_arguments_by_name():
    for named, error, text in [
            ({"otu": None}, TypeError, "unexpected keyword argument 'otu'"),
            ({"max_threads": -1}, ValueError, "max_threads: is -1; expected 0, for as many as there are, or 1 to 2147483647"),
            ({"max_threads": 1 << 31}, ValueError, "max_threads: is 2147483648"),
            ({"max_threads": 1 << 70}, ValueError, "max_threads"),
            ({"max_threads": "2"}, TypeError, "integer")]:
        with pytest.raises(error, match=text):
            where(True, F4, F4, **named)
    with pytest.raises(TypeError):
        where(condition=True, x=F4, y=F4)


def test_memory_that_is_not_there_is_a_memory_error():
    wide = np.broadcast_to(np.zeros(1, "c16"), (1 << 46,))
    with pytest.raises(MemoryError):
        where(True, wide, wide)


def test_products_beyond_63_bits():
    wide = np.broadcast_to(np.zeros(1, "u1"), (1 << 40, 1))
    with pytest.raises(ValueError, match="63 bits"):
        where(True, wide, wide.T)


def test_objects_whose_protocols_fail():
    class Broken:
        def __dlpack__(self):
            raise RuntimeError("no")
    with pytest.raises(RuntimeError, match="no"):
        where(True, Broken(), 0)

    class NotCapsule:
        def __dlpack__(self):
            return 5
    with pytest.raises(ValueError, match="capsule|PyCapsule"):
        where(True, NotCapsule(), 0)

    class Ambiguous:
        def __bool__(self):
            raise RuntimeError("never")
    with pytest.raises(TypeError, match="condition: expected an array"):
        where(Ambiguous(), 1, 0)


def test_settings():
    for call in (lambda: libselect.verbose(3), lambda: libselect.verbose(1 << 40),
                 lambda: libselect.max_cpu_isa("sse9")):
        with pytest.raises(ValueError):
            call()
    where(True, 1, 2)
    with pytest.raises(ValueError, match="first"):
        libselect.max_cpu_isa("portable")
    with pytest.raises(TypeError):
        libselect.max_cpu_isa("avx2", "scalar")


def test_select_refuses_other_layouts():
    planned = Select(("?", (3,)), ("f4", (3,)), 0)
    c = F4 > 0
    for arguments in ((c, F8, 0), (c, np.ones(6, "f4")[::2], 0), (c, np.ones(4, "f4"), 0), (True, F4, 0),
                      (libselect.causal(), F4, 0), (c, F4, F4)):
        with pytest.raises(ValueError, match="not those that this Select was planned for"):
            planned(*arguments)
    for out in (np.zeros((3, 1), "f4"), np.zeros(6, "f4")[::2]):
        with pytest.raises(ValueError, match="out: is not laid out"):
            planned(c, F4, 0, out=out)
    with pytest.raises(TypeError, match="condition: expected an array, got a layout"):
        planned(("?", (3,)), F4, 0)
    with pytest.raises(TypeError, match="unexpected keyword argument 'max_threads'"):
        planned(c, F4, 0, max_threads=1)
    for arguments, error in (((("?", (3,)), ("f4", (3,)), ("f8", (3,))), TypeError),
                             ((("?", (3,)), ("f4", (-3,)), 0), ValueError),
                             ((("?", (3,)), ("f4", (3,), (5,)), 0), ValueError),
                             ((("?", (3,)), ("f4", (3,), (4, 4)), 0), ValueError),
                             ((("?", (3,)), ("O", (3,)), 0), TypeError),
                             ((("?", (3,)), ("no type", (3,)), 0), TypeError)):
        with pytest.raises(error):
            Select(*arguments)


@pytest.mark.parametrize("make", [
    lambda: libselect.compare(None, "<", 2), lambda: libselect.compare(F4, "<", None),
    lambda: libselect.bits(None, (3,)), lambda: libselect.lengths(None),
    lambda: libselect.causal(None), lambda: libselect.causal(-0.5), lambda: libselect.causal("1"),
    lambda: libselect.window(1.9, 0), lambda: libselect.interval(lower=1.5),
])
def test_conditions_of_wrong_arguments(make):
    with pytest.raises(TypeError):
        where(make(), np.ones((3, 3), "f4"), 0)


def test_strides_of_empty_arrays_mean_nothing():
    x, c = np.zeros((0, 3), "f4"), np.ones((0, 3), bool)
    for planned in (Select(c, x, x), Select(("?", (0, 3)), ("f4", (0, 3)), ("f4", (0, 3)))):
        assert planned(c, x, x, out=planned(c, x, x)).shape == (0, 3)
