# SPDX-License-Identifier: Apache-2.0
"""where(): what goes in, and what comes out. NumPy is the oracle, by bytes."""
import numpy as np
import pytest
from conftest import CARRIED, PLAIN, random_array, same_bits

import libselect
from libselect import where


@pytest.mark.parametrize("dtype", PLAIN + CARRIED)
def test_every_type_is_moved_bit_for_bit(rng, dtype):
    x, y = random_array(rng, (7, 33), dtype), random_array(rng, (7, 33), dtype)
    c = rng.random((7, 33)) < 0.5
    same_bits(where(c, x, y), np.where(c, x, y).astype(x.dtype))


def test_conditions_that_are_numbers_are_true_unless_zero():
    x, y = np.arange(5), -np.arange(5)
    for values in ([0, 1, 2, -1, 0], [0.0, -0.0, np.nan, 1e-320, np.inf], [0, 1j, 1, 0j, -0j]):
        c = np.array(values)
        same_bits(where(c, x, y), np.where(c, x, y))


@pytest.mark.parametrize("dtype", PLAIN + [">f4", "g", "O"])
def test_conditions_of_every_type(rng, dtype):
    c = rng.integers(0, 2, 50).astype(dtype)
    x, y = rng.random(50), rng.random(50)
    same_bits(where(c, x, y), np.where(c, x, y))


def test_condition_bytes_other_than_one_are_true():
    c = np.array([0, 1, 2, 0x80, 0xFF], "u1").view(bool)
    assert where(c, 1, 0).tolist() == [0, 1, 1, 1, 1]


@pytest.mark.parametrize("x, y, dtype", [
    (1, 2, np.int64), (1.5, 2, np.float64), (True, False, np.bool_), (1j, 2, np.complex128),
    (np.float32(1), np.float32(2), np.float32), (np.int8(1), np.int8(2), np.int8),
    (np.datetime64("2026-11-22"), np.datetime64("2026-11-23"), "M8[D]")])
def test_two_numbers_get_numpys_type(x, y, dtype):
    c = np.array([True, False, True])
    assert where(c, x, y).dtype == np.dtype(dtype)
    same_bits(where(c, x, y), np.where(c, x, y))


@pytest.mark.parametrize("dtype", PLAIN)
def test_a_number_takes_the_type_of_the_arrays(dtype):
    array = np.ones(4, dtype)
    number = {"b": True, "u": 200, "i": -100, "f": -0.1, "c": 0.1 - 2j}[array.dtype.kind]
    c = np.array([True, False, False, True])
    expected = np.where(c, array, np.array(number).astype(dtype))
    same_bits(where(c, array, number), expected)
    same_bits(where(~c, number, array), expected)
    same_bits(where(c, array, np.array(number)[()]), expected)  # a NumPy scalar


def test_numbers_round_as_numpy_rounds():
    for dtype in ("f2", "f4", "f8"):
        for number in (0.1, 65504.0, 5e-324, 6e-8, -0.0, np.inf, -np.inf, 16777217, 2**63):
            if np.isinf(number) or abs(number) <= np.finfo(dtype).max:
                same_bits(where(True, np.float64(number), np.zeros((), dtype)),
                          np.array(number).astype(dtype))


@pytest.mark.parametrize("dtype, least, most", [
    ("u1", 0, 255), ("i1", -128, 127), ("u2", 0, 65535), ("i2", -(1 << 15), (1 << 15) - 1),
    ("u4", 0, (1 << 32) - 1), ("i4", -(1 << 31), (1 << 31) - 1), ("u8", 0, (1 << 64) - 1),
    ("i8", -(1 << 63), (1 << 63) - 1)])
def test_integers_fit_to_the_last_value(dtype, least, most):
    array = np.zeros(1, dtype)
    assert where(True, least, array)[0] == least
    assert where(True, most, array)[0] == most
    for number in (least - 1, most + 1, 1 << 100, -(1 << 100)):
        with pytest.raises(OverflowError, match=f"does not fit {np.dtype(dtype).name}"):
            where(True, number, array)


def test_shapes_broadcast_as_in_numpy(rng):
    c, x, y = rng.random((3, 1, 5)) < 0.5, rng.random((4, 1)), rng.random((2, 1, 1, 1))
    same_bits(where(c, x, y), np.where(c, x, y))
    same_bits(where(c, x[:0], y), np.where(c, x[:0], y))  # a dim of 0
    assert where(True, 1.0, 2.0).shape == ()


@pytest.mark.parametrize("view", [
    lambda a: a[::-1, ::2], lambda a: a.T[::3], lambda a: np.asfortranarray(a),
    lambda a: np.broadcast_to(a[:1], a.shape), lambda a: a[1:-1, 5:-3], lambda a: a[:, ::-5]])
def test_views_of_any_strides(rng, view):
    a, b, c = rng.random((12, 30)), rng.random((12, 30)), rng.random((12, 30)) < 0.5
    same_bits(where(view(c), view(a), view(b)), np.where(view(c), view(a), view(b)))


def test_the_result_keeps_the_order_of_axes():
    a = np.zeros((2, 3, 4, 5)).transpose(0, 2, 3, 1)
    assert where(True, a, 0.0).strides == np.where(True, a, a).strides
    f = np.zeros((3, 4), order="F")
    assert where(f > 0, f, f).flags.f_contiguous
    assert where(f > 0, np.zeros((3, 4)), f).flags.c_contiguous


def test_fields_of_packed_structs(rng):
    records = np.zeros(9, [("tag", "u1"), ("value", "f8")])
    records["value"] = rng.random(9)
    c = rng.random(9) < 0.5
    same_bits(where(c, records["value"], 0.0), np.where(c, records["value"], 0.0))
    expected = np.where(c, records["value"], -1.0)
    assert where(c, records["value"], -1.0, out=records["value"]).base is records
    same_bits(records["value"].copy(), expected)


def test_sequences_become_arrays():
    same_bits(where([True, False], [1, 2], (3, 4)), np.array([1, 4]))


def test_out_may_be_x_or_y_or_the_numbers_that_decide(rng):
    for n in (10, 1000, 100_000):
        c, x, y = rng.random(n) < 0.5, rng.random(n), rng.random(n)
        expected = np.where(c, x, y)
        out = np.empty(n)
        assert where(c, x, y, out=out) is out
        same_bits(out, expected)
        for target in (x.copy(), y.copy()):
            ours = {True: target, False: x}[bool((target == x).all())]
            other = y if ours is not x else target
            same_bits(where(c, ours, other, out=target), expected)
        masked = x.copy()
        same_bits(where(masked, 1.0, y, out=masked), np.where(x, 1.0, y))


def test_out_may_have_any_strides(rng):
    c, x = rng.random((6, 8)) < 0.5, rng.random((6, 8))
    frame = np.full((12, 32), 7.0)
    out = frame[::-2, 1::4]
    where(c, x, -1.0, out=out)
    same_bits(out, np.where(c, x, -1.0))
    out[...] = 7.0
    assert (frame == 7.0).all()


def test_max_threads_changes_no_bit(rng):
    c, x, y = rng.random(1 << 20) < 0.5, rng.random(1 << 20), rng.random(1 << 20)
    expected = np.where(c, x, y)
    for threads in (0, 1, 2):
        same_bits(where(c, x, y, max_threads=threads), expected)


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_subclasses_and_buffers_are_taken():
    same_bits(where(True, np.matrix([[1, 2]]), 0), np.array([[1, 2]]))
    same_bits(where(True, memoryview(np.arange(3.0)), 0.0), np.arange(3.0))


def test_ranks_up_to_32():
    a = np.arange(4.0).reshape((1,) * 15 + (2,) + (1,) * 15 + (2,))
    same_bits(where(a > 1, a, -a), np.where(a > 1, a, -a))


def test_version_and_isa():
    assert libselect.version() == libselect.__version__
    assert libselect.max_cpu_isa() in ("avx512", "avx2", "scalar", "portable")
