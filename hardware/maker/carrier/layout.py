# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The carrier board as data: its circuit, the places of its pads, and what is routed on it.

Millimetres, x to the right, y up, seen from the front.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from maker import model
from maker.model import Design, DesignError

if TYPE_CHECKING:
    from shapely.geometry import Polygon

Point = tuple[float, float]
FRONT, BACK = 0, 1
LAYERS = (FRONT, BACK)
SIDES = "FB"
"""The first letter of a layer's name in gerbers and KiCad."""


@dataclass(frozen=True)
class Pad:
    """A pad at its place. `width` and `height` are along x and y; `drill` 0 is a surface pad."""

    ref: str
    number: int
    net: str
    at: Point
    width: float
    height: float
    shape: str
    drill: float
    layer: int

    @property
    def layers(self) -> tuple[int, ...]:
        return LAYERS if self.drill else (self.layer,)

    def __str__(self) -> str:
        return f"{self.ref}.{self.number}"


@dataclass(frozen=True)
class Track:
    net: str
    start: Point
    end: Point
    width: float
    layer: int


@dataclass(frozen=True)
class Via:
    net: str
    at: Point
    diameter: float
    drill: float


@dataclass(frozen=True)
class Ink:
    """A line of silkscreen."""

    points: tuple[Point, ...]
    layer: int
    width: float


@dataclass(frozen=True)
class Place:
    """Where a part sits: its row in the file, its footprint's row, and the way it is turned."""

    ref: str
    at: Point
    turn: float
    layer: int
    part: Mapping[str, Any]
    footprint: Mapping[str, Any]

    def point(self, x: float, y: float) -> Point:
        """Return the place on the board of a point of the footprint."""
        if self.layer == BACK:
            x = -x
        angle = math.radians(self.turn)
        cos, sin = round(math.cos(angle)), round(math.sin(angle))
        left, low = self.at
        return round(left + x * cos - y * sin, 4), round(low + x * sin + y * cos, 4)

    def box(self, left: float, bottom: float, right: float, top: float) -> tuple[float, ...]:
        """Return (left, bottom, right, top) on the board of a box of the footprint."""
        (x0, y0), (x1, y1) = self.point(left, bottom), self.point(right, top)
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)

    @property
    def court(self) -> tuple[float, ...]:
        return self.box(*self.footprint["court"])

    @property
    def body(self) -> tuple[float, ...]:
        """The outline of the part's first body on the board."""
        return self.box(*self.footprint["bodies"][0][1:5])


@dataclass
class Carrier:
    """The board: circuit, rules, placed pads, the copper that joins them, and the silkscreen.

    `fills` is layer -> the polygons of its ground plane.
    """

    design: Design
    places: dict[str, Place]
    pads: list[Pad]
    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)
    fills: Mapping[int, Sequence[Polygon]] = field(default_factory=dict)
    silk: Sequence[Ink] = ()

    @property
    def rules(self) -> Mapping[str, Any]:
        rules: Mapping[str, Any] = self.design.raw["rules"]
        return rules

    @property
    def outline(self) -> Mapping[str, Any]:
        outline: Mapping[str, Any] = self.design.raw["outline"]
        return outline

    @property
    def holes(self) -> list[Point]:
        """The unplated mounting holes."""
        return [(x, y) for x, y in self.outline["hole_at"]]

    def width(self, net: str) -> float:
        """Return the width of the net's tracks."""
        power = next(row for row in self.design.raw["net"] if row["name"] == net).get("ma", 0) > 100
        return float(self.rules["power_track" if power else "track"])


def design(text: str | None = None, pins: Design | None = None) -> Design:
    """Return the carrier's circuit, with what pins.toml says of pins, limits, panel and case.

    Raises DesignError as `model.parse` does.
    """
    raw = model.read("carrier.toml") if text is None else model.tables(text)
    shared = (pins or model.load()).raw
    merged = {
        **raw,
        "outline": raw["board"],
        "board": shared["board"],
        "limits": shared["limits"],
        "bus": shared["bus"],
        "solid": {ref: shared["solid"][ref] for ref in ("DS1", "SW1")},
        "case": {
            **shared["case"],
            **raw["case"],
            "clear": {**shared["case"]["clear"], **raw["case"]["clear"]},
        },
        "project": {**shared["project"], **raw["project"]},
    }
    return model.build(merged)


def _rows(footprint: Mapping[str, Any]) -> list[list[Any]]:
    """Return the footprint's pads; `rows` are two rows of pins, as of a Pico."""
    pads = [list(row) for row in footprint["pads"]]
    rows = footprint.get("rows")
    if rows:
        count, pitch, x = rows["count"], rows["pitch"], rows["apart"] / 2
        for index in range(count):
            y = (count - 1) / 2 * pitch - index * pitch
            for number, side in ((index + 1, -x), (2 * count - index, x)):
                shape = "rect" if number == 1 else "circle"
                pads.append([number, side, y, rows["pad"], rows["pad"], shape, rows["drill"]])
    return sorted(pads, key=lambda row: (row[0], row[1], row[2]))


def _panel(raw: Mapping[str, Any]) -> list[list[Any]]:
    """Return the bodies of the panel's module, around the middle of its pins."""
    solid, low = raw["solid"]["DS1"], raw["case"]["panel_z"]
    px, py = solid["panel"]["pins"]
    found = []
    for row in solid["boxes"]:
        (x, y), (w, h, high), z = row["centre"], row["size"], low + row["z0"]
        if row["name"] == "wires":  # there are pins instead, with their plastic under the module
            name, z, high = "pins", low - 2.54, 2.54
        else:
            name = row["name"]
        x, y = x - px, y - py
        found.append([name, x - w / 2, y - h / 2, x + w / 2, y + h / 2, z, z + high])
    return found


def place(circuit: Design) -> Carrier:
    """Return the board with its parts at their places, not yet routed."""
    net_of = {
        (pin.ref, circuit.parts[pin.ref].number(pin.name)): net.name
        for net in circuit.nets
        for pin in net.pins
    }
    places, pads = {}, []
    for part in circuit.parts.values():
        footprint = circuit.raw["footprint"].get(part.footprint)
        if footprint is None:
            raise DesignError(f"{part.ref}: no footprint {part.footprint!r}")
        if part.kind == "panel":
            footprint = {**footprint, "bodies": _panel(circuit.raw)}
        layer = BACK if part.data.get("side") == "back" else FRONT
        x, y = part.data["at"]
        spot = Place(part.ref, (x, y), part.data.get("turn", 0), layer, part.data, footprint)
        places[part.ref] = spot
        numbers = set()
        for number, px, py, width, height, shape, drill in _rows(footprint):
            if spot.turn % 180:
                width, height = height, width
            numbers.add(number)
            net, at = net_of.get((part.ref, number), ""), spot.point(px, py)
            pads.append(Pad(part.ref, number, net, at, width, height, shape, drill, layer))
        if numbers != set(range(1, len(part.pins) + 1)):
            raise DesignError(f"{part.ref}: its pins are not those of {part.footprint}")
    return Carrier(circuit, places, pads)
