# SPDX-License-Identifier: Apache-2.0
"""DLPack as it is in memory: tensors that this file writes itself, so that every field is tried."""
import ctypes

import numpy as np
import pytest

from libselect import where

INT, UINT, FLOAT, BFLOAT, COMPLEX, BOOL, F8_E4M3FN, F8_E5M2 = 0, 1, 2, 4, 5, 6, 10, 12


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


class DLManagedTensor(ctypes.Structure):
    _fields_ = [("tensor", DLTensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Producer:
    """An array of NumPy under any type and device that one claims."""

    def __init__(self, array, code, bits, lanes=1, device=1, dense=False, offset=0, ndim=None):
        axes = ctypes.c_int64 * max(array.ndim, 1)
        self.array = array
        self.shape = axes(*array.shape)
        self.strides = axes(*(step // array.itemsize for step in array.strides))
        self.managed = DLManagedTensor(DLTensor(
            array.ctypes.data - offset, device, 0, array.ndim if ndim is None else ndim, code, bits, lanes,
            self.shape, None if dense else self.strides, offset), None, None)

    def __dlpack__(self, stream=None):
        return new_capsule(ctypes.addressof(self.managed), b"dltensor", None)


@pytest.mark.parametrize("code, dtype", [
    (INT, "i1"), (INT, "i8"), (UINT, "u1"), (UINT, "u2"), (FLOAT, "f2"), (FLOAT, "f4"), (FLOAT, "f8"),
    (BFLOAT, "u2"), (COMPLEX, "c8"), (COMPLEX, "c16"), (F8_E4M3FN, "u1"), (F8_E5M2, "u1")])
def test_types(rng, code, dtype):
    width = np.dtype(dtype).itemsize
    x, y = (np.frombuffer(rng.bytes(60 * width), dtype).reshape(6, 10).copy() for _ in "xy")
    c, out = rng.random((6, 10)) < 0.5, np.zeros((6, 10), dtype)
    bits = 8 * width
    where(Producer(c, BOOL, 8), Producer(x, code, bits), Producer(y.T.copy().T, code, bits),
          out=Producer(out, code, bits))
    assert out.tobytes() == np.where(c, x, y).tobytes()


def test_dense_tensors_and_offsets(rng):
    x = rng.random((3, 4, 5))
    for producer in (Producer(x, FLOAT, 64, dense=True), Producer(x, FLOAT, 64, offset=64),
                     Producer(x, FLOAT, 64, dense=True, device=3)):  # memory that CUDA pinned
        assert (where(True, producer, 0.0) == x).all()


def test_numbers_are_not_converted_to_8_bit_floats():
    x = Producer(np.zeros(3, "u1"), F8_E5M2, 8)
    with pytest.raises(TypeError, match="numbers are not converted to float8_e5m2"):
        where(True, x, 1.0, out=x)


@pytest.mark.parametrize("claims, error, text", [
    ({"device": 2}, TypeError, "not in the memory of the CPU"),
    ({"lanes": 4}, TypeError, "type code 2 with 64 bits and 4 lanes"),
    ({"bits": 128}, TypeError, "type code 2 with 128 bits"),
    ({"ndim": 65}, ValueError, "more than 64 axes"), ({"ndim": -1}, ValueError, "more than 64 axes")])
def test_refusals(claims, error, text):
    with pytest.raises(error, match=f"x: .*{text}"):
        where(True, Producer(np.zeros(2), FLOAT, **{"bits": 64, **claims}), 0.0)


def test_capsules_are_not_consumed():
    """The producer's capsule keeps its name, so that the producer's own destructor frees it."""
    kept = []

    class Keeper(Producer):
        def __dlpack__(self, stream=None):
            kept.append(super().__dlpack__())
            return kept[-1]
    assert where(True, Keeper(np.ones(2), FLOAT, 64), 0.0).tolist() == [1, 1]
    assert "dltensor" in repr(kept[0]) and "used" not in repr(kept[0])


def test_errors_outlive_destructors_in_python():
    freed = []
    note = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(freed.append)

    class Noting(Producer):
        def __dlpack__(self, stream=None):
            return new_capsule(ctypes.addressof(self.managed), b"dltensor", note)

    with pytest.raises(TypeError, match="float32"):
        where(True, Noting(np.zeros(3), FLOAT, 64), np.zeros(3, "f4"))
    assert len(freed) == 1
