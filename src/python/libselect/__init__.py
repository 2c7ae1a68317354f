# SPDX-License-Identifier: Apache-2.0
"""Select: the elements of x where a condition is true, else those of y.

    >>> import numpy as np, libselect
    >>> libselect.where(np.array([True, False]), np.array([1, 2]), 0)
    array([1, 0])

where() takes NumPy arrays, torch tensors on the CPU and other objects with
__dlpack__, and numbers. Instead of a mask it takes a rule:

    causal()         query i sees keys 0 to i
    window()         ... and only so many neighbours
    lengths()        the first n keys, per row
    interval()       all of these in one
    compare()        lhs < rhs, and the other relations
    bits()           words of bits, as of a grammar or of numpy.packbits

Select plans a where() once, for calls that repeat. max_cpu_isa(), verbose() and
version() are about the library; cache_info() and cache_clear() about the plans
that where() keeps.
"""

try:
    from . import _libselect
except ImportError as error:
    if "libtbb" not in str(error):
        raise
    raise ImportError(
        f"{error}; libselect takes oneTBB from the system: install libtbb12 (Debian), "
        "tbb (Fedora) or onetbb (Arch)") from None

from ._conditions import bits, causal, compare, interval, lengths, window
from ._libselect import (
    Condition, Select, cache_clear, cache_info, max_cpu_isa, verbose, version, where)

__version__ = version()
__all__ = [
    "Condition", "Select", "bits", "cache_clear", "cache_info", "causal", "compare", "interval",
    "lengths", "max_cpu_isa", "verbose", "version", "where", "window"]
