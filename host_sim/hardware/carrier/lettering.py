# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The silkscreen: letters as strokes, outlines of parts, marks, and the pig.

Letters are drawn by us, not by the program that opens the file: gerbers and KiCad show the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from shapely.geometry import LineString
from shapely.ops import unary_union

from host_sim.hardware.carrier import copper
from host_sim.hardware.carrier.layout import BACK, FRONT, Carrier, Place, Point

# Each letter is some strokes on a grid of 4 by 6: "002640" leads from (0, 0) over (2, 6) to (4, 0).
_GLYPHS = {
    "A": ["002640", "1232"],
    "B": ["000636454433033342413000"],
    "C": ["4536160501103041"],
    "D": ["0006264541200000"],
    "E": ["40000646", "0333"],
    "F": ["000646", "0333"],
    "G": ["45361605011030414323"],
    "H": ["0006", "4046", "0343"],
    "I": ["1030", "2026", "1636"],
    "J": ["4641301001"],
    "K": ["0006", "460340"],
    "L": ["060040"],
    "M": ["0006234640"],
    "N": ["00064046"],
    "O": ["100105163645413010"],
    "P": ["00063645443303"],
    "Q": ["100105163645413010", "2240"],
    "R": ["00063645443303", "2340"],
    "S": ["453616050413334241301001"],
    "T": ["0646", "2620"],
    "U": ["060110304146"],
    "V": ["062046"],
    "W": ["0610233046"],
    "X": ["0046", "0640"],
    "Y": ["062346", "2320"],
    "Z": ["06460040"],
    "0": ["100105163645413010", "1135"],
    "1": ["052620", "1030"],
    "2": ["0516364544000040"],
    "3": ["064623334241301001"],
    "4": ["30360242"],
    "5": ["460603334241301001"],
    "6": ["453616050110304142330302"],
    "7": ["064610"],
    "8": ["13040516364544331302011030414233"],
    "9": ["0110304145361605041343"],
    "+": ["0343", "2125"],
    "-": ["0343"],
    ".": ["1020211110"],
    ",": ["2110"],
    "/": ["0046"],
    ":": ["1112", "1415"],
    "(": ["36252130"],
    ")": ["16252110"],
    "=": ["0242", "0444"],
    ">": ["054301"],
    "<": ["450341"],
    " ": [],
}


@dataclass(frozen=True)
class Ink:
    """A line of silkscreen."""

    points: tuple[Point, ...]
    layer: int
    width: float


def text_width(text: str, height: float) -> float:
    """Return the width of a text as it is drawn, from the first stroke to the last."""
    return (len(text) * 5 - 1) / 6 * height if text else 0.0


def letters(
    text: str, at: Point, height: float, layer: int, width: float, turn: int = 0
) -> list[Ink]:
    """Return a text centred at `at`. On the back it reads right when one looks at the back."""
    found = []
    unit = height / 6
    left = -text_width(text, height) / 2
    angle = math.radians(turn)
    cos, sin = math.cos(angle), math.sin(angle)
    for index, letter in enumerate(text):
        for stroke in _GLYPHS[letter.upper()]:
            points = []
            for x, y in zip(stroke[::2], stroke[1::2]):
                px = left + (index * 5 + int(x)) * unit
                py = (int(y) - 3) * unit
                px, py = px * cos - py * sin, px * sin + py * cos
                if layer == BACK:
                    px = -px
                points.append((round(at[0] + px, 4), round(at[1] + py, 4)))
            found.append(Ink(tuple(points), layer, width))
    return found


def _box(box: Iterable[float], layer: int, width: float) -> list[Ink]:
    x0, y0, x1, y1 = box
    ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))
    return [Ink(ring, layer, width)]


def ring(
    at: Point, rx: float, ry: float, layer: int, width: float, start: float = 0, end: float = 360
) -> Ink:
    """Return an arc of an ellipse, in degrees counter-clockwise."""
    steps = max(8, round(abs(end - start) / 10))
    return Ink(
        tuple(
            (
                round(at[0] + rx * math.cos(math.radians(start + (end - start) * i / steps)), 4),
                round(at[1] + ry * math.sin(math.radians(start + (end - start) * i / steps)), 4),
            )
            for i in range(steps + 1)
        ),
        layer,
        width,
    )


def pig(at: Point, size: float, layer: int) -> list[Ink]:
    """Return the face of a pig, `size` wide, whose snout is a die's side that shows two."""
    x, y = at
    u = size / 20
    bold = 0.3

    def line(*points: Point) -> Ink:
        return Ink(
            tuple((round(x + a * u, 4), round(y + b * u, 4)) for a, b in points), layer, bold
        )

    found = [ring(at, 9.2 * u, 8 * u, layer, bold)]
    for side in (-1, 1):
        found.append(
            line((side * 3.2, 7.6), (side * 6.8, 11.4), (side * 9.4, 8.6), (side * 7.6, 4.6))
        )
        found.append(ring((x + side * 3.6 * u, y + 2.6 * u), 0.7 * u, 0.9 * u, layer, bold))
        found.append(ring((x + side * 1.6 * u, y - 2 * u), 0.7 * u, 1.0 * u, layer, bold))
    found.append(ring((x, y - 2 * u), 4.2 * u, 2.9 * u, layer, bold))
    found.append(ring((x, y - 4.6 * u), 3.4 * u, 1.6 * u, layer, bold, 215, 325))
    return found


def _part(board: Carrier, place: Place, width: float) -> list[Ink]:
    """Return the part's outline and mark."""
    footprint, layer = place.footprint, place.layer
    found: list[Ink] = []
    kind = place.part["kind"]
    if kind in ("button", "key", "battery"):
        w, h, _ = footprint["body"]
        dx, dy = footprint.get("body_at", (0, 0))
        found += _box(place.box(dx - w / 2, dy - h / 2, dx + w / 2, dy + h / 2), layer, width)
    elif kind == "buzzer":
        found.append(ring(place.at, 6.1, 6.1, layer, width))
    elif kind == "board":
        found += _box(place.box(-10.5, -25.5, 10.5, 25.5), layer, width)
        found += _box(place.box(-4.0, 21.2, 4.0, 25.5), layer, width)
    elif kind == "panel":
        left, bottom, right, top = place.court
        found += _box((left + 0.2, bottom + 0.2, right - 0.2, top - 0.2), layer, width)
    if "mark" in footprint:
        at = place.point(*footprint["mark"])
        if kind == "led":
            mx, my = footprint["mark"]
            ends = place.point(mx, my - 0.7), place.point(mx, my + 0.7)
            found.append(Ink(ends, layer, 0.25))
        else:
            found.append(ring(at, 0.12, 0.12, layer, 0.25))
    return found


Text = tuple[str, Point, float, int, int]
"""Words, place, height, layer, and the angle in degrees."""


def _room(text: Text, gap: float = 0.15) -> tuple[float, float, float, float]:
    """Return the box that a text takes."""
    words, (x, y), height, _, turn = text
    w, h = text_width(words, height) / 2 + gap, height / 2 + gap
    if turn % 180:
        w, h = h, w
    return x - w, y - h, x + w, y + h


def _meet(one: Sequence[float], other: Sequence[float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _designator(
    place: Place, taken: list[tuple[int, Sequence[float]]], height: float
) -> Text | None:
    """Return the first free place around the part for its designator."""
    left, bottom, right, top = place.court
    x, y = (left + right) / 2, (bottom + top) / 2
    w = text_width(place.ref, height) / 2 + 0.3
    h = height / 2 + 0.25
    spots = [
        ((x, top + h), 0),
        ((x, bottom - h), 0),
        ((right + w, y), 0),
        ((left - w, y), 0),
        ((right + h, y), 90),
        ((left - h, y), 90),
        ((right + w, top - h), 0),
        ((left - w, top - h), 0),
        ((right + w, bottom + h), 0),
        ((left - w, bottom + h), 0),
    ]
    if place.part["kind"] in ("button", "key", "buzzer", "board", "battery"):
        spots = [((x, y + dy), 0) for dy in (2.2, -2.2, 0)] + spots
    for at, turn in spots:
        text = (place.ref, at, height, place.layer, turn)
        room = _room(text)
        if not any(layer == place.layer and _meet(room, other) for layer, other in taken):
            return text
    return None


def words(board: Carrier) -> list[Text]:
    """Return every text of the silkscreen; each designator is put beside its part.

    Raises ValueError if a designator finds no room.
    """
    found: list[Text] = [
        (
            row["text"],
            (row["at"][0], row["at"][1]),
            row.get("height", 1.0),
            BACK if row.get("side") == "back" else FRONT,
            row.get("turn", 0),
        )
        for row in board.design.raw["text"]
    ]
    taken: list[tuple[int, Sequence[float]]] = [(text[3], _room(text)) for text in found]
    for pad in board.pads:
        w, h = pad.width / 2 + 0.15, pad.height / 2 + 0.15
        box = (pad.at[0] - w, pad.at[1] - h, pad.at[0] + w, pad.at[1] + h)
        taken += [(layer, box) for layer in pad.layers]
    for place in board.places.values():
        if place.part["kind"] not in ("board", "panel"):
            taken.append(
                (place.layer, place.court)
                if place.part["kind"] not in ("button", "key", "buzzer", "battery")
                else (2, place.court)
            )
    x, y = board.outline["x"], board.outline["y"]
    far = 99.0
    for layer in (FRONT, BACK):
        taken += [
            (layer, (-far, -far, x[0] + 0.4, far)),
            (layer, (x[1] - 0.4, -far, far, far)),
            (layer, (-far, -far, far, y[0] + 0.4)),
            (layer, (-far, y[1] - 0.4, far, far)),
        ]
        taken += [(layer, (hx - 2.3, hy - 2.3, hx + 2.3, hy + 2.3)) for hx, hy in board.holes]
    for place in board.places.values():
        if place.part["kind"] == "pad":
            continue  # its label says more
        text = _designator(place, taken, 1.0)
        if text is None:
            raise ValueError(f"no room on the silkscreen for {place.ref}")
        found.append(text)
        taken.append((text[3], _room(text)))
    return found


def _clipped(board: Carrier, lines: Iterable[Ink]) -> list[Ink]:
    """Return the lines without what would lie on a pad or over the edge."""
    gap = board.rules["silk_to_pad"]
    found = []
    for ink in lines:
        reach = ink.width / 2 + gap
        pads = [copper.pad_shape(p, reach) for p in board.pads if ink.layer in p.layers]
        holes = [copper.disc(at, board.outline["hole"] + 2 * reach) for at in board.holes]
        line = LineString(ink.points).intersection(copper.outline(board, 0.3 + ink.width / 2))
        line = line.difference(unary_union([*pads, *holes]))
        for part in getattr(line, "geoms", [line]):
            if part.length > 0.2:
                points = tuple((round(x, 4), round(y, 4)) for x, y in part.coords)
                found.append(Ink(points, ink.layer, ink.width))
    return found


def silkscreen(board: Carrier) -> list[Ink]:
    """Return all lines of the silkscreen, clipped; no letter is."""
    width = board.rules["silk"]
    drawn: list[Ink] = []
    for place in board.places.values():
        drawn += _part(board, place, width)
    for row in board.design.raw["pig"]:
        layer = BACK if row.get("side") == "back" else FRONT
        drawn += pig((row["at"][0], row["at"][1]), row["size"], layer)
    found = _clipped(board, drawn)
    for text, at, height, layer, turn in words(board):
        found += letters(text, at, height, layer, max(width, height * 0.14), turn)
    return found
