# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Read KiCad's files without KiCad: the carrier board's outline, holes, parts, pads and nets.

Millimetres around the board's drill and place origin, x to the right, y up, seen from the front.
KiCad's own y grows downwards.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

CARRIER = Path(__file__).parents[1] / "carrier" / "pocketpig-carrier.kicad_pcb"

Point = tuple[float, float]
Node = Sequence[Any]  # a list of a file: its name, then words and lists
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
    # The file gives the place of a pad on the back already mirrored.
    at = part.point(-x if part.back else x, -y)
    width, height = numbers(node, "size")
    if round(sum(turn)) % 180 == 90:
        width, height = height, width
    net, function = (next(each(node, name), [""])[-1] for name in ("net", "pinfunction"))
    return Pad(node[1], function, net, at, (width, height), sum(numbers(node, "drill")))


def _edge(root: Node) -> tuple[list[float], list[float], float]:
    """Return the outline's x, y and the radius of its corners. Raises ValueError."""
    rows = [row for row in root if isinstance(row, list) and ["layer", "Edge.Cuts"] in row]
    ends = [(numbers(row, "start"), numbers(row, "end")) for row in rows]
    radii = {round(abs(a[0] - b[0]), 3) for row, (a, b) in zip(rows, ends) if row[0] == "gr_arc"}
    if sorted(row[0] for row in rows) != ["gr_arc"] * 4 + ["gr_line"] * 4 or len(radii) != 1:
        raise ValueError("Edge.Cuts is no rectangle with four equal round corners: see case.toml")
    xs, ys = zip(*(point for pair in ends for point in pair))
    return [min(xs), max(xs)], [min(ys), max(ys)], radii.pop()


def read(text: str = "") -> Board:
    """Return the board of a `.kicad_pcb` file's text, or the carrier board. Raises ValueError."""
    text = text or CARRIER.read_text(encoding="utf-8")
    root = parse(text)
    left, low = numbers(next(each(root, "setup")), "aux_axis_origin") or (0.0, 0.0)
    parts, holes, hole = {}, [], 0.0
    for node in each(root, "footprint"):
        x, y, *turn = numbers(node, "at")
        at, back = (round(x - left, 4), round(low - y, 4)), ["layer", "B.Cu"] in node
        ref, name = fields(node)["Reference"], node[1].partition(":")[2]
        bare = Part(ref, name, at, sum(turn), back, fields(node), ())
        pads = [_pad(pad, bare) for pad in each(node, "pad")]
        if all(pad[2] == "np_thru_hole" for pad in each(node, "pad")):
            holes.append(at)
            hole = pads[0].drill
        else:
            parts[ref] = replace(bare, pads=pads)
    xs, ys, radius = _edge(root)
    (thickness,) = numbers(next(each(root, "general")), "thickness")
    x0, x1 = (round(value - left, 4) for value in xs)
    y1, y0 = (round(low - value, 4) for value in ys)
    return Board((x0, x1), (y0, y1), radius, thickness, holes, hole, parts)
