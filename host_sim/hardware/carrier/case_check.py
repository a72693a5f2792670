# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Does the carrier board fit its case, and can the case be printed? Returns a list of faults."""

from __future__ import annotations

from collections.abc import Mapping

from manifold3d import Error, Manifold, OpType

from host_sim.hardware import slices
from host_sim.hardware.carrier.case import BUTTONS, Case, printing
from host_sim.hardware.erc import Fault
from host_sim.hardware.fit import TOUCH, overlaps
from host_sim.hardware.solids import Placed, box, cylinder

Solids = Mapping[str, Manifold]


def _common(one: Manifold, other: Manifold) -> float:
    return float((one ^ other).volume())


def printable(printed: Solids, printer: Mapping[str, object]) -> list[Fault]:
    """Check that each part is one closed piece that prints without support."""
    faults = []
    for name, solid in printed.items():
        if solid.status() != Error.NoError or len(solid.decompose()) != 1:
            faults.append(Fault("pieces", f"{name} is not one closed piece"))
        elif not name.startswith("cap") or name == f"cap {BUTTONS[0]}":
            faults += slices.check(name, printing(name, solid), printer)
    return faults


def clearances(case: Case, printed: Solids, bought: list[Placed]) -> list[Fault]:
    """Check that parts keep off the plastic that does not hold them."""
    faults = []
    limit = case.data["clear"]["parts"]
    for body in bought:
        if body.name in ("plunger", "joints") or body.ref == "board":
            continue
        for name in ("base", "lid", "cover"):
            gap = body.solid.min_gap(printed[name], limit)
            if gap < limit - 1e-6:
                faults.append(Fault("clearance", f"{body} and {name}: {gap:.2f} mm"))
    return faults


def screws(case: Case, printed: Solids) -> list[Fault]:
    """Check at each hole of the board: a post below, a boss above, a way, and a bite."""
    faults = []
    data = case.data
    for at in case.board.holes:
        for name, z in (("base", case.back - 0.5), ("lid", case.front + 0.1)):
            ring = cylinder(4.6, at, z, z + 0.4) - cylinder(2.6, at, z - 1, z + 1)
            if _common(ring, printed[name]) < 0.9 * ring.volume():
                faults.append(Fault("mount", f"nothing of the {name} at hole {at}"))
        seat = data["screw"]["seat"]
        shaft = cylinder(2.0, at, -1, case.back)
        if _common(shaft, printed["base"]) > TOUCH:
            faults.append(Fault("screw", f"no free way at {at}"))
        thread = cylinder(2.0, at, case.front, seat + 0.4 + data["screw"]["length"])
        bite = _common(thread, printed["lid"])
        long = seat + 0.4 + data["screw"]["length"] - case.front
        if not 0.2 * thread.volume() < bite < 0.6 * thread.volume() or long < 2.5:
            faults.append(Fault("screw", f"the screw at {at} does not bite into the lid"))
    return faults


def apertures(case: Case, printed: Solids) -> list[Fault]:
    """Check the ways to socket, BOOTSEL, picture, keys, light and sound."""
    faults = []
    data = case.data
    walls = printed["base"] + printed["lid"]
    y, z = case.usb_axis()
    x1 = case.board.outline["x"][1]
    if _common(box((12, 10.8, 7.0), (x1 + 7.4, y), z - 3.5), walls) > TOUCH:
        faults.append(Fault("usb_opening", "a plug does not reach the socket"))
    if _common(cylinder(4.0, case.bootsel(), -1, data["floor"] + 1), walls) > TOUCH:
        faults.append(Fault("bootsel", "nothing reaches BOOTSEL through the back"))
    centre, size = case.window()
    if _common(box((*size, 4), centre, case.under - 1), walls) > TOUCH:
        faults.append(Fault("window", "the lid covers a part of the picture"))
    for ref, wide in (("SW5", 4.0), ("SW6", 1.5), ("D1", 2.0)):
        if _common(cylinder(wide, case.spot(ref), case.under - 1, case.top + 1), walls) > TOUCH:
            faults.append(Fault("hole", f"nothing leads through the lid to {ref}"))
    disc = cylinder(12.2, case.spot("BZ1"), case.under + 0.2, case.under + 1.2)
    if _common(disc, walls) > disc.volume() - 10:
        faults.append(Fault("sound", "less than 10 square millimetres open above the piezo"))
    travel = data["plunger"]["travel"]
    for ref in BUTTONS:
        cap = printed[f"cap {ref}"]
        body = box((12, 12, data["plunger"]["z0"]), case.spot(ref), case.front)
        if _common(cap.translate((0, 0, -2 * travel + 0.05)), body) > TOUCH:
            faults.append(Fault("cap", f"cap {ref} meets its switch before the switch closes"))
        if _common(cap.translate((0, 0, data["cap"]["play"] + 0.5)), printed["lid"]) <= TOUCH:
            faults.append(Fault("cap", f"cap {ref} falls out through the lid"))
        if cap.min_gap(printed["lid"], 1.0) < 0.3:
            faults.append(Fault("cap", f"cap {ref} rubs at the lid"))
    return faults


def sharp_to_cell(case: Case, printed: Solids, bought: list[Placed]) -> list[Fault]:
    """Check that no cut leg has a free way of a few millimetres to the cell."""
    faults = []
    reach = case.data["clear"]["sharp_to_cell"]
    (cell,) = (body for body in bought if body.name == "cell")
    plastic = Manifold.batch_boolean(list(printed.values()), OpType.Add)
    for body in bought:
        if body.name not in ("joints", "pins") or body.solid.min_gap(cell.solid, reach) >= reach:
            continue
        x0, y0, z0, x1, y1, z1 = body.solid.bounding_box()
        size = (x1 - x0 + 2 * reach, y1 - y0 + 2 * reach, z1 - z0 + 2 * reach)
        around = box(size, ((x0 + x1) / 2, (y0 + y1) / 2), z0 - reach)
        for space in (around - plastic).decompose():
            if _common(space, body.solid) > TOUCH and _common(space, cell.solid) > TOUCH:
                faults.append(Fault("sharp_to_cell", f"nothing between {body} and the cell"))
    return faults


def check(case: Case, printer: Mapping[str, object], printed: Solids | None = None) -> list[Fault]:
    """Run all checks. `printed` takes the plastic of another case, to test the checks."""
    solids, bought = printed or case.parts(), case.bought()
    return (
        printable(solids, printer)
        + overlaps(solids, bought, "board")
        + clearances(case, solids, bought)
        + screws(case, solids)
        + apertures(case, solids)
        + sharp_to_cell(case, solids, bought)
    )
