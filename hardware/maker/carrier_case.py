# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The case of the carrier board. Outline, holes and parts are the board's own, from its file."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from manifold3d import CrossSection, JoinType, Manifold

from maker.board_file import Board, Part
from maker.enclosure import BUTTONS, LARGE, OVER, SPARE, Enclosure, Label, Step, lifted
from maker.solids import TOUCH, Fault, Placed, Point, Vec3, box, common, cylinder, near, panel_bodies


def _around(at: Point, width: float, height: float) -> tuple[float, float, float, float]:
    """Return least x and y, greatest x and y of a box around a point."""
    (x, y), w, h = at, width / 2, height / 2
    return x - w, y - h, x + w, y + h


class CarrierCase(Enclosure):
    """The case around the carrier board."""

    holder = "board"

    def __init__(self, tables: Mapping[str, Any], board: Board) -> None:
        super().__init__(tables, "carrier")
        self.board, data, gap = board, self.data, self.data["gap"]
        (x0, x1), (y0, y1) = board.x, board.y
        self.x, self.y = (x0 - gap, x1 + gap), (y0 - gap, y1 + gap)
        self.radius = board.radius + gap
        self.back = float(data["board_z"])
        self.front = self.switch_z = self.back + board.thickness
        self.top = self.front + data["front"] + data["wall"]
        self.screws, self.joint, self.cell = board.holes, self.front, data["cell"]
        pico = board.parts["U1"]
        self.bootsel, self.bootsel_hole = pico.point(*data["bootsel"]["at"]), data["bootsel"]["hole"]
        (w, h), middle = self.panel["active"]["size"], self.panel["active"]["centre"]
        shift = [a - b for a, b in zip(middle, self.panel["pins"])]
        self.window = board.parts["DS1"].point(*shift), (w, h)
        usb = next(body for body in self._bodies(pico) if body.name == "usb")
        _, y0, z0, _, y1, z1 = usb.solid.bounding_box()
        self.usb_axis = ((y0 + y1) / 2, (z0 + z1) / 2)

    def origin(self, ref: str) -> Vec3:
        return (*self.board.parts[ref].at, self.front)

    def labels(self) -> Sequence[Label]:
        found = self.signs()
        for ref, row in self.data["opening"].items():
            style = LARGE if row["label"] == "⚡" else ()
            found.append(Label(row["label"], self.spot(ref, row["at"]), *style))
        return found

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
        for ref, row in self.data["opening"].items():
            at, hole, rim = self.spot(ref), row["hole"], row["rim"]
            yield self._through(hole, at)
            end, deep = self.top + OVER, (rim - hole) / 2 + OVER
            yield cylinder(hole, at, end - deep, end, rim + 2 * OVER)

    def _panel(self, name: str) -> tuple[float, ...]:
        """Return a body of the panel as least x, y, z and greatest x, y, z."""
        bodies = self._panel_bodies(self.board.parts["DS1"])
        return next(body for body in bodies if body.name == name).solid.bounding_box()

    def frame(self) -> Manifold:
        """Return the frame under the panel's edges, on feet where the board is free.

        It leaves room for the header and for a ribbon that is folded around the lower edge.
        """
        data, front = self.data["frame"], self.front
        x0, y0, low, x1, y1, _ = self._panel("board")
        edge, width = data["edge"], data["width"]
        x0, y0, x1, y1 = x0 + edge, y0 + edge, x1 - edge, y1 - edge
        ring = CrossSection.square((x1 - x0, y1 - y0)).translate((x0, y0))
        inside = (x1 - x0 - 2 * width, y1 - y0 - width - data["lower"])
        ring -= CrossSection.square(inside).translate((x0 + width, y0 + data["lower"]))
        taken: list[Sequence[float]] = []
        for part in self.board.parts.values():
            for pad in part.pads:
                if pad.drill or not part.back:
                    (x, y), (w, h) = pad.at, pad.size
                    taken.append((x - w / 2, y - h / 2, x + w / 2, y + h / 2))
            if not part.back:
                taken += [part.box(*row[1:5]) for row in self._rows(part)[:1]]
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
        for at in self.screws:
            plate -= cylinder(self.board.hole, at, 0, 99)
        found = [Placed("board", "board", plate), Placed("film", "", self.film())]
        for part in self.board.parts.values():
            found += self._panel_bodies(part) if part.ref == "DS1" else self._bodies(part)
            for pad in part.pads:
                # Legs stick out on the side that the part is not on.
                z = self.front if part.back else self.back - self.data["joint"]
                if pad.drill:
                    solid = cylinder(2.0, pad.at, z, z + self.data["joint"])
                    found.append(Placed(part.ref, "joints", solid))
        cell = box(self.cell["size"], self.cell["at"], self.cell["z"])
        return [*found, Placed("BT1", "cell", cell)]

    def _rows(self, part: Part) -> Sequence[Any]:
        """Return the bodies on a part's footprint. Raises ValueError if case.toml has none."""
        bodies: Mapping[str, Any] = self.data["body"]
        if part.footprint not in bodies:
            raise ValueError(f"{part.ref}: case.toml has no body for the footprint {part.footprint}")
        found: Sequence[Any] = bodies[part.footprint]
        return found

    def _panel_bodies(self, part: Part) -> Iterator[Placed]:
        """Yield the bodies of the panel's module, and the plastic of its pins under it."""
        (px, py), low = self.panel["pins"], self.data["panel_z"]
        pins = ["pins", px - 5.3, py - 1.2, px + 5.3, py + 1.2, -2.54, 0.0]
        for name, x0, y0, x1, y1, z0, z1 in (*panel_bodies(self.panel), pins):
            row = [name, x0 - px, y0 - py, x1 - px, y1 - py, low + z0, low + z1]
            yield self._body(part, row)

    def _body(self, part: Part, row: Sequence[Any]) -> Placed:
        name, *sides, low, high = row
        x0, y0, x1, y1 = part.box(*sides)
        at = ((x0 + x1) / 2, (y0 + y1) / 2)
        z = self.back - high if part.back else self.front + low
        solid = box((x1 - x0, y1 - y0, high - low), at, z)
        if part.ref == "BZ1":
            solid = cylinder(x1 - x0, at, z, z + high)
        return Placed(part.ref, name, solid)

    def _bodies(self, part: Part) -> Iterator[Placed]:
        yield from (self._body(part, row) for row in self._rows(part))
        if part.ref in BUTTONS:
            side, z = self.stem["size"], self.stem["z0"]
            solid = box((side, side, self.stem["z1"] - z), part.at, self.front + z)
            yield Placed(part.ref, "plunger", solid)
        elif part.footprint == "SW_6":
            top, end = self._rows(part)[0][6], self.data["opening"][part.ref]["tall"]
            solid = cylinder(3.5, part.at, self.front + top, self.front + end)
            yield Placed(part.ref, "plunger", solid)

    def contacts(self) -> Iterator[tuple[str, str, Point, float, float, float]]:
        for name, z in (("base", self.back - 0.5), ("lid", self.front + 0.1)):
            for at in self.screws:
                yield name, "board", at, z, 2.6, 4.6

    def ways(self) -> Iterator[tuple[str, str, Manifold]]:
        for ref, row in self.data["opening"].items():
            way = cylinder(row["hole"] - 0.6, self.spot(ref), self.under - 1, self.top + 1)
            yield "hole", f"nothing leads through the lid to {ref}", way
        # The cell's leads lie on the floor, from the gap in its ribs to the socket's mouth.
        plug = next(b for b in self._bodies(self.board.parts["J2"]) if b.name == "plug").solid
        x0, y0, _, x1, y1, _ = plug.bounding_box()
        (x, y), (w, _, _) = self.cell["at"], self.cell["size"]
        start, end = x + w / 2, (x0 + x1) / 2
        leads = box((end - start, 5.0, 2.5), ((start + end) / 2, y), self.data["floor"])
        leads += box((5.0, y0 - y, 2.5), (end, (y0 + y) / 2), self.data["floor"])
        yield "leads", "the cell's leads have no way to the socket", leads

    def steps(self) -> Iterator[Step]:
        """Yield: the board into the base, USB first and tilted; then the lid, over the caps."""
        board = [*self.board.parts, "board"]
        z, right, steep = self.usb_axis[1], self.x[1], self.data["tilt"]

        def tilt(angle: float, out: float) -> Callable[[Manifold], Manifold]:
            def move(solid: Manifold) -> Manifold:
                turned = solid.translate((-right, 0, -z)).rotate((0, angle, 0))
                back, up = math.cos(math.radians(angle)), math.sin(math.radians(angle))
                return turned.translate((right - out * back, 0, z + out * up))

            return move

        slides = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2)
        path = [[tilt(steep, out)] for out in (6.0, 4.5, 3.0, 2.0)]
        path += [[tilt(steep * part / 4, out) for out in slides] for part in (4, 3, 2, 1, 0)]
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
                if common(strip, printed["frame"]) < 0.15 * strip.volume():
                    yield Fault("frame", f"at the {edge} edge it does not {what}")
        for ref, row in self.data["opening"].items():
            # The key or light is behind its hole, and nothing of another part between.
            way = cylinder(row["hole"] - 0.6, self.spot(ref), self.front + 0.1, self.top)
            if any(body.ref != ref and common(way, body.solid) > TOUCH for body in bought):
                yield Fault("hole", f"something lies over {ref}")
        for body in bought:
            if body.name not in ("plunger", "joints") and body.ref not in ("board", "film"):
                for name in ("base", "lid", "cover"):
                    if near(body.solid, printed[name], self.data["clear"]["parts"]):
                        yield Fault("clearance", f"{body} and {name}")
