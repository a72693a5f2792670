# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Convert frames to text and to pictures.

A frame is 1,024 bytes in SSD1306 page order: byte ``page * 128 + x`` holds the pixels
``(x, 8 * page + bit)``, bit 0 on top. Its text is 64 lines of 128 characters, `#` lit, `.` dark.
"""

from __future__ import annotations

import itertools
import os
import struct
import zlib
from collections.abc import Iterable, Sequence

WIDTH, HEIGHT = 128, 64
SIZE = WIDTH * HEIGHT // 8

# Two by two pixels a character; bits: upper left 1, upper right 2, lower left 4, lower right 8.
_QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
_GAP = " │ "
_MOST_TOLD = 8  # the most differing pixels to list one by one

Colour = tuple[int, int, int]
LIT: Colour = (220, 240, 255)
DARK: Colour = (6, 8, 14)
ADDED: Colour = (255, 70, 60)
MISSING: Colour = (70, 160, 255)

# For each row of a page: the character of each of the page's bytes.
_ROWS = [bytes(b".#"[byte >> bit & 1] for byte in range(256)) for bit in range(8)]


def to_lines(frame: bytes) -> list[str]:
    """Return the frame as 64 strings of 128 characters. Raises ValueError unless it has 1,024
    bytes."""
    if len(frame) != SIZE:
        raise ValueError(f"a frame has {SIZE} bytes, not {len(frame)}")
    pages = [bytes(frame[start : start + WIDTH]) for start in range(0, SIZE, WIDTH)]
    return [pages[y >> 3].translate(_ROWS[y & 7]).decode() for y in range(HEIGHT)]


def from_lines(lines: Sequence[str]) -> bytes:
    """Return the frame of the lines of `to_lines`. Raises ValueError for another size or
    character."""
    if len(lines) != HEIGHT or any(len(line) != WIDTH or line.strip(".#") for line in lines):
        raise ValueError("a picture is 64 lines of 128 characters, each `.` or `#`")
    frame = bytearray(SIZE)
    for y, line in enumerate(lines):
        for x, char in enumerate(line):
            if char == "#":
                frame[(y >> 3) * WIDTH + x] |= 1 << (y & 7)
    return bytes(frame)


def crop(frame: bytes, x: int, y: int, w: int, h: int) -> list[str]:
    """Return a part of the frame as lines; x, y, w, h in pixels."""
    return [line[x : x + w] for line in to_lines(frame)[y : y + h]]


def compare(expected: bytes, actual: bytes) -> str:
    """Return both pictures and the difference (`+` added, `-` missing) as text; "" if equal."""
    if bytes(expected) == bytes(actual):
        return ""
    want, got = to_lines(expected), to_lines(actual)
    difference = [
        "".join(a if a == b else "+" if b == "#" else "-" for a, b in zip(left, right))
        for left, right in zip(want, got)
    ]
    return "\n".join(["expected:", *want, "actual:", *got, "difference:", *difference])


def differences(expected: bytes, actual: bytes) -> list[tuple[int, int]]:
    """Return the pixels (x, y) that differ, from left to right and from top to bottom."""
    pairs = zip(to_lines(expected), to_lines(actual))
    return [
        (x, y) for y, (left, right) in enumerate(pairs) for x in range(WIDTH) if left[x] != right[x]
    ]


def describe(expected: bytes, actual: bytes) -> str:
    """Describe how the second frame differs from the first; "" if they are equal."""
    pixels = differences(expected, actual)
    if not pixels:
        return ""
    lines = to_lines(actual)
    if len(pixels) <= _MOST_TOLD:
        told = [f"({x}, {y}) is {'lit' if lines[y][x] == '#' else 'dark'}" for x, y in pixels]
        return f"{_pixels(len(pixels))} wrong: {', '.join(told)}"
    columns, rows = [x for x, _ in pixels], [y for _, y in pixels]
    return (
        f"{_pixels(len(pixels))} wrong, all of them within "
        f"x {min(columns)} to {max(columns)}, y {min(rows)} to {max(rows)}"
    )


def _pixels(number: int) -> str:
    return f"{number} pixel is" if number == 1 else f"{number} pixels are"


def small(frame: bytes) -> list[str]:
    """Return the frame as 32 strings of 64 characters, 2 x 2 pixels in each."""
    rows = to_lines(frame)
    return [
        "".join(
            _QUADRANTS[
                (rows[y][x] == "#")
                + 2 * (rows[y][x + 1] == "#")
                + 4 * (rows[y + 1][x] == "#")
                + 8 * (rows[y + 1][x + 1] == "#")
            ]
            for x in range(0, WIDTH, 2)
        )
        for y in range(0, HEIGHT, 2)
    ]


def side_by_side(pictures: Iterable[tuple[str, bytes]]) -> str:
    """Return titles and frames side by side as text."""
    columns = [[title.ljust(WIDTH // 2), *small(frame)] for title, frame in pictures]
    return "\n".join(_GAP.join(row).rstrip() for row in zip(*columns))


# -- PNG ------------------------------------------------------------------------------------------


def save_png(frame: bytes, path: str | os.PathLike[str], scale: int = 4) -> None:
    """Write the frame as a PNG, `scale` x `scale` pixels for each pixel.

    From scale 4 on the pixels are separated by dark seams, as on the panel.
    """
    _write_png([_coloured(to_lines(frame))], path, scale)


def save_comparison(
    expected: bytes, actual: bytes, path: str | os.PathLike[str], scale: int = 3
) -> None:
    """Write a PNG of the first frame, the second, and their difference (red: only in the
    second)."""
    want, got = to_lines(expected), to_lines(actual)
    marked = [
        [
            LIT if (a, b) == ("#", "#") else ADDED if b == "#" else MISSING if a == "#" else DARK
            for a, b in zip(left, right)
        ]
        for left, right in zip(want, got)
    ]
    _write_png([_coloured(want), _coloured(got), marked], path, scale)


def _coloured(lines: Sequence[str]) -> list[list[Colour]]:
    return [[LIT if char == "#" else DARK for char in line] for line in lines]


def _write_png(
    pictures: Sequence[list[list[Colour]]], path: str | os.PathLike[str], scale: int
) -> None:
    """Write pictures side by side on grey."""
    seam = 1 if scale >= 4 else 0
    gap = bytes((90, 90, 90)) * 8
    rows = []
    for y in range(HEIGHT):
        parts = [_wide(picture[y], scale, seam) for picture in pictures]
        lit = b"\0" + gap.join(parts)
        dark = b"\0" + gap.join([bytes(DARK) * (WIDTH * scale)] * len(pictures))
        rows += [lit] * (scale - seam) + [dark] * seam
    width = (len(rows[0]) - 1) // 3
    header = struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, data in (
            (b"IHDR", header),
            (b"IDAT", zlib.compress(b"".join(rows), 9)),
            (b"IEND", b""),
        ):
            checksum = zlib.crc32(kind + data)
            file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum))


def _wide(row: Sequence[Colour], scale: int, seam: int) -> bytes:
    return bytes(
        itertools.chain.from_iterable(
            colour * (scale - seam) + DARK * seam if colour != DARK else DARK * scale
            for colour in row
        )
    )
