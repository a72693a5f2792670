# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The case of the carrier board. Outline, holes and parts are the board's own, from its file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from manifold3d import Manifold

from host_sim.hardware.carrier.layout import BACK, FRONT, Carrier, Place, Point
from host_sim.hardware.enclosure import OVER, strokes
from host_sim.hardware.solids import Placed, box, cylinder, rounded

BUTTONS = ("SW1", "SW2", "SW3", "SW4")


class Case:
    """The heights of the case, and its printed parts at their places."""

    def __init__(self, board: Carrier) -> None:
        self.board = board
        self.data: Mapping[str, Any] = board.design.raw["case"]
        thick = board.outline["thickness"]
        self.back = float(self.data["board_z"])
        self.front = self.back + thick
        self.under = self.front + self.data["front"]
        self.top = self.under + self.data["wall"]

    def spot(self, ref: str) -> Point:
        return self.board.places[ref].at

    def room(self, z0: float, z1: float, grow: float = 0.0) -> Manifold:
        """Return the space that the board leaves free around itself, or one wider by `grow`."""
        outline, by = self.board.outline, self.data["gap"] + grow
        (x0, x1), (y0, y1) = outline["x"], outline["y"]
        radius = outline["corner_radius"] + by
        return rounded((x0 - by, x1 + by), (y0 - by, y1 + by), z0, z1, radius)

    def _lip(self, z1: float, grow: float = 0.0) -> Manifold:
        z0 = self.data["split"] - OVER
        outer = self.room(z0, z1, self.data["lip"]["thickness"] + grow)
        return outer - self.room(z0 - OVER, 99, -grow)

    def usb_axis(self) -> Point:
        """Return (y, z) of the middle of the USB socket."""
        pico = self.data["pico"]
        z = self.back - pico["spacer"] - pico["board"] - pico["usb"] / 2
        return self.spot("U1")[1], z

    def bootsel(self) -> Point:
        return self.board.places["U1"].point(*self.data["pico"]["bootsel"])

    def panel(self) -> Point:
        """Return the middle of the panel's board."""
        x, y = self.spot("DS1")
        return x, y - self.data["panel"]["below_pins"]

    def window(self) -> tuple[Point, Point]:
        """Return ((centre x, y), (width, height)) of the panel's active area."""
        x, y = self.panel()
        panel = self.data["panel"]
        return (x, y + panel["active_y"]), (panel["active"][0], panel["active"][1])

    def cell_top(self) -> float:
        cell = self.data["cell"]
        return float(cell["z"] + cell["size"][2] + self.data["cover"]["play"])

    def base(self) -> Manifold:
        """Return the back half: floor, walls, posts under the board, ribs around the cell."""
        data = self.data
        split, floor = data["split"], data["floor"]
        solid = self.room(0, split, data["wall"]) - self.room(floor, split + OVER)
        solid += self._lip(split + data["lip"]["height"])
        inside = self.room(0, self.back)
        low, high, change = data["post"]
        for at in self.board.holes:
            post = cylinder(low, at, 0, change)
            post += cylinder(low, at, change, change + (low - high) / 2, high)
            solid += (post + cylinder(high, at, 0, self.back)) ^ inside
        solid += self._ribs()
        screw, hole = data["screw"], data["free_hole"]
        for at in self.board.holes:
            seat = screw["seat"]
            solid -= cylinder(screw["head"], at, -OVER, seat)
            solid -= cylinder(screw["head"], at, seat, seat + (screw["head"] - hole) / 2, hole)
            solid -= cylinder(hole, at, 0, split + OVER)
        solid -= cylinder(data["pico"]["hole"], self.bootsel(), -OVER, floor + OVER)
        y, z = self.usb_axis()
        width, height = data["usb_opening"]
        right = self.board.outline["x"][1] + data["gap"]
        opening = box((data["wall"] + 2 * OVER, width, height), (right + 1, y), z - height / 2)
        return solid - opening

    def _ribs(self) -> Manifold:
        data = self.data
        x, y = data["cell"]["at"]
        w, h = (value + 2 * data["rib"]["gap"] for value in data["cell"]["size"][:2])
        thick, floor = 2 * data["rib"]["thickness"], data["floor"]
        frame = box((w + thick, h + thick, self.cell_top() - floor + OVER), (x, y), floor - OVER)
        frame -= box((w, h, 99), (x, y), floor - 2 * OVER)
        # Gaps for the leads.
        frame -= box((12, h + 9, 99), (x, y), floor) + box((w + 9, 10, 99), (x, y), floor)
        return frame ^ self.room(0, 99)

    def cover(self) -> Manifold:
        """Return the lid of the ribs, between the cell and the cut legs above."""
        sizes, rib = self.data["cover"], self.data["rib"]
        x, y = self.data["cell"]["at"]
        grow = 2 * (rib["gap"] + rib["thickness"] + sizes["gap"])
        w, h = (value + grow for value in self.data["cell"]["size"][:2])
        thick, top = 2 * sizes["thickness"], self.cell_top()
        whole = box(
            (w + thick, h + thick, sizes["skirt"] + sizes["thickness"]),
            (x, y),
            top - sizes["skirt"],
        )
        return whole - box((w, h, sizes["skirt"] + OVER), (x, y), top - sizes["skirt"] - OVER)

    def bar(self) -> Manifold:
        """Return the bar that carries the panel's lower edge."""
        bar = self.data["bar"]
        return box((*bar["size"], self.data["panel"]["z"] - 0.1), bar["at"], self.front)

    def lid(self) -> Manifold:
        """Return the front half: window, holes for buttons, light and sound, bosses."""
        data = self.data
        split = data["split"]
        solid = self.room(split, self.top, data["wall"]) - self.room(split - OVER, self.under)
        solid -= self._lip(split + data["lip"]["height"] + data["lip"]["gap"], data["lip"]["gap"])
        for at in self.board.holes:
            solid += cylinder(data["boss"], at, self.front, self.under + OVER)
            end = data["screw"]["seat"] + 0.4 + data["screw"]["length"]
            solid -= cylinder(data["pilot"], at, self.front - OVER, end + 0.5)
        return solid - self._lid_cuts()

    def _lid_cuts(self) -> Manifold:
        data = self.data
        (x, y), (w, h) = self.window()
        margin = 2 * data["panel"]["window_margin"]
        w, h = w + margin, h + margin
        slope = data["wall"] - 0.6
        cuts = box((w, h, 99), (x, y), self.under - OVER)
        cuts += Manifold.hull_points(
            [
                (x + sx * (w / 2 + add), y + sy * (h / 2 + add), z)
                for sx in (-1, 1)
                for sy in (-1, 1)
                for add, z in ((0.0, self.top - slope), (slope + OVER, self.top + OVER))
            ]
        )
        hole = data["cap"]["crown"] + 2 * data["cap"]["gap"]
        for ref in BUTTONS:
            cuts += cylinder(hole, self.spot(ref), self.under - OVER, self.top + OVER, segments=48)
            sx, sy = self.spot(ref)
            label = self.board.design.parts[ref].data["label"]
            cuts += strokes(label, (sx + (-9.5 if sx > 0 else 9.5), sy), self.top)
        for ref, diameter in data["holes"].items():
            at = self.spot(ref)
            cuts += cylinder(diameter, at, self.under - OVER, self.top + OVER)
            # Wider towards the front, for a finger, a paper clip or the light.
            cuts += cylinder(diameter, at, self.top - 1.0, self.top + OVER, diameter + 3.0)
        sound, (bx, by) = data["sound"], self.spot("BZ1")
        cuts += cylinder(sound["hole"], (bx, by), self.under - OVER, self.top + OVER)
        drill = cylinder(sound["hole"], (sound["ring"], 0), self.under - OVER, self.top + OVER)
        for index in range(sound["count"]):
            cuts += drill.rotate((0, 0, 360 * index / sound["count"])).translate((bx, by, 0))
        return cuts

    def cap(self, ref: str) -> Manifold:
        """Return a button cap: crown through the lid, flange that holds it, socket below."""
        sizes, stem = self.data["cap"], self.data["plunger"]
        at = self.spot(ref)
        flange_top = self.under - sizes["play"]
        bottom = self.front + stem["z0"] + 2 * stem["travel"]
        crown_top = self.top + sizes["proud"]
        solid = cylinder(sizes["flange"], at, bottom, flange_top - 1.0, segments=48)
        solid += cylinder(
            sizes["flange"], at, flange_top - 1.0, flange_top, sizes["crown"], segments=48
        )
        solid += cylinder(sizes["crown"], at, flange_top - 1.0, crown_top - 0.6, segments=48)
        solid += cylinder(
            sizes["crown"], at, crown_top - 0.6, crown_top, sizes["crown"] - 1.2, segments=48
        )
        socket = stem["size"] + sizes["socket_gap"]
        deep = self.front + stem["z1"] - bottom + OVER
        return solid - box((socket, socket, deep), at, bottom - OVER)

    def parts(self) -> dict[str, Manifold]:
        """Return all printed parts at their places in the closed case."""
        printed = {"base": self.base(), "lid": self.lid(), "cover": self.cover(), "bar": self.bar()}
        printed.update({f"cap {ref}": self.cap(ref) for ref in BUTTONS})
        return printed

    def bought(self) -> list[Placed]:
        """Return the board and what is on it, the panel and the cell."""
        plate = self.room(self.back, self.front, -self.data["gap"])
        for at in self.board.holes:
            plate -= cylinder(self.board.outline["hole"], at, 0, 99)
        found = [Placed("board", "board", plate)]
        for place in self.board.places.values():
            found += self._bodies(place)
        for pad in self.board.pads:
            if not pad.drill:
                continue
            long = self.data["joint"]
            # Legs stick out on the side that the part is not on.
            if pad.layer == BACK:
                solid = cylinder(2.0, pad.at, self.front, self.front + long)
            else:
                solid = cylinder(2.0, pad.at, self.back - long, self.back)
            found.append(Placed(pad.ref, "joints", solid))
        cell = self.data["cell"]
        found.append(Placed("BT1", "cell", box(cell["size"], cell["at"], cell["z"])))
        return found

    def _bodies(self, place: Place) -> list[Placed]:
        ref, kind = place.ref, place.part["kind"]
        if kind == "board":
            return self._pico(place)
        if kind == "panel":
            return self._panel()
        if "body" not in place.footprint:
            return []
        w, h, high = place.footprint["body"]
        dx, dy = place.footprint.get("body_at", (0, 0))
        x0, y0, x1, y1 = place.box(dx - w / 2, dy - h / 2, dx + w / 2, dy + h / 2)
        z0 = self.front if place.layer == FRONT else self.back - high
        at = ((x0 + x1) / 2, (y0 + y1) / 2)
        if kind == "buzzer":
            return [Placed(ref, "body", cylinder(w, at, z0, z0 + high))]
        found = [Placed(ref, "body", box((x1 - x0, y1 - y0, high), at, z0))]
        stem = self.data["plunger"]
        if kind == "button":
            long = stem["z1"] - stem["z0"]
            solid = box((stem["size"], stem["size"], long), at, self.front + stem["z0"])
            found.append(Placed(ref, "plunger", solid))
        elif kind == "battery":  # the plug, and its leads' bend
            px0, py0, px1, py1 = place.box(dx - w / 2, dy - h / 2 - 5.0, dx + w / 2, dy - h / 2)
            size = (px1 - px0, py1 - py0, high)
            found.append(Placed(ref, "plug", box(size, ((px0 + px1) / 2, (py0 + py1) / 2), z0)))
        elif kind == "key":
            tall = 9.5 if "9.5" in place.part["value"] else 4.3
            solid = cylinder(3.5, at, z0 + high, z0 + tall)
            found.append(Placed(ref, "plunger", solid))
        return found

    def _pico(self, place: Place) -> list[Placed]:
        data = self.data["pico"]
        top = self.back - data["spacer"]

        low = top - data["board"]
        found = []
        # Name, box of the footprint, lower side, height.
        for name, sides, z, high in (
            ("board", (-10.5, -25.5, 10.5, 25.5), low, data["board"]),
            ("usb", (-3.9, 21.2, 3.9, 26.8), low - data["usb"], data["usb"]),
            ("components", (-8, -20, 8, 20), low - data["parts"], data["parts"]),
            ("pins", (-10.1, -25.4, -7.6, 25.4), top, data["spacer"]),
            ("pins", (7.6, -25.4, 10.1, 25.4), top, data["spacer"]),
        ):
            x0, y0, x1, y1 = place.box(*sides)
            size = (x1 - x0, y1 - y0, high)
            found.append(Placed(place.ref, name, box(size, ((x0 + x1) / 2, (y0 + y1) / 2), z)))
        return found

    def _panel(self) -> list[Placed]:
        data, (x, y) = self.data["panel"], self.panel()
        z = self.front + data["z"]
        w, h, thick = data["glass"]
        px, py = self.spot("DS1")
        return [
            Placed("DS1", "board", box((*data["size"], data["board"]), (x, y), z)),
            Placed("DS1", "glass", box((w, h, thick), (x, y + data["glass_y"]), z + data["board"])),
            Placed("DS1", "components", box((18, 16, 2.0), (x, y - 1), z - 2.0)),
            Placed("DS1", "pins", box((10.2, 2.4, 2.5), (px, py), z - 2.5)),
            Placed("DS1", "joints", box((10.2, 2.0, 1.5), (px, py), z + data["board"])),
        ]


def printing(name: str, solid: Manifold) -> Manifold:
    """Return the part as placed on the bed: the base on its back, the bar on its side."""
    if name == "bar":
        solid = solid.rotate((90, 0, 0))
    elif name != "base":
        solid = solid.rotate((180, 0, 0))
    x0, y0, z0, x1, y1, _ = solid.bounding_box()
    return solid.translate((-(x0 + x1) / 2, -(y0 + y1) / 2, -z0))
