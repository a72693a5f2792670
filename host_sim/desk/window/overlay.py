"""Draw what the window shows over the handheld: status, keys."""

from typing import NamedTuple

import pygame

from host_sim.desk import actions
from host_sim.desk.casing import CENTRES, WHOLE, Box, svg
from host_sim.desk.window import layout
from host_sim.desk.window.paint import Colour, drawn, font, write

WORDS: Colour = (224, 230, 242)
QUIET: Colour = (152, 162, 182)
TITLE: Colour = (214, 168, 172)
KEYCAP_WORDS: Colour = (92, 58, 70)

# The arrows of the keys, as SVG's paths.
ARROWS = {"↑": "m0 -1.9l1.9 3.3h-3.8", "↓": "m0 1.9l1.9 -3.3h-3.8"}
_NO_ARROWS = str.maketrans({"↑": "Up", "↓": "Down"})  # pygame's font has none
# The groups of the card of all keys, in two columns.
COLUMNS = (("Handheld", "Time"), ("Window", "Game"))
HINT = "      ".join(
    f"{' '.join(row.keys)}  {row.words}"
    for row in actions.rows("window", 1)
    if row.words in ("keys", "all keys", "size", "quit")
)


class Overlay(NamedTuple):
    """What is drawn besides the handheld itself."""

    key_help: bool = False
    status: str = ""
    all_keys: bool = False
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


def draw_all_keys(scale: int) -> pygame.Surface:
    """Return the card with all keys, to lay over the handheld."""
    box = Box(8, 26, layout.WIDTH - 16, 150)
    shadow = "".join(
        _rectangle(box.grown(by / 2), 6 + by / 2, 'fill="#000" opacity="0.06"') for by in range(9)
    )
    sheet = _rectangle(box, 6, 'fill="#1c202b" stroke="#566078" stroke-width="0.6"')
    card = drawn(svg(WHOLE, shadow + sheet, scale))
    told = actions.rows("window", 3)
    for column, groups in enumerate(COLUMNS):
        left = (box.x + 9 + column * 83) * scale
        y = (box.y + 13.0) * scale
        for group in groups:
            write(card, group, (left, y), 8 * scale, TITLE)
            for row in told:
                if row.group == group:
                    y += 10.6 * scale
                    keys = " ".join(row.keys).translate(_NO_ARROWS)
                    write(card, keys, (left, y), 6.6 * scale, WORDS)
                    write(card, row.words, (left + 40 * scale, y), 6.6 * scale, QUIET)
            y += 2 * 10.6 * scale
    at = ((box.x + 9) * scale, (box.y + box.h - 8) * scale)
    words = "F1 closes this. A right click keeps a button down."
    write(card, words, at, 6.6 * scale, QUIET)
    return card


def draw_key_help(scale: int) -> pygame.Surface:
    """Return the keys beside their buttons, to lay over the handheld."""
    shapes, words = "", []
    for name, (near, y) in CENTRES.items():
        keys = next(each.labels("window", 2) for each in actions.ACTIONS if each.name == name)
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
