"""Convert frames to text and to pictures.

A frame is 1,024 bytes in SSD1306 page order: byte ``page * 128 + x`` holds the pixels
``(x, 8 * page + bit)``, bit 0 on top.
"""

import os
from collections.abc import Iterable, Sequence
from itertools import product

WIDTH, HEIGHT = 128, 64
SIZE = WIDTH * HEIGHT // 8

# Two by two pixels a character; bits: upper left 1, upper right 2, lower left 4, lower right 8.
_QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
# {(lower right, lower left, upper right, upper left): the character}
_CHARACTERS = dict(zip(product(".#", repeat=4), _QUADRANTS))
_GAP = " │ "
_BETWEEN = 8  # pixels between pictures
_MOST_TOLD = 8  # the most differing pixels to list one by one

LIT, DARK = (220, 240, 255), (6, 8, 14)
# Dark, only in the first frame, only in the second, lit in both; between the pictures.
_PALETTE = (DARK, (70, 160, 255), (255, 70, 60), LIT, (90, 90, 90))

# For each row of a page: the character of each of the page's bytes.
_ROWS = [bytes(b".#"[byte >> bit & 1] for byte in range(256)) for bit in range(8)]


def to_lines(frame: bytes) -> list[str]:
    """Return the frame as 64 strings of 128 characters, `#` lit, `.` dark.

    Raises ValueError unless it has 1,024 bytes.
    """
    if len(frame) != SIZE:
        raise ValueError(f"a frame has {SIZE} bytes, not {len(frame)}")
    pages = [bytes(frame[start : start + WIDTH]) for start in range(0, SIZE, WIDTH)]
    return [pages[y >> 3].translate(_ROWS[y & 7]).decode() for y in range(HEIGHT)]


def describe(expected: bytes, actual: bytes) -> str:
    """Describe how the second frame differs from the first; "" if they are equal."""
    lines, wanted = to_lines(actual), to_lines(expected)
    pixels = [(x, y) for y in range(HEIGHT) for x in range(WIDTH) if lines[y][x] != wanted[y][x]]
    if not pixels:
        return ""
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
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2]):
        squares = zip(lower[1::2], lower[::2], upper[1::2], upper[::2])
        lines.append("".join(map(_CHARACTERS.__getitem__, squares)))
    return lines


def from_small(lines: Sequence[str]) -> bytes:
    """Return the frame of the strings of `small`, which may lack the spaces at their ends.

    Raises ValueError for another number of lines, a longer one or another character.
    """
    if len(lines) != HEIGHT // 2 or any(
        len(line) > WIDTH // 2 or line.strip(_QUADRANTS) for line in lines
    ):
        raise ValueError(f"a picture is 32 lines of at most 64 characters, each of {_QUADRANTS!r}")
    frame = bytearray(SIZE)
    for y, line in enumerate(lines):
        for x, char in enumerate(line):
            bits = _QUADRANTS.index(char)
            at, shift = (y >> 2) * WIDTH + 2 * x, 2 * (y & 3)
            frame[at] |= (bits & 1 | bits >> 1 & 2) << shift
            frame[at + 1] |= (bits >> 1 & 1 | bits >> 2 & 2) << shift
    return bytes(frame)


def side_by_side(pictures: Iterable[tuple[str, bytes]]) -> str:
    """Return titles and frames side by side as text."""
    columns = [[title.ljust(WIDTH // 2), *small(frame)] for title, frame in pictures]
    return "\n".join(_GAP.join(row).rstrip() for row in zip(*columns))


def save_png(frame: bytes, path: str | os.PathLike[str], scale: int = 4) -> None:
    """Write the frame as a PNG, `scale` x `scale` pixels for each pixel.

    From scale 4 on the pixels are separated by dark seams, as on the panel.
    """
    _write_png([(frame, frame)], path, scale)


def save_comparison(expected: bytes, actual: bytes, path: str | os.PathLike[str]) -> None:
    """Write a PNG of the first frame, the second, and their difference (red: only in the
    second)."""
    _write_png([(expected, expected), (actual, actual), (expected, actual)], path, 3)


def _write_png(
    pictures: Sequence[tuple[bytes, bytes]], path: str | os.PathLike[str], scale: int
) -> None:
    """Write pictures side by side on grey, each of two frames in the colours of _PALETTE."""
    from PIL import Image

    width, height = WIDTH * scale, HEIGHT * scale
    size = len(pictures) * (width + _BETWEEN) - _BETWEEN, height
    sheet = Image.new("P", size, len(_PALETTE) - 1)
    sheet.putpalette(sum(_PALETTE, ()))
    seams = range(scale - 1, width, scale) if scale >= 4 else ()
    for index, (first, second) in enumerate(pictures):
        pairs = zip("".join(to_lines(first)), "".join(to_lines(second)))
        # The number of a colour: 1 if the pixel is lit in the first frame, plus 2 if in the second.
        numbers = bytes((a == "#") + 2 * (b == "#") for a, b in pairs)
        picture = Image.frombytes("P", (WIDTH, HEIGHT), numbers).resize((width, height))
        for at in seams:
            picture.paste(0, (at, 0, at + 1, height))
            picture.paste(0, (0, at, width, at + 1))
        sheet.paste(picture, (index * (width + _BETWEEN), 0))
    sheet.save(path, "PNG")
