# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The case of the carrier board. Outline, holes and parts are the board's own, from its file."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from manifold3d import CrossSection, JoinType, Manifold

from maker import fit
from maker.board_file import Board, Part
from maker.enclosure import BUTTONS, OVER, SPARE, Enclosure, Motion, Step, lifted
from maker.solids import Fault, Placed, Point, Vec3, box, cylinder, panel_bodies, span, tapered


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
        self.bootsel = pico.point(*data["bootsel"]["at"])
        (w, h), middle = self.panel["active"]["size"], self.panel["active"]["centre"]
        shift = [a - b for a, b in zip(middle, self.panel["pins"])]
        self.window = board.parts["DS1"].point(*shift), (w, h)
        _, y0, z0, _, y1, z1 = self._bounds("U1", "usb")
        self.usb_axis = ((y0 + y1) / 2, (z0 + z1) / 2)

    def origin(self, ref: str) -> Vec3:
        return (*self.board.parts[ref].at, self.front)

    def labels(self) -> list[tuple[str, Point]]:
        opening = self.data["opening"].items()
        return super().labels() + [
            (row["label"], self.spot(ref, row["at"])) for ref, row in opening
        ]

    def posts(self) -> Iterator[Manifold]:
        low, high, change = self.data["post"]
        for at in self.screws:
            yield self.pillar(low, at, 0, change)
            cone = cylinder(low, at, change, change + (low - high) / 2, high)
            yield (cone ^ self.room(0, self.back)) + self.pillar(high, at, 0, self.back)

    def bosses(self) -> Iterator[tuple[Manifold, Manifold]]:
        for at in self.screws:
            boss = self.pillar(self.data["boss"], at, self.front, self.under)
            yield boss, cylinder(self.data["pilot"], at, self.front - OVER, self.tip + SPARE)

    def lid_cuts(self) -> Iterator[Manifold]:
        """Yield the holes for sound, and those of keys and light."""
        sound = self.data["sound"]
        yield self._through(sound["hole"], self.spot("BZ1"))
        for index in range(sound["count"]):
            angle = 2 * math.pi * (index + 0.5) / sound["count"]
            by = sound["ring"] * math.cos(angle), sound["ring"] * math.sin(angle)
            yield self._through(sound["hole"], self.spot("BZ1", by))
        for ref, row in self.data["opening"].items():
            at, hole, rim = self.spot(ref), row["hole"], row["rim"]
            yield self._through(hole, at)
            end, deep = self.top + OVER, (rim - hole) / 2 + OVER
            yield cylinder(hole, at, end - deep, end, rim + 2 * OVER)

    def frame(self) -> Manifold:
        """Return the frame under the panel's edges, on feet where the board is free.

        It leaves room for the header and for a ribbon that is folded around the lower edge.
        """
        data, front = self.data["frame"], self.front
        x0, y0, low, x1, y1, _ = self._bounds("DS1", "board")
        edge, width = data["edge"], data["width"]
        x0, y0, x1, y1 = x0 + edge, y0 + edge, x1 - edge, y1 - edge
        ring = CrossSection.square((x1 - x0, y1 - y0)).translate((x0, y0))
        inside = (x1 - x0 - 2 * width, y1 - y0 - width - data["lower"])
        ring -= CrossSection.square(inside).translate((x0 + width, y0 + data["lower"]))
        free, play = ring, data["play"]
        for part in self.board.parts.values():
            for pad in part.pads:
                if pad.drill or not part.back:
                    (w, h), more = pad.size, 2 * play
                    free -= CrossSection.square((w + more, h + more), True).translate(pad.at)
            if not part.back and part.ref != "DS1":
                for row in self._rows(part)[:1]:
                    left, bottom, right, top = part.box(*row[1:5])
                    size = (right - left + 2 * play, top - bottom + 2 * play)
                    free -= CrossSection.square(size).translate((left - play, bottom - play))
        # No foot is thinner than a printer can make it.
        gaps = ring - free.offset(-0.5, JoinType.Miter).offset(0.5, JoinType.Miter)
        solid = ring.extrude(low - front).translate((0, 0, front))
        # Cut a little beyond the ring, since faces that coincide leave edges with four faces.
        gaps = gaps.offset(0.02, JoinType.Miter)
        solid -= gaps.extrude(data["feet"] + OVER).translate((0, 0, front - OVER))
        left, bottom, _, right, top, _ = self._bounds("DS1", "pins")
        solid -= box((right - left + 2 * play, 99, 99), ((left + right) / 2, top + 40), front)
        left, _, _, right, _, _ = self._bounds("DS1", "ribbon")
        wide, deep, middle = right - left + 2 * play, data["ribbon"], ((left + right) / 2, y0)
        # Its sides lean by 45 degrees: so the bridge over it is short.
        return solid - tapered((wide - 2 * deep, 20), (wide + 1, 20), middle, low - deep, low + 0.5)

    def parts(self) -> dict[str, Manifold]:
        return {**super().parts(), "frame": self.frame()}

    def bought(self) -> list[Placed]:
        """Return the board and what is on it, the panel and the cell."""
        plate = self.room(self.back, self.front, -self.data["gap"])
        for at in self.screws:
            plate -= cylinder(self.board.hole, at, 0, 99)
        cell = box(self.cell["size"], self.cell["at"], self.cell["z"])
        found = [Placed("board", "board", plate), Placed("BT1", "cell", cell), self.film()]
        for part in self.board.parts.values():
            found += self._bodies(part)
            # Legs stick out on the side that the part is not on.
            z = self.front if part.back else self.back - self.data["joint"]
            for pad in part.pads:
                if pad.drill:
                    solid = cylinder(2.0, pad.at, z, z + self.data["joint"])
                    found.append(Placed(part.ref, "joints", solid))
        return found

    def _rows(self, part: Part) -> list[Any]:
        """Return the bodies on a part's footprint. Raises ValueError if case.toml has none."""
        if part.ref == "DS1":
            # Around its pins, which have their plastic under the module.
            (px, py), low = self.panel["pins"], self.data["panel_z"]
            pins = ["pins", -5.3, -1.2, 5.3, 1.2, low - 2.54, low]
            return [*panel_bodies(self.panel, px, py, low), pins]
        if part.footprint not in self.data["body"]:
            raise ValueError(
                f"{part.ref}: case.toml has no body for the footprint {part.footprint}"
            )
        rows = list(self.data["body"][part.footprint])
        if part.ref in BUTTONS:
            half, low, high = self.stem["size"] / 2, self.stem["z0"], self.stem["z1"]
            rows.append(["plunger", -half, -half, half, half, low, high])
        elif part.footprint == "SW_6":
            tall = self.data["opening"][part.ref]["tall"]
            rows.append(["plunger", -1.75, -1.75, 1.75, 1.75, rows[0][6], tall])
        return rows

    def _bodies(self, part: Part) -> Iterator[Placed]:
        for name, *sides, low, high in self._rows(part):
            x0, y0, x1, y1 = part.box(*sides)
            z0, z1 = self.front + low, self.front + high
            if part.back:
                z0, z1 = self.back - high, self.back - low
            solid = span(x0, y0, z0, x1, y1, z1)
            if part.ref == "BZ1" or (name == "plunger" and part.ref not in BUTTONS):
                solid = cylinder(x1 - x0, part.at, z0, z1)
            yield Placed(part.ref, name, solid)

    def _bounds(self, ref: str, name: str) -> tuple[float, ...]:
        """Return a body of a part as least x, y, z and greatest x, y, z."""
        bodies = {body.name: body.solid for body in self._bodies(self.board.parts[ref])}
        found: tuple[float, ...] = bodies[name].bounding_box()
        return found

    def contacts(self) -> Iterator[tuple[str, str, Point, float, float, float]]:
        for name, z in (("base", self.back - 0.5), ("lid", self.front + 0.1)):
            for at in self.screws:
                yield name, "board", at, z, 2.6, 4.6

    def ways(self) -> Iterator[tuple[str, str, Manifold]]:
        for ref, row in self.data["opening"].items():
            way = cylinder(row["hole"] - 0.6, self.spot(ref), self.under - 1, self.top + 1)
            yield "hole", f"nothing leads through the lid to {ref}", way
        # The cell's leads lie on the floor, from the gap in its ribs to the socket's mouth.
        x0, y0, _, x1, _, _ = self._bounds("J2", "plug")
        (x, y), (w, _, _), floor = self.cell["at"], self.cell["size"], self.data["floor"]
        end = (x0 + x1) / 2
        leads = span(x + w / 2, y - 2.5, floor, end, y + 2.5, floor + 2.5)
        leads += span(end - 2.5, y, floor, end + 2.5, y0, floor + 2.5)
        yield "leads", "the cell's leads have no way to the socket", leads

    def steps(self) -> Iterator[Step]:
        """Yield: the board into the base, USB first and tilted; then the lid, over the caps."""
        board = [*self.board.parts, "board"]
        z, right, steep = self.usb_axis[1], self.x[1], self.data["tilt"]

        def tilt(angle: float, out: float) -> Motion:
            back, up = out * math.cos(math.radians(angle)), out * math.sin(math.radians(angle))
            return lambda solid: (
                solid.translate((-right, 0, -z))
                .rotate((0, angle, 0))
                .translate((right - back, 0, z + up))
            )

        slides = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2)
        path = [[tilt(steep, out)] for out in (6.0, 4.5, 3.0, 2.0)]
        path += [[tilt(steep * part / 4, out) for out in slides] for part in (4, 3, 2, 1, 0)]
        yield "the board, USB first", board, ["base", "cover", "BT1"], path
        still = ["base", "frame", *board, *(f"cap {ref}" for ref in BUTTONS)]
        yield "the lid over the caps", ["lid", "film"], still, lifted(0.3, 1, 2, 4, 8, 12)

    def clearances(self, printed: Mapping[str, Manifold], bought: list[Placed]) -> Iterator[Fault]:
        """Check that parts keep off the plastic that does not hold them, and that the frame holds.

        It stands on the board and carries the panel, at its upper edge as well as at its lower.
        """
        x0, y0, low, x1, y1, _ = self._bounds("DS1", "board")
        for edge, y in (("lower", y0 + 1.2), ("upper", y1 - 1.2)):
            for what, z in (("stand on the board", self.front), ("reach the panel", low - 0.05)):
                strip = span(x0, y - 0.8, z, x1, y + 0.8, z + 0.05)
                if fit.common(strip, printed["frame"]) < 0.15 * strip.volume():
                    yield Fault("frame", f"at the {edge} edge it does not {what}")
        for ref, row in self.data["opening"].items():
            # The key or light is behind its hole, and nothing of another part between.
            way = cylinder(row["hole"] - 0.6, self.spot(ref), self.front + 0.1, self.top)
            if any(body.ref != ref and fit.common(way, body.solid) > fit.TOUCH for body in bought):
                yield Fault("hole", f"something lies over {ref}")
        for body in bought:
            if body.name not in ("plunger", "joints") and body.ref not in ("board", "film"):
                for name in ("base", "lid", "cover"):
                    if fit.near(body.solid, printed[name], self.data["clear"]["parts"]):
                        yield Fault("clearance", f"{body} and {name}")
