# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Frames as text and as pictures, for goldens and for looking.

A frame is 1,024 bytes in SSD1306 page order: byte ``page * 128 + x`` holds the pixels
``(x, 8 * page + bit)``, bit 0 on top. Its text is 64 lines of 128 characters, `#` lit, `.` dark.
"""

from __future__ import annotations

WIDTH, HEIGHT = 128, 64


def to_lines(frame: bytes) -> list[str]:
    """The frame as 64 strings of 128 characters; ValueError if it has not 1,024 bytes."""
    if len(frame) != WIDTH * HEIGHT // 8:
        raise ValueError(f"a frame has 1024 bytes, not {len(frame)}")
    return [
        "".join(".#"[frame[(y >> 3) * WIDTH + x] >> (y & 7) & 1] for x in range(WIDTH))
        for y in range(HEIGHT)
    ]


def from_lines(lines: list[str]) -> bytes:
    """The frame that `to_lines` shows; ValueError on a wrong size or another character."""
    if len(lines) != HEIGHT or any(len(line) != WIDTH or line.strip(".#") for line in lines):
        raise ValueError("a picture is 64 lines of 128 characters, each `.` or `#`")
    frame = bytearray(WIDTH * HEIGHT // 8)
    for y, line in enumerate(lines):
        for x, char in enumerate(line):
            if char == "#":
                frame[(y >> 3) * WIDTH + x] |= 1 << (y & 7)
    return bytes(frame)


def crop(frame: bytes, x: int, y: int, w: int, h: int) -> list[str]:
    """The lines of a part of the frame."""
    return [line[x : x + w] for line in to_lines(frame)[y : y + h]]


def compare(expected: bytes, actual: bytes) -> str:
    """Empty when equal; else both pictures and the difference (`+` added, `-` missing)."""
    if bytes(expected) == bytes(actual):
        return ""
    want, got = to_lines(expected), to_lines(actual)
    difference = [
        "".join(a if a == b else "+" if b == "#" else "-" for a, b in zip(left, right))
        for left, right in zip(want, got)
    ]
    return "\n".join(["expected:", *want, "actual:", *got, "difference:", *difference])


def save_png(frame: bytes, path: str, scale: int = 4) -> None:
    """Writes the frame as a PNG of `scale` x `scale` pixels each, with Pillow or else pygame.

    From scale 4 on the pixels have a dark seam between them, as on the panel.
    """
    seam = 1 if scale >= 4 else 0
    lit, dark = (220, 240, 255), (6, 8, 14)
    boxes = [
        (x * scale, y * scale)
        for y, line in enumerate(to_lines(frame))
        for x, char in enumerate(line)
        if char == "#"
    ]
    size = (WIDTH * scale, HEIGHT * scale)
    try:
        from PIL import Image
    except ImportError:
        import pygame

        surface = pygame.Surface(size)
        surface.fill(dark)
        for x, y in boxes:
            surface.fill(lit, (x, y, scale - seam, scale - seam))
        pygame.image.save(surface, path)
    else:
        image = Image.new("RGB", size, dark)
        for x, y in boxes:
            image.paste(lit, (x, y, x + scale - seam, y + scale - seam))
        image.save(path)
