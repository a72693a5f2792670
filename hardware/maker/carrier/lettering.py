# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The silkscreen: letters as strokes, outlines of parts, marks, and the pig.

Letters are drawn by us, not by the program that opens the file: gerbers and KiCad show the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from shapely.geometry import LineString
from shapely.ops import unary_union

from maker import model
from maker.carrier import copper
from maker.carrier.layout import BACK, FRONT, LAYERS, Carrier, Ink, Place, Point
from maker.drawing import overlap


@cache
def glyphs() -> Mapping[str, Sequence[str]]:
    """Return letter -> its strokes, from `hardware/glyphs.toml`."""
    return model.read("glyphs.toml")


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
    # A place mirrors before it turns.
    spot = Place(text, at, -turn if layer == BACK else turn, layer, {}, {})
    for index, letter in enumerate(text):
        for stroke in glyphs()[letter.upper()]:
            ends = zip(map(int, stroke[::2]), map(int, stroke[1::2]))
            points = (spot.point(left + (index * 5 + x) * unit, (y - 3) * unit) for x, y in ends)
            found.append(Ink(tuple(points), layer, width))
    return found


def _box(box: Iterable[float], layer: int, width: float) -> Ink:
    x0, y0, x1, y1 = box
    return Ink(((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)), layer, width)


def ring(
    at: Point, rx: float, ry: float, layer: int, width: float, start: float = 0, end: float = 360
) -> Ink:
    """Return an arc of an ellipse, in degrees counter-clockwise."""
    steps = max(8, round(abs(end - start) / 10))
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    points = [
        (round(at[0] + rx * math.cos(angle), 4), round(at[1] + ry * math.sin(angle), 4))
        for angle in angles
    ]
    return Ink(tuple(points), layer, width)


def pig(at: Point, size: float, layer: int) -> list[Ink]:
    """Return the face of a pig, `size` wide, whose snout is a die's side that shows two."""
    x, y = at
    u = size / 20
    bold = 0.3
    found = [ring(at, 9.2 * u, 8 * u, layer, bold)]
    for side in (-1, 1):
        ear = ((3.2, 7.6), (6.8, 11.4), (9.4, 8.6), (7.6, 4.6))
        points = [(round(x + side * a * u, 4), round(y + b * u, 4)) for a, b in ear]
        found.append(Ink(tuple(points), layer, bold))
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
    if kind in ("button", "key", "battery", "board"):
        found.append(_box(place.body, layer, width))
    if kind == "board":
        found.append(_box(place.box(-4.0, 21.2, 4.0, 25.5), layer, width))
    elif kind == "buzzer":
        found.append(ring(place.at, 6.1, 6.1, layer, width))
    elif kind in ("panel", "header"):
        left, bottom, right, top = place.court
        found.append(_box((left + 0.2, bottom + 0.2, right - 0.2, top - 0.2), layer, width))
    if "mark" in footprint:
        x, y = footprint["mark"]
        if kind in ("led", "diode"):
            found.append(Ink((place.point(x, y - 0.7), place.point(x, y + 0.7)), layer, 0.25))
        else:
            found.append(ring(place.point(x, y), 0.12, 0.12, layer, 0.25))
    return found


_LARGE = ("button", "key", "buzzer", "board", "battery")

Text = tuple[str, Point, float, int, int]
"""Words, place, height, layer, and the angle in degrees."""


def _room(text: Text, gap: float = 0.15) -> tuple[float, float, float, float]:
    """Return the box that a text takes."""
    words, (x, y), height, _, turn = text
    w, h = text_width(words, height) / 2 + gap, height / 2 + gap
    if turn % 180:
        w, h = h, w
    return x - w, y - h, x + w, y + h


def _designator(place: Place, taken: list[tuple[int, Sequence[float]]], height: float) -> Text:
    """Return the designator at the first free place around its part. Raises ValueError."""
    left, bottom, right, top = place.court
    x, y = (left + right) / 2, (bottom + top) / 2
    w = text_width(place.ref, height) / 2 + 0.3
    h = height / 2 + 0.25
    spots = [((x, top + h), 0), ((x, bottom - h), 0), ((right + w, y), 0), ((left - w, y), 0)]
    spots += [((right + h, y), 90), ((left - h, y), 90)]
    spots += [((at, row), 0) for row in (top - h, bottom + h) for at in (right + w, left - w)]
    if place.part["kind"] in _LARGE:
        spots = [((x, y + dy), 0) for dy in (2.2, -2.2, 0)] + spots
    for at, turn in spots:
        text = (place.ref, at, height, place.layer, turn)
        room = _room(text)
        if not any(layer == place.layer and overlap(room, other) for layer, other in taken):
            return text
    raise ValueError(f"no room on the silkscreen for {place.ref}")


def words(board: Carrier) -> list[Text]:
    """Return every text of the silkscreen; each designator is put beside its part.

    Raises ValueError if a designator finds no room.
    """
    found: list[Text] = []
    for row in board.design.raw["text"]:
        layer = BACK if row.get("side") == "back" else FRONT
        (x, y), height = row["at"], row.get("height", 1.0)
        found.append((row["text"], (x, y), height, layer, row.get("turn", 0)))
    taken: list[tuple[int, Sequence[float]]] = [(text[3], _room(text)) for text in found]
    for pad in board.pads:
        w, h = pad.width / 2 + 0.15, pad.height / 2 + 0.15
        box = (pad.at[0] - w, pad.at[1] - h, pad.at[0] + w, pad.at[1] + h)
        taken += [(layer, box) for layer in pad.layers]
    for place in board.places.values():
        # The others are so large that designators are written into them.
        if place.part["kind"] not in (*_LARGE, "panel"):
            taken.append((place.layer, place.court))
    (x0, x1), (y0, y1) = board.outline["x"], board.outline["y"]
    far = 99.0
    closed = [(-far, -far, x0 + 0.4, far), (x1 - 0.4, -far, far, far)]
    closed += [(-far, -far, far, y0 + 0.4), (-far, y1 - 0.4, far, far)]
    closed += [(x - 2.3, y - 2.3, x + 2.3, y + 2.3) for x, y in board.holes]
    taken += [(layer, room) for layer in LAYERS for room in closed]
    for place in board.places.values():
        if place.part["kind"] == "pad":
            continue  # its label says more
        text = _designator(place, taken, 1.0)
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
