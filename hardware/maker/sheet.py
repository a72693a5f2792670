# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The schematics: symbols, wires between them, and names of nets.

A file says where everything is drawn: WIRED or CARRIER, which has the symbols of both. Lengths are
its steps, y grows downwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from maker import model
from maker.drawing import GREY, INK, Drawing
from maker.model import Design, DesignError, Part, Pin

Point = tuple[float, float]
Wire = tuple[Point, Point]

SIDES: Mapping[str, Point] = {"l": (-1, 0), "r": (1, 0), "t": (0, -1), "b": (0, 1)}
GROUND = "GND"
"""The net that a sign says, and no name."""

WIRED, CARRIER = "wired_sheet.toml", "carrier_sheet.toml"

_BODY = "#fff7df"
_NET = "#1f7a3a"
_SCALE = 8


@dataclass(frozen=True)
class Spot:
    """A part's symbol at its place. `turn` is counter-clockwise; what is mirrored is not turned."""

    part: Part
    symbol: Mapping[str, Any]
    at: Point
    turn: int = 0
    mirrored: bool = False

    def way(self, x: float, y: float) -> Point:
        """Return a direction of the symbol as it lies on the sheet."""
        if self.mirrored:
            x = -x
        for _ in range(self.turn // 90):
            x, y = y, -x
        return x, y

    def point(self, x: float, y: float) -> Point:
        dx, dy = self.way(x, y)
        return self.at[0] + dx, self.at[1] + dy

    def ends(self) -> Iterator[tuple[str, Point, Point, float]]:
        """Yield each pin's name, end, the way out of the symbol, and length."""
        for name, (x, y, side, length) in zip(self.part.pins, self.symbol["pins"]):
            yield name, self.point(x, y), self.way(*SIDES[side]), length

    def texts(self) -> list[tuple[str, Point]]:
        """Return designator and value, and the middle of each."""
        part = self.part
        value = str(part.data.get("label") or part.value).partition(" with ")[0]
        if self.symbol.get("named"):
            left, top, right, bottom = self.symbol["boxes"][0]
            middle, y = (left + right) / 2, bottom + 1.4 if self.symbol.get("below") else top - 3
            return [(part.ref, self.point(middle, y)), (value, self.point(middle, y + 1.6))]
        if part.kind in ("pad", "jumper"):
            value = part.data.get("label", "")
        if part.kind in ("p-fet", "n-fet") and not self.turn:
            x, y = self.at
            side = -1 if self.mirrored else 1
            wide = max(len(part.ref), len(value)) * 0.45
            x += side * (2.8 + wide)
            return [(part.ref, (x, y - 0.9)), (value, (x, y + 0.9))]
        if self.turn in (90, 270) and part.kind not in ("pad", "p-fet"):
            x, y = self.at
            x += 2 + max(len(part.ref), len(value)) * 0.45
            return [(part.ref, (x, y - 0.9)), (value, (x, y + 0.9))]
        x, y = self.at
        if part.kind == "p-fet":
            return [(part.ref, (x, y - 6)), (value, (x, y - 4.4))]
        if part.kind == "pad":
            return [(f"{part.ref} {value}".strip(), (x, y - 2.2))]
        y += 2.4 if part.kind == "jumper" and self.turn else -3.2  # where its middle pin is not
        return [(f"{part.ref} {value}".strip(), (x, y))]


@dataclass
class Sheet:
    """What is on the sheet. `names` and `grounds` are [text,] point and the way out."""

    spots: dict[str, Spot]
    wires: list[Wire]
    names: list[tuple[str, Point, Point]] = field(default_factory=list)
    grounds: list[tuple[Point, Point]] = field(default_factory=list)
    free: list[Point] = field(default_factory=list)
    """Ends of pins on no net."""

    def junctions(self) -> list[Point]:
        """Return the points where three or more ends meet."""
        ends = Counter(end for wire in self.wires for end in wire)
        ends.update(end for spot in self.spots.values() for _, end, _, _ in spot.ends())
        return sorted(point for point, count in ends.items() if count >= 3)


def on(wire: Wire, point: Point) -> bool:
    """Return whether a point lies on a wire, ends included."""
    (x0, y0), (x1, y1) = wire
    x, y = point
    return min(x0, x1) <= x <= max(x0, x1) and min(y0, y1) <= y <= max(y0, y1)


def _cut(wire: Wire, points: Iterable[Point]) -> Iterator[Wire]:
    """Yield the pieces of a wire between those of the points that lie on it."""
    stops = sorted({*wire, *(point for point in points if on(wire, point))})
    yield from zip(stops, stops[1:])


def _wires(text: str, ends: Mapping[str, Point]) -> Iterator[Wire]:
    """Yield the pieces of `A.1 | 3,4 B.2`."""
    here: Point | None = None
    upright = False
    for word in text.split():
        if word == "|":
            upright = True
            continue
        if "," in word:
            x, y = map(float, word.split(","))
        elif word in ends:
            x, y = ends[word]
        else:
            raise DesignError(f"{text!r}: there is no pin {word}")
        if here:
            corner = (here[0], y) if upright else (x, here[1])
            yield from ((a, b) for a, b in ((here, corner), (corner, (x, y))) if a != b)
        here, upright = (x, y), False


def read(file: str) -> dict[str, Any]:
    """Return the tables of a file, with the symbols of CARRIER that it does not draw itself."""
    rows = model.read(file)
    rows["symbol"] = {**model.read(CARRIER)["symbol"], **rows["symbol"]}
    return rows


def build(design: Design, file: str) -> Sheet:
    """Return the sheet of a circuit. Raises DesignError if a part has no place."""
    rows = read(file)
    spots = {}
    for part in design.parts.values():
        if part.ref not in rows["place"]:
            raise DesignError(f"{file}: {part.ref} has no place")
        x, y, *turned = rows["place"][part.ref]
        name = "d-fet" if part.ref in rows.get("drain_on_top", ()) else part.kind
        spots[part.ref] = Spot(part, rows["symbol"][name], (x, y), *turned)
    ends = {
        f"{ref}.{name}": (end, way)
        for ref, spot in spots.items()
        for name, end, way, _ in spot.ends()
    }
    places = {pin: end for pin, (end, _) in ends.items()}
    drawn = [wire for text in rows["draw"]["wires"] for wire in _wires(text, places)]
    # KiCad joins what ends at the same point, and nothing in the middle of a wire.
    points = {*places.values(), *(end for wire in drawn for end in wire)}
    found = Sheet(spots, [piece for wire in drawn for piece in _cut(wire, points)])
    found.names = [(name, (x, y), SIDES[side]) for name, x, y, side in rows["draw"]["names"]]
    for pin, (end, way) in ends.items():
        ref, _, name = pin.partition(".")
        net = design.net_of(Pin(ref, name))
        if not net:
            found.free.append(end)
        elif any(on(wire, end) for wire in found.wires):
            pass  # the wire has the name
        elif net == GROUND:
            found.grounds.append((end, way))
        else:
            found.names.append((net, end, way))
    return found


# --- the drawing


def _px(point: Point) -> Point:
    return point[0] * _SCALE, point[1] * _SCALE


def _symbol(drawing: Drawing, spot: Spot) -> None:
    def line(points: Sequence[float], colour: str = INK) -> None:
        ends = [_px(spot.point(*pair)) for pair in zip(points[::2], points[1::2])]
        drawing.line(*ends, colour=colour)

    symbol = spot.symbol
    for x0, y0, x1, y1 in symbol.get("boxes", ()):
        corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        drawing.polygon(*(_px(spot.point(*corner)) for corner in corners), fill=_BODY)
    for points in symbol.get("lines", ()):
        line(points)
    for x, y, r in symbol.get("circles", ()):
        drawing.circle(*_px(spot.point(x, y)), r * _SCALE, fill="#ffffff")
    for name, (x, y), (dx, dy), length in spot.ends():
        inner = x - dx * length, y - dy * length
        drawing.line(_px((x, y)), _px(inner), colour=_NET)
        if symbol.get("named"):
            shown = "GND" if "GND" in name else name
            label = f"{spot.part.number(name)} {shown}" if spot.part.kind == "board" else shown
            tx, ty = _px((inner[0] - dx * 0.7, inner[1] - dy * 1.3))
            anchor = {-1: "start", 0: "middle", 1: "end"}[round(dx)]
            drawing.text(tx, ty, label, 11, anchor)
    for text, at in spot.texts():
        drawing.text(*_px(at), text, 12, "middle", bold=text.startswith(spot.part.ref))


def _ground(drawing: Drawing, at: Point, way: Point) -> None:
    (x, y), (dx, dy) = at, way
    drawing.line(_px(at), _px((x + dx, y + dy)), colour=_NET)
    for out, half in ((1.0, 1.2), (1.5, 0.8), (2.0, 0.4)):
        ends = [(x + dx * out + s * dy * half, y + dy * out + s * dx * half) for s in (-1, 1)]
        drawing.line(*map(_px, ends), colour=_NET)


def sheet(design: Design, file: str) -> Drawing:
    """Return the schematic. Raises DesignError as `build` does."""
    rows, found = model.read(file), build(design, file)
    (width, height), title = rows["size"], rows["title"]
    drawing = Drawing(width * _SCALE, height * _SCALE, title)
    drawing.text(*_px(rows["title_at"]), title, 28, bold=True)
    revision = design.raw["project"]["revision"]
    note = f"Revision {revision}. Pins with the same green name are joined."
    drawing.text(720, 4 * _SCALE, note, 16, colour=GREY)
    for block in rows["draw"]["block"]:
        x0, y0, x1, y1 = (side * _SCALE for side in block["box"])
        drawing.rect(x0, y0, x1 - x0, y1 - y0, stroke="#c9ced3", width=1)
        drawing.text(x0 + 8, y1 - 12, block["title"], 13, colour=GREY)
    for a, b in found.wires:
        drawing.line(_px(a), _px(b), colour=_NET)
    for spot in found.spots.values():
        _symbol(drawing, spot)
    for at, way in found.grounds:
        _ground(drawing, at, way)
    for at in found.junctions():
        drawing.circle(*_px(at), 4, fill=_NET, stroke=_NET, width=1)
    for x, y in found.free:
        for s in (-1, 1):
            drawing.line(_px((x - 0.5, y - 0.5 * s)), _px((x + 0.5, y + 0.5 * s)), colour=GREY)
    for name, (x, y), (dx, dy) in found.names:
        anchor = {-1: "end", 0: "middle", 1: "start"}[round(dx)]
        drawing.text(*_px((x + 0.5 * dx, y + 1.1 * dy)), name, 12, anchor, _NET)
    for note_ in rows["draw"]["note"]:
        x, y = note_["at"]
        for index, text in enumerate(note_["lines"]):
            drawing.text(*_px((x, y + 2.8 * index)), text, 12)
    return drawing
