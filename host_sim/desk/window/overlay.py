# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Draw what the window shows over and beside the handheld: status, keys, figures."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import pygame

from host_sim.desk.window import casing, layout
from host_sim.desk.window.layout import Box
from host_sim.desk.window.paint import Colour, Sheet, font, mix, rendered
from host_sim.simulated.gauges import Row

WORDS: Colour = (224, 230, 242)
QUIET: Colour = casing.HINT
CARD, CARD_EDGE = (28, 32, 43), (86, 96, 120)

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


def write(
    target: pygame.Surface, words: str, at: tuple[float, float], height: float, colour: Colour
) -> int:
    """Write words to the right of the pixel ``at``, vertically centred, in a font of ``height``
    pixels; return their width in pixels."""
    drawn = rendered(words, height, colour)
    target.blit(drawn, (round(at[0]), round(at[1] - drawn.get_height() / 2)))
    return drawn.get_width()


def draw_status(target: pygame.Surface, words: str, scale: int, origin: tuple[int, int]) -> None:
    """Draw the line below the body, shrunk if it is too wide."""
    height = 7.0 * scale
    room = (layout.WIDTH - 8) * scale
    width = font(round(height)).size(words)[0]
    if width > room:
        height *= room / width
        width = font(round(height)).size(words)[0]
    left = origin[0] + (layout.WIDTH * scale - width) / 2
    write(target, words, (left, origin[1] + (layout.HINT_Y + 1) * scale), height, WORDS)


def draw_off(target: pygame.Surface, scale: int, origin: tuple[int, int]) -> None:
    """Say on the dark panel how to switch the handheld on."""
    panel, height = layout.PANEL, 7.0 * scale
    words = "off, Ctrl+P"
    x = origin[0] + (panel.x + panel.w / 2) * scale - font(round(height)).size(words)[0] / 2
    write(target, words, (x, origin[1] + (panel.y + panel.h / 2) * scale), height, QUIET)


@cache
def _sheet(scale: int) -> pygame.Surface:
    sheet = Sheet(layout.SIDE_WIDTH, layout.HEIGHT, scale)
    box = Box(1, 6, layout.SIDE_WIDTH - 7, layout.HEIGHT - 12)
    sheet.box(box.grown(0.5), 6.5, mix(CARD, (255, 255, 255), 0.14))
    sheet.box(box, 6, CARD)
    return sheet.finish()


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
            write(target, row.name, (origin[0] + 6 * scale, y), 7.1 * scale, casing.NAME)
        y += 9.4 * scale


def draw_all_keys(scale: int) -> pygame.Surface:
    """Return the card with all keys, to lay over the handheld."""
    sheet = Sheet(layout.WIDTH, layout.HEIGHT, scale)
    box = Box(8, 26, layout.WIDTH - 16, 150)
    sheet.shadow(box, 8, 4, 170)
    sheet.box(box.grown(0.6), 8.6, CARD_EDGE)
    sheet.box(box, 8, CARD)
    card = sheet.finish()
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
                write(card, key, (left * scale, y * scale), 8 * scale, casing.NAME)
            y += 10.6
    middle = (box.x + 9) * scale
    write(card, "F1 closes this", (middle, (box.y + box.h - 8) * scale), 6.6 * scale, QUIET)
    return card
