# SPDX-License-Identifier: Apache-2.0
"""Many calls, many threads, fork: nothing leaks, nothing is mixed up."""
import gc
import multiprocessing
import os
import sys
import threading
import tracemalloc

import numpy as np
import pytest

import libselect
from libselect import Select, bits, causal, compare, lengths, where

N_CALLS = 100_000


def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def every_kind_of_call(i):
    """A call of each way through the module, refusals too."""
    c, x = np.array([True, False, True]), np.arange(3.0)
    where(c, x, 1.0, out=x)
    where(c.astype("f4"), x, i)
    where(causal(i % 5), np.ones((2, 2)), 0)
    where(compare(x, "<", i), x, 0)
    where(bits(np.array([i & 255], "u1"), 3), x, 0)
    where(lengths(2), x, 0)
    where([True], [1], [2])
    Select(c, ("f8", (3,)), 0.0)(c, x, 2.0)
    records = np.zeros(3, "u1,f8")
    where(c, records["f1"], 0.0, out=records["f1"])
    for wrong in ((c, x, "text"), (c, x, x.astype("f4")), (c, np.ones(3, "u1"), 300), (c, np.ones(4), 0.0),
                  (bits(np.ones(1, "u1"), 99), x, 0)):
        with pytest.raises((TypeError, ValueError, OverflowError)):
            where(*wrong)


def growth(body, n):
    """Bytes that tracemalloc finds after n calls and did not find before, and those of RSS."""
    tracemalloc.start()
    for i in range(600):  # caches are filled, those of Python and pytest too
        body(i)
    gc.collect()
    before, resident = tracemalloc.get_traced_memory()[0], resident_bytes()
    for i in range(n):
        body(i)
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return after - before, resident_bytes() - resident


def test_100_000_calls_leave_nothing():
    c, x, y = np.array([True, False] * 50), np.arange(100.0), np.zeros(100)
    traced, resident = growth(lambda i: where(c, x, y), N_CALLS)
    assert traced < 20_000 and resident < 4 << 20, (traced, resident)


def test_every_kind_of_call_leaves_nothing():
    traced, resident = growth(every_kind_of_call, 2_000)
    assert traced < 40_000 and resident < 4 << 20, (traced, resident)


def test_references_are_given_back():
    c, x, y, out = np.array([True, False]), np.ones(2), np.zeros(2), np.zeros(2)
    words, number = np.zeros(1, "u1"), 12345.678
    condition = bits(words, 2)
    objects = (c, x, y, out, words, condition, number, x.dtype, np.dtype("f8"))
    before = [sys.getrefcount(each) for each in objects]
    for _ in range(100):
        where(c, x, y, out=out)
        where(condition, x, number)
        with pytest.raises(ValueError):
            where(c, x, np.zeros(3))
    assert [sys.getrefcount(each) for each in objects] == before


def test_torch_tensors_are_given_back():
    torch = pytest.importorskip("torch")
    c, x = torch.tensor([True, False]), torch.ones(2)
    before = sys.getrefcount(c), sys.getrefcount(x)
    traced, resident = growth(lambda i: (where(c, x, 0.0), where(c, x, x, out=x), where(c, c, c)), 5_000)
    assert traced < 20_000 and resident < 4 << 20, (traced, resident)
    assert (sys.getrefcount(c), sys.getrefcount(x)) == before


def test_the_cache_is_bounded():
    libselect.cache_clear()
    for n in range(3000):
        where(True, np.zeros(n), 0.0)
    info = libselect.cache_info()
    assert info["misses"] == 3000 and info["size"] <= info["capacity"] == 512
    for _ in range(10):
        where(True, np.zeros(2999), 0.0)
    assert libselect.cache_info()["hits"] == 10
    libselect.cache_clear()
    assert libselect.cache_info() == {"hits": 0, "misses": 0, "size": 0, "capacity": 512}


def test_a_failed_plan_is_not_cached():
    libselect.cache_clear()
    for _ in range(3):
        with pytest.raises(ValueError):
            where(True, np.zeros(2), np.zeros(3))
    assert libselect.cache_info()["size"] == 0


@pytest.mark.parametrize("kind", ["numpy", "torch"])
def test_memory_of_large_results_is_kept_once(kind):
    convert = np.asarray if kind == "numpy" else pytest.importorskip("torch").from_numpy
    n, mib = 5 << 20, 1 << 20
    c, x = convert(np.arange(n) % 3 == 0), convert(np.arange(n, dtype="f8"))
    expected = np.where(np.asarray(c), np.asarray(x), 0.0).tobytes()
    libselect.cache_clear()
    where(c, x, 0.0)
    libselect.cache_clear()
    gc.collect()
    before = resident_bytes()
    results = [where(c, x, 0.0) for _ in range(3)]  # 40 MiB each
    assert len({np.asarray(each).ctypes.data for each in results}) == 3
    assert all(np.asarray(each).tobytes() == expected for each in results)
    assert resident_bytes() - before > 110 * mib
    del results
    assert 30 * mib < resident_bytes() - before < 50 * mib  # one of them is kept
    again = where(c, x, 0.0)
    assert np.asarray(again).tobytes() == expected
    assert resident_bytes() - before < 50 * mib
    del again
    libselect.cache_clear()
    assert resident_bytes() - before < 10 * mib
    wide = where(convert(np.ones((144, 1), bool)), convert(np.ones(1 << 17)), 0.0)  # 144 MiB
    del wide
    assert resident_bytes() - before < 10 * mib


def test_large_results_are_arrays_like_others():
    x = np.ones(5 << 20)
    result = where(x > 0, x, 0.0)
    result.resize(6 << 20)
    assert result[-1] == 0 and result[:10].tolist() == [1] * 10
    result.resize(10)
    assert np.ones(5 << 20).sum() == 5 << 20  # NumPy's own memory again


def work(seed, failures, n_rounds=60):
    """Problems of many layouts, small and large, each compared with NumPy's result."""
    rng = np.random.default_rng(seed)
    for _ in range(n_rounds):
        shape = (int(rng.integers(1, 400)), int(rng.integers(1, 400)))
        c, x, y = rng.random(shape) < 0.5, rng.random(shape), rng.random(shape)
        if where(c, x, y).tobytes() != np.where(c, x, y).tobytes():
            failures.append(shape)
        if rng.random() < 0.1:
            libselect.cache_clear()


def test_threads_share_the_module():
    failures = []
    threads = [threading.Thread(target=work, args=(seed, failures)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_threads_share_one_select():
    c, x = np.arange(200_000) % 3 == 0, np.arange(200_000.0)
    planned, expected, failures = Select(c, x, 0.0), np.where(c, x, 0.0).tobytes(), []

    def call():
        for _ in range(30):
            if planned(c, x, 0.0).tobytes() != expected:
                failures.append(1)
    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_other_threads_run_during_a_long_call():
    """A thread of Python that waits for the GIL gets it from where(), and from nothing else."""
    c, x = np.zeros(1 << 22, bool), np.zeros(1 << 22)
    out, wanted, ran = np.empty_like(x), threading.Event(), []
    thread = threading.Thread(target=lambda: (wanted.wait(), ran.append(True)))
    thread.start()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(100)  # seconds for which a thread that computes keeps the GIL
    try:
        wanted.set()
        for _ in range(50):
            where(c, x, 0.0, out=out, max_threads=1)
            if ran:
                break
        assert ran
    finally:
        sys.setswitchinterval(interval)
        thread.join()


def in_child(seed, queue):
    failures = []
    work(seed, failures, 20)
    queue.put(failures)


def test_children_of_fork_go_on():
    failures = []
    work(1, failures)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    stop = threading.Event()

    def busy():
        while not stop.is_set():
            work(2, failures, 3)
    thread = threading.Thread(target=busy)
    thread.start()
    children = [context.Process(target=in_child, args=(seed, queue)) for seed in range(3)]
    try:
        for child in children:
            child.start()
        assert [queue.get(timeout=60) for _ in children] == [[], [], []]
        for child in children:
            child.join(60)
            assert child.exitcode == 0
    finally:
        stop.set()
        thread.join()
    assert not failures
