# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Rendered pictures of the carrier board in its case."""

from __future__ import annotations

from typing import Callable

from host_sim.hardware.carrier.case import BUTTONS, Case, printing
from host_sim.hardware.pictures import Colour, Picture
from host_sim.hardware.render import Camera, Item
from host_sim.hardware.solids import Vec3, box, cylinder

_BASE: Colour = (150, 178, 205)
_LID: Colour = (236, 200, 120)
_CAP: Colour = (200, 70, 60)
_COVER: Colour = (120, 190, 170)
_STEEL: Colour = (190, 194, 198)
_DARK: Colour = (70, 74, 80)
_COLOURS: dict[str, Colour] = {
    "board board": (30, 110, 75),
    "U1 board": (56, 150, 95),
    "U1 usb": (205, 208, 212),
    "U1 pins": (40, 42, 46),
    "DS1 board": (52, 98, 180),
    "DS1 glass": (35, 37, 42),
    "BT1 cell": (190, 196, 204),
    "J2 body": (235, 230, 215),
    "J2 plug": (235, 230, 215),
    "SW5 plunger": (200, 200, 205),
    "D1 body": (230, 80, 70),
}


def _bought(case: Case, lift: Callable[[str], float] = lambda ref: 0.0) -> list[Item]:
    items = []
    for body in case.bought():
        colour = _COLOURS.get(str(body), _STEEL if body.name == "joints" else _DARK)
        items.append(Item(body.solid.translate((0, 0, lift(body.ref))), colour))
    return items


def _screen(case: Case, lift: float = 0.0) -> list[Item]:
    (x, y), (w, h) = case.window()
    panel = case.data["panel"]
    z = case.front + panel["z"] + panel["board"] + panel["glass"][2] + lift
    items = [Item(box((w, h, 0.02), (x, y), z), (18, 22, 30))]
    white: Colour = (235, 245, 255)
    die = box((7, 7, 0.05), (x - 5.5, y), z)
    for px, py in ((-2, 2), (2, -2), (0, 0), (-2, -2), (2, 2)):
        die -= cylinder(1.2, (x - 5.5 + px, y + py), z - 1, z + 1)
    items.append(Item(die, white))
    for row, length in enumerate((9.0, 6.0, 8.0)):
        line = box((length, 1.2, 0.05), (x + length / 2, y + 2.6 - 2.6 * row), z)
        items.append(Item(line, white))
    return items


def handheld(case: Case) -> Picture:
    """Return the picture of the closed handheld."""
    printed = case.parts()
    items = [Item(printed["base"], _BASE), Item(printed["lid"], _LID)]
    items += [Item(printed[f"cap {ref}"], _CAP) for ref in BUTTONS]
    items += _bought(case) + _screen(case)
    x0, y0, _, x1, y1, z1 = (printed["base"] + printed["lid"]).bounding_box()
    y, z = case.usb_axis()
    labels: list[tuple[str, Vec3]] = [
        ("panel", (case.window()[0][0] - 8, case.window()[0][1] + 3, case.top - 2)),
        ("USB socket (in the right side)", (x1, y, z)),
        ("ON", (*case.spot("SW5"), case.top)),
        ("RESET, for a paper clip", (*case.spot("SW6"), case.top)),
        ("light: charging", (*case.spot("D1"), case.top)),
        ("sound holes", (case.spot("BZ1")[0] - 1.8, case.spot("BZ1")[1] - 3.1, case.top)),
    ]
    for ref in BUTTONS:
        label = case.board.design.parts[ref].data["label"]
        labels.append((label, (*case.spot(ref), case.top + 1.4)))
    return Picture(
        "handheld",
        "Revision 2, the carrier board in its case",
        f"{x1 - x0:.1f} x {y1 - y0:.1f} x {z1:.1f} mm without caps.",
        tuple(items),
        Camera(20, 50, 8.4, (0, 0, 9), (1400, 860)),
        tuple(labels),
    )


def exploded(case: Case) -> Picture:
    """Return the exploded view."""
    printed = case.parts()
    up = {"lid": 104.0, "cap": 66.0, "board": 44.0, "cover": 26.0, "cell": 14.0, "base": -30.0}

    def lift(ref: str) -> float:
        return up["cell"] if ref == "BT1" else up["board"] + (14.0 if ref == "DS1" else 0.0)

    items = [
        Item(printed["base"].translate((0, 0, up["base"])), _BASE),
        Item(printed["lid"].translate((0, 0, up["lid"])), _LID),
        Item(printed["cover"].translate((0, 0, up["cover"])), _COVER),
        Item(printed["bar"].translate((0, 0, up["board"] + 5)), _COVER),
    ]
    items += [Item(printed[f"cap {ref}"].translate((0, 0, up["cap"])), _CAP) for ref in BUTTONS]
    items += _bought(case, lift) + _screen(case, up["board"] + 14.0)
    for at in case.board.holes:
        z = up["base"] - 12
        screw = cylinder(2.0, at, z, z + 12, segments=16)
        items.append(Item(screw + cylinder(3.8, at, z - 1.4, z, segments=20), _STEEL))
    cell = case.data["cell"]["at"]
    labels = (
        ("lid, from its front", (34, -30, case.top + up["lid"])),
        ("4 button caps", (*case.spot("SW1"), case.top + up["cap"])),
        ("panel on its pins", (10, 20, case.front + 20 + up["board"])),
        ("bar under the panel", (12, 4, case.front + 8 + up["board"])),
        ("the board, Pico on its back", (36, -20, case.front + up["board"])),
        ("cover over the cell", (-18, cell[1] - 12, 9 + up["cover"])),
        ("cell, on tape", (-14, cell[1] - 10, 6 + up["cell"])),
        ("base", (-39, -30, 8 + up["base"])),
        ("4 screws M2x12", (*case.board.holes[2], up["base"] - 12)),
    )
    return Picture(
        "exploded",
        "How revision 2 goes together",
        "Front at the top.",
        tuple(items),
        Camera(20, 26, 6.6, (0, -2, 42), (1240, 1400)),
        labels,
    )


def section(case: Case) -> Picture:
    """Return the section through the UP and DOWN buttons' inner legs and the cell."""
    printed = case.parts()
    x = 10.0
    keep = box((200, 300, 200), (x + 100, 0), -50)
    items = [Item(printed["base"] ^ keep, _BASE), Item(printed["lid"] ^ keep, _LID)]
    items += [Item(printed["cover"] ^ keep, _COVER), Item(printed["bar"] ^ keep, _COVER)]
    items += [Item(printed[f"cap {ref}"] ^ keep, _CAP) for ref in ("SW3", "SW4")]
    items += [Item(item.solid ^ keep, item.colour) for item in _bought(case)]
    items = [item for item in items if not item.solid.is_empty()]
    (wx, wy), _ = case.window()
    labels = (
        ("panel under the window", (x, wy, case.front + 7.4)),
        ("the board", (x, -5.0, case.front - 0.8)),
        ("bar under the panel", (x, 4.6, case.front + 3)),
        ("cover over the cell", (x, -12.0, case.cell_top() + 0.7)),
        ("cell", (x, -20.0, 5.0)),
        ("Pico, its parts to the back", (x, 10.0, case.back - 3.0)),
        ("lid", (x, -20.0, case.top - 1)),
        ("base", (x, -28.0, 1.0)),
    )
    return Picture(
        "section",
        "Cut through panel, Pico and cell, from the left",
        "Front at the top, upper edge of the handheld to the left.",
        tuple(items),
        Camera(-90, 0, 11.0, (0, -0.5, 13), (1400, 500)),
        labels,
    )


def print_bed(case: Case) -> Picture:
    """Return the picture of every printed part on the bed."""
    printed = case.parts()
    items = [
        Item(printing("base", printed["base"]).translate((-44, 6, 0)), _BASE),
        Item(printing("lid", printed["lid"]).translate((44, 6, 0)), _LID),
        Item(printing("cover", printed["cover"]).translate((72, -54, 0)), _COVER),
        Item(printing("bar", printed["bar"]).translate((-64, -44, 0)), _COVER),
    ]
    for index, ref in enumerate(BUTTONS):
        solid = printing("cap", printed[f"cap {ref}"])
        items.append(Item(solid.translate((-24 + 16 * index, -44, 0)), _CAP))
    labels = (
        ("base, on its back", (-82.0, -10.0, 12.0)),
        ("lid, on its face", (82.0, -10.0, 7.0)),
        ("cover, on its face", (92.0, -54.0, 4.0)),
        ("cap, 4 times", (24.0, -44.0, 7.0)),
        ("bar, on its side", (-74.0, -44.0, 2.0)),
    )
    return Picture(
        "print",
        "Revision 2 on the printer's bed",
        "No supports. 0.2 mm layers, 3 perimeters.",
        tuple(items),
        Camera(0, 52, 5.8, (0, -8, 6), (1560, 760)),
        labels,
    )


ALL: tuple[Callable[[Case], Picture], ...] = (handheld, exploded, section, print_bed)
