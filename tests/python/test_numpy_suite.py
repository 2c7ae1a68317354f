# SPDX-License-Identifier: Apache-2.0
"""NumPy's own tests of `where`, with libselect.where in its place.

Calls that libselect refuses for their types are checked to be of types that it refuses on purpose,
mixed, wider than 16 bytes, or objects, and then go to NumPy.
"""
import numpy as np
import pytest

import libselect

suite = pytest.importorskip("numpy.core.tests.test_multiarray")
numpys_where = np.where
calls = {"ours": 0, "refused": 0}


def is_ours(x, y):
    """Types that libselect has to take."""
    a, b = np.asarray(x), np.asarray(y)
    return a.dtype == b.dtype and a.dtype.kind != "O" and a.dtype.itemsize in (1, 2, 4, 8, 16)


def where(*arguments):
    if len(arguments) != 3:
        return numpys_where(*arguments)
    try:
        result = libselect.where(*arguments)
        calls["ours"] += 1
        return result
    except (TypeError, OverflowError):
        assert not is_ours(*arguments[1:])
        calls["refused"] += 1
        return numpys_where(*arguments)


@pytest.fixture(autouse=True)
def in_place_of_numpys(monkeypatch):
    monkeypatch.setattr(np, "where", where)


class TestWhere(suite.TestWhere):
    pass


def test_most_calls_were_ours():
    assert calls["ours"] > 100 and calls["refused"] < 40, calls
