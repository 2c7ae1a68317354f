# SPDX-License-Identifier: Apache-2.0
"""Random problems, judged by NumPy. Hypothesis prints the smallest problem that fails."""
import numpy as np
from conftest import CARRIED, PLAIN, random_array, same_bits
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import mutually_broadcastable_shapes

from libselect import Select, where

SETTINGS = settings(max_examples=250, deadline=None, print_blob=True,
                    suppress_health_check=list(HealthCheck))
SHAPES = mutually_broadcastable_shapes(num_shapes=3, max_dims=5, min_side=0, max_side=6)


def laid_out(rng, array):
    """A view with the same elements and other strides: permuted, flipped, padded, or as it is."""
    if array.ndim == 0:
        return array
    order = rng.permutation(array.ndim)
    steps = rng.choice([1, 1, 2, -1, -3], array.ndim)
    frame = np.zeros([array.shape[axis] * abs(steps[axis]) + 2 for axis in order], array.dtype)
    view = frame.transpose(np.argsort(order))
    view = view[tuple(slice(1, 1 + n * abs(step), abs(step)) for n, step in zip(array.shape, steps))]
    view = view[tuple(slice(None, None, -1 if step < 0 else 1) for step in steps)]
    view[...] = array
    return view


@SETTINGS
@given(shapes=SHAPES, dtype=st.sampled_from(PLAIN + CARRIED), condition=st.sampled_from(PLAIN),
       seed=st.integers(0, 2**32 - 1), in_place=st.sampled_from(["no", "out", "x", "y"]))
def test_where_is_numpys(shapes, dtype, condition, seed, in_place):
    rng = np.random.default_rng(seed)
    c = laid_out(rng, random_array(rng, shapes.input_shapes[0], condition))
    c[rng.random(c.shape) < 0.5] = 0
    x, y = (laid_out(rng, random_array(rng, shape, dtype)) for shape in shapes.input_shapes[1:])
    expected = np.where(c, x, y).astype(x.dtype)
    targets = {"no": None, "out": laid_out(rng, np.zeros(shapes.result_shape, dtype)), "x": x, "y": y}
    out = targets[in_place]
    if out is not None and out.shape != shapes.result_shape:
        out = None
    same_bits(where(c, x, y, out=out), expected)


@SETTINGS
@given(shapes=SHAPES, dtype=st.sampled_from(PLAIN), seed=st.integers(0, 2**32 - 1))
def test_a_planned_select_is_where(shapes, dtype, seed):
    rng = np.random.default_rng(seed)
    arrays = []
    for shape, kind in zip(shapes.input_shapes, ["?", dtype, dtype]):
        arrays.append(laid_out(rng, random_array(rng, shape, kind)))
    planned = Select(*((a.dtype, a.shape, a.strides) for a in arrays))
    assert planned.shape == shapes.result_shape
    same_bits(planned(*arrays), np.where(*arrays))
