# SPDX-License-Identifier: Apache-2.0
"""torch tensors, as themselves and through DLPack. torch.where is the oracle, by bits."""
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

torch = pytest.importorskip("torch")

from libselect import Select, bits, causal, compare, lengths, where  # noqa: E402

TYPES = [torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16,
         torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128]



class Producer:
    """A tensor that shows nothing but DLPack."""

    def __init__(self, tensor):
        self.tensor = tensor

    def __dlpack__(self, stream=None):
        return torch.utils.dlpack.to_dlpack(self.tensor)


def same_bits(result, expected):
    assert isinstance(result, torch.Tensor)
    assert result.dtype == expected.dtype and result.shape == expected.shape
    raw = [bytes(t.contiguous().flatten().view(torch.uint8).tolist()) for t in (result, expected)]
    assert raw[0] == raw[1]


def random_tensor(rng, shape, dtype):
    if dtype == torch.bool:
        return torch.from_numpy(np.array(rng.random(shape) < 0.5))
    width = torch.empty((), dtype=dtype).element_size()
    count = int(np.prod(shape, dtype=np.int64))
    raw = torch.from_numpy(np.frombuffer(rng.bytes(count * width), "u1").copy())
    return raw.view(dtype).reshape(shape) if count else torch.empty(shape, dtype=dtype)


@pytest.mark.parametrize("dtype", TYPES)
def test_every_type(rng, dtype):
    c, x, y = torch.from_numpy(rng.random((5, 40)) < 0.5), *(random_tensor(rng, (5, 40), dtype) for _ in "xy")
    same_bits(where(c, x, y), torch.where(c, x, y))
    out = torch.empty_like(x)
    assert where(c, x, y, out=out) is out
    same_bits(out, torch.where(c, x, y))


@pytest.mark.parametrize("dtype", [t for t in TYPES if t != torch.bool])
def test_producers_of_dlpack(rng, dtype):
    c, x, y = rng.random((5, 40)) < 0.5, *(random_tensor(rng, (5, 40), dtype) for _ in "xy")
    out = torch.empty_like(x)
    producer = Producer(out)
    assert where(c, Producer(x), Producer(y.T.contiguous().T), out=producer) is producer
    same_bits(out, torch.where(torch.from_numpy(c), x, y))
    if dtype == torch.bfloat16:
        with pytest.raises(TypeError, match="NumPy has no type bfloat16"):
            where(c, Producer(x), Producer(y))
    else:
        assert isinstance(where(c, Producer(x), Producer(y)), np.ndarray)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32 - 1), dtype=st.sampled_from(TYPES))
def test_random_views(seed, dtype):
    rng = np.random.default_rng(seed)
    full = rng.integers(0, 7, rng.integers(0, 5))

    def view(dtype):
        dims = [1 if rng.random() < 0.3 else int(n) for n in full][rng.integers(0, len(full) + 1):]
        order = rng.permutation(len(dims))
        tensor = random_tensor(rng, [dims[i] * 2 for i in order], dtype)
        return tensor[tuple(slice(rng.integers(0, 2), None, 2) for _ in dims)].permute(
            *np.argsort(order).tolist()) if dims else tensor
    c, x, y = view(torch.bool), view(dtype), view(dtype)
    same_bits(where(c, x, y), torch.where(c, x, y))


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float32])
def test_numbers_round_as_torch_rounds(dtype):
    x = torch.zeros(1, dtype=dtype)
    for number in (0.1, 1 / 3, 1.00390625, 1.01171875, -0.0, float("nan"), float("-inf"), 1e-40, 60000, 3):
        same_bits(where(True, number, x), torch.full((1,), number, dtype=dtype))
    # The last number that rounds to a finite value, and the next one.
    fits, overflows = {torch.bfloat16: (3.3961e38, 3.3962e38), torch.float16: (65519, 65520),
                       torch.float32: (3.4028235e38, 3.4028236e38)}[dtype]
    assert where(True, fits, x).item() == torch.finfo(dtype).max
    with pytest.raises(OverflowError, match=f"does not fit {str(dtype)[6:]}"):
        where(True, overflows, x)


def test_conditions(rng):
    scores = torch.from_numpy(rng.random((2, 16, 16)).astype("f4")).to(torch.bfloat16)
    mask = torch.ones(16, 16, dtype=torch.bool).tril()
    expected = scores.masked_fill(~mask, float("-inf"))
    same_bits(where(causal(), scores, float("-inf")), expected)
    kept = torch.tensor([3, 9])[:, None, None]
    same_bits(where(lengths(kept), scores, 0), scores.masked_fill(torch.arange(16) >= kept, 0))
    same_bits(where(compare(scores, ">", 0.5), 1, scores), torch.where(scores > 0.5, torch.tensor(1, dtype=torch.bfloat16), scores))
    words = torch.from_numpy(rng.integers(-(1 << 31), 1 << 31, (16, 1)).astype("i4"))
    allowed = (words >> torch.arange(16)) & 1
    same_bits(where(bits(words, (16, 16)), scores, 0), scores.masked_fill(allowed == 0, 0))
    same_bits(where(allowed, scores, 0), scores.masked_fill(allowed == 0, 0))  # numbers
    where(causal(), scores, float("-inf"), out=scores)
    same_bits(scores, expected)


def test_select_takes_torchs_types():
    planned = Select((torch.bool, (8,)), (torch.bfloat16, (8,)), 0)
    x = torch.arange(8).to(torch.bfloat16)
    same_bits(planned(x > 3, x, 0), torch.where(x > 3, x, torch.zeros_like(x)))
    assert "bf16" in repr(planned) and "bf16" in repr(Select(("bool", (8,)), ("bfloat16", (8,)), 0))


def test_the_kind_of_the_result():
    x, c = torch.ones(3), np.array([True, False, True])
    assert isinstance(where(c, x, 0), torch.Tensor)
    assert isinstance(where(torch.from_numpy(c), x.numpy(), 0), np.ndarray)
    assert isinstance(where(torch.from_numpy(c), 1, 0), torch.Tensor)
    image = torch.zeros(2, 3, 4, 5).to(memory_format=torch.channels_last)
    assert where(True, image, 1.0).is_contiguous(memory_format=torch.channels_last)
    assert where(True, torch.zeros(0, 3), 1.0).shape == (0, 3)


def test_what_is_refused():
    x = torch.ones(3)
    for tensor, error, text in [
            (torch.ones(3, requires_grad=True), ValueError, "requires a gradient"),
            (torch.ones(3, device="meta"), TypeError, "not in the memory of the CPU"),
            (torch.ones(3, dtype=torch.complex64).conj(), ValueError, "lazy view"),
            (torch.tensor([1j, 2j, 3j]).conj().imag, ValueError, "lazy view"),
            (x.to_sparse(), TypeError, "y: torch gives no address of the tensor's memory"),
            (torch.quantize_per_tensor(x, 1.0, 0, torch.qint8), TypeError, "cannot be selected"),
            (x.double(), TypeError, r"x is float32 and y is float64; .* y.to\(torch.float32\)")]:
        with pytest.raises(error, match=text):
            where(True, x if tensor.dtype != torch.complex64 else tensor, tensor)


def test_subclasses_are_tensors():
    class Tensor(torch.Tensor):
        pass
    x = torch.arange(3.0).as_subclass(Tensor)
    same_bits(where(x > 1, x, 0.0), torch.tensor([0.0, 0.0, 2.0]))
    same_bits(where(True, torch.nn.Parameter(torch.ones(2), requires_grad=False), 0), torch.ones(2))


def test_an_array_that_would_have_to_be_bfloat16_becomes_a_tensor():
    x = torch.ones(2, dtype=torch.bfloat16)
    with pytest.raises(TypeError, match=r"cast one, as in y as a tensor of torch.bfloat16$"):
        where(True, x, np.ones(2, "f4"))
    with pytest.raises(TypeError, match=r"cast one, as in y.to\(torch.bfloat16\)$"):
        where(True, x, torch.ones(2))
