# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Checks of the case: does everything fit? Each tells its faults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from manifold3d import Error, Manifold, OpType

from host_sim.hardware import enclosure, slices
from host_sim.hardware.enclosure import BUTTONS, OVER, parts, printing, usb_axis, window
from host_sim.hardware.erc import Fault
from host_sim.hardware.model import Design, with_panel
from host_sim.hardware.solids import (
    Placed,
    box,
    cylinder,
    everything,
    hole_centres,
    origin,
)

TOUCH = 1e-3
"""Common volume, in cubic millimetres, up to which two solids only touch."""


def _common(one: Manifold, other: Manifold) -> float:
    first, second = one.bounding_box(), other.bounding_box()
    # Most solids are far from each other, and comparing boxes is cheap.
    if any(first[i] > second[i + 3] or second[i] > first[i + 3] for i in range(3)):
        return 0.0
    return float((one ^ other).volume())


def _gap(one: Manifold, other: Manifold, search: float) -> float:
    """Return the smallest distance, at most `search`."""
    return float(one.min_gap(other, search))


def printable(design: Design, printed: Mapping[str, Manifold]) -> list[Fault]:
    """Check that each printed part is one closed piece and fits the printer's bed."""
    faults = []
    bed = design.raw["printer"]["bed"]
    for name, solid in printed.items():
        if solid.status() != Error.NoError or solid.is_empty():
            faults.append(Fault("not_watertight", f"{name}: {solid.status()}"))
            continue
        pieces = len(solid.decompose())
        if pieces != 1:
            faults.append(Fault("pieces", f"{name} falls into {pieces} pieces"))
        bounds = printing(design, name, solid).bounding_box()
        size = [bounds[axis + 3] - bounds[axis] for axis in range(3)]
        if any(length > limit for length, limit in zip(size, bed)):
            faults.append(Fault("bed", f"{name} is {size} mm, the bed {bed} mm"))
        # The four caps are alike.
        if not name.startswith("cap") or name == f"cap {BUTTONS[0]}":
            laid = printing(design, name, solid)
            faults += slices.check(name, laid, design.raw["printer"])
    return faults


_SHARP = ("joints", "wire ends", "wires", "pin joints")


def sharp_to_cell(
    design: Design, printed: Mapping[str, Manifold], placed: list[Placed]
) -> list[Fault]:
    """Check that no cut leg or wire's end has a free way of a few millimetres to the cell."""
    faults = []
    reach = design.raw["case"]["clear"]["sharp_to_cell"]
    (cell,) = (body for body in placed if body.ref == "BT1")
    plastic = Manifold.batch_boolean(list(printed.values()), OpType.Add)
    for body in placed:
        if body.name not in _SHARP or body.ref == cell.ref:
            continue
        if _gap(body.solid, cell.solid, reach) >= reach:
            continue
        x0, y0, z0, x1, y1, z1 = body.solid.bounding_box()
        around = box(
            (x1 - x0 + 2 * reach, y1 - y0 + 2 * reach, z1 - z0 + 2 * reach),
            ((x0 + x1) / 2, (y0 + y1) / 2),
            z0 - reach,
        )
        for space in (around - plastic).decompose():
            if _common(space, body.solid) > TOUCH and _common(space, cell.solid) > TOUCH:
                faults.append(Fault("sharp_to_cell", f"nothing between {body} and the cell"))
    return faults


def light_and_boot(design: Design, printed: Mapping[str, Manifold]) -> list[Fault]:
    """Check the openings for BOOTSEL and for the charger's light."""
    faults = []
    case = design.raw["case"]
    x, y, z = origin(design, "U1")
    dx, dy = design.raw["solid"]["U1"]["bootsel"]["centre"]
    stick = cylinder(4.0, (x + dx, y + dy), -OVER, z - 2.0)
    if _common(stick, printed["base"]) > TOUCH:
        faults.append(Fault("bootsel", "nothing reaches BOOTSEL through the back"))
    wide, high = case["light"]["size"]
    beam = box(
        (case["wall"] + 2, wide - 1, high - 1),
        (case["inside"]["x"][0] - case["wall"] / 2, origin(design, "U2")[1]),
        case["light"]["z"] + 0.5,
    )
    if _common(beam, printed["base"]) > TOUCH:
        faults.append(Fault("light", "the charger's light stays inside"))
    top = origin(design, "U2")[2] + design.raw["solid"]["U2"]["boxes"][0]["size"][2]
    if not case["light"]["z"] < top < case["light"]["z"] + 2 * high:
        faults.append(Fault("light", "the slot is not beside the charger's upper side"))
    return faults


def overlaps(
    printed: Mapping[str, Manifold], placed: list[Placed], holder: str = ""
) -> list[Fault]:
    """Check that no two solids overlap, except what is soldered into the part ``holder``."""
    faults = []
    names = list(printed)
    for index, name in enumerate(names):
        for other in names[index + 1 :]:
            if _common(printed[name], printed[other]) > TOUCH:
                faults.append(Fault("overlap", f"{name} and {other}"))
        for body in placed:
            # The socket of a cap is wider than the plunger, so these two only touch, at its end.
            if _common(printed[name], body.solid) > TOUCH:
                faults.append(Fault("overlap", f"{name} and {body}"))
    for index, body in enumerate(placed):
        for second in placed[index + 1 :]:
            if body.ref == second.ref or holder in (body.ref, second.ref):
                continue
            if _common(body.solid, second.solid) > TOUCH:
                faults.append(Fault("overlap", f"{body} and {second}"))
    return faults


def _mounted(one: str, other: str) -> bool:
    """True if both are the button board or soldered onto it, and so may touch."""
    on_board = {*BUTTONS, "BZ1", "R1", "PB1"}
    return one in on_board and other in on_board


def clearances(
    design: Design, printed: Mapping[str, Manifold], placed: list[Placed]
) -> list[Fault]:
    """Check distances between parts, and between the case and parts that must not touch it."""
    faults = []
    clear = design.raw["case"]["clear"]
    for index, body in enumerate(placed):
        for other in placed[index + 1 :]:
            if body.ref == other.ref or _mounted(body.ref, other.ref):
                continue
            if _gap(body.solid, other.solid, clear["part_to_part"]) < clear["part_to_part"]:
                faults.append(Fault("clearance", f"{body} and {other}"))
    for body in placed:
        if body.ref == "DS1" and body.name == "glass":
            limit = clear["glass_to_lid"]
        elif body.ref == "BT1":
            limit = clear["cell_to_anything"]
        elif body.ref in BUTTONS:
            limit = clear["board_to_case"]
        else:
            continue
        for name in ("base", "lid"):
            if _gap(body.solid, printed[name], limit) < limit - 1e-6:
                faults.append(Fault("clearance", f"{body} and {name}"))
    # Boards rest on their posts; their edges must not touch the walls.
    walls = printed["base"] + printed["lid"]
    for ref in ("U1", "PB1", "DS1"):
        data = design.raw["solid"][ref]
        item = next(part for part in data["boxes"] if part["name"] == "board")
        at = origin(design, ref)
        thin = box(
            (item["size"][0], item["size"][1], item["size"][2] - 0.2),
            item["centre"],
            item["z0"] + 0.1,
        ).translate(at)
        for centre in hole_centres(design, ref):
            thin -= box((6, 6, 99), centre, -50)  # without the places of the posts
        if _gap(thin, walls, clear["board_to_case"]) < clear["board_to_case"] - 1e-6:
            faults.append(Fault("clearance", f"{ref} board and case"))
    for ref in BUTTONS:
        if _gap(printed[f"cap {ref}"], printed["lid"], clear["cap_to_lid"]) < clear["cap_to_lid"]:
            faults.append(Fault("clearance", f"cap {ref} and lid"))
    return faults


def _head(design: Design, ref: str, at: tuple[float, float], placed: list[Placed]) -> list[Fault]:
    """Check that a screw's head, on the far side of the board, meets no part."""
    diameter, height = design.raw["case"]["head"]
    data = design.raw["solid"][ref]
    z = origin(design, ref)[2] + data["boxes"][0]["z0"]
    if data["holes"]["side"] == "below":
        z += data["boxes"][0]["size"][2] + height
    head = cylinder(diameter, at, z - height, z)
    return [
        Fault("screw", f"a screw's head meets {body}")
        for body in placed
        if _common(head, body.solid) > TOUCH
    ]


def mounts(design: Design, printed: Mapping[str, Manifold], placed: list[Placed]) -> list[Fault]:
    """Check posts, pilot holes and pegs of the mounting holes, and the closing screws."""
    faults = []
    case = design.raw["case"]
    for ref, name in (("U1", "base"), ("DS1", "lid"), ("PB1", "lid")):
        data = design.raw["solid"][ref]["holes"]
        contact = origin(design, ref)[2] + data["at_z"]
        below = data["side"] == "below"
        # Test 0.4 mm of the post, on the side of the board where it is.
        z0 = contact - 0.5 if below else contact + 0.1
        for x, y in hole_centres(design, ref):
            ring = cylinder(case["pilot"] + 1.4, (x, y), z0, z0 + 0.4) - cylinder(
                case["pilot"] + 0.2, (x, y), z0 - 1, z0 + 1
            )
            drill = cylinder(case["pilot"] - 0.1, (x, y), z0 - 1.0, z0 + 1.0)
            if _common(ring, printed[name]) < 0.9 * ring.volume():
                faults.append(Fault("mount", f"{ref}: no post at ({x:.1f}, {y:.1f})"))
            elif _common(drill, printed[name]) > TOUCH:
                faults.append(Fault("mount", f"{ref}: no pilot hole at ({x:.1f}, {y:.1f})"))
            faults += _head(design, ref, (x, y), placed)
    for x, y in case["boss_at"]:
        shaft = cylinder(2.0, (x, y), -OVER, case["split"] + case["boss_thread"] - 0.5)
        if _common(shaft, printed["base"]) > TOUCH:
            faults.append(Fault("screw", f"no free way for the screw at ({x}, {y})"))
        thread = cylinder(2.0, (x, y), case["split"], case["split"] + case["boss_thread"] - 0.5)
        bite = _common(thread, printed["lid"])
        if not 0.2 * thread.volume() < bite < 0.6 * thread.volume():
            faults.append(Fault("screw", f"the screw at ({x}, {y}) does not bite into the lid"))
    return faults


def _usb_plug(design: Design) -> Manifold:
    """Return the moulding of a fully inserted plug, from the socket's face outwards."""
    width, height, length = design.raw["printer"]["plug"]
    y, z = usb_axis(design)
    x = origin(design, "U1")[0]
    usb = next(item for item in design.raw["solid"]["U1"]["boxes"] if item["name"] == "usb")
    face = x + usb["centre"][0] + usb["size"][0] / 2
    return Manifold.cube((length, width, height), False).translate(
        (face + 0.1, y - width / 2, z - height / 2)
    )


def apertures(design: Design, printed: Mapping[str, Manifold]) -> list[Fault]:
    """Check the openings for plug, picture, caps, knob and sound."""
    faults = []
    case = design.raw["case"]
    top, under = case["height"], case["height"] - case["wall"]
    walls = printed["base"] + printed["lid"]
    if _common(_usb_plug(design), walls) > TOUCH:
        faults.append(Fault("usb_opening", "a plug does not reach the socket"))
    right = case["inside"]["x"][1]
    usb = next(item for item in design.raw["solid"]["U1"]["boxes"] if item["name"] == "usb")
    face = origin(design, "U1")[0] + usb["centre"][0] + usb["size"][0] / 2
    if not right <= face <= right + case["wall"]:
        faults.append(Fault("usb_opening", "the socket's face is not within the wall"))
    centre, size = window(design)
    if _common(box((*size, case["wall"] + 2), centre, under - 1), printed["lid"]) > TOUCH:
        faults.append(Fault("window", "the lid covers a part of the picture"))
    frame = box((size[0] + 6, size[1] + 6, 0.4), centre, under)
    if _common(frame, printed["lid"]) < 0.3 * frame.volume():
        faults.append(Fault("window", "the window is too large to hide the panel's edges"))
    for ref in BUTTONS:
        x, y, _ = origin(design, ref)
        cap = printed[f"cap {ref}"]
        stem = design.raw["solid"][ref]["plunger"]
        pressed = cap.translate((0, 0, -2 * stem["travel"] + 0.05))
        body = box((12, 12, stem["z0"]), (x, y), origin(design, ref)[2])
        if _common(pressed, body) > TOUCH:
            faults.append(Fault("cap", f"cap {ref} meets its switch before the switch closes"))
        lifted = cap.translate((0, 0, case["cap"]["play"] + 0.5))
        if _common(lifted, printed["lid"]) <= TOUCH:
            faults.append(Fault("cap", f"cap {ref} falls out through the lid"))
        if cap.bounding_box()[5] < top + 0.8:
            faults.append(Fault("cap", f"cap {ref} does not stand out of the lid"))
    x, y, z = origin(design, "SW5")
    knob = design.raw["solid"]["SW5"]["knob"]
    way = Manifold.cube(
        (knob["size"][0] + 2 * knob["travel"], case["wall"] + 2, knob["size"][1]), True
    )
    if _common(way.translate((x, y + case["wall"] / 2, z)), printed["base"]) > TOUCH:
        faults.append(Fault("switch_slot", "the knob meets the wall"))
    if knob["reach"] < case["wall"] + 1.5:
        faults.append(Fault("switch_slot", "the knob does not stand out of the wall"))
    bx, by, _ = origin(design, "BZ1")
    disc = cylinder(
        design.raw["solid"]["BZ1"]["cylinders"][0]["diameter"], (bx, by), under + 0.2, under + 1.2
    )
    if _common(disc, printed["lid"]) > disc.volume() - 10.0:
        faults.append(Fault("sound", "less than 10 square millimetres open above the piezo"))
    return faults


def assemble(design: Design) -> tuple[dict[str, Manifold], list[Placed]]:
    """Return the printed parts and the bought ones, at their places."""
    return parts(design), everything(design)


def other_panels(design: Design) -> list[Fault]:
    """Check that the panels of other measures fit as well, each with its own lid."""
    faults = []
    for row in design.raw["panel_variant"]:
        other = with_panel(design, row["id"])
        printed = {"base": enclosure.base(other), "lid": enclosure.lid(other)}
        panel = [body for body in everything(other) if body.ref in ("DS1", "PB1")]
        found = printable(other, {"lid": printed["lid"]}) + overlaps(printed, panel)
        found += mounts(other, printed, panel)
        faults += [Fault(fault.rule, f"panel {row['id']}: {fault.message}") for fault in found]
    return faults


def fits(design: Design, built: Design | None = None) -> Iterator[Fault]:
    """Check the parts in the case, or in that of the design `built`, to test the checks.

    The dearest checks come last: who looks for one fault need not wait for all.
    """
    printed = parts(built or design)
    placed = everything(design)
    yield from apertures(design, printed)
    yield from light_and_boot(design, printed)
    yield from mounts(design, printed, placed)
    yield from clearances(design, printed, placed)
    yield from sharp_to_cell(design, printed, placed)
    yield from overlaps(printed, placed)


def check(design: Design) -> list[Fault]:
    """Run all checks."""
    return [*printable(design, parts(design)), *fits(design), *other_panels(design)]
