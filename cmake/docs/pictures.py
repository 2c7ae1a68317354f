# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of the manual: python3 pictures.py DIRECTORY. Standard library only.

A picture is a row of grids. A cell is true, false or, in a source, a shade of its own.
"""
import pathlib
import sys

CELL = 18
GAP = 34
COLOURS = {"true": "#2a6f97", "false": "#e9ecef", "src0": "#2a6f97", "src1": "#e9b872"}


def square(x, y, colour):
    return (f'<rect x="{x}" y="{y}" width="{CELL - 2}" height="{CELL - 2}" rx="2" '
            f'fill="{colour}"/>')


def label(x, y, words):
    return f'<text x="{x}" y="{y}">{words}</text>'


def picture(grids, height, width):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" style="max-width:100%;height:auto" '
            'font-family="sans-serif" font-size="13" fill="#555">' + "".join(grids) + "</svg>\n")


def grid(caption, rows, x):
    """The elements of a grid at x, and its width. rows: names of colours."""
    parts = [label(x, 14, caption)]
    for r, row in enumerate(rows):
        for c, name in enumerate(row):
            parts.append(square(x + c * CELL, 24 + r * CELL, COLOURS[name]))
    return "".join(parts), max(len(rows[0]) * CELL, 7 * len(caption))


def draw(*grids):
    """grids: pairs of a caption and rows, from left to right."""
    x, parts = 4, []
    for caption, rows in grids:
        part, width = grid(caption, rows, x)
        parts.append(part)
        x += width + GAP
    height = 30 + CELL * max(len(rows) for _, rows in grids)
    return picture(parts, height, x - GAP + 4)


def condition(caption, rule, rows=6, columns=10):
    """What a condition says of each element: rule(row, column)."""
    return caption, [["true" if rule(r, c) else "false" for c in range(columns)]
                     for r in range(rows)]


def sources(caption, rows, columns, name):
    return caption, [[name] * columns for _ in range(rows)]


def taken(caption, cond):
    return caption, [["src0" if cell == "true" else "src1" for cell in row] for row in cond]


def broadcast(cond_caption, cond_rows, cond, src0, src1):
    """A small condition, two sources, and the dst that a stretched condition gives."""
    return draw((cond_caption, cond_rows), src0, src1, taken("dst 3x4", cond))


LENGTHS = [3, 10, 6, 0, 8, 1]
WORD = 0b1011001110
VALUES = [[(7 * r + 3 * c * c) % 10 for c in range(10)] for r in range(6)]
ROW = ["true", "false", "true", "false"]
COLUMN = ["true", "false", "true"]

PICTURES = {
    "causal": lambda: draw(condition("causal()", lambda r, c: c <= r),
                           condition("causal(4)", lambda r, c: c <= r + 4)),
    "window": lambda: draw(condition("window(2, 0)", lambda r, c: r - 2 <= c <= r),
                           condition("window(1, 2)", lambda r, c: r - 1 <= c <= r + 2)),
    "lengths": lambda: draw(condition("lengths: 3 10 6 0 8 1", lambda r, c: c < LENGTHS[r])),
    "bits": lambda: draw(condition("u1: bit 0 first", lambda _, c: WORD >> c & 1, 1, 10),
                         condition("u1_msb: bit 7 first",
                                   lambda _, c: WORD >> (7 - c if c < 8 else 23 - c) & 1, 1, 10)),
    "compare": lambda: draw(condition("numbers &lt; 5", lambda r, c: VALUES[r][c] < 5)),
    "broadcast_numpy": lambda: broadcast(
        "cond 4", [ROW], [ROW] * 3, sources("src0 3x4", 3, 4, "src0"),
        sources("src1 scalar", 1, 1, "src1")),
    "broadcast_none": lambda: broadcast(
        "cond 3x4", [ROW] * 3, [ROW] * 3, sources("src0 3x4", 3, 4, "src0"),
        sources("src1 3x4", 3, 4, "src1")),
    "broadcast_pdpd": lambda: broadcast(
        "cond 3, axis 0", [[cell] for cell in COLUMN], [[cell] * 4 for cell in COLUMN],
        sources("src0 3x4", 3, 4, "src0"), sources("src1 3, axis 0", 3, 1, "src1")),
    "broadcast_multidirectional": lambda: broadcast(
        "cond 3x1", [[cell] for cell in COLUMN], [[cell] * 4 for cell in COLUMN],
        sources("src0 1x4", 1, 4, "src0"), sources("src1 scalar", 1, 1, "src1")),
}


def main(directory):
    out = pathlib.Path(directory)
    out.mkdir(parents=True, exist_ok=True)
    for name, make in PICTURES.items():
        (out / f"{name}.svg").write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
