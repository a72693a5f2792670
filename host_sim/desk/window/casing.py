# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Draw the handheld's body and buttons, once for each scale."""

import io
import math

import pygame

from host_sim.desk.window import layout
from host_sim.desk.window.layout import BUTTON_CENTRES, BUTTON_RADIUS, Box
from host_sim.desk.window.paint import Colour, Sheet, mix

WHITE, BLACK = (255, 255, 255), (0, 0, 0)
DESK = (42, 48, 62)
BODY_TOP, BODY_BOTTOM = (245, 180, 176), (221, 137, 143)
BODY_EDGE = (176, 98, 110)
SNOUT_TOP, SNOUT_BOTTOM = (229, 146, 150), (238, 166, 165)
NOSTRIL = (128, 62, 76)
EAR_INSIDE = (206, 118, 128)
BEZEL_TOP, BEZEL_BOTTOM = (45, 40, 50), (30, 27, 35)
GLASS = (9, 10, 14)
NAME = (214, 168, 172)
ENGRAVED = (150, 78, 92)
KEYCAP, KEYCAP_EDGE, KEYCAP_WORDS = (255, 246, 240), (196, 140, 142), (92, 58, 70)
HINT = (152, 162, 182)

# An ear: corners to the right of the middle and above the body, and the radius around them.
EAR = ([(40.0, 6.0), (62.0, 6.0), (62.5, -8.5)], 6.0)
EAR_HOLLOW = ([(48.0, 4.0), (61.0, 4.0), (61.5, -6.0)], 2.5)

CAPS: dict[str, Colour] = {
    **dict.fromkeys(("up", "down"), (74, 66, 84)),
    **dict.fromkeys(("a", "b"), (206, 64, 84)),
}
# The side of a cap's square sheet, with room for its shadow.
CAP_SHEET = 2 * (BUTTON_RADIUS + 5)

# The keys that the help shows beside each button.
KEY_NAMES = {"up": ("↑", "W"), "down": ("↓", "S"), "a": ("Enter", "A"), "b": ("Esc", "B")}
HINT_WORDS = "H  keys      F1  all keys      +  −  size      Ctrl+Q  quit"


def draw_desk_and_body(scale: int) -> pygame.Surface:
    """Draw everything that does not move, with a dark panel."""
    sheet = Sheet(layout.WIDTH, layout.HEIGHT, scale)
    sheet.box(Box(0, 0, layout.WIDTH, layout.HEIGHT), 0, DESK)
    body = layout.BODY
    sheet.shadow(Box(body.x + 1, body.y + 5, body.w - 2, body.h - 2), layout.BODY_RADIUS, 5, 120)
    _ear(sheet, 1)
    _ear(sheet, -1)
    radius = layout.BODY_RADIUS
    # The shaded edge, then the bright rim, then the face.
    sheet.box(
        Box(body.x, body.y + 3, body.w, body.h), radius, BODY_EDGE, mix(BODY_EDGE, BLACK, 0.3)
    )
    sheet.box(body, radius, mix(BODY_TOP, WHITE, 0.55), BODY_BOTTOM)
    sheet.box(body.grown(-1.1), radius - 1.1, BODY_TOP, BODY_BOTTOM)
    _bezel(sheet)
    _snout(sheet)
    for name, (x, y) in BUTTON_CENTRES.items():
        rim = BUTTON_RADIUS + 1.6
        sheet.disc((x, y + 0.8), rim, mix(BODY_TOP, WHITE, 0.25))
        sheet.disc((x, y), rim, mix(BODY_EDGE, BLACK, 0.25), mix(BODY_EDGE, BLACK, 0.05))
        _engraving(sheet, name)
    return sheet.finish()


def _ear(sheet: Sheet, side: int) -> None:
    """Draw one ear behind the upper edge; ``side`` 1 right, -1 left."""

    def place(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        middle = layout.WIDTH / 2
        return [(middle + side * x, layout.BODY.y + y) for x, y in points]

    outline, radius = EAR
    sheet.blob(place([(x, y + 1.2) for x, y in outline]), radius, BODY_EDGE)
    sheet.blob(place(outline), radius, mix(BODY_TOP, WHITE, 0.12))
    sheet.blob(place(EAR_HOLLOW[0]), EAR_HOLLOW[1], EAR_INSIDE)


def _bezel(sheet: Sheet) -> None:
    bezel = layout.BEZEL
    sheet.box(bezel.grown(0.9), 8.9, mix(BODY_EDGE, BLACK, 0.1), mix(BODY_TOP, WHITE, 0.45))
    sheet.box(bezel, 8, BEZEL_TOP, BEZEL_BOTTOM)
    sheet.box(layout.GLASS.grown(0.6), 3.6, (18, 16, 21), (58, 52, 62))
    sheet.box(layout.GLASS, 3, GLASS)
    width = sheet.text("POCKET PIG", (layout.WIDTH / 2, layout.NAME_Y), 9, NAME, 1.6)
    for side in (-1, 1):
        # A fine line to either side of the name.
        near, far = layout.WIDTH / 2 + side * (width / 2 + 4), layout.WIDTH / 2 + side * 64
        left = min(near, far)
        line = Box(left, layout.NAME_Y - 0.4, abs(far - near), 0.5)
        sheet.box(line, 0.2, mix(BEZEL_TOP, NAME, 0.4))


def _snout(sheet: Sheet) -> None:
    """Draw the snout over the buzzer."""
    snout = layout.SNOUT
    sheet.ellipse(Box(snout.x, snout.y + 1.2, snout.w, snout.h), mix(BODY_BOTTOM, WHITE, 0.35))
    sheet.ellipse(snout, mix(BODY_EDGE, BODY_BOTTOM, 0.35), mix(BODY_EDGE, BODY_BOTTOM, 0.65))
    sheet.ellipse(snout.grown(-1.0), SNOUT_TOP, SNOUT_BOTTOM)
    for side in (-1, 1):
        middle = snout.x + snout.w / 2 + side * 7.2
        hole = Box(middle - 3.1, snout.y + 8.2, 6.2, 11.6)
        sheet.ellipse(hole.grown(0.5), mix(SNOUT_BOTTOM, WHITE, 0.25))
        sheet.ellipse(hole, mix(NOSTRIL, BLACK, 0.35), NOSTRIL)


def _engraving(sheet: Sheet, name: str) -> None:
    """Draw the button's name beside it, towards the middle."""
    x, y = BUTTON_CENTRES[name]
    x += 18 if x < layout.WIDTH / 2 else -18
    y -= 7
    shine = mix(BODY_TOP, WHITE, 0.35)
    for dy, colour in ((0.5, shine), (0.0, ENGRAVED)):
        if name in ("up", "down"):
            sheet.polygon(triangle(x, y + dy, 3.6, name == "up"), colour)
        else:
            sheet.text(name.upper(), (x, y + dy + 0.4), 11, colour)


def triangle(x: float, y: float, radius: float, upward: bool) -> list[tuple[float, float]]:
    """Return the corners of an arrow head around a point."""
    turn = -90 if upward else 90
    return [
        (
            x + radius * math.cos(math.radians(turn + corner)),
            y + radius * math.sin(math.radians(turn + corner)),
        )
        for corner in (0, 120, 240)
    ]


def draw_cap(name: str, pressed: bool, scale: int) -> pygame.Surface:
    """Draw a button's cap, at rest or pushed in."""
    sheet = Sheet(CAP_SHEET, CAP_SHEET, scale)
    colour = CAPS[name]
    middle = CAP_SHEET / 2
    radius = BUTTON_RADIUS
    if pressed:
        x, y = middle, middle + 0.7
        sheet.disc((x, y), radius - 0.4, mix(colour, BLACK, 0.42))
        sheet.disc((x, y + 0.3), radius - 1.2, mix(colour, BLACK, 0.28), mix(colour, BLACK, 0.12))
    else:
        x, y = middle, middle - 1.2
        sheet.shadow(Box(x - radius, y - radius + 3, 2 * radius, 2 * radius), radius, 1.6, 130)
        sheet.disc((x, y + 1.9), radius, mix(colour, BLACK, 0.45), mix(colour, BLACK, 0.55))
        sheet.disc((x, y), radius, mix(colour, WHITE, 0.45), mix(colour, BLACK, 0.08))
        sheet.disc((x, y), radius - 0.9, mix(colour, WHITE, 0.14), mix(colour, BLACK, 0.10))
        # The hollow for the finger.
        sheet.disc((x, y), radius - 2.6, mix(colour, BLACK, 0.06), mix(colour, WHITE, 0.12))
    return sheet.finish()


def draw_key_caps(scale: int) -> pygame.Surface:
    """Draw the keys beside their buttons."""
    sheet = Sheet(layout.WIDTH, layout.HEIGHT, scale)
    for name, keys in KEY_NAMES.items():
        x, y = BUTTON_CENTRES[name]
        inward = 1 if x < layout.WIDTH / 2 else -1
        at = x + inward * 14.5
        for key in keys if inward > 0 else keys[::-1]:
            at += inward * _keycap(sheet, key, at, y + 4.5, inward)
    return sheet.finish()


def draw_hint(scale: int) -> pygame.Surface:
    """Draw the line below the body."""
    sheet = Sheet(layout.WIDTH, layout.HEIGHT, scale)
    sheet.text(HINT_WORDS, (layout.WIDTH / 2, layout.HINT_Y), 7, HINT)
    return sheet.finish()


def _keycap(sheet: Sheet, key: str, near: float, y: float, inward: int) -> float:
    """Draw a key from ``near`` inwards; return the width it takes."""
    width = 7.0 if len(key) == 1 else 3.2 + 2.35 * len(key)
    left = near if inward > 0 else near - width
    sheet.box(Box(left, y - 3.4, width, 7.6), 1.6, KEYCAP_EDGE)
    sheet.box(Box(left, y - 3.4, width, 6.8), 1.6, KEYCAP)
    middle = (left + width / 2, y + 0.2)
    if key in "↑↓":
        sheet.polygon(triangle(middle[0], middle[1], 2.2, key == "↑"), KEYCAP_WORDS)
    else:
        sheet.text(key, middle, 6.2, KEYCAP_WORDS)
    return width + 1.2


def draw_icon(scale: int = 1) -> pygame.Surface:
    """Draw the icon, 64 by 64 pixels times ``scale``, for the title bar and the task bar."""
    sheet = Sheet(64, 64, scale)
    for side in (-1, 1):
        outline = [(32 + side * 12.0, 16.0), (32 + side * 24.0, 20.0), (32 + side * 22.0, 9.0)]
        sheet.blob(outline, 5, mix(BODY_EDGE, BODY_TOP, 0.4))
    sheet.box(Box(5, 10, 54, 50), 20, BODY_TOP, BODY_BOTTOM)
    for side in (-1, 1):
        sheet.disc((32 + side * 13, 27), 4, BEZEL_BOTTOM)
    sheet.ellipse(Box(17, 33, 30, 21), BODY_EDGE)
    for side in (-1, 1):
        sheet.ellipse(Box(32 + side * 7 - 3, 38, 6, 11), NOSTRIL)
    return sheet.finish()


def icon_file(size: int) -> bytes:
    """Return the icon as a PNG file of size * size pixels, a multiple of 64."""
    file = io.BytesIO()
    pygame.image.save(draw_icon(size // 64), file, "icon.png")
    return file.getvalue()
