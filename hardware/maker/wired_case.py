# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The case of the hand-wired build, from the dimensions in pins.toml."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any

from manifold3d import Manifold

from maker import board_plan, fit
from maker.carrier.layout import Point
from maker.enclosure import (
    BUTTONS,
    LARGE,
    OVER,
    SPARE,
    Enclosure,
    Label,
    Step,
    lifted,
    pair,
    teardrop,
)
from maker.erc import Fault
from maker.model import Design
from maker.solids import Placed, Vec3, box, cylinder


class WiredCase(Enclosure):
    """The case of the hand-wired build. Bought parts are the tables `solid` of the file."""

    def __init__(self, design: Design) -> None:
        super().__init__(design)
        data, self.solids = self.data, design.raw["solid"]
        self.x, self.y = pair(data["inside"]["x"]), pair(data["inside"]["y"])
        self.radius = data["corner_radius"] - data["wall"]
        self.top = float(data["height"])
        self.screws = [pair(at) for at in data["boss_at"]]
        self.joint = float(data["split"])
        size = self.solids["BT1"]["boxes"][0]["size"]
        self.cell = {"at": self.spot("BT1"), "z": self.origin("BT1")[2], "size": size}
        self.switch_z = self.origin("SW1")[2]
        self.stem = self.solids["SW1"]["plunger"]
        press, active = self.solids["U1"]["bootsel"], self.solids["DS1"]["active"]
        self.bootsel, self.bootsel_hole = self.spot("U1", press["centre"]), press["hole"]
        self.window = self.spot("DS1", active["centre"]), pair(active["size"])
        usb = self.box_of("U1", "usb")
        z = self.origin("U1")[2] + usb["z0"] + usb["size"][2] / 2
        self.usb_axis = (self.spot("U1", usb["centre"])[1], z)

    def box_of(self, ref: str, name: str) -> Mapping[str, Any]:
        """Return the row of a part's box."""
        rows = self.solids[ref]["boxes"]
        return next(row for row in rows if row["name"] == name)

    def origin(self, ref: str) -> Vec3:
        data: dict[str, Any] = self.solids[ref]
        if not data.get("on_board"):
            x, y, z = data["at"]
            return float(x), float(y), float(z)
        bx, by, bz = self.solids["PB1"]["at"]
        x, y = board_plan.centre(self.design, ref)
        return bx + x, by + y, bz + self.design.raw["perfboard"]["size"][2]

    def hole_centres(self, ref: str) -> list[Point]:
        """Return the part's mounting holes."""
        holes = self.solids[ref]["holes"]
        (sx, sy), (cx, cy) = holes["spacing"], holes.get("centre", (0.0, 0.0))
        ways = product((-1, 1), (-1, 1))
        return [self.spot(ref, (cx + dx * sx / 2, cy + dy * sy / 2)) for dx, dy in ways]

    def screw_centres(self, ref: str) -> list[Point]:
        """Return the places of the part's screws: in wide holes they are off the part's middle."""
        spare = self._spare(ref)
        middle = sum(y for _, y in self.hole_centres(ref)) / 4
        return [(x, y + math.copysign(spare, y - middle)) for x, y in self.hole_centres(ref)]

    def _across(self, ref: str) -> float:
        """Return the diameter around a screw that the part's hole may take."""
        return float(self.solids[ref]["holes"]["diameter"]) + 2 * self._spare(ref)

    def _spare(self, ref: str) -> float:
        """Return how far a screw may be out of the middle of its hole."""
        return max(0.0, (float(self.solids[ref]["holes"]["diameter"]) - 2.2) / 2)

    def bodies(self, ref: str) -> Iterator[Placed]:
        """Yield the part's bodies at their place."""
        data: dict[str, Any] = self.solids[ref]
        at = self.origin(ref)
        boxes = list(data.get("boxes", ()))
        if "plunger" in data:
            stem = data["plunger"]
            size = (stem["size"], stem["size"], stem["z1"] - stem["z0"])
            boxes.append({"name": "plunger", "size": size, "centre": (0, 0), "z0": stem["z0"]})
        if "knob" in data:
            (wide, high), reach = data["knob"]["size"], data["knob"]["reach"]
            size, centre = (wide, reach, high), (0, reach / 2)
            boxes.append({"name": "knob", "size": size, "centre": centre, "z0": -high / 2})
        for item in boxes:
            solid = box(item["size"], item["centre"], item["z0"])
            cut = item.get("cut_corners", 0.0)
            (cx, cy), (sx, sy) = item["centre"], item["size"][:2]
            for dx, dy in ((-1, -1), (-1, 1), (1, -1), (1, 1)) if cut else ():
                solid -= box((2 * cut, 2 * cut, 99), (cx + dx * sx / 2, cy + dy * sy / 2), -50)
            solid = solid.translate(at)
            # Holes go through the board only: no other body of a part is near them.
            for hole in self.hole_centres(ref) if item["name"] == "board" else ():
                solid -= cylinder(data["holes"]["diameter"], hole, at[2] - 50, at[2] + 50)
            yield Placed(ref, item["name"], solid)
        for item in data.get("cylinders", ()):
            end = item["z0"] + item["height"]
            solid = cylinder(item["diameter"], item["centre"], item["z0"], end)
            yield Placed(ref, item["name"], solid.translate(at))

    def bought(self) -> list[Placed]:
        film = Placed("film", "", self.film())
        return [film, *(body for ref in self.solids for body in self.bodies(ref))]

    def mounts(self, ref: str) -> list[Vec3]:
        if ref == "case":
            return super().mounts(ref)
        return [(*at, self.origin(ref)[2]) for at in self.screw_centres(ref)]

    def _posts(self) -> Iterator[Manifold]:
        floor = self.data["floor"]
        for at in self.screws:
            yield self.pillar(self.data["boss"], at, 0, self.data["split"])
        for at in self.screw_centres("U1"):
            yield cylinder(self.data["post"], at, floor - OVER, self.origin("U1")[2])
        size = self.solids["U2"]["boxes"][0]["size"]
        yield self._frame(self.spot("U2"), size, floor + self.data["rib"]["height"])

    def _base_cuts(self) -> Iterator[Manifold]:
        """Yield pilot holes, the slot for the charger's light, and the cuts for the switch."""
        data = self.data
        for at in self.screw_centres("U1"):
            yield cylinder(data["pilot"], at, data["floor"] - 1.0, self.origin("U1")[2] + OVER)
        deep = data["wall"] + 2 * OVER
        wide, high = data["light"]["size"]
        middle = (self.x[0] - data["wall"] / 2, self.spot("U2")[1])
        yield box((deep, wide, high), middle, data["light"]["z"])
        x, y, z = self.origin("SW5")
        knob = self.solids["SW5"]["knob"]
        w = knob["size"][0] + knob["travel"] * 2 + 2 * data["knob_margin"]
        h = knob["size"][1] + 2 * data["knob_margin"]
        yield box((w, deep, h), (x, y + data["wall"] / 2), z - h / 2)
        apart = self.solids["SW5"]["screw_spacing"]
        for dx in (-apart / 2, apart / 2):
            yield teardrop(data["free_hole"], deep).translate((x + dx, y - OVER, z))

    def _bosses(self) -> Iterator[tuple[Manifold, Manifold]]:
        data, split = self.data, self.data["split"]
        for at in self.screws:
            boss = self.pillar(data["boss"], at, split, self.under)
            yield boss, cylinder(data["pilot"], at, split - OVER, self.tip + SPARE)
        wide = data["panel_post"] + self._across("DS1")
        # The glass may reach between the panel's holes.
        glass = self.box_of("DS1", "glass")
        size = (glass["size"][0] + 0.8, glass["size"][1] + 0.8, 99)
        room = box(size, self.spot("DS1", glass["centre"]), 0)
        for ref, diameter in (("DS1", wide), ("PB1", data["board_post"])):
            contact = self.origin(ref)[2] + self.solids[ref]["holes"]["at_z"]
            end = min(self.top - 0.9, contact + 6.0)
            for at in self.screw_centres(ref):
                post = cylinder(diameter, at, contact, self.under + OVER)
                post -= room ^ self.room(0, self.under)
                yield post, cylinder(data["pilot"], at, contact - OVER, end)

    def contacts(self) -> Iterator[tuple[str, str, Point, float, float, float]]:
        for ref, name in (("U1", "base"), ("DS1", "lid"), ("PB1", "lid")):
            holes = self.solids[ref]["holes"]
            z = self.origin(ref)[2] + holes["at_z"] + (-0.5 if holes["side"] == "below" else 0.1)
            wide = self._across(ref)
            for at in self.screw_centres(ref):
                yield name, ref, at, z, wide, wide + 1.0

    def labels(self) -> list[Label]:
        """Return the labels of buttons, switch and charging light."""
        (x, y, _), wide = self.origin("SW5"), self.solids["SW5"]["screw_spacing"] / 2
        found = [*self.signs(), Label("OFF", (x - wide, y - 1.5)), Label("ON", (x + wide, y - 1.5))]
        return [*found, Label("⚡", (self.x[0] + 2.5, self.spot("U2")[1]), *LARGE)]

    def steps(self) -> Iterator[Step]:
        """Yield: the lid with the panel over the button board and its caps, then onto the base."""
        board = ["PB1", *BUTTONS, "BZ1", "R1", *(f"cap {ref}" for ref in BUTTONS)]
        down = lifted(0.3, 1.0, 2.0, 4.0, 8.0, 12.0)
        yield Step("the lid over the caps", ["lid", "DS1"], board, down)
        front = ["lid", "DS1", "film", *board]
        yield Step(
            "the lid onto the base", front, ["base", "cover", "U1", "U2", "BT1", "SW5"], down
        )

    def ways(self) -> Iterator[tuple[str, str, Manifold]]:
        wall, light = self.data["wall"], self.data["light"]
        wide, high = light["size"]
        middle = (self.x[0] - wall / 2, self.spot("U2")[1])
        beam = box((wall + 2, wide - 1, high - 1), middle, light["z"] + 0.5)
        yield "light", "the charger's light stays inside", beam
        (x, y, z), knob = self.origin("SW5"), self.solids["SW5"]["knob"]
        size = (knob["size"][0] + 2 * knob["travel"], wall + 2, knob["size"][1])
        slot = box(size, (x, y + wall / 2), z - size[2] / 2)
        yield "switch_slot", "the knob meets the wall", slot

    def clearances(self, printed: Mapping[str, Manifold], bought: list[Placed]) -> Iterator[Fault]:
        """Check distances, and the places of light, knob and heads of the boards' screws."""
        clear, light = self.data["clear"], self.data["light"]
        on_board = {*BUTTONS, "BZ1", "R1", "PB1"}  # these may touch each other
        limits = dict.fromkeys(BUTTONS, clear["board_to_case"])
        limits["BT1"] = clear["cell_to_anything"]
        walls = printed["base"] + printed["lid"]
        for body, other in combinations(bought, 2):
            if body.ref == other.ref or {body.ref, other.ref} <= on_board:
                continue
            if fit.near(body.solid, other.solid, clear["part_to_part"]):
                yield Fault("clearance", f"{body} and {other}")
        for body in bought:
            limit = limits.get(body.ref)
            if limit and fit.near(body.solid, walls, limit):
                yield Fault("clearance", f"{body} and case")
        for ref in ("U1", "PB1", "DS1"):
            # Boards rest on their posts; their edges must not touch the walls.
            row, z = self.box_of(ref, "board"), self.origin(ref)[2]
            w, h, thick = row["size"]
            thin = box((w, h, thick - 0.2), self.spot(ref, row["centre"]), z + row["z0"] + 0.1)
            diameter, high = self.data["head"]
            top = z + thick + high if self.solids[ref]["holes"]["side"] == "below" else z
            for at in self.screw_centres(ref):
                thin -= box((6, 6, 99), at, -50)  # without the places of the posts
                head = cylinder(diameter, at, top - high, top)
                for body in bought:
                    if fit.common(head, body.solid) > fit.TOUCH:
                        yield Fault("screw", f"a screw's head meets {body}")
            if fit.near(thin, walls, clear["board_to_case"]):
                yield Fault("clearance", f"{ref} board and case")
        upper = self.origin("U2")[2] + self.solids["U2"]["boxes"][0]["size"][2]
        if not light["z"] < upper < light["z"] + 2 * light["size"][1]:
            yield Fault("light", "the slot is not beside the charger's upper side")
        if self.solids["SW5"]["knob"]["reach"] < self.data["wall"] + 1.5:
            yield Fault("switch_slot", "the knob does not stand out of the wall")
