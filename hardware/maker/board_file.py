# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Read KiCad's files without KiCad: the carrier board's outline, holes, parts, pads and nets.

Millimetres around the board's drill and place origin, x to the right, y up, seen from the front.
KiCad's own y grows downwards.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CARRIER = Path(__file__).parents[1] / "carrier" / "pocketpig-carrier.kicad_pcb"

Point = tuple[float, float]
Node = Sequence[Any]
"""A list of a file: its name, then words and lists."""

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([()]|[^\s()"]+)')


def parse(text: str) -> Node:
    """Return a file of KiCad's as nested lists of words. Raises ValueError if it is cut."""
    stack: list[list[Any]] = [[]]
    for quoted, word in _TOKEN.findall(text):
        if word == "(":
            stack.append([])
        elif word == ")" and len(stack) > 1:
            stack[-2].append(stack.pop())
        else:
            stack[-1].append(word or re.sub(r"\\(.)", r"\1", quoted))
    if len(stack) != 1 or len(stack[0]) != 1:
        raise ValueError("not a whole file of KiCad's: brackets are missing")
    found: Node = stack[0][0]
    return found


def each(node: Node, *names: str) -> Iterator[Node]:
    """Yield the lists of the last name, inside lists of the names before."""
    for child in node:
        if isinstance(child, list) and child[0] == names[0]:
            if names[1:]:
                yield from each(child, *names[1:])
            else:
                yield child


def numbers(node: Node, name: str) -> list[float]:
    """Return the numbers of the first list of that name in a list, none if there is none."""
    found = next(each(node, name), [name])
    return [float(word) for word in found[1:] if isinstance(word, str)]


def fields(node: Node) -> dict[str, str]:
    """Return the fields of a footprint or a symbol."""
    return {row[1]: row[2] for row in each(node, "property")}


@dataclass(frozen=True)
class Pad:
    """A pad at its place on the board; `size` is along x and y, `drill` 0 for a surface pad."""

    number: str
    function: str
    net: str
    at: Point
    size: Point
    drill: float


@dataclass(frozen=True)
class Part:
    """A footprint on the board. `turn` is counter-clockwise, seen from the front."""

    ref: str
    footprint: str
    at: Point
    turn: float
    back: bool
    fields: Mapping[str, str]
    pads: Sequence[Pad]

    def point(self, x: float, y: float) -> Point:
        """Return the place on the board of a point of the footprint, seen from its own side."""
        angle = math.radians(self.turn)
        cos, sin, x = math.cos(angle), math.sin(angle), -x if self.back else x
        return self.at[0] + x * cos - y * sin, self.at[1] + x * sin + y * cos

    def box(self, left: float, bottom: float, right: float, top: float) -> tuple[float, ...]:
        """Return least x and y, greatest x and y on the board of a box of the footprint."""
        (x0, y0), (x1, y1) = self.point(left, bottom), self.point(right, top)
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


@dataclass(frozen=True)
class Board:
    """The board: a rectangle with round corners, its mounting holes, and its parts."""

    x: Point
    y: Point
    radius: float
    thickness: float
    holes: Sequence[Point]
    hole: float
    parts: Mapping[str, Part]


def _pad(node: Node, part: Part) -> Pad:
    x, y, *turn = numbers(node, "at")
    # A pad's file says its place on the board's front or back, already mirrored.
    at = Part("", "", part.at, part.turn, False, {}, ()).point(x, -y)
    width, height = numbers(node, "size")
    if round(sum(turn)) % 180 == 90:
        width, height = height, width
    (net,) = each(node, "net") if any(each(node, "net")) else (("", "", ""),)
    function = next(each(node, "pinfunction"), ("", ""))[1]
    drill = (numbers(node, "drill") or [0.0])[0]
    return Pad(node[1], function, net[2], at, (width, height), drill)


def _edge(root: Node) -> tuple[Point, Point, float]:
    """Return the outline's x, y and the radius of its corners. Raises ValueError."""
    lines, arcs = (
        [
            [numbers(row, name) for name in ("start", "end")]
            for row in each(root, kind)
            if ["layer", "Edge.Cuts"] in row
        ]
        for kind in ("gr_line", "gr_arc")
    )
    radii = {round(abs(a[0] - b[0]), 3) for a, b in arcs}
    if len(lines) != 4 or len(arcs) != 4 or len(radii) != 1:
        raise ValueError("Edge.Cuts is no rectangle with four equal round corners: see case.toml")
    xs, ys = zip(*(point for row in (*lines, *arcs) for point in row))
    return (min(xs), max(xs)), (min(ys), max(ys)), radii.pop()


def load(path: Path = CARRIER) -> Board:
    """Return the board of a `.kicad_pcb` file. Raises OSError or ValueError if it is none."""
    return read(path.read_text(encoding="utf-8"))


def read(text: str) -> Board:
    """Return the board of a `.kicad_pcb` file's text. Raises ValueError if it is none."""
    root = parse(text)
    left, low = numbers(next(each(root, "setup")), "aux_axis_origin") or (0.0, 0.0)
    parts, holes, hole = {}, [], 0.0
    for node in each(root, "footprint"):
        x, y, *turn = numbers(node, "at")
        row = fields(node)
        back = ["layer", "B.Cu"] in node
        at = (round(x - left, 4), round(low - y, 4))
        bare = Part(row["Reference"], node[1].partition(":")[2], at, sum(turn), back, row, ())
        pads = [_pad(pad, bare) for pad in each(node, "pad")]
        if any(pad[2] == "np_thru_hole" for pad in each(node, "pad")):
            holes.append(at)
            hole = pads[0].drill
        else:
            parts[bare.ref] = Part(**{**vars(bare), "pads": pads})
    x, y, radius = _edge(root)
    (thickness,) = numbers(next(each(root, "general")), "thickness")
    x, y = (round(x[0] - left, 4), round(x[1] - left, 4)), (round(low - y[1], 4), round(low - y[0], 4))
    return Board(x, y, radius, thickness, holes, hole, parts)
