# SPDX-License-Identifier: Apache-2.0
"""Times libselect.where beside numpy.where and torch.where, in one process and in turns.

    bench.py [--check] [--svg FILE] [--quick]

It prints a table: microseconds per call, the median of interleaved rounds. The row `copy` is
numpy.copyto of half as many bytes as a Select of that size reads and writes, so that it moves as many
bytes: what the memory allows. --check ends with status 1
where a bound is broken: never slower than numpy.where at 10 elements, 5 times as fast at 1,000, 30 times
at 100,000, 8 times beyond the caches. --svg draws the table. All arrays are float32, masks are random.
Without torch, its columns are left out.
"""
import argparse
import datetime
import pathlib
import platform
import statistics
import sys
import timeit

import numpy as np

import libselect as ls

try:
    import torch
except ImportError:
    torch = None

# elements, calls per round, rounds, the least speed-up over numpy.where
SIZES = [(10, 4000, 41, 1), (1000, 2000, 41, 5), (100_000, 20, 41, 30), (16_777_216, 1, 11, 8)]
COLOURS = {"numpy.where": "#999999", "libselect.where": "#0072b2", "libselect.where, out=": "#56b4e9",
           "torch.where": "#bbaa88", "libselect.where, tensors": "#d55e00",
           "libselect.where, tensors, out=": "#e69f00", "Select, out=": "#009e73"}


def cpu_name():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.machine()


def contenders(n, rng):
    """Name -> a call. Arrays are touched by then, results are not."""
    c, x, y = rng.random(n) < 0.5, rng.random(n, dtype="f4"), rng.random(n, dtype="f4")
    out, planned = np.ones_like(x), ls.Select(c, x, y)
    half, other_half = (np.ones((c.nbytes + 3 * x.nbytes) // 2, "u1") for _ in "ab")
    numpys, where = np.where, ls.where
    calls = {"numpy.where": lambda: numpys(c, x, y),
             "libselect.where": lambda: where(c, x, y),
             "libselect.where, out=": lambda: where(c, x, y, out=out),
             "Select, out=": lambda: planned(c, x, y, out=out),
             "copy": lambda: np.copyto(half, other_half)}
    if torch is not None:
        tc, tx, ty = (torch.from_numpy(array) for array in (c, x, y))
        tout, torchs = torch.ones(n), torch.where
        calls["torch.where"] = lambda: torchs(tc, tx, ty)
        calls["libselect.where, tensors"] = lambda: where(tc, tx, ty)
        calls["libselect.where, tensors, out="] = lambda: where(tc, tx, ty, out=tout)
    return calls


def rules(rng):
    """Name -> a call with a mask in numpy.where, and a call with the rule in libselect.where."""
    scores = rng.standard_normal((12, 1024, 1024), dtype="f4")
    mask = np.tri(1024, dtype=bool)
    logits = rng.standard_normal((8, 128256), dtype="f4")
    words = rng.integers(-(1 << 31), 1 << 31, (8, 4008), dtype="i4")
    allowed = np.unpackbits(words.view("u1"), axis=-1, bitorder="little")[:, :128256].astype(bool)
    out, out2, threshold = np.ones_like(scores), np.ones_like(logits), np.float32(1)
    low = np.float32(-np.inf)
    return {
        "causal, 12x1024x1024": (lambda: np.where(mask, scores, low),
                                 lambda: ls.where(ls.causal(), scores, low, out=out)),
        "causal in place": (lambda: np.where(mask, scores, low),
                            lambda: ls.where(ls.causal(), scores, low, out=scores)),
        "bits, 8x128256": (lambda: np.where(allowed, logits, low),
                           lambda: ls.where(ls.bits(words, logits.shape), logits, low, out=out2)),
        "logits < 1, 8x128256": (lambda: np.where(logits < threshold, low, logits),
                                 lambda: ls.where(ls.compare(logits, "<", threshold), low, logits, out=out2)),
    }


def medians(calls, per_round, rounds):
    """Microseconds per call, by name: each round times every call, so that all meet the same load."""
    times = {name: [] for name in calls}
    for call in calls.values():
        call()
    for _ in range(rounds):
        for name, call in calls.items():
            times[name].append(timeit.Timer(call).timeit(per_round) / per_round * 1e6)
    return {name: statistics.median(each) for name, each in times.items()}


def microseconds(value):
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}"


def table(columns, rows):
    lines = ["| | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    lines += ["| " + " | ".join([name, *cells]) + " |" for name, cells in rows]
    return "\n".join(lines)


def sizes_table(measured):
    names = list(measured[0][1])
    rows = []
    for name in names:
        yardstick = "torch.where" if "tensors" in name else "numpy.where"
        cells = []
        for _, times in measured:
            factor = times[yardstick] / times[name]
            own = name in ("numpy.where", "torch.where", "copy")
            cells.append(microseconds(times[name]) + ("" if own else f" ({factor:.2g}x)"))
        rows.append((name, cells))
    return table([f"{n:,}" for n, _ in measured], rows)


def svg(measured, footer):
    """Bars of the speed-up, on a logarithmic axis from 0.25 to 256; 40 pixels per doubling."""
    bars = [("libselect.where", "numpy.where"), ("libselect.where, out=", "numpy.where"),
            ("libselect.where, tensors", "torch.where"), ("libselect.where, tensors, out=", "torch.where")]
    bars = [bar for bar in bars if bar[0] in measured[0][1]]
    height = 70 + len(measured) * (len(bars) * 16 + 24) + 20
    draw = [f'<svg xmlns="http://www.w3.org/2000/svg" width="720" height="{height}" font-family="sans-serif">',
            '<rect width="100%" height="100%" fill="#ffffff"/>',
            '<text x="10" y="18" font-size="14">times as fast as numpy.where, or, for tensors, as torch.where'
            '</text>']

    def place(factor):
        return 190 + 48 * (max(-2.0, float(np.log2(factor))) + 2)
    for factor in (0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128):
        draw.append(f'<path stroke="{"#000" if factor == 1 else "#ddd"}" d="M{place(factor):.1f} 46V{height - 24}"/>'
                    f'<text x="{place(factor):.1f}" y="40" font-size="11" text-anchor="middle">{factor:g}</text>')
    y = 56
    for n, times in measured:
        draw.append(f'<text x="10" y="{y + 12}" font-size="12">{n:,} elements</text>')
        y += 18
        for name, yardstick in bars:
            factor = times[yardstick] / times[name]
            left, right = sorted((place(1), place(factor)))
            draw.append(f'<text x="184" y="{y + 10}" font-size="10" text-anchor="end">{name}</text>'
                        f'<path fill="{COLOURS[name]}" d="M{left:.1f} {y}h{right - left:.1f}v12h{left - right:.1f}z"/>'
                        f'<text x="{place(factor) + 4:.1f}" y="{y + 10}" font-size="10">{factor:.2g}</text>')
            y += 16
        y += 6
    draw.append(f'<text x="10" y="{height - 8}" font-size="10">{footer}</text></svg>')
    return "\n".join(draw) + "\n"


def broken_bounds(measured):
    names = [("libselect.where", "numpy.where"), ("libselect.where, out=", "numpy.where")]
    if torch is not None:
        names += [("libselect.where, tensors", "torch.where")]
    for (n, times), (_, _, _, least) in zip(measured, SIZES):
        for name, yardstick in names:
            factor = times[yardstick] / times[name]
            if factor < least:
                yield f"{n:,} elements: {name} is {factor:.2g} times as fast as {yardstick}; {least} is the bound"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="end with status 1 where a bound is broken")
    parser.add_argument("--svg", type=pathlib.Path, help="draw the table into this file")
    parser.add_argument("--quick", action="store_true", help="a tenth of the rounds")
    options = parser.parse_args()
    rng = np.random.default_rng(20261122)
    share = 10 if options.quick else 1
    measured = [(n, medians(contenders(n, rng), max(1, per // share), max(3, rounds // share)))
                for n, per, rounds, _ in SIZES]
    versions = f"NumPy {np.__version__}" + (f", torch {torch.__version__}" if torch else "")
    footer = (f"{cpu_name()}, {ls.max_cpu_isa()}; libselect {ls.version()}, {versions}, Python "
              f"{platform.python_version()}; {datetime.date.today()}; tests/python/bench.py")
    print("Microseconds per call (times as fast as numpy.where or, for tensors, torch.where):\n")
    print(sizes_table(measured))
    rows = []
    for name, (masked, ruled) in rules(rng).items():
        times = medians({"mask": masked, "rule": ruled}, 1, max(3, 21 // share))
        rows.append((name, [microseconds(times["mask"]),
                            f"{microseconds(times['rule'])} ({times['mask'] / times['rule']:.2g}x)"]))
    print("\n" + table(["numpy.where with a mask", "libselect.where with the rule, out="], rows))
    print("\n" + footer)
    if options.svg:
        options.svg.write_text(svg(measured, footer))
    broken = list(broken_bounds(measured))
    print("\n".join(broken))
    return 1 if options.check and broken else 0


if __name__ == "__main__":
    sys.exit(main())
