# SPDX-License-Identifier: Apache-2.0
"""Select: a where() that is planned once."""
import re

import numpy as np
from conftest import same_bits

import libselect
from libselect import Select, bits, causal, compare, where


def test_it_says_what_it_is():
    planned = Select(("?", (64, 64)), ("float32", (8, 64, 64)), -np.inf)
    assert planned.shape == (8, 64, 64)
    assert planned.implementation in ("jit:avx512", "jit:avx2", "jit:scalar", "portable")
    assert planned.implementation in planned.plan and "loops" in planned.plan
    assert re.fullmatch(r"<libselect.Select: select cond:boolean:64x64.* src0:f32:8x64x64.*>", repr(planned))


def test_numbers_are_chosen_at_each_call(rng):
    x, c = rng.random(50), rng.random(50) < 0.5
    planned = Select(c, x, 0.0)
    for number in (1.0, -2, np.float32(0.5), np.inf):
        same_bits(planned(c, x, number), np.where(c, x, float(number)))


def test_conditions_without_a_mask(rng):
    scores = rng.random((4, 16, 16)).astype("f4")
    mask = Select(causal(), ("f4", scores.shape), -np.inf)
    expected = np.where(np.tri(16, dtype=bool), scores, np.float32(-np.inf))
    same_bits(mask(causal(), scores, -np.inf), expected)
    below = Select(compare(("f4", (4, 16, 16)), "<", 0.5), 0, scores)
    same_bits(below(compare(scores, "<", 0.5), 0, scores), np.where(scores < 0.5, np.float32(0), scores))
    words = rng.integers(0, 1 << 31, (16, 1), dtype="i4")
    grammar = Select(bits(("i4", (16, 1)), (16, 16)), scores, 0)
    same_bits(grammar(bits(words, (16, 16)), scores, 0), where(bits(words, (16, 16)), scores, 0))


def test_out(rng):
    c, x = rng.random(30) < 0.5, rng.random(30)
    frame = np.zeros(90)
    planned = Select(c, x, 0.0, out=("f8", (30,), (24,)))
    assert planned(c, x, 0.0, out=frame[::3]) is not None
    same_bits(frame[::3].copy(), np.where(c, x, 0.0))
    dense = Select(c, x, 0.0)
    assert dense(c, x, -1.0, out=x) is x


def test_it_does_not_depend_on_the_cache(rng):
    c, x = rng.random(30) < 0.5, rng.random(30)
    planned = Select(c, x, 0.0)
    for n in range(2000):
        where(True, np.zeros(n), 0.0)
    libselect.cache_clear()
    same_bits(planned(c, x, 0.0), np.where(c, x, 0.0))


def test_max_threads():
    assert Select(("?", (1 << 20,)), ("f4", (1 << 20,)), 0.0, max_threads=1) is not None
