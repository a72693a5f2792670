# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the cases of both builds have in common: base, lid, cover over the cell, and button caps.

The base is the back of the handheld, the lid its front. Parts are modelled at their places in the
closed case; `printing` places them on the printer's bed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from manifold3d import CrossSection, Manifold, OpType

from maker.solids import Placed, Point, Vec3, box, cylinder, rounded, tapered

BUTTONS = ("SW1", "SW2", "SW3", "SW4")
OVER = 0.5  # A cut extends this far beyond the face, so that no film of plastic is left.
SPARE = 0.6  # A pilot hole is so much deeper than its screw.
PAN_HEAD = 3.8  # The head's diameter of an M2 screw.
CROWN_EDGE = 0.6  # The bevel of a cap's crown, with which it finds its hole in the lid.
DEEP = 0.5  # So deep signs are cut into the lid.


def signs(text: str, at: Point, glyphs: Mapping[str, Sequence[str]]) -> CrossSection:
    """Return a word, or one larger sign, around a place. A printer can draw its strokes and gaps.

    They are drawn with a square pen, so that the files stay small.
    """
    height, pen = (4.0, 0.65) if len(text) == 1 else (2.7, 0.5)
    strokes, unit, square = [], height / 6, CrossSection.square((pen, pen), True)
    pitch, middle = 4 * unit + pen + 0.85, (len(text) - 1) / 2
    for index, sign in enumerate(text):
        left = at[0] + (index - middle) * pitch - 2 * unit
        for stroke in glyphs[sign]:
            pens = [
                square.translate((left + int(x) * unit, at[1] + (int(y) - 3) * unit))
                for x, y in zip(stroke[::2], stroke[1::2])
            ]
            strokes += [CrossSection.batch_hull(pair) for pair in zip(pens, pens[1:])]
    return CrossSection.batch_boolean(strokes, OpType.Add)


def teardrop(diameter: float, deep: float) -> Manifold:
    """Return a hole along y from 0 on, pointed at the top: so it prints without support."""
    radius = diameter / 2
    hole = cylinder(diameter, (0, 0), 0, deep)
    hole += Manifold.cube((radius, radius, deep), False).rotate((0, 0, 225))
    return hole.rotate((-90, 0, 0))


Motion = Callable[[Manifold], Manifold]
Step = tuple[str, Sequence[str], Sequence[str], Sequence[Sequence[Motion]]]
"""What is done to close the case: a name, what moves past what, and the way.

Printed parts have names, others designators. At each place of the way one of some motions must be
free, since hands find the best one.
"""


def lifted(*heights: float) -> list[list[Motion]]:
    """Return the way straight down, as the way of a step."""
    return [[lambda solid, z=z: solid.translate((0, 0, z))] for z in heights]  # type: ignore[misc]


class Enclosure:
    """The measures of a case, its printed parts, and the bought parts in it.

    A build says where things are: `x`, `y` and `radius` of the walls' inner sides; `top`, the lid's
    face; `screws`, and `joint`, where they enter the lid; `cell`; `switch_z`, the face on which the
    switches stand; `usb_axis`, (y, z) of the socket's middle; `window`, middle and size of the
    picture.
    """

    x: Point
    y: Point
    radius: float
    top: float
    screws: Sequence[Point]
    joint: float
    cell: Mapping[str, Any]
    switch_z: float
    bootsel: Point
    usb_axis: Point
    window: tuple[Point, Point]
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

    def film(self) -> Placed:
        """Return the clear film behind the window, as wide as its rebate without its play."""
        return Placed("film", "", self._behind(0.0, self.data["film"]["thickness"]))

    def _behind(self, grow: float, high: float) -> Manifold:
        """Return the film, or its rebate: grown to each side, and of another height."""
        (at, (w, h)), film = self.window, self.data["film"]
        more = 2 * (self.data["window_margin"] + film["ledge"] + grow)
        return box((w + more, h + more, high), at, self.under + film["depth"] - high)

    def spot(self, ref: str, by: Sequence[float] = (0, 0)) -> Point:
        """Return the place of a part in the case, or one `by` so much beside it."""
        x, y, _ = self.origin(ref)
        return x + by[0], y + by[1]

    def origin(self, ref: str) -> Vec3:
        """Return the place of a part in the case, with its height."""
        raise NotImplementedError

    def labels(self) -> list[tuple[str, Point]]:
        """Return the signs on the lid; those of the buttons are towards its middle."""
        spots = [(sign, self.spot(ref)) for ref, sign in self.data["buttons"].items()]
        return [(sign, (x + (-9.5 if x > 0 else 9.5), y)) for sign, (x, y) in spots]

    def posts(self) -> Iterator[Manifold]:
        """Yield what stands in the base."""
        raise NotImplementedError

    def bosses(self) -> Iterator[tuple[Manifold, Manifold]]:
        """Yield what hangs from the lid, each with its pilot hole."""
        raise NotImplementedError

    def base_cuts(self) -> Iterator[Manifold]:
        """Yield the openings of one build's base."""
        yield from ()

    def lid_cuts(self) -> Iterator[Manifold]:
        """Yield the openings of one build's lid."""
        yield from ()

    def ways(self) -> Iterator[tuple[str, str, Manifold]]:
        """Yield what must be free of plastic: rule, message of its fault, space."""
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

    def _eyes(self) -> Manifold:
        """Return two holes in the left side, through which a cord goes in and out."""
        eye, deep = self.data["eye"], self.data["wall"] + 2 * OVER
        (y, z), apart = eye["at"], eye["apart"] / 2
        hole = teardrop(eye["hole"], deep).rotate((0, 0, 90))
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
        for post in self.posts():
            solid += post
        solid += self._frame(self.cell["at"], self.cell["size"], self.cell_top())
        for at in self.screws:
            solid -= cylinder(head, at, -OVER, seat)
            # A cone, since a flat ceiling would be printed in mid-air.
            solid -= cylinder(head, at, seat, seat + (head - hole) / 2, hole)
            solid -= cylinder(hole, at, 0, split + OVER)
        solid -= self._eyes()
        solid -= cylinder(self.data["bootsel"]["hole"], self.bootsel, -OVER, floor + OVER)
        for cut in self.base_cuts():
            solid -= cut
        y, z = self.usb_axis
        width, height = data["usb_opening"]
        middle = (self.x[1] + data["wall"] / 2, y)
        return solid - box((data["wall"] + 2 * OVER, width, height), middle, z - height / 2)

    def ears(self) -> list[CrossSection]:
        """Return the outlines of both ears, in the upper wall and beyond it."""
        ear, wall = self.data["ear"], self.data["wall"]
        (x, y), wide = ear["tip"], ear["width"]
        foot = CrossSection.square((wide, wall)).translate((-wide / 2, -wall))
        tip = CrossSection.circle(ear["round"]).translate((x, y - ear["round"]))
        right = CrossSection.batch_hull([foot, tip]).translate((ear["at"], self.y[1] + wall))
        return [right.mirror((1, 0)), right]

    def snout(self) -> CrossSection:
        """Return the snout's outline, in the middle of the buttons."""
        spots = [self.spot(ref) for ref in BUTTONS]
        middle = sum(x for x, _ in spots) / 4, sum(y for _, y in spots) / 4
        return CrossSection.circle(0.5, 64).scale(self.data["snout"]["size"]).translate(middle)

    def nostrils(self) -> CrossSection:
        """Return the outline of both nostrils."""
        (x0, y0, x1, y1), data = self.snout().bounds(), self.data["snout"]
        one = CrossSection.circle(0.5, 32).scale(data["nostril"])
        one = one.translate(((x0 + x1) / 2, (y0 + y1) / 2))
        return one.translate((-data["apart"] / 2, 0)) + one.translate((data["apart"] / 2, 0))

    def _engraved(self) -> CrossSection:
        """Return what is cut into the lid's face: signs, the snout's line, the ears' insides."""
        cut = self.snout() - self.snout().offset(-self.data["snout"]["line"]) + self.nostrils()
        cuts = [signs(text, at, self.glyphs) for text, at in self.labels()]
        cuts += [ear.offset(-self.data["ear"]["edge"]) for ear in self.ears()]
        return CrossSection.batch_boolean([cut, *cuts], OpType.Add)

    def lid(self) -> Manifold:
        """Return the front half: window, holes for buttons and sound, posts or bosses, ears."""
        split, lip = self.data["split"], self.data["lip"]
        solid = self.room(split, self.top, self.data["wall"]) - self.room(split - OVER, self.under)
        for ear in self.ears():
            # From the face on, with which the lid lies on the printer's bed.
            thick = self.data["ear"]["thickness"]
            solid += ear.extrude(thick).translate((0, 0, self.top - thick))
        for boss, pilot in self.bosses():
            solid = solid + boss - pilot
        # The step comes last: bosses fill the corners, where the lip must find room too.
        solid -= self._lip(split + lip["height"] + lip["gap"], lip["gap"])
        film = self.data["film"]
        solid -= self._behind(film["play"], film["depth"] + OVER)
        return solid - self._holes()

    def _through(self, diameter: float, at: Sequence[float]) -> Manifold:
        """Return a hole through the lid's face."""
        return cylinder(diameter, at, self.under - OVER, self.top + OVER)

    def _holes(self) -> Manifold:
        at, (w, h) = self.window
        w, h = (value + 2 * self.data["window_margin"] for value in (w, h))
        # The window's edges are bevelled by 45 degrees, to see the picture from the side.
        slope = self.data["wall"] - self.data["film"]["depth"] - 0.4
        more = 2 * (slope + OVER)
        cuts = box((w, h, 99), at, self.under - OVER)
        cuts += tapered((w, h), (w + more, h + more), at, self.top - slope, self.top + OVER)
        hole = self.data["cap"]["crown"] + 2 * self.data["cap"]["gap"]
        for ref in BUTTONS:
            cuts += self._through(hole, self.spot(ref))
        cuts += self._engraved().extrude(DEEP + OVER).translate((0, 0, self.top - DEEP))
        for cut in self.lid_cuts():
            cuts += cut
        return cuts

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
        mouth = bottom - OVER, bottom + sizes["lead"]
        return solid - tapered((wide, wide), (socket, socket), at, *mouth)

    def parts(self) -> dict[str, Manifold]:
        """Return all printed parts at their places in the closed case."""
        printed = {"base": self.base(), "lid": self.lid(), "cover": self.cover()}
        printed.update({f"cap {ref}": self.cap(ref) for ref in BUTTONS})
        return printed


def printing(name: str, solid: Manifold) -> Manifold:
    """Return the part as placed on the printer's bed: on its face, but for the base."""
    solid = solid.rotate((0 if name == "base" else 180, 0, 0))
    x0, y0, z0, x1, y1, _ = solid.bounding_box()
    return solid.translate((-(x0 + x1) / 2, -(y0 + y1) / 2, -z0))
