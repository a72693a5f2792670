# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the cases of both builds have in common: base, lid, cover over the cell, and button caps.

The base is the back of the handheld, the lid its front. Parts are modelled at their places in the
closed case; `printing` places them on the printer's bed.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from manifold3d import CrossSection, Manifold, OpType

from maker.solids import Fault, Placed, Point, Vec3, box, cylinder, rounded

# A cut extends this far beyond the face, so that no film of plastic is left (mm).
OVER = 0.5
BUTTONS = ("SW1", "SW2", "SW3", "SW4")
SPARE = 0.6
"""How much deeper a pilot hole is than its screw (mm)."""
PAN_HEAD = 3.8
"""The head's diameter of an M2 screw."""
_FACE_UP = ("base",)
"""Parts that are printed as they lie in the case; the others lie on their faces."""

CROWN_EDGE = 0.6
"""The bevel of a cap's crown, with which it finds its hole in the lid."""
LARGE = (4.0, 0.8)
"""Height and pen of the signs for buttons and light."""
DEEP = 0.5
"""How deep signs are cut into the lid."""


@dataclass(frozen=True)
class Label:
    """Signs cut into the lid's face around a place, which a printer can draw.

    Their strokes are as wide as `pen`, and what stands between two of them is wider.
    """

    text: str
    at: Point
    height: float = 2.7
    pen: float = 0.5

    @property
    def _pitch(self) -> float:
        return self.height * 4 / 6 + self.pen + 0.85

    def box(self, grow: float = 0.0) -> tuple[float, float, float, float]:
        """Return least x and y, greatest x and y of the signs, or of more around them."""
        w = ((len(self.text) - 1) * self._pitch + self.height * 4 / 6 + self.pen) / 2 + grow
        h, (x, y) = (self.height + self.pen) / 2 + grow, self.at
        return x - w, y - h, x + w, y + h

    def solid(self, z0: float, z1: float, glyphs: Mapping[str, Sequence[str]]) -> Manifold:
        """Return the signs as a solid. Strokes have square ends, so that the files stay small."""
        strokes, unit = [], self.height / 6
        for index, sign in enumerate(self.text):
            left = self.at[0] + (index - (len(self.text) - 1) / 2) * self._pitch - 2 * unit
            for stroke in glyphs[sign]:
                ends = [
                    (left + int(x) * unit, self.at[1] + (int(y) - 3) * unit)
                    for x, y in zip(stroke[::2], stroke[1::2])
                ]
                for (ax, ay), (bx, by) in zip(ends, ends[1:]):
                    pen = (math.hypot(bx - ax, by - ay) + self.pen, self.pen)
                    turn = math.degrees(math.atan2(by - ay, bx - ax))
                    line = CrossSection.square(pen, True).rotate(turn)
                    strokes.append(line.translate(((ax + bx) / 2, (ay + by) / 2)))
        section = CrossSection.batch_boolean(strokes, OpType.Add)
        return section.extrude(z1 - z0).translate((0, 0, z0))


def teardrop(diameter: float, deep: float) -> Manifold:
    """Return a hole along y from 0 on, pointed at the top: so it prints without support."""
    radius = diameter / 2
    hole = cylinder(diameter, (0, 0), 0, deep)
    hole += Manifold.cube((radius, radius, deep), False).rotate((0, 0, 225))
    return hole.rotate((-90, 0, 0))


def pair(values: Sequence[float]) -> Point:
    return float(values[0]), float(values[1])


@dataclass(frozen=True)
class Step:
    """A step of putting it together: what moves, past what, and its places on the way.

    Printed parts and bought parts are named by name and designator. Each place is some motions of
    which one must be free, since hands find the best one.
    """

    name: str
    moves: Sequence[str]
    stays: Sequence[str]
    path: Sequence[Sequence[Callable[[Manifold], Manifold]]]


def lifted(*heights: float) -> list[list[Callable[[Manifold], Manifold]]]:
    """Return the way straight down, as the path of a step."""

    def lift(z: float) -> Callable[[Manifold], Manifold]:
        return lambda solid: solid.translate((0, 0, z))

    return [[lift(z)] for z in heights]


class Enclosure(ABC):
    """The measures of a case, its printed parts, and the bought parts in it."""

    x: Point
    y: Point
    radius: float
    """The inner sides of the walls, and the radius of their corners."""
    top: float
    """The height of the lid's face; `under` is that of its inner side."""
    screws: Sequence[Point]
    """The places of the closing screws."""
    cell: Mapping[str, Any]
    """The cell: `at`, `z` and `size`."""
    switch_z: float
    """The height of the face on which the switches stand; `stem` is their plunger."""
    bootsel: Point
    bootsel_hole: float
    usb_axis: Point
    """(y, z) of the middle of the USB socket."""
    window: tuple[Point, Point]
    """((centre x, y), (width, height)) of the panel's active area."""
    joint: float
    """The height at which the closing screws enter the lid."""
    holder = ""
    """The part into which others are soldered, so that they may overlap it."""

    def __init__(self, tables: Mapping[str, Any], build: str) -> None:
        self.data: Mapping[str, Any] = {**tables["case"], **tables[build]}
        self.panel, self.glyphs = tables["panel"], tables["glyph"]
        self.stem: Mapping[str, float] = self.data["plunger"]

    @property
    def under(self) -> float:
        return float(self.top - self.data["wall"])

    @property
    def tip(self) -> float:
        """The height of the closing screws' tips. Their heads sit in cones."""
        screw = self.data["screw"]
        return float(screw["seat"] + (screw["head"] - PAN_HEAD) / 2 + screw["length"])

    def film(self) -> Manifold:
        """Return the clear film behind the window, as wide as its rebate without its play."""
        return self._behind(0.0, self.data["film"]["thickness"])

    def _behind(self, grow: float, high: float) -> Manifold:
        """Return the film, or its rebate: grown to each side, and of another height."""
        (at, (w, h)), film = self.window, self.data["film"]
        more = 2 * (self.data["window_margin"] + film["ledge"] + grow)
        return box((w + more, h + more, high), at, self.under + film["depth"] - high)

    def spot(self, ref: str, by: Sequence[float] = (0, 0)) -> Point:
        """Return the place of a part in the case, or one `by` so much beside it."""
        x, y, _ = self.origin(ref)
        return x + by[0], y + by[1]

    @abstractmethod
    def bought(self) -> list[Placed]:
        """Return the bodies of all bought parts at their places."""

    @abstractmethod
    def origin(self, ref: str) -> Vec3:
        """Return the place of a part in the case, with its height."""

    @abstractmethod
    def contacts(self) -> Iterator[tuple[str, str, Point, float, float, float]]:
        """Yield each place of a board on a post.

        That is printed part, board, (x, y), a height in the post, its inner and outer diameter.
        """

    @abstractmethod
    def labels(self) -> Sequence[Label]:
        """Return the labels of what is in the lid or behind it."""

    @abstractmethod
    def steps(self) -> Iterator[Step]:
        """Yield the steps in which the case is closed."""

    @abstractmethod
    def clearances(self, printed: Mapping[str, Manifold], bought: list[Placed]) -> Iterator[Fault]:
        """Check the distances that this build needs."""

    @abstractmethod
    def ways(self) -> Iterator[tuple[str, str, Manifold]]:
        """Yield what must be free of plastic: rule, message of its fault, space."""

    @abstractmethod
    def _posts(self) -> Iterator[Manifold]:
        """Yield what stands in the base."""

    @abstractmethod
    def _bosses(self) -> Iterator[tuple[Manifold, Manifold]]:
        """Yield what hangs from the lid, each with its pilot hole."""

    def _base_cuts(self) -> Iterator[Manifold]:
        """Yield the openings of one build's base."""
        yield from ()

    def _lid_cuts(self) -> Iterator[Manifold]:
        """Yield the openings of one build's lid."""
        yield from ()

    def room(self, z0: float, z1: float, grow: float = 0.0) -> Manifold:
        """Return the space between the walls, or one wider by `grow`."""
        (x0, x1), (y0, y1) = self.x, self.y
        return rounded((x0 - grow, x1 + grow), (y0 - grow, y1 + grow), z0, z1, self.radius + grow)

    def _lip(self, z1: float, grow: float = 0.0) -> Manifold:
        """Return the lip on the base's wall up to z1, or the step around it, wider by `grow`."""
        z0 = self.data["split"] - OVER
        outer = self.room(z0, z1, self.data["lip"]["thickness"] + grow)
        return outer - self.room(z0 - OVER, 99, -grow)

    def cell_top(self) -> float:
        """Return the height at which the cover lies over the cell."""
        return float(self.cell["z"] + self.cell["size"][2] + self.data["cover"]["play"])

    def _frame(self, at: Sequence[float], size: Sequence[float], top: float) -> Manifold:
        """Return the ribs around a part, with gaps for its leads in the middle of each side."""
        rib, floor = self.data["rib"], self.data["floor"]
        w, h = (value + 2 * rib["gap"] for value in size[:2])
        wide, high = w + 2 * rib["thickness"], h + 2 * rib["thickness"]
        frame = box((wide, high, top - floor + OVER), at, floor - OVER)
        frame -= box((w, h, 99), at, floor - 2 * OVER)
        frame -= box((12, high + 2, 99), at, floor) + box((wide + 2, 10, 99), at, floor)
        return frame ^ self.room(0, top, OVER)

    def cover(self) -> Manifold:
        """Return the lid of the cell's ribs: a plate with a skirt around them."""
        sizes, rib, at = self.data["cover"], self.data["rib"], self.cell["at"]
        low = self.cell_top() - sizes["skirt"]
        grow = 2 * (rib["gap"] + rib["thickness"] + sizes["gap"])
        w, h = (value + grow for value in self.cell["size"][:2])
        thick = 2 * sizes["thickness"]
        whole = box((w + thick, h + thick, sizes["skirt"] + sizes["thickness"]), at, low)
        return whole - box((w, h, sizes["skirt"] + OVER), at, low - OVER)

    def pillar(self, diameter: float, at: Point, z0: float, z1: float) -> Manifold:
        """Return a post that fills the corner behind it, so that no slit is left at the walls."""
        post, out = cylinder(diameter, at, z0, z1), 2 * diameter
        ways = product((0.0, out if at[0] > 0 else -out), (0.0, out if at[1] > 0 else -out))
        whole = Manifold.batch_hull([post.translate((*way, 0)) for way in ways])
        return whole ^ self.room(z0, z1, OVER)

    def eyes(self, diameter: float) -> Manifold:
        """Return two holes in the left side, through which a cord goes in and out."""
        eye, deep = self.data["eye"], self.data["wall"] + 2 * OVER
        (y, z), apart = eye["at"], eye["apart"] / 2
        hole = teardrop(diameter, deep).rotate((0, 0, 90))
        return sum(
            (hole.translate((self.x[0] + OVER, y + by, z)) for by in (-apart, apart)), Manifold()
        )

    def base(self) -> Manifold:
        """Return the back half: floor, walls, posts, ribs, ways for screws, openings."""
        data = self.data
        split, floor, hole = data["split"], data["floor"], data["free_hole"]
        head, seat = data["screw"]["head"], data["screw"]["seat"]
        solid = self.room(0, split, data["wall"]) - self.room(floor, split + OVER)
        solid += self._lip(split + data["lip"]["height"])
        for post in self._posts():
            solid += post
        solid += self._frame(self.cell["at"], self.cell["size"], self.cell_top())
        for at in self.screws:
            solid -= cylinder(head, at, -OVER, seat)
            # A cone, since a flat ceiling would be printed in mid-air.
            solid -= cylinder(head, at, seat, seat + (head - hole) / 2, hole)
            solid -= cylinder(hole, at, 0, split + OVER)
        solid -= self.eyes(data["eye"]["hole"])
        solid -= cylinder(self.bootsel_hole, self.bootsel, -OVER, floor + OVER)
        for cut in self._base_cuts():
            solid -= cut
        y, z = self.usb_axis
        width, height = data["usb_opening"]
        middle = (self.x[1] + data["wall"] / 2, y)
        return solid - box((data["wall"] + 2 * OVER, width, height), middle, z - height / 2)

    def lid(self) -> Manifold:
        """Return the front half: window, holes for buttons and sound, posts or bosses."""
        split, lip = self.data["split"], self.data["lip"]
        solid = self.room(split, self.top, self.data["wall"]) - self.room(split - OVER, self.under)
        for boss, pilot in self._bosses():
            solid = solid + boss - pilot
        # The step comes last: bosses fill the corners, where the lip must find room too.
        solid -= self._lip(split + lip["height"] + lip["gap"], lip["gap"])
        film = self.data["film"]
        solid -= self._behind(film["play"], film["depth"] + OVER)
        return solid - self._holes()

    def _through(self, diameter: float, at: Sequence[float]) -> Manifold:
        """Return a hole through the lid's face."""
        return cylinder(diameter, at, self.under - OVER, self.top + OVER)

    def sound(self) -> list[Point]:
        """Return the places of the holes over the piezo: one in the middle, a ring around it."""
        row = self.data["sound"]
        angles = [2 * math.pi * (index + 0.5) / row["count"] for index in range(row["count"])]
        ring = [(row["ring"] * math.cos(angle), row["ring"] * math.sin(angle)) for angle in angles]
        return [self.spot("BZ1", by) for by in [(0.0, 0.0), *ring]]

    def _holes(self) -> Manifold:
        (x, y), (w, h) = self.window
        w, h = (value + 2 * self.data["window_margin"] for value in (w, h))
        # The window's edges are bevelled by 45 degrees, to see the picture from the side.
        slope = self.data["wall"] - self.data["film"]["depth"] - 0.4
        cuts = box((w, h, 99), (x, y), self.under - OVER)
        cuts += Manifold.hull_points(
            [
                (x + sx * (w / 2 + add), y + sy * (h / 2 + add), z)
                for sx in (-1, 1)
                for sy in (-1, 1)
                for add, z in ((0.0, self.top - slope), (slope + OVER, self.top + OVER))
            ]
        )
        hole = self.data["cap"]["crown"] + 2 * self.data["cap"]["gap"]
        for ref in BUTTONS:
            cuts += self._through(hole, self.spot(ref))
        for label in self.labels():
            cuts += label.solid(self.top - DEEP, self.top + OVER, self.glyphs)
        for at in self.sound():
            cuts += self._through(self.data["sound"]["hole"], at)
        for cut in self._lid_cuts():
            cuts += cut
        return cuts

    def signs(self) -> list[Label]:
        """Return the buttons' labels, beside them towards the middle of the lid."""
        found = []
        for ref, sign in self.data["buttons"].items():
            x, y = self.spot(ref)
            found.append(Label(sign, (x + (-9.5 if x > 0 else 9.5), y), *LARGE))
        return found

    def cap(self, ref: str) -> Manifold:
        """Return a button cap: crown through the lid, flange that holds it, socket below.

        The socket's mouth is chamfered: so it finds the plunger.
        """
        sizes, stem, at = self.data["cap"], self.stem, self.spot(ref)
        flange, crown = sizes["flange"], sizes["crown"]
        edge = self.under - sizes["play"]
        end = self.top + sizes["proud"]
        # Keep the skirt off the switch's body by twice its travel.
        bottom = self.switch_z + stem["z0"] + 2 * stem["travel"]
        solid = cylinder(flange, at, bottom, edge - 1.0)
        solid += cylinder(flange, at, edge - 1.0, edge, crown)
        solid += cylinder(crown, at, edge - 1.0, end - CROWN_EDGE)
        solid += cylinder(crown, at, end - CROWN_EDGE, end, crown - 2 * CROWN_EDGE)
        socket = stem["size"] + sizes["socket_gap"]
        deep = self.switch_z + stem["z1"] - bottom + OVER
        solid -= box((socket, socket, deep), at, bottom - OVER)
        wide = socket + 2 * (sizes["lead"] + OVER)
        return solid - Manifold.batch_hull(
            [
                box((wide, wide, 0.001), at, bottom - OVER),
                box((socket, socket, 0.001), at, bottom + sizes["lead"]),
            ]
        )

    def parts(self) -> dict[str, Manifold]:
        """Return all printed parts at their places in the closed case."""
        printed = {"base": self.base(), "lid": self.lid(), "cover": self.cover()}
        printed.update({f"cap {ref}": self.cap(ref) for ref in BUTTONS})
        return printed


def printing(name: str, solid: Manifold) -> Manifold:
    """Return the part as placed on the printer's bed."""
    solid = solid.rotate((0 if name in _FACE_UP else 180, 0, 0))
    x0, y0, z0, x1, y1, _ = solid.bounding_box()
    return solid.translate((-(x0 + x1) / 2, -(y0 + y1) / 2, -z0))
