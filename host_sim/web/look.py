# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The look of the simulator's window for the page: colours, places, the icon. Needs pygame."""

from __future__ import annotations

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame  # noqa: E402

from host_sim.desk.window import casing, glass, layout  # noqa: E402
from host_sim.desk.window.paint import Colour  # noqa: E402

DESK = casing.DESK
_COLOURS: dict[str, Colour] = {
    "desk": DESK,
    "words": (214, 222, 236),
    "notice": casing.HINT,
    "body-top": casing.BODY_TOP,
    "body-bottom": casing.BODY_BOTTOM,
    "body-edge": casing.BODY_EDGE,
    "snout-top": casing.SNOUT_TOP,
    "snout-bottom": casing.SNOUT_BOTTOM,
    "nostril": casing.NOSTRIL,
    "ear-inside": casing.EAR_INSIDE,
    "bezel-top": casing.BEZEL_TOP,
    "bezel-bottom": casing.BEZEL_BOTTOM,
    "glass": casing.GLASS,
    "name": casing.NAME,
    "engraved": casing.ENGRAVED,
    "lit": glass.LIT,
    "cap-up": casing.CAPS["up"],
    "cap-a": casing.CAPS["a"],
}
_BOXES = {"body": layout.BODY, "panel": layout.PANEL, "snout": layout.SNOUT}


def hexadecimal(colour: Colour) -> str:
    """Return a colour as HTML writes it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def casing_css() -> str:
    """Return the colours and places of the casing as custom properties."""
    lines = [f"--{name}: {hexadecimal(colour)};" for name, colour in _COLOURS.items()]
    places: dict[str, float] = {
        "width": layout.WIDTH,
        "height": layout.BODY.y + layout.BODY.h + 8,
        "body-radius": layout.BODY_RADIUS,
        "button-radius": layout.BUTTON_RADIUS,
    }
    for name, box in _BOXES.items():
        places.update({f"{name}-{side}": value for side, value in zip("xywh", box)})
    for name, (x, y) in layout.BUTTON_CENTRES.items():
        places.update({f"{name}-x": x, f"{name}-y": y})
    lines += [f"--{name}: {value:g};" for name, value in places.items()]
    return ":root {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def icon(size: int) -> bytes:
    """Return the icon: red, green, blue and opacity of size * size pixels."""
    return pygame.image.tobytes(casing.draw_icon(size // 64), "RGBA")
