# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Draw what the window shows over and beside the handheld: status, keys, figures."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import pygame

from host_sim.desk.casing import CENTRES, WHOLE, Box, svg
from host_sim.desk.window import layout
from host_sim.desk.window.paint import Colour, drawn, font, write
from host_sim.simulated.gauges import Row

WORDS: Colour = (224, 230, 242)
QUIET: Colour = (152, 162, 182)
TITLE: Colour = (214, 168, 172)
KEYCAP_WORDS: Colour = (92, 58, 70)

# The keys that the help shows beside each button, and the arrows as SVG's paths.
KEY_NAMES = {"up": ("↑", "W"), "down": ("↓", "S"), "a": ("Enter", "A"), "b": ("Esc", "B")}
ARROWS = {"↑": "m0 -1.9l1.9 3.3h-3.8", "↓": "m0 1.9l1.9 -3.3h-3.8"}
HINT = "H  keys      F1  all keys      +  −  size      Ctrl+Q  quit"

# The card of all keys, in two columns.
KEYS = (
    (
        ("Handheld", ""),
        ("arrows, W S", "up, down"),
        ("Enter, space, A", "A"),
        ("Esc, backspace, B", "B"),
        ("right click", "keeps it down"),
        ("Ctrl+P", "off, and on again"),
        ("", ""),
        ("Time", ""),
        ("P", "pause"),
        (".", "on by one picture"),
        (">", "on by one step"),
        ("[   ]", "slower, faster"),
    ),
    (
        ("Game", ""),
        ("Ctrl+C, Ctrl+V", "copy, paste it"),
        ("", ""),
        ("Window", ""),
        ("F12", "picture"),
        ("M", "sound"),
        ("D", "for developers"),
        ("+   -", "size"),
    ),
)


class Overlay(NamedTuple):
    """What is drawn besides the handheld itself."""

    key_help: bool = False
    status: str = ""
    all_keys: bool = False
    side: Sequence[Row] | None = None  # the figures for developers
    off: bool = False  # the handheld has no power


def draw_line(
    target: pygame.Surface, words: str, scale: int, origin: tuple[int, int], colour: Colour = WORDS
) -> None:
    """Draw the line below the body, shrunk if it is too wide."""
    height = 7.0 * scale
    width = font(round(height)).size(words)[0]
    height *= min(1, (layout.WIDTH - 8) * scale / width)
    middle = (origin[0] + layout.WIDTH * scale / 2, origin[1] + layout.HINT_Y * scale)
    write(target, words, middle, height, colour, centred=True)


def draw_off(target: pygame.Surface, scale: int, origin: tuple[int, int]) -> None:
    """Say on the dark panel how to switch the handheld on."""
    panel = layout.PANEL
    middle = (panel.x + panel.w / 2) * scale, (panel.y + panel.h / 2) * scale
    at = (origin[0] + middle[0], origin[1] + middle[1])
    write(target, "off, Ctrl+P", at, 7.0 * scale, QUIET, centred=True)


def _rectangle(box: Box, radius: float, look: str) -> str:
    x, y, w, h = box
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{radius}" {look}/>'


def _card(box: Box, edge: str) -> str:
    return _rectangle(box, 6, f'fill="#1c202b" stroke="{edge}" stroke-width="0.6"')


@cache
def _sheet(scale: int) -> pygame.Surface:
    whole = Box(0, 0, layout.SIDE_WIDTH, layout.HEIGHT)
    return drawn(svg(whole, _card(Box(1, 6, whole.w - 7, whole.h - 12), "#3c3f49"), scale))


def draw_figures(
    target: pygame.Surface, rows: Sequence[Row], scale: int, origin: tuple[int, int]
) -> None:
    """Draw the developers' panel with its top left corner at the pixel ``origin``."""
    target.blit(_sheet(scale), origin)
    y = origin[1] + 15.0 * scale
    for row in rows:
        if row.value:
            write(target, row.name, (origin[0] + 8 * scale, y), 6.2 * scale, QUIET)
            write(target, row.value, (origin[0] + 42 * scale, y), 6.2 * scale, WORDS)
        else:
            y += 2.0 * scale
            write(target, row.name, (origin[0] + 6 * scale, y), 7.1 * scale, TITLE)
        y += 9.4 * scale


def draw_all_keys(scale: int) -> pygame.Surface:
    """Return the card with all keys, to lay over the handheld."""
    box = Box(8, 26, layout.WIDTH - 16, 150)
    shadow = "".join(
        _rectangle(box.grown(by / 2), 6 + by / 2, 'fill="#000" opacity="0.06"') for by in range(9)
    )
    card = drawn(svg(WHOLE, shadow + _card(box, "#566078"), scale))
    for column, rows in enumerate(KEYS):
        left = box.x + 9 + column * 83
        y = box.y + 13.0
        for key, meaning in rows:
            if meaning:
                write(card, key, (left * scale, y * scale), 6.6 * scale, WORDS)
                write(
                    card, meaning, ((left + 40 - 3 * column) * scale, y * scale), 6.6 * scale, QUIET
                )
            else:
                write(card, key, (left * scale, y * scale), 8 * scale, TITLE)
            y += 10.6
    middle = (box.x + 9) * scale
    write(card, "F1 closes this", (middle, (box.y + box.h - 8) * scale), 6.6 * scale, QUIET)
    return card


def draw_key_help(scale: int) -> pygame.Surface:
    """Return the keys beside their buttons, to lay over the handheld."""
    shapes, words = "", []
    for name, keys in KEY_NAMES.items():
        near, y = CENTRES[name]
        inward = 1 if near < layout.WIDTH / 2 else -1
        near += inward * 14.5
        for key in keys[::inward]:
            width = 7.0 if len(key) == 1 else 3.2 + 2.35 * len(key)
            cap = Box(min(near, near + inward * width), y + 1.1, width, 6.8)
            shapes += _rectangle(cap._replace(h=7.6), 1.6, 'fill="#c48c8e"')
            shapes += _rectangle(cap, 1.6, 'fill="#fff6f0"')
            if key in ARROWS:
                middle = f"{cap.x + width / 2} {y + 4.5}"
                shapes += f'<path d="M{middle}{ARROWS[key]}z" fill="#5c3a46"/>'
            else:
                words.append((key, (cap.x + width / 2, y + 4.7)))
            near += inward * (width + 1.2)
    sheet = drawn(svg(WHOLE, shapes, scale))
    for key, (x, y) in words:
        write(sheet, key, (x * scale, y * scale), 6.2 * scale, KEYCAP_WORDS, centred=True)
    return sheet
