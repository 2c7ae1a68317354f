# SPDX-License-Identifier: Apache-2.0
"""Conditions without a mask, against masks that NumPy computes from their rules."""
import numpy as np
import pytest
from conftest import random_array, same_bits
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from libselect import Condition, bits, causal, compare, interval, lengths, where, window

SETTINGS = settings(max_examples=120, deadline=None, print_blob=True,
                    suppress_health_check=list(HealthCheck))
RELATIONS = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal,
             "==": np.equal, "!=": np.not_equal, "lt": np.less, "le": np.less_equal,
             "gt": np.greater, "ge": np.greater_equal, "eq": np.equal, "ne": np.not_equal}


def mask_of(condition, shape):
    return where(condition, np.ones(shape, bool), False)


def test_examples_of_the_specification():
    def rows(condition, *shape):
        return ["".join("FT"[int(bit)] for bit in row) for row in mask_of(condition, shape)]
    assert rows(causal(), 3, 3) == ["TFF", "TTF", "TTT"]
    assert rows(causal(2), 2, 4) == ["TTTF", "TTTT"]
    assert rows(window(1, 0), 3, 3) == ["TFF", "TTF", "FTT"]
    assert rows(lengths(np.array([[0], [2], [9]])), 3, 4) == ["FFFF", "TTFF", "TTTT"]
    assert rows(interval(begin=1, end=3), 1, 4) == ["FTTF"]
    assert rows(interval(begin=3, end=1), 1, 4) == ["FFFF"]
    assert rows(interval(), 1, 2) == ["TT"]
    assert rows(bits(np.array([0x05], "u1"), 3), 1, 3) == ["TFT"]
    assert rows(bits(np.array([0xA0], "u1"), 3, order="big"), 1, 3) == ["TFT"]
    assert rows(bits(np.array([0x28], "u1"), 3, offset=3), 1, 3) == ["TFT"]


@SETTINGS
@given(shape=st.lists(st.integers(0, 40), min_size=2, max_size=4), data=st.data(),
       seed=st.integers(0, 2**32 - 1))
def test_intervals(shape, data, seed):
    rng = np.random.default_rng(seed)
    axis, row_axis = rng.permutation(len(shape))[:2] - rng.integers(0, 2, 2) * len(shape)
    bound = st.none() | st.integers(-45, 45) | st.sampled_from([-(1 << 80), 1 << 80])
    lower, upper = data.draw(bound), data.draw(bound)
    col = np.arange(shape[axis]).reshape([-1 if i == axis % len(shape) else 1 for i in range(len(shape))])
    row = np.arange(shape[row_axis]).reshape(
        [-1 if i == row_axis % len(shape) else 1 for i in range(len(shape))])
    mask = np.ones(shape, bool)
    if lower is not None:
        mask &= col - row >= max(lower, -1000)  if lower < 1000 else np.zeros((), bool)
    if upper is not None:
        mask &= col - row <= min(upper, 1000) if upper > -1000 else np.zeros((), bool)
    limits = {}
    for name, holds in (("begin", lambda t: t <= col), ("end", lambda t: col < t)):
        if data.draw(st.booleans()):
            dims = [1 if i == axis % len(shape) or rng.random() < 0.5 else n for i, n in enumerate(shape)]
            limits[name] = rng.integers(-3, 45, dims, dtype=rng.choice(["i4", "i8"]))
            mask &= holds(limits[name])
    condition = interval(lower, upper, **limits, axis=int(axis), row_axis=int(row_axis))
    x, y = rng.random(shape), rng.random(shape)
    same_bits(where(condition, x, y), np.where(mask, x, y))
    expected = np.where(mask, x, 0.0)
    same_bits(where(condition, x, 0.0, out=x), expected)


@SETTINGS
@given(relation=st.sampled_from(sorted(RELATIONS)), seed=st.integers(0, 2**32 - 1),
       dtype=st.sampled_from(["u1", "i1", "u2", "i2", "f2", "u4", "i4", "f4", "u8", "i8", "f8"]))
def test_comparisons(relation, seed, dtype):
    rng = np.random.default_rng(seed)
    shapes = [(3, 1, 70), (70,), (4, 1), ()]
    lhs, rhs = (random_array(rng, shapes[i], dtype) for i in rng.integers(0, 4, 2))
    lhs[rng.random(lhs.shape) < 0.3] = 7 if lhs.ndim else lhs
    rhs = np.where(rng.random(rhs.shape) < 0.3, np.array(7, dtype), rhs)
    with np.errstate(invalid="ignore"):
        mask = RELATIONS[relation](lhs, rhs)
    x = rng.random((3, 4, 70))
    same_bits(where(compare(lhs, relation, rhs), x, -1.0), np.where(mask, x, -1.0))
    with np.errstate(invalid="ignore"):
        mask = RELATIONS[relation](lhs, np.array(7, dtype))
    same_bits(where(compare(lhs, relation, 7), x, -1.0), np.where(mask, x, -1.0))


def test_a_filter_in_place(rng):
    logits = rng.standard_normal((4, 1000)).astype("f4")
    threshold = np.sort(logits, axis=-1)[:, -50:-49]
    expected = np.where(logits < threshold, np.float32(-np.inf), logits)
    where(compare(logits, "<", threshold), -np.inf, logits, out=logits)
    same_bits(logits, expected)


@SETTINGS
@given(order=st.sampled_from(["little", "big"]), n_rows=st.integers(1, 4), n=st.integers(0, 300),
       offset=st.integers(0, 70), word=st.sampled_from(["u1", "i1", "i2", "u4", "i4", "i8"]),
       seed=st.integers(0, 2**32 - 1))
def test_bits(order, n_rows, n, offset, word, seed):
    rng = np.random.default_rng(seed)
    dtype = np.dtype("u1" if order == "big" else word)
    x = rng.random((n_rows, n))
    mask = rng.random((n_rows, n)) < 0.5

    def packed(rows):
        """Rows of bits from `offset` on, in whole words."""
        width = -(-(rows.shape[-1] + offset) // (8 * dtype.itemsize)) * 8 * dtype.itemsize
        padded = rng.random((len(rows), width)) < 0.5
        padded[:, offset:offset + rows.shape[-1]] = rows
        return np.packbits(padded, axis=-1, bitorder=order).view(dtype)

    rows = packed(mask)
    expected = np.where(mask, x, -1.0)
    same_bits(where(bits(rows, (n_rows, n), order, offset), x, -1.0), expected)
    flat = packed(mask.reshape(1, -1))[0]
    same_bits(where(bits(flat, (n_rows, n), order, offset), x, -1.0), expected)
    spread = np.zeros((2 * n_rows, rows.shape[1] + 3), dtype)
    spread[::2, 1:-2] = rows
    same_bits(where(bits(spread[::2, 1:-2], (n_rows, n), order, offset), x, -1.0), expected)


def test_words_have_to_hold_the_bits():
    x = np.zeros((2, 40))
    for words, shape, text in [
            (np.zeros(9, "u1"), (2, 40), "80 bits from offset 0 on are needed, and the words have 72"),
            (np.zeros((2, 1), "i4"), (2, 40), "40 bits .* the words have 32"),
            (np.zeros((3, 2), "i4"), (2, 40), "axis 0 of the words has 3 rows, and the shape 2"),
            (np.zeros((1, 2, 2), "i4"), (2, 40), "the words have 3 axes; 1 or 2 are expected"),
            (np.zeros((2, 4), "i4")[:, ::2], (2, 40), "have to lie side by side"),
            (np.zeros(9, "u1"), (1 << 40, 1 << 40), "63 bits")]:
        with pytest.raises(ValueError, match=text):
            where(bits(words, shape), x, 0.0)
    with pytest.raises(ValueError, match="offset -1"):
        where(bits(np.zeros(20, "u1"), (2, 40), offset=-1), x, 0.0)
    with pytest.raises(TypeError, match="words of bits are integers .* not float32"):
        where(bits(np.zeros(20, "f4"), (2, 40)), x, 0.0)
    with pytest.raises(TypeError, match="order 'big' takes bytes"):
        where(bits(np.zeros(20, "i4"), (2, 40), order="big"), x, 0.0)
    with pytest.raises(ValueError, match="order is 'middle'"):
        bits(np.zeros(1, "u1"), 8, order="middle")


def test_conditions_say_what_they_are():
    assert repr(causal(3)) == "causal(3)"
    assert repr(compare(1, "<", 2)) == "compare(..., '<', ...)"
    assert isinstance(lengths(3), Condition)
    with pytest.raises(TypeError):
        Condition()


def test_conditions_are_refused_with_the_librarys_sentence():
    x = np.zeros((3, 3))
    with pytest.raises(ValueError, match="relation"):
        compare(x, "=", x)
    with pytest.raises(TypeError, match="lhs is float64 and rhs is float32"):
        where(compare(x, "<", x.astype("f4")), x, x)
    with pytest.raises(TypeError, match="bool"):
        where(compare(x > 0, "<", x > 0), x, x)
    with pytest.raises(TypeError, match="end"):
        where(lengths(np.zeros((3, 1))), x, x)
    with pytest.raises(ValueError, match="axis"):
        where(interval(upper=0, axis=-1, row_axis=1), x, x)
    with pytest.raises(ValueError, match="rank"):
        where(causal(), np.zeros(3), 0.0)
    with pytest.raises(ValueError, match="begin"):
        where(interval(begin=np.zeros((3, 3), int)), x, x)
