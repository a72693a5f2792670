# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The faces of the computer players, loaded when somebody chooses one."""

from ..language import lines_of


def draw_face(canvas, left, top, kind):
    """Draw the face of a kind of player; read it from the drive, keep nothing."""
    for y, row in enumerate(lines_of("faces", kind)):
        for x, dot in enumerate(row):
            if dot == "#":
                canvas.pixel(left + x, top + y)
