# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The case of the carrier board. Outline, holes and parts are the board's own, from its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from manifold3d import Manifold

from maker import fit
from maker.carrier.layout import BACK, FRONT, Carrier, Place, Point
from maker.enclosure import BUTTONS, OVER, Enclosure, pair
from maker.erc import Fault
from maker.solids import Placed, Vec3, box, cylinder


class Case(Enclosure):
    """The case around the carrier board."""

    holder = "board"

    def __init__(self, board: Carrier) -> None:
        super().__init__(board.design)
        self.board, data, gap = board, self.data, self.data["gap"]
        (x0, x1), (y0, y1) = board.outline["x"], board.outline["y"]
        self.x, self.y = (x0 - gap, x1 + gap), (y0 - gap, y1 + gap)
        self.radius = board.outline["corner_radius"] + gap
        self.back = float(data["board_z"])
        self.front = self.switch_z = self.back + board.outline["thickness"]
        self.top = self.front + data["front"] + data["wall"]
        self.screws = board.holes
        self.head, self.seat = data["screw"]["head"], data["screw"]["seat"]
        self.thread = (self.front, self.seat + 0.4 + data["screw"]["length"])
        self.cell, self.stem = data["cell"], data["plunger"]
        pico, panel = board.places["U1"], board.places["DS1"]
        self.bootsel = pico.point(*data["bootsel"]["at"])
        self.bootsel_hole = data["bootsel"]["hole"]
        self.window = panel.point(*data["active"]["at"]), pair(data["active"]["size"])
        usb = next(body for body in self._bodies(pico) if body.name == "usb")
        _, y0, z0, _, y1, z1 = usb.solid.bounding_box()
        self.usb_axis = ((y0 + y1) / 2, (z0 + z1) / 2)

    def origin(self, ref: str) -> Vec3:
        return (*self.board.places[ref].at, self.front)

    def _posts(self) -> Iterator[Manifold]:
        low, high, change = self.data["post"]
        inside = self.room(0, self.back)
        for at in self.screws:
            post = cylinder(low, at, 0, change)
            post += cylinder(low, at, change, change + (low - high) / 2, high)
            yield (post + cylinder(high, at, 0, self.back)) ^ inside

    def _bosses(self) -> Iterator[tuple[Manifold, Manifold]]:
        for at in self.screws:
            boss = cylinder(self.data["boss"], at, self.front, self.under + OVER)
            yield boss, cylinder(self.data["pilot"], at, self.front - OVER, self.thread[1] + 0.5)

    def _lid_cuts(self) -> Iterator[Manifold]:
        for ref, diameter in self.data["holes"].items():
            at = self.spot(ref)
            yield self._through(diameter, at)
            # Wider towards the front, for a finger, a paper clip or the light.
            yield cylinder(diameter, at, self.top - 1.0, self.top + OVER, diameter + 3.0)

    def bar(self) -> Manifold:
        """Return the bar that carries the panel's lower edge."""
        bar = self.data["bar"]
        low = self.board.places["DS1"].footprint["bodies"][0][5]
        return box((*bar["size"], low - 0.1), bar["at"], self.front)

    def parts(self) -> dict[str, Manifold]:
        return {**super().parts(), "bar": self.bar()}

    def bought(self) -> list[Placed]:
        """Return the board and what is on it, the panel and the cell."""
        plate = self.room(self.back, self.front, -self.data["gap"])
        for at in self.board.holes:
            plate -= cylinder(self.board.outline["hole"], at, 0, 99)
        found = [Placed("board", "board", plate)]
        for place in self.board.places.values():
            found += self._bodies(place)
        for pad in self.board.pads:
            # Legs stick out on the side that the part is not on.
            z = self.front if pad.layer == BACK else self.back - self.data["joint"]
            if pad.drill:
                solid = cylinder(2.0, pad.at, z, z + self.data["joint"])
                found.append(Placed(pad.ref, "joints", solid))
        cell = box(self.cell["size"], self.cell["at"], self.cell["z"])
        return [*found, Placed("BT1", "cell", cell)]

    def _bodies(self, place: Place) -> Iterator[Placed]:
        kind = place.part["kind"]
        for name, *sides, low, high in place.footprint.get("bodies", ()):
            x0, y0, x1, y1 = place.box(*sides)
            at = ((x0 + x1) / 2, (y0 + y1) / 2)
            z = self.front + low if place.layer == FRONT else self.back - high
            solid = box((x1 - x0, y1 - y0, high - low), at, z)
            if kind == "buzzer":
                solid = cylinder(x1 - x0, at, z, z + high)
            yield Placed(place.ref, name, solid)
            if kind == "key":
                end = self.front + place.part["tall"]
                yield Placed(place.ref, "plunger", cylinder(3.5, at, z + high, end))
        if place.ref in BUTTONS:
            side, z = self.stem["size"], self.stem["z0"]
            solid = box((side, side, self.stem["z1"] - z), place.at, self.front + z)
            yield Placed(place.ref, "plunger", solid)

    def contacts(self) -> Iterator[tuple[str, str, Point, float, float, float]]:
        for name, z in (("base", self.back - 0.5), ("lid", self.front + 0.1)):
            for at in self.screws:
                yield name, "board", at, z, 2.6, 4.6

    def ways(self) -> Iterator[tuple[str, str, Manifold]]:
        for ref, wide in (("SW5", 4.0), ("SW7", 4.0), ("SW6", 1.5), ("D1", 2.0)):
            way = cylinder(wide, self.spot(ref), self.under - 1, self.top + 1)
            yield "hole", f"nothing leads through the lid to {ref}", way

    def clearances(self, printed: Mapping[str, Manifold], bought: list[Placed]) -> Iterator[Fault]:
        """Check that parts keep off the plastic that does not hold them."""
        for body in bought:
            if body.name not in ("plunger", "joints") and body.ref != "board":
                for name in ("base", "lid", "cover"):
                    if fit.near(body.solid, printed[name], self.data["clear"]["parts"]):
                        yield Fault("clearance", f"{body} and {name}")
