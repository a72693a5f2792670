# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The case of the hand-wired build, from the measures in case.toml."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from manifold3d import Manifold

from maker import fit
from maker.enclosure import BUTTONS, OVER, SPARE, Enclosure, Step, lifted, teardrop
from maker.solids import Fault, Placed, Point, Vec3, box, cylinder, panel_bodies, span


class WiredCase(Enclosure):
    """The case of the hand-wired build. Bought parts are the tables `wired.part` of the file."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        super().__init__(tables, "wired")
        data, (_, h, thick), (x, y) = self.data, self.panel["board"], self.panel["pins"]
        wires = ["wires", x - 5.3, y - 1.2, x + 5.3, y + 1.2, -4.0, 0.0]
        panel = {
            "at": [0.0, data["upper_edge"] - h / 2, data["panel_z"]],
            "holes": {**self.panel["holes"], "at_z": thick, "side": "above"},
            "bodies": [*panel_bodies(self.panel, 0, 0, 0), wires],
        }
        self.built: Mapping[str, Any] = {**data["part"], "DS1": panel}
        self.x, self.y = tuple(data["inside"]["x"]), tuple(data["inside"]["y"])
        self.radius = data["corner_radius"] - data["wall"]
        self.top, self.joint = float(data["height"]), float(data["split"])
        self.screws = [(x, y) for x, y in data["boss_at"]]
        _, x0, y0, x1, y1, z0, z1 = self.body("BT1", "cell")
        size = [x1 - x0, y1 - y0, z1 - z0]
        self.cell = {"at": self.spot("BT1"), "z": self.origin("BT1")[2], "size": size}
        self.switch_z = self.origin("SW1")[2]
        self.bootsel = self.spot("U1", data["bootsel"]["at"])
        w, h = self.panel["active"]["size"]
        self.window = self.spot("DS1", self.panel["active"]["centre"]), (w, h)
        (_, _, y0, _, y1, z0, z1), (_, y, z) = self.body("U1", "usb"), self.origin("U1")
        self.usb_axis = (y + (y0 + y1) / 2, z + (z0 + z1) / 2)

    def body(self, ref: str, name: str) -> Sequence[Any]:
        """Return the row of a part's body."""
        found: Sequence[Any] = next(row for row in self.built[ref]["bodies"] if row[0] == name)
        return found

    def origin(self, ref: str) -> Vec3:
        data: Mapping[str, Any] = self.built[ref]
        if "at" in data:
            x, y, z = data["at"]
            return float(x), float(y), float(z)
        bx, by, bz = self.built["PB1"]["at"]
        x, y = data["on"]
        return bx + x, by + y, bz + self.body("PB1", "board")[6]

    def hole_centres(self, ref: str) -> list[Point]:
        """Return the part's mounting holes."""
        holes = self.built[ref]["holes"]
        (sx, sy), (cx, cy) = holes["spacing"], holes.get("centre", (0.0, 0.0))
        ways = product((-1, 1), (-1, 1))
        return [self.spot(ref, (cx + dx * sx / 2, cy + dy * sy / 2)) for dx, dy in ways]

    def _spare(self, ref: str) -> float:
        """Return how far a screw may be out of the middle of its hole."""
        return max(0.0, (float(self.built[ref]["holes"]["diameter"]) - 2.2) / 2)

    def screw_centres(self, ref: str) -> list[Point]:
        """Return the places of the part's screws: in wide holes they are off the part's middle."""
        holes, spare = self.hole_centres(ref), self._spare(ref)
        middle = sum(y for _, y in holes) / 4
        return [(x, y + math.copysign(spare, y - middle)) for x, y in holes]

    def _across(self, ref: str) -> float:
        """Return the diameter around a screw that the part's hole may take."""
        return float(self.built[ref]["holes"]["diameter"]) + 2 * self._spare(ref)

    def _bodies(self, ref: str) -> Iterator[Placed]:
        """Yield the part's bodies at their place."""
        rows, at = list(self.built[ref]["bodies"]), self.origin(ref)
        if ref in BUTTONS:
            half = self.stem["size"] / 2
            ends = self.stem["z0"], self.stem["z1"]
            rows.append(["plunger", -half, -half, half, half, *ends])
        for name, x0, y0, x1, y1, z0, z1 in rows:
            solid = span(x0, y0, z0, x1, y1, z1)
            if ref == "BZ1":
                solid = cylinder(x1 - x0, (0, 0), z0, z1)
            if name == "joints" and "cut_corners" in self.built[ref]:
                cut = 2 * self.built[ref]["cut_corners"]
                for corner in product((x0, x1), (y0, y1)):
                    solid -= box((cut, cut, 99), corner, -50)
            solid = solid.translate(at)
            # Holes go through the board only: no other body of a part is near them.
            if name == "board" and "holes" in self.built[ref]:
                for hole in self.hole_centres(ref):
                    solid -= cylinder(self.built[ref]["holes"]["diameter"], hole, -50, 99)
            yield Placed(ref, name, solid)

    def bought(self) -> list[Placed]:
        return [self.film(), *(body for ref in self.built for body in self._bodies(ref))]

    def posts(self) -> Iterator[Manifold]:
        floor = self.data["floor"]
        for at in self.screws:
            yield self.pillar(self.data["boss"], at, 0, self.data["split"])
        for at in self.screw_centres("U1"):
            yield cylinder(self.data["post"], at, floor - OVER, self.origin("U1")[2])
        _, x0, y0, x1, y1, _, _ = self.body("U2", "board and socket")
        yield self._frame(self.spot("U2"), (x1 - x0, y1 - y0), floor + self.data["rib"]["height"])

    def base_cuts(self) -> Iterator[Manifold]:
        """Yield pilot holes, the slots in the walls, and the holes for the switch's screws."""
        data = self.data
        for at in self.screw_centres("U1"):
            yield cylinder(data["pilot"], at, data["floor"] - 1.0, self.origin("U1")[2] + OVER)
        for corners in data["openings"].values():
            yield span(*corners)
        (x, y, z), apart = self.origin("SW5"), data["switch_screws"] / 2
        for dx in (-apart, apart):
            hole = teardrop(data["free_hole"], data["wall"] + 2 * OVER)
            yield hole.translate((x + dx, y - OVER, z))

    def lid_cuts(self) -> Iterator[Manifold]:
        """Yield the nostrils, through which the piezo sounds."""
        yield self.nostrils().extrude(99).translate((0, 0, self.under - OVER))

    def bosses(self) -> Iterator[tuple[Manifold, Manifold]]:
        data, split = self.data, self.data["split"]
        for at in self.screws:
            boss = self.pillar(data["boss"], at, split, self.under)
            yield boss, cylinder(data["pilot"], at, split - OVER, self.tip + SPARE)
        wide = data["panel_post"] + self._across("DS1")
        # The glass may reach between the panel's holes.
        (gw, gh, _), middle = self.panel["glass"]["size"], self.panel["glass"]["centre"]
        room = box((gw + 0.8, gh + 0.8, 99), self.spot("DS1", middle), 0)
        for ref, diameter in (("DS1", wide), ("PB1", data["board_post"])):
            contact = self.origin(ref)[2] + self.built[ref]["holes"]["at_z"]
            end = min(self.top - 0.9, contact + 6.0)
            for at in self.screw_centres(ref):
                post = cylinder(diameter, at, contact, self.under + OVER)
                post -= room ^ self.room(0, self.under)
                yield post, cylinder(data["pilot"], at, contact - OVER, end)

    def contacts(self) -> Iterator[tuple[str, str, Point, float, float, float]]:
        for ref, name in (("U1", "base"), ("DS1", "lid"), ("PB1", "lid")):
            holes = self.built[ref]["holes"]
            z = self.origin(ref)[2] + holes["at_z"] + (-0.5 if holes["side"] == "below" else 0.1)
            wide = self._across(ref)
            for at in self.screw_centres(ref):
                yield name, ref, at, z, wide, wide + 1.0

    def labels(self) -> list[tuple[str, Point]]:
        (x, y, _), wide = self.origin("SW5"), self.data["switch_screws"] / 2
        found = [*super().labels(), ("OFF", (x - wide, y - 1.5)), ("ON", (x + wide, y - 1.5))]
        return [*found, ("⚡", (self.x[0] + 2.5, self.spot("U2")[1]))]

    def steps(self) -> Iterator[Step]:
        """Yield: the lid with the panel over the button board and its caps, then onto the base."""
        board = ["PB1", *BUTTONS, "BZ1", "R1", *(f"cap {ref}" for ref in BUTTONS)]
        down = lifted(0.3, 1.0, 2.0, 4.0, 8.0, 12.0)
        yield ("the lid over the caps", ["lid", "DS1"], board, down)
        front = ["lid", "DS1", "film", *board]
        yield ("the lid onto the base", front, ["base", "cover", "U1", "U2", "BT1", "SW5"], down)

    def clearances(self, printed: Mapping[str, Manifold], bought: list[Placed]) -> Iterator[Fault]:
        """Check the distances between bought parts, and of switches and cell from the case."""
        clear, walls = self.data["clear"], printed["base"] + printed["lid"]
        on_board = {*BUTTONS, "BZ1", "R1", "PB1"}  # these may touch each other
        for body, other in combinations(bought, 2):
            if body.ref != other.ref and not {body.ref, other.ref} <= on_board:
                if fit.near(body.solid, other.solid, clear["part_to_part"]):
                    yield Fault("clearance", f"{body} and {other}")
        limits = dict.fromkeys(BUTTONS, clear["board_to_case"]) | {"BT1": clear["cell"]}
        for body in bought:
            if body.ref in limits and fit.near(body.solid, walls, limits[body.ref]):
                yield Fault("clearance", f"{body} and case")
