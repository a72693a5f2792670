# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The case, built from the dimensions in pins.toml: base, lid and four loose button caps.

The base is the back of the handheld, the lid its front. Parts are modelled at their places in the
closed case; `printing` places them on the printer's bed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from manifold3d import Manifold

from host_sim.hardware.model import Design
from host_sim.hardware.solids import (
    box,
    cylinder,
    hole_centres,
    origin,
    rounded,
)

# A cut extends this far beyond the face, so that no film of plastic is left (mm).
OVER = 0.5
BUTTONS = ("SW1", "SW2", "SW3", "SW4")


def _span(values: Sequence[float], by: float) -> tuple[float, float]:
    """Return the interval widened by `by` on both sides."""
    return values[0] - by, values[1] + by


def _shell(design: Design, z0: float, z1: float) -> Manifold:
    case = design.raw["case"]
    x, y = case["inside"]["x"], case["inside"]["y"]
    wall = case["wall"]
    return rounded(_span(x, wall), _span(y, wall), z0, z1, case["corner_radius"])


def _room(design: Design, z0: float, z1: float, inset: float = 0.0) -> Manifold:
    case = design.raw["case"]
    radius = case["corner_radius"] - case["wall"] - inset
    return rounded(
        _span(case["inside"]["x"], -inset), _span(case["inside"]["y"], -inset), z0, z1, radius
    )


def usb_axis(design: Design) -> tuple[float, float]:
    """Return (y, z) of the middle of the USB socket."""
    _, y, z = origin(design, "U1")
    usb = next(item for item in design.raw["solid"]["U1"]["boxes"] if item["name"] == "usb")
    return y + usb["centre"][1], z + usb["z0"] + usb["size"][2] / 2


def window(design: Design) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return ((centre x, y), (width, height)) of the panel's active area."""
    x, y, _ = origin(design, "DS1")
    active = design.raw["solid"]["DS1"]["active"]
    return (
        (x + active["centre"][0], y + active["centre"][1]),
        (active["size"][0], active["size"][1]),
    )


def cell_top(design: Design) -> float:
    """Return the height at which the cover lies over the cell."""
    z = origin(design, "BT1")[2]
    top = z + design.raw["solid"]["BT1"]["boxes"][0]["size"][2]
    return float(top + design.raw["case"]["cover"]["play"])


def _frame(design: Design, ref: str, top: float) -> Manifold:
    """Return the ribs around a part, with gaps for its leads in the middle of each side."""
    rib, floor = design.raw["case"]["rib"], design.raw["case"]["floor"]
    x, y, _ = origin(design, ref)
    w, h = (value + 2 * rib["gap"] for value in design.raw["solid"][ref]["boxes"][0]["size"][:2])
    wide, high = w + 2 * rib["thickness"], h + 2 * rib["thickness"]
    frame = box((wide, high, top - floor + OVER), (x, y), floor - OVER)
    frame -= box((w, h, 99), (x, y), floor - 2 * OVER)
    frame -= box((12, high + 2, 99), (x, y), floor) + box((wide + 2, 10, 99), (x, y), floor)
    return frame ^ _room(design, 0, top)


def cover(design: Design) -> Manifold:
    """Return the lid of the cell's ribs: a plate with a skirt around them."""
    sizes, rib = design.raw["case"]["cover"], design.raw["case"]["rib"]
    x, y, _ = origin(design, "BT1")
    top = cell_top(design)
    grow = 2 * (rib["gap"] + rib["thickness"] + sizes["gap"])
    w, h = (value + grow for value in design.raw["solid"]["BT1"]["boxes"][0]["size"][:2])
    thick = 2 * sizes["thickness"]
    whole = box(
        (w + thick, h + thick, sizes["skirt"] + sizes["thickness"]), (x, y), top - sizes["skirt"]
    )
    return whole - box((w, h, sizes["skirt"] + OVER), (x, y), top - sizes["skirt"] - OVER)


def _lip(design: Design, z1: float, grow: float = 0.0) -> Manifold:
    """Return the lip on the base's wall up to z1, or the step around it, wider by `grow`."""
    case = design.raw["case"]
    z0 = case["split"] - OVER
    return _room(design, z0, z1, -case["lip"]["thickness"] - grow) - _room(
        design, z0 - OVER, 99, grow
    )


def base(design: Design) -> Manifold:
    """Return the back half: floor, walls, posts for the Pico, ribs, screw channels, openings."""
    case = design.raw["case"]
    split, floor = case["split"], case["floor"]
    solid = _shell(design, 0, split) - _room(design, floor, split + OVER)
    solid += _lip(design, split + case["lip"]["height"])
    inside = _room(design, 0, split)
    for at in case["boss_at"]:
        # Bosses merge with the corner of the wall.
        solid += cylinder(case["boss"], at, 0, split) ^ inside
    pico_z = origin(design, "U1")[2]
    for at in hole_centres(design, "U1"):
        solid += cylinder(case["post"], at, floor - OVER, pico_z)
    solid += _frame(design, "BT1", cell_top(design))
    solid += _frame(design, "U2", floor + case["rib"]["height"])
    for at in case["boss_at"]:
        head, hole = case["screw_head"], case["free_hole"]
        seat = split - case["boss_floor"]
        solid -= cylinder(head, at, -OVER, seat)
        # A cone, since a flat ceiling would be printed in mid-air.
        solid -= cylinder(head, at, seat, seat + (head - hole) / 2, hole)
        solid -= cylinder(hole, at, 0, split + OVER)
    for at in hole_centres(design, "U1"):
        solid -= cylinder(case["pilot"], at, floor - 1.0, pico_z + OVER)
    x, y, _ = origin(design, "U1")
    press = design.raw["solid"]["U1"]["bootsel"]
    dx, dy = press["centre"]
    solid -= cylinder(press["hole"], (x + dx, y + dy), -OVER, floor + OVER)
    light = case["light"]
    wide, high = light["size"]
    solid -= box(
        (case["wall"] + 2 * OVER, wide, high),
        (case["inside"]["x"][0] - case["wall"] / 2, origin(design, "U2")[1]),
        light["z"],
    )
    y, z = usb_axis(design)
    width, height = case["usb_opening"]
    right = case["inside"]["x"][1]
    solid -= Manifold.cube((case["wall"] + 2 * OVER, width, height), False).translate(
        (right - OVER, y - width / 2, z - height / 2)
    )
    return solid - _switch_cut(design)


def _switch_cut(design: Design) -> Manifold:
    """Return the slot for the knob and two screw holes through the upper wall."""
    case = design.raw["case"]
    x, y, z = origin(design, "SW5")
    data: dict[str, Any] = design.raw["solid"]["SW5"]
    knob = data["knob"]
    w = knob["size"][0] + knob["travel"] * 2 + 2 * case["knob_margin"]
    h = knob["size"][1] + 2 * case["knob_margin"]
    deep = case["wall"] + 2 * OVER
    cut = Manifold.cube((w, deep, h), False).translate((x - w / 2, y - OVER, z - h / 2))
    for dx in (-1, 1):
        radius = case["free_hole"] / 2
        hole = Manifold.cylinder(deep, radius, radius, 32)
        # Pointed at the top, which prints without support.
        hole += Manifold.cube((radius, radius, deep), False).rotate((0, 0, 225))
        cut += hole.rotate((-90, 0, 0)).translate((x + dx * data["screw_spacing"] / 2, y - OVER, z))
    return cut


def lid(design: Design) -> Manifold:
    """Return the front half: window, holes for buttons and sound, posts for the boards."""
    case = design.raw["case"]
    split, top = case["split"], case["height"]
    under = top - case["wall"]
    solid = _shell(design, split, top) - _room(design, split - OVER, under)
    lip = case["lip"]
    solid -= _lip(design, split + lip["height"] + lip["gap"], lip["gap"])
    inside = _room(design, split, top)
    for at in case["boss_at"]:
        solid += cylinder(case["boss"], at, split, under + OVER) ^ inside
    for ref, diameter in (("DS1", case["panel_post"]), ("PB1", case["board_post"])):
        contact = origin(design, ref)[2] + design.raw["solid"][ref]["holes"]["at_z"]
        for at in hole_centres(design, ref):
            solid += cylinder(diameter, at, contact, under + OVER)
            solid -= cylinder(case["pilot"], at, contact - OVER, min(top - 0.9, contact + 6.0))
    for at in case["boss_at"]:
        solid -= cylinder(case["pilot"], at, split - OVER, split + case["boss_thread"])
    return solid - _lid_cuts(design)


def _lid_cuts(design: Design) -> Manifold:
    case = design.raw["case"]
    top, under = case["height"], case["height"] - case["wall"]
    (x, y), (w, h) = window(design)
    w, h = w + 2 * case["window_margin"], h + 2 * case["window_margin"]
    # The window's edges are bevelled by 45 degrees, to see the picture from the side.
    slope = case["wall"] - 0.6
    cuts = box((w, h, 99), (x, y), under - OVER)
    cuts += Manifold.hull_points(
        [
            (x + sx * (w / 2 + add), y + sy * (h / 2 + add), z)
            for sx in (-1, 1)
            for sy in (-1, 1)
            for add, z in ((0.0, top - slope), (slope + OVER, top + OVER))
        ]
    )
    hole = case["cap"]["crown"] + 2 * case["cap"]["gap"]
    for ref in BUTTONS:
        cuts += cylinder(hole, origin(design, ref)[:2], under - OVER, top + OVER, segments=48)
    sound = case["sound"]
    bx, by, _ = origin(design, "BZ1")
    cuts += cylinder(sound["hole"], (bx, by), under - OVER, top + OVER)
    drill = cylinder(sound["hole"], (sound["ring"], 0), under - OVER, top + OVER)
    for index in range(sound["count"]):
        cuts += drill.rotate((0, 0, 360 * index / sound["count"])).translate((bx, by, 0))
    for ref in BUTTONS:
        cuts += _mark(design, ref)
    return cuts


_STROKES: dict[str, list[list[tuple[float, float]]]] = {
    "UP": [[(-1.6, -1.0), (0, 1.4), (1.6, -1.0), (-1.6, -1.0)]],
    "DOWN": [[(-1.6, 1.0), (0, -1.4), (1.6, 1.0), (-1.6, 1.0)]],
    "A": [[(-1.4, -1.8), (0, 1.8), (1.4, -1.8)], [(-0.85, -0.5), (0.85, -0.5)]],
    "B": [
        [(-1.1, -1.8), (-1.1, 1.8), (0.5, 1.8), (1.0, 1.2), (1.0, 0.6), (0.5, 0.0), (-1.1, 0.0)],
        [(0.5, 0.0), (1.2, -0.6), (1.2, -1.2), (0.6, -1.8), (-1.1, -1.8)],
    ],
}


def _mark(design: Design, ref: str) -> Manifold:
    """Return the button's sign, on the side of the middle of the lid."""
    x, y, _ = origin(design, ref)
    x += -9.5 if x > 0 else 9.5
    return strokes(design.parts[ref].data["label"], (x, y), design.raw["case"]["height"])


def strokes(label: str, at: Sequence[float], top: float) -> Manifold:
    """Return a button's sign, engraved 0.5 mm deep into a face at `top`."""
    x, y = at
    cut = Manifold()
    for stroke in _STROKES[label]:
        for start, end in zip(stroke, stroke[1:]):
            ends = [
                cylinder(0.8, (x + px, y + py), top - 0.5, top + OVER, segments=8)
                for px, py in (start, end)
            ]
            cut += Manifold.batch_hull(ends)
    return cut


def cap(design: Design, ref: str) -> Manifold:
    """Return a button cap: crown through the lid, flange that holds it, socket for the plunger."""
    case = design.raw["case"]
    sizes = case["cap"]
    x, y, z = origin(design, ref)
    stem = design.raw["solid"][ref]["plunger"]
    under = case["height"] - case["wall"]
    flange_top = under - sizes["play"]
    body = z + stem["z0"]
    # Keep the skirt off the switch's body by twice its travel.
    bottom = body + 2 * stem["travel"]
    solid = cylinder(sizes["flange"], (x, y), bottom, flange_top - 1.0, segments=48)
    solid += cylinder(sizes["flange"], (x, y), flange_top - 1.0, flange_top, sizes["crown"], 48)
    crown_top = case["height"] + sizes["proud"]
    solid += cylinder(sizes["crown"], (x, y), flange_top - 1.0, crown_top - 0.6, segments=48)
    solid += cylinder(sizes["crown"], (x, y), crown_top - 0.6, crown_top, sizes["crown"] - 1.2, 48)
    socket = stem["size"] + sizes["socket_gap"]
    return solid - box((socket, socket, z + stem["z1"] - bottom + OVER), (x, y), bottom - OVER)


def parts(design: Design) -> dict[str, Manifold]:
    """Return all printed parts at their places in the closed case."""
    printed = {"base": base(design), "lid": lid(design), "cover": cover(design)}
    printed.update({f"cap {ref}": cap(design, ref) for ref in BUTTONS})
    return printed


def printing(design: Design, name: str, solid: Manifold) -> Manifold:
    """Return the part as placed on the bed: the base on its back, the others on their faces."""
    if name != "base":
        solid = solid.rotate((180, 0, 0))
    low_x, low_y, low_z, high_x, high_y, _ = solid.bounding_box()
    return solid.translate((-(low_x + high_x) / 2, -(low_y + high_y) / 2, -low_z))
