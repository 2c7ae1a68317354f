# SPDX-License-Identifier: Apache-2.0
"""What the tests of the Python module share."""
import pathlib

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Every type that NumPy and libselect share, and some that only NumPy knows.
PLAIN = ["?", "u1", "i1", "u2", "i2", "f2", "u4", "i4", "f4", "u8", "i8", "f8", "c8", "c16"]
CARRIED = ["M8[ns]", "m8[D]", "S4", "U1", ">f4", ">i8", "V16", "g", "u1,u1"]


@pytest.fixture
def rng():
    return np.random.default_rng(20261122)


def random_array(rng, shape, dtype):
    """Random bits: NaNs with payloads and denormals are among them."""
    dtype = np.dtype(dtype)
    n = int(np.prod(shape, dtype=np.int64))
    if dtype == bool:
        return rng.integers(0, 2, n).astype(bool).reshape(shape)
    return np.frombuffer(rng.bytes(n * dtype.itemsize), dtype).reshape(shape).copy()


def same_bits(result, expected):
    """Both have one type, one shape, and the same bytes."""
    assert isinstance(result, np.ndarray)
    assert result.dtype == expected.dtype
    assert result.shape == expected.shape
    assert result.tobytes() == expected.tobytes()
