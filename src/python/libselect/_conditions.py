# SPDX-License-Identifier: Apache-2.0
"""The functions that make conditions. The type itself is written in C++ (condition_object.cpp)."""

import operator

from ._libselect import Condition

_MIN, _MAX = -(1 << 63), (1 << 63) - 1


def _clip(bound):
    """Bounds beyond 64 bits are where no index is. None is no bound."""
    return None if bound is None else max(_MIN, min(_MAX, operator.index(bound)))


def _interval(text, axis, row_axis, lower=None, upper=None, begin=None, end=None):
    return Condition("interval", text, begin, end, "", None, 0, _clip(lower), _clip(upper),
                     axis, row_axis)


def causal(offset=0):
    """Return a condition that is true where column <= row + offset.

    Rows and columns are the last two axes of the result. With as many queries
    as keys, query i sees keys 0 to i. With fewer queries, which are the last
    ones, offset is keys - queries.

    >>> where(causal(), scores, -np.inf, out=scores)
    """
    return _interval(f"causal({offset})", -1, -2, upper=operator.index(offset))


def window(left, right, offset=0):
    """Return a condition that is true where row + offset - left <= column <= row + offset + right.

    window(1023, 0) is causal() over the last 1024 keys. Rows and columns are the
    last two axes of the result.
    """
    left, right, offset = map(operator.index, (left, right, offset))
    return _interval(f"window({left}, {right}, {offset})", -1, -2, offset - left, offset + right)


def lengths(lengths, axis=-1):
    """Return a condition that is true where the index on axis is less than a length.

    lengths: int32 or int64 array that broadcasts to the result, with 1 on axis;
        or one int. For lengths of [batch] and scores of [batch, heads, queries,
        keys], pass lengths[:, None, None, None].
    """
    if lengths is None:
        raise TypeError("lengths: expected an array or an int, got None")
    return _interval(f"lengths(..., axis={axis})", axis, _other_axis(axis), end=lengths)


def _other_axis(axis):
    """An axis that row_axis may name where no row is looked at."""
    return -2 if axis == -1 else -1


def interval(lower=None, upper=None, begin=None, end=None, axis=-1, row_axis=-2):
    """Return a condition that is true where all bounds that are given hold.

    With column and row the indices of the result on axis and row_axis:
    row + lower <= column, column <= row + upper, begin <= column, column < end.

    lower, upper: int.
    begin, end: int, or int32 or int64 array that broadcasts to the result, with
        1 on axis.
    """
    text = f"interval(lower={lower}, upper={upper}, axis={axis}, row_axis={row_axis})"
    return _interval(text, axis, row_axis, lower, upper, begin, end)


def compare(lhs, relation, rhs):
    """Return a condition that is true where `lhs relation rhs`.

    relation: one of < <= > >= == != or lt le gt ge eq ne.
    lhs, rhs: arrays of one type, or numbers, which take the type of the arrays.
        They broadcast to each other. Floats compare by value, integers exactly.

    >>> where(compare(logits, "<", threshold), -np.inf, logits, out=logits)
    """
    return Condition("compare", f"compare(..., {relation!r}, ...)", lhs, rhs, relation, None, 0,
                     None, None, -1, -2)


def bits(words, shape, order="little", offset=0):
    """Return a condition of this shape that is true where a bit of words is 1.

    words: array of integers. With one axis, the bits of all rows follow each
        other without gaps. With as many axes as shape, each row of bits begins
        with its row of words: the int32 words of [batch, vocabulary / 32] of a
        grammar mask.
    order: "little" when the first bit of a byte is its least significant one
        (grammar masks, Arrow, numpy.packbits with bitorder="little"), "big" when
        it is its most significant one (numpy.packbits). "big" takes bytes only.
    offset: number of bits before the first.

    >>> where(bits(words, logits.shape), logits, -np.inf, out=logits)
    """
    if order not in ("little", "big"):
        raise ValueError(f"bits: order is {order!r}; expected 'little' or 'big'")
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    text = f"bits(..., {shape}, {order!r}, offset={offset})"
    return Condition("bits", text, words, None, order, shape, offset, None, None, -1, -2)
