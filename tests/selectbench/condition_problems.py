# SPDX-License-Identifier: Apache-2.0
"""Conditions by NumPy: what is true for numbers, comparisons, bits and intervals, and random cases."""
import math

import numpy as np

# By the tool's names: the dtype that carries the type in a file, and whether --cond-dt names it.
CARRIERS = {"u8": "<u1", "s8": "<i1", "u16": "<u2", "s16": "<i2", "f16": "<f2", "u32": "<u4",
            "s32": "<i4", "f32": "<f4", "u64": "<u8", "s64": "<i8", "f64": "<f8", "c64": "<c8",
            "c128": "<c16", "bf16": "<u2", "f8_e4m3": "<u1", "f8_e5m2": "<u1"}
RENAMED = ("bf16", "f8_e4m3", "f8_e5m2")
RELATIONS = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal,
             "gt": np.greater, "ge": np.greater_equal}


def small_float(bits, exponent_bits, mantissa_bits, has_infinity):
    """The value of a float of 8 bits."""
    bias = (1 << (exponent_bits - 1)) - 1
    exponent = bits >> mantissa_bits & ((1 << exponent_bits) - 1)
    mantissa = bits & ((1 << mantissa_bits) - 1)
    sign = -1.0 if bits & 0x80 else 1.0
    if exponent == (1 << exponent_bits) - 1:
        if has_infinity:
            return sign * math.inf if mantissa == 0 else math.nan
        if mantissa == (1 << mantissa_bits) - 1:
            return math.nan
    if exponent == 0:
        return sign * mantissa * 2.0 ** (1 - bias - mantissa_bits)
    return sign * (1 + mantissa * 2.0 ** -mantissa_bits) * 2.0 ** (exponent - bias)


E4M3 = np.array([small_float(bits, 4, 3, False) for bits in range(256)])
E5M2 = np.array([small_float(bits, 5, 2, True) for bits in range(256)])


def values(array, name):
    """The numbers that the elements are, in a dtype in which NumPy compares them exactly."""
    if name == "bf16":
        return np.left_shift(array, np.uint32(16), dtype=np.uint32, casting="unsafe").view(np.float32)
    if name == "f8_e4m3":
        return E4M3[array]
    return E5M2[array] if name == "f8_e5m2" else array


def telling_bits(dtype):
    """Patterns of one real element that decide wrongly most often: both zeros, denormals, ones and
    their neighbours, infinities, NaNs, the extremes of integers."""
    size = dtype.itemsize // (2 if dtype.kind == "c" else 1)
    top = 1 << (8 * size - 1)
    patterns = [0, 1, top, top | 1, top - 1, 2 * top - 1, 2]
    if dtype.kind in "fc":
        one = int.from_bytes(np.array(1, f"<f{size}").tobytes(), "little")
        infinity = int.from_bytes(np.array(np.inf, f"<f{size}").tobytes(), "little")
        patterns += [one, one + 1, one | top, infinity, infinity | top, infinity + 1,
                     infinity | top | 3]
    elif size == 2:  # bf16 too
        patterns += [0x3F80, 0x3F81, 0x7F80, 0xFF80, 0x7F81, 0x7FC0, 0x007F, 0x8001]
    elif size == 1:
        patterns += [0x38, 0x3C, 0x7C, 0x7D, 0xFC, 0x78]
    else:
        patterns += [9007199254740992 % (2 * top), 9007199254740993 % (2 * top), 16777217]
    return patterns, size


def random_numbers(rng, shape, descr):
    """Few different values, so that many pairs are equal, and any bits."""
    dtype = np.dtype(descr)
    patterns, size = telling_bits(dtype)
    parts = math.prod(shape) * (dtype.itemsize // size)
    chosen = rng.choice(np.array(patterns, np.uint64), parts)
    noise = rng.integers(0, 1 << 8 * size, parts, np.uint64, endpoint=False) if size < 8 else \
        np.frombuffer(rng.bytes(8 * parts), np.uint64)
    bits = np.where(rng.random(parts) < 0.7, chosen, noise).astype(f"<u{size}")
    return bits.view(dtype).reshape(shape)


def either_order(rng, array):
    return np.array(array, order="F") if rng.random() < 0.4 else array


def random_dims(rng, least_rank=0):
    if rng.random() < 0.05:  # for several threads, and beyond the first-level cache
        return (int(rng.integers(1, 3)), int(rng.integers(60, 200)), int(rng.integers(400, 700)))
    return tuple(int(rng.choice([0, 1, 1, 2, 3, 5, 7, 16, 33])) if rng.random() < 0.95 else 130
                 for _ in range(rng.integers(least_rank, 4 if rng.random() < 0.9 else 6)))


def broadcast_from(rng, dims):
    """Some dims 1, and some leading ones left out."""
    shape = [dim if rng.random() < 0.6 else 1 for dim in dims]
    return tuple(shape[rng.integers(0, len(shape) + 1):])


class shapes:
    """The shapes of a random problem of this mode: of src0, src1, dst, and of any input of cond."""

    def __init__(self, rng, mode, least_rank=0):
        self.rng, self.mode, self.dims = rng, mode, random_dims(rng, least_rank)
        rank = len(self.dims)
        self.axis = int(rng.integers(-1, rank + 1)) if mode == "pdpd" else -1
        self.src0 = self.src1 = self.dims
        if mode == "numpy":
            self.src0 = broadcast_from(rng, self.dims)
            if rng.random() < 0.5:
                self.src0, self.src1 = self.src1, self.src0
        elif mode == "multidirectional":
            self.src0, self.src1 = (broadcast_from(rng, self.dims) for _ in range(2))
        elif mode == "pdpd":
            self.src1 = self.input()

    def input(self):
        """The shape of one input of the condition, or of src1."""
        if self.mode == "none":
            return self.dims
        if self.mode != "pdpd":
            return broadcast_from(self.rng, self.dims)
        first = self.axis
        if first == -1:
            first = int(self.rng.integers(0, len(self.dims) + 1))
            part = self.dims[first:]
        else:
            part = self.dims[first:first + int(self.rng.integers(0, len(self.dims) - first + 1))]
        return tuple(dim if self.rng.random() < 0.6 else 1 for dim in part)

    def placed(self, array):
        """An input with the rank of dst, its dims where broadcasting puts them."""
        if self.mode != "pdpd":
            return array
        rank = len(self.dims)
        first = rank - array.ndim if self.axis == -1 else self.axis
        return array.reshape((1,) * first + array.shape + (1,) * (rank - first - array.ndim))

    def options(self):
        return ["--auto-broadcast", self.mode] + \
            (["--axis", str(self.axis)] if self.mode == "pdpd" else [])


def in_interval(dims, axis=-1, row_axis=-2, lower=None, upper=None, begin=None, end=None):
    """Where an interval is true, over dst's dims."""
    index = np.indices(dims, dtype=np.int64) if dims else None
    true = np.ones(dims, np.bool_)
    # The sum of a row and a bound may not fit 64 bits; the difference of two indices does.
    if lower is not None:
        true &= index[axis] - index[row_axis] >= lower
    if upper is not None:
        true &= index[axis] - index[row_axis] <= upper
    if begin is not None:
        true &= begin.astype(np.int64) <= index[axis]
    if end is not None:
        true &= index[axis] < end.astype(np.int64)
    return true


class bit_tensor:
    """A tensor of bits in a file: random strides and offset, random bits between its own."""

    def __init__(self, rng, shape):
        self.shape, self.order = shape, str(rng.choice(["little", "big"]))
        self.strides, self.offset, n_bits = self.layout(rng)
        address = self.addresses()
        n_bits = max(n_bits, 0 if address.size == 0 else int(address.max()) + 1)
        descr = str(rng.choice(["<u1", "<i2", "<u4", "<i8", ">u4", "S3", "<f8", "<U1"]))
        item = np.dtype(descr).itemsize
        n_bytes = -(-n_bits // 8)
        data = rng.bytes(n_bytes if rng.random() < 0.5 and item == 1 else -(-n_bytes // item) * item)
        self.array = np.frombuffer(data, descr)
        bits = np.unpackbits(np.frombuffer(data, np.uint8), bitorder=self.order)
        self.true = bits[address] != 0

    def layout(self, rng):
        kind = rng.integers(0, 4)
        if kind == 0 or not self.shape:
            return None, int(rng.integers(0, 70)) if kind % 2 else 0, 0
        order = rng.permutation(len(self.shape))
        strides, step = [0] * len(self.shape), 1
        for axis in order:
            strides[axis] = step * int(rng.choice([1, 1, -1]))
            step *= max(self.shape[axis], 1) if kind == 1 else max(self.shape[axis], 1) + 3
            if kind == 3 and rng.random() < 0.3:
                strides[axis] = 0
        before = sum(-s * (d - 1) for s, d in zip(strides, self.shape) if s < 0 and d > 0)
        return strides, before + int(rng.integers(0, 40)), 0

    def addresses(self):
        strides = self.strides
        if strides is None:
            strides = [math.prod(self.shape[axis + 1:]) for axis in range(len(self.shape))]
        address = np.full(self.shape, self.offset, np.int64)
        for axis, stride in enumerate(strides):
            extent = [1] * len(self.shape)
            extent[axis] = self.shape[axis]
            address = address + (np.arange(self.shape[axis]) * stride).reshape(extent)
        return address

    def options(self):
        words = ["--bits-dims", "x".join(map(str, self.shape)) or "scalar"]
        if self.order == "big":
            words += ["--bit-order", "big"]
        if self.offset:
            words += ["--bit-offset", str(self.offset)]
        if self.strides is not None:
            words += ["--bit-strides", "x".join(map(str, self.strides))]
        return words
