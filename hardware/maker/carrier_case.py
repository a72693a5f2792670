# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The case of the carrier board. Outline, holes and parts are the board's own, from its file."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from manifold3d import CrossSection, JoinType, Manifold

from maker import fit
from maker.carrier.layout import BACK, FRONT, Carrier, Place, Point
from maker.drawing import overlap
from maker.enclosure import BUTTONS, LARGE, OVER, SPARE, Enclosure, Label, Step, lifted, pair
from maker.erc import Fault
from maker.solids import Placed, Vec3, box, cylinder

_TILT = 8.0
"""Degrees by which the board is tilted when its USB socket enters the wall."""


def _around(at: Point, width: float, height: float) -> tuple[float, float, float, float]:
    """Return least x and y, greatest x and y of a box around a point."""
    (x, y), w, h = at, width / 2, height / 2
    return x - w, y - h, x + w, y + h


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
        self.screws, self.joint = board.holes, self.front
        self.cell, self.stem = data["cell"], board.design.raw["solid"]["SW1"]["plunger"]
        pico, panel = board.places["U1"], board.design.raw["solid"]["DS1"]
        self.bootsel = pico.point(*data["bootsel"]["at"])
        self.bootsel_hole = data["bootsel"]["hole"]
        shift = [a - b for a, b in zip(panel["active"]["centre"], panel["panel"]["pins"])]
        self.window = board.places["DS1"].point(*shift), pair(panel["active"]["size"])
        self.openings = dict(self._openings())
        usb = next(body for body in self._bodies(pico) if body.name == "usb")
        _, y0, z0, _, y1, z1 = usb.solid.bounding_box()
        self.usb_axis = ((y0 + y1) / 2, (z0 + z1) / 2)

    def origin(self, ref: str) -> Vec3:
        return (*self.board.places[ref].at, self.front)

    def _openings(self) -> Iterator[tuple[str, tuple[float, float]]]:
        """Yield each key and light of the board: its hole in the lid, and that hole's rim."""
        for ref, place in self.board.places.items():
            if place.part["kind"] == "led":
                yield ref, (self.data["light_hole"], self.data["light_hole"] + 1.0)
            elif place.part["kind"] == "key":
                # Wider towards the front, for a finger or a paper clip.
                tall = place.part["tall"] > self.data["front"]
                hole = self.data["finger_hole" if tall else "clip_hole"]
                yield ref, (hole, hole + (2.2 if tall else 1.5))

    def labels(self) -> Sequence[Label]:
        """Return the buttons' labels, and one beside each key and light, where there is room."""
        found = self.signs()
        for ref, (_, rim) in self.openings.items():
            part = self.board.places[ref].part
            led = part["kind"] == "led"
            label = Label("⚡", (0, 0), *LARGE) if led else Label(part["label"], (0, 0))
            _, _, w, h = label.box(rim / 2 + 0.7)
            x, y = self.spot(ref)
            spots = [
                replace(label, at=spot)
                for by in (0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0)
                for spot in ((x + by, y - h), (x + by, y + h), (x + w, y + by), (x - w, y + by))
            ]
            found.append(next((spot for spot in spots if self._free(spot, found)), spots[0]))
        return found

    def _free(self, label: Label, others: Sequence[Label]) -> bool:
        """Return whether a label lies on the lid, off its edge, its openings and other labels."""
        x0, y0, x1, y1 = room = label.box(0.6)
        if not (self.x[0] < x0 and x1 < self.x[1] and self.y[0] < y0 and y1 < self.y[1]):
            return False
        rounds = [(self.spot(ref), self.data["cap"]["crown"] + 1.0) for ref in BUTTONS]
        rounds += [(self.spot(ref), rim) for ref, (_, rim) in self.openings.items()]
        rounds += [(at, self.data["sound"]["hole"]) for at in self.sound()]
        for (x, y), wide in rounds:
            if math.hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1)) < wide / 2:
                return False
        (at, (w, h)), bevel = self.window, 2 * (self.data["window_margin"] + self.data["wall"])
        boxes = [_around(at, w + bevel, h + bevel), *(other.box() for other in others)]
        return not any(overlap(room, box) for box in boxes)

    def _posts(self) -> Iterator[Manifold]:
        low, high, change = self.data["post"]
        for at in self.screws:
            yield self.pillar(low, at, 0, change)
            cone = cylinder(low, at, change, change + (low - high) / 2, high)
            yield (cone ^ self.room(0, self.back)) + self.pillar(high, at, 0, self.back)

    def _bosses(self) -> Iterator[tuple[Manifold, Manifold]]:
        for at in self.screws:
            boss = self.pillar(self.data["boss"], at, self.front, self.under)
            yield boss, cylinder(self.data["pilot"], at, self.front - OVER, self.tip + SPARE)

    def _lid_cuts(self) -> Iterator[Manifold]:
        for ref, (hole, rim) in self.openings.items():
            at = self.spot(ref)
            yield self._through(hole, at)
            end, deep = self.top + OVER, (rim - hole) / 2 + OVER
            yield cylinder(hole, at, end - deep, end, rim + 2 * OVER)

    def _panel(self, name: str) -> tuple[float, ...]:
        """Return a body of the panel as least x, y, z and greatest x, y, z."""
        rows = self.board.places["DS1"].footprint["bodies"]
        row = next(row for row in rows if row[0] == name)
        x0, y0, x1, y1 = self.board.places["DS1"].box(*row[1:5])
        return x0, y0, self.front + row[5], x1, y1, self.front + row[6]

    def frame(self) -> Manifold:
        """Return the frame under the panel's edges, on feet where the board is free.

        It leaves room for the header and for a ribbon that is folded around the lower edge.
        """
        data, front = self.data["frame"], self.front
        x0, y0, low, x1, y1, _ = self._panel("board")
        at, edge = ((x0 + x1) / 2, (y0 + y1) / 2), data["edge"]
        rings = [
            CrossSection.square((x1 - x0 - 2 * by, y1 - y0 - 2 * by), True).translate(at)
            for by in (edge, edge + data["width"])
        ]
        ring = rings[0] - rings[1]
        taken: list[Sequence[float]] = [
            _around(pad.at, pad.width, pad.height)
            for pad in self.board.pads
            if pad.drill or pad.layer == FRONT
        ]
        for place in self.board.places.values():
            if place.layer == FRONT and place.ref != "DS1" and place.footprint.get("bodies"):
                taken.append(place.body)
        free, play = ring, data["play"]
        for left, bottom, right, top in taken:
            size = (right - left + 2 * play, top - bottom + 2 * play)
            free -= CrossSection.square(size).translate((left - play, bottom - play))
        # No foot is thinner than a printer can make it.
        gaps = ring - free.offset(-0.5, JoinType.Miter).offset(0.5, JoinType.Miter)
        solid = ring.extrude(low - front).translate((0, 0, front))
        # Cut a little beyond the ring, since faces that coincide leave edges with four faces.
        gaps = gaps.offset(0.02, JoinType.Miter)
        solid -= gaps.extrude(data["feet"] + OVER).translate((0, 0, front - OVER))
        left, bottom, _, right, top, _ = self._panel("pins")
        solid -= box((right - left + 2 * play, 99, 99), ((left + right) / 2, top + 40), front)
        left, _, _, right, _, _ = self._panel("ribbon")
        wide, deep, middle = right - left + 2 * play, data["ribbon"], ((left + right) / 2, y0)
        # Its sides lean by 45 degrees: so the bridge over it is short.
        return solid - Manifold.batch_hull(
            [
                box((wide, 20, 0.001), middle, low),
                box((wide - 2 * deep, 20, 0.001), middle, low - deep),
            ]
        )

    def parts(self) -> dict[str, Manifold]:
        return {**super().parts(), "frame": self.frame()}

    def bought(self) -> list[Placed]:
        """Return the board and what is on it, the panel and the cell."""
        plate = self.room(self.back, self.front, -self.data["gap"])
        for at in self.board.holes:
            plate -= cylinder(self.board.outline["hole"], at, 0, 99)
        found = [Placed("board", "board", plate), Placed("film", "", self.film())]
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
        for ref, (hole, _) in self.openings.items():
            way = cylinder(hole - 0.6, self.spot(ref), self.under - 1, self.top + 1)
            yield "hole", f"nothing leads through the lid to {ref}", way
        # The cell's leads lie on the floor, from the gap in its ribs to the socket's mouth.
        plug = next(b for b in self._bodies(self.board.places["J2"]) if b.name == "plug").solid
        x0, y0, _, x1, y1, _ = plug.bounding_box()
        (x, y), (w, _, _) = self.cell["at"], self.cell["size"]
        start, end = x + w / 2, (x0 + x1) / 2
        leads = box((end - start, 5.0, 2.5), ((start + end) / 2, y), self.data["floor"])
        leads += box((5.0, y0 - y, 2.5), (end, (y0 + y) / 2), self.data["floor"])
        yield "leads", "the cell's leads have no way to the socket", leads

    def steps(self) -> Iterator[Step]:
        """Yield: the board into the base, USB first and tilted; then the lid, over the caps."""
        board = [*self.board.places, "board"]
        z, right = self.usb_axis[1], self.x[1]

        def tilt(angle: float, out: float) -> Callable[[Manifold], Manifold]:
            def move(solid: Manifold) -> Manifold:
                turned = solid.translate((-right, 0, -z)).rotate((0, angle, 0))
                back, up = math.cos(math.radians(angle)), math.sin(math.radians(angle))
                return turned.translate((right - out * back, 0, z + out * up))

            return move

        slides = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2)
        path = [[tilt(_TILT, out)] for out in (6.0, 4.5, 3.0, 2.0)]
        path += [[tilt(_TILT * part / 4, out) for out in slides] for part in (4, 3, 2, 1, 0)]
        yield Step("the board, USB first", board, ["base", "cover", "BT1"], path)
        caps = [f"cap {ref}" for ref in BUTTONS]
        still = ["base", "frame", *board, *caps]
        yield Step("the lid over the caps", ["lid", "film"], still, lifted(0.3, 1, 2, 4, 8, 12))

    def clearances(self, printed: Mapping[str, Manifold], bought: list[Placed]) -> Iterator[Fault]:
        """Check that parts keep off the plastic that does not hold them, and that the frame holds.

        It stands on the board and carries the panel, at its upper edge as well as at its lower.
        """
        x0, y0, low, x1, y1, _ = self._panel("board")
        for edge, y in (("lower", y0 + 1.2), ("upper", y1 - 1.2)):
            for what, z in (("stand on the board", self.front), ("reach the panel", low - 0.05)):
                strip = box((x1 - x0, 1.6, 0.05), ((x0 + x1) / 2, y), z)
                if fit.common(strip, printed["frame"]) < 0.15 * strip.volume():
                    yield Fault("frame", f"at the {edge} edge it does not {what}")
        for ref, (hole, _) in self.openings.items():
            # The key or light is behind its hole, and nothing of another part between.
            way = cylinder(hole - 0.6, self.spot(ref), self.front + 0.1, self.top)
            if any(body.ref != ref and fit.common(way, body.solid) > fit.TOUCH for body in bought):
                yield Fault("hole", f"something lies over {ref}")
        for body in bought:
            if body.name not in ("plunger", "joints") and body.ref not in ("board", "film"):
                for name in ("base", "lid", "cover"):
                    if fit.near(body.solid, printed[name], self.data["clear"]["parts"]):
                        yield Fault("clearance", f"{body} and {name}")
