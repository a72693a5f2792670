# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The layout of the window in units of one panel pixel; at scale n a unit is n screen pixels.

It follows the printed case: panel above, up and down on the left, A and B on the right, the buzzer
between them. The panel is larger than in the case.
"""

from __future__ import annotations

from typing import NamedTuple

from handheld.board import BUTTONS

SMALLEST_SCALE, LARGEST_SCALE = 2, 16


class Box(NamedTuple):
    """Left, top, width, height in units."""

    x: float
    y: float
    w: float
    h: float

    def grown(self, by: float) -> Box:
        """Return the box extended by ``by`` on every side."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)


WIDTH, HEIGHT = 184, 204
SIDE_WIDTH = 112  # of the developers' panel beside the handheld

BODY = Box(10, 17, 164, 166)
BODY_RADIUS = 17
PANEL = Box(28, 33, 128, 64)
GLASS = PANEL.grown(5)
BEZEL = Box(GLASS.x - 4, GLASS.y - 4, GLASS.w + 8, GLASS.h + 17)
NAME_Y = GLASS.y + GLASS.h + 5.5  # the middle of the product's name
SNOUT = Box(WIDTH / 2 - 18, 133, 36, 27)
HINT_Y = 195  # the middle of the line below the body

BUTTON_RADIUS = 11.5
_CENTRES = ((35, 132), (35, 162), (149, 132), (149, 162))
BUTTON_CENTRES: dict[str, tuple[int, int]] = dict(zip(BUTTONS, _CENTRES))


def button_at(x: float, y: float) -> str | None:
    """Return the button under a point in units, None if there is none."""
    for name, (centre_x, centre_y) in BUTTON_CENTRES.items():
        if (x - centre_x) ** 2 + (y - centre_y) ** 2 <= (BUTTON_RADIUS + 1) ** 2:
            return name
    return None


def scale_for(size: tuple[int, int], side: bool = False) -> int:
    """Return the largest integer scale that fits ``size`` in pixels, at least SMALLEST_SCALE.
    ``side``: with the developers' panel."""
    width = WIDTH + SIDE_WIDTH * side
    fitting = min(size[0] // width, size[1] // HEIGHT)
    return max(SMALLEST_SCALE, min(LARGEST_SCALE, fitting))


def size_at(scale: int, side: bool = False) -> tuple[int, int]:
    """Return width and height of the whole picture in pixels."""
    return (WIDTH + SIDE_WIDTH * side) * scale, HEIGHT * scale
