# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the cases of both builds have in common: base, lid, cover over the cell, and button caps.

The base is the back of the handheld, the lid its front. Parts are modelled at their places in the
closed case; `printing` places them on the printer's bed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from manifold3d import Manifold

from maker.erc import Fault
from maker.model import Design
from maker.solids import Placed, Vec3, box, cylinder, rounded

Point = tuple[float, float]

# A cut extends this far beyond the face, so that no film of plastic is left (mm).
OVER = 0.5
BUTTONS = ("SW1", "SW2", "SW3", "SW4")
_BED_TURN = {"base": 0, "bar": 90}
"""Degrees around x by which a part is turned on the bed; the others lie on their faces."""

_STROKES: dict[str, list[list[Point]]] = {
    "UP": [[(-1.6, -1.0), (0, 1.4), (1.6, -1.0), (-1.6, -1.0)]],
    "DOWN": [[(-1.6, 1.0), (0, -1.4), (1.6, 1.0), (-1.6, 1.0)]],
    "A": [[(-1.4, -1.8), (0, 1.8), (1.4, -1.8)], [(-0.85, -0.5), (0.85, -0.5)]],
    "B": [
        [(-1.1, -1.8), (-1.1, 1.8), (0.5, 1.8), (1.0, 1.2), (1.0, 0.6), (0.5, 0.0), (-1.1, 0.0)],
        [(0.5, 0.0), (1.2, -0.6), (1.2, -1.2), (0.6, -1.8), (-1.1, -1.8)],
    ],
}


def pair(values: Sequence[float]) -> Point:
    return float(values[0]), float(values[1])


class Enclosure(ABC):
    """The measures of a case, its printed parts, and the bought parts in it."""

    x: Point
    y: Point
    radius: float
    """The inner sides of the walls, and the radius of their corners."""
    top: float
    """The height of the lid's face; `under` is that of its inner side."""
    screws: Sequence[Point]
    """The places of the closing screws; `seat` is the height of their conical seats."""
    head: float
    seat: float
    cell: Mapping[str, Any]
    """The cell: `at`, `z` and `size`."""
    switch_z: float
    """The height of the face on which the switches stand; `stem` is their plunger."""
    stem: Mapping[str, float]
    bootsel: Point
    bootsel_hole: float
    usb_axis: Point
    """(y, z) of the middle of the USB socket."""
    window: tuple[Point, Point]
    """((centre x, y), (width, height)) of the panel's active area."""
    thread: Point
    """The heights between which the closing screws hold in the lid."""
    holder = ""
    """The part into which others are soldered, so that they may overlap it."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.data: Mapping[str, Any] = design.raw["case"]

    @property
    def under(self) -> float:
        return float(self.top - self.data["wall"])

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

    def mounts(self, ref: str) -> list[Vec3]:
        """Return the places of a part's screws, or those of the closing screws for `case`."""
        return [(x, y, 0.0) for x, y in self.screws]

    @abstractmethod
    def contacts(self) -> Iterator[tuple[str, str, Point, float, float, float]]:
        """Yield each place of a board on a post.

        That is printed part, board, (x, y), a height in the post, its inner and outer diameter.
        """

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
        return frame ^ self.room(0, top)

    def cover(self) -> Manifold:
        """Return the lid of the cell's ribs: a plate with a skirt around them."""
        sizes, rib, at = self.data["cover"], self.data["rib"], self.cell["at"]
        low = self.cell_top() - sizes["skirt"]
        grow = 2 * (rib["gap"] + rib["thickness"] + sizes["gap"])
        w, h = (value + grow for value in self.cell["size"][:2])
        thick = 2 * sizes["thickness"]
        whole = box((w + thick, h + thick, sizes["skirt"] + sizes["thickness"]), at, low)
        return whole - box((w, h, sizes["skirt"] + OVER), at, low - OVER)

    def base(self) -> Manifold:
        """Return the back half: floor, walls, posts, ribs, ways for screws, openings."""
        data = self.data
        split, floor, hole = data["split"], data["floor"], data["free_hole"]
        solid = self.room(0, split, data["wall"]) - self.room(floor, split + OVER)
        solid += self._lip(split + data["lip"]["height"])
        for post in self._posts():
            solid += post
        solid += self._frame(self.cell["at"], self.cell["size"], self.cell_top())
        for at in self.screws:
            cone = self.seat + (self.head - hole) / 2
            solid -= cylinder(self.head, at, -OVER, self.seat)
            # A cone, since a flat ceiling would be printed in mid-air.
            solid -= cylinder(self.head, at, self.seat, cone, hole)
            solid -= cylinder(hole, at, 0, split + OVER)
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
        solid -= self._lip(split + lip["height"] + lip["gap"], lip["gap"])
        for boss, pilot in self._bosses():
            solid = solid + boss - pilot
        return solid - self._holes()

    def _through(self, diameter: float, at: Sequence[float], segments: int = 0) -> Manifold:
        """Return a hole through the lid's face."""
        return cylinder(diameter, at, self.under - OVER, self.top + OVER, segments=segments)

    def _holes(self) -> Manifold:
        (x, y), (w, h) = self.window
        w, h = (value + 2 * self.data["window_margin"] for value in (w, h))
        # The window's edges are bevelled by 45 degrees, to see the picture from the side.
        slope = self.data["wall"] - 0.6
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
            cuts += self._through(hole, self.spot(ref), 48) + self._sign(ref)
        sound, (bx, by) = self.data["sound"], self.spot("BZ1")
        cuts += self._through(sound["hole"], (bx, by))
        drill = self._through(sound["hole"], (sound["ring"], 0))
        for index in range(sound["count"]):
            cuts += drill.rotate((0, 0, 360 * index / sound["count"])).translate((bx, by, 0))
        for cut in self._lid_cuts():
            cuts += cut
        return cuts

    def _sign(self, ref: str) -> Manifold:
        """Return the button's sign, 0.5 mm deep, beside it towards the middle of the lid."""
        x, y = self.spot(ref)
        x += -9.5 if x > 0 else 9.5
        cut = Manifold()
        for stroke in _STROKES[self.design.parts[ref].data["label"]]:
            for ends in zip(stroke, stroke[1:]):
                pens = [
                    cylinder(0.8, (x + px, y + py), self.top - 0.5, self.top + OVER, segments=8)
                    for px, py in ends
                ]
                cut += Manifold.batch_hull(pens)
        return cut

    def cap(self, ref: str) -> Manifold:
        """Return a button cap: crown through the lid, flange that holds it, socket below."""
        sizes, stem, at = self.data["cap"], self.stem, self.spot(ref)
        flange, crown = sizes["flange"], sizes["crown"]
        edge = self.under - sizes["play"]
        end = self.top + sizes["proud"]
        # Keep the skirt off the switch's body by twice its travel.
        bottom = self.switch_z + stem["z0"] + 2 * stem["travel"]
        solid = cylinder(flange, at, bottom, edge - 1.0, segments=48)
        solid += cylinder(flange, at, edge - 1.0, edge, crown, 48)
        solid += cylinder(crown, at, edge - 1.0, end - 0.6, segments=48)
        solid += cylinder(crown, at, end - 0.6, end, crown - 1.2, 48)
        socket = stem["size"] + sizes["socket_gap"]
        deep = self.switch_z + stem["z1"] - bottom + OVER
        return solid - box((socket, socket, deep), at, bottom - OVER)

    def parts(self) -> dict[str, Manifold]:
        """Return all printed parts at their places in the closed case."""
        printed = {"base": self.base(), "lid": self.lid(), "cover": self.cover()}
        printed.update({f"cap {ref}": self.cap(ref) for ref in BUTTONS})
        return printed


def printing(name: str, solid: Manifold) -> Manifold:
    """Return the part as placed on the printer's bed."""
    solid = solid.rotate((_BED_TURN.get(name, 180), 0, 0))
    x0, y0, z0, x1, y1, _ = solid.bounding_box()
    return solid.translate((-(x0 + x1) / 2, -(y0 + y1) / 2, -z0))
