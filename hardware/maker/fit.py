# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Checks of both cases: does everything fit, and can it be printed? Each yields its faults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from manifold3d import Error, Manifold, OpType

from maker import slices
from maker.enclosure import BUTTONS, Enclosure, printing
from maker.erc import Fault
from maker.solids import Placed, box, cylinder

Solids = Mapping[str, Manifold]

TOUCH = 1e-3
"""Common volume, in cubic millimetres, up to which two solids only touch."""

_SHARP = ("joints", "pins", "wire ends", "wires", "pin joints")
_FACES = (-1, -1, -1, 1, 1, 1)


def common(one: Manifold, other: Manifold) -> float:
    """Return the volume that two solids share."""
    first, second = one.bounding_box(), other.bounding_box()
    # Most solids are far from each other, and comparing boxes is cheap.
    if any(first[i] > second[i + 3] or second[i] > first[i + 3] for i in range(3)):
        return 0.0
    return float((one ^ other).volume())


def near(one: Manifold, other: Manifold, limit: float) -> bool:
    """True if two solids are nearer to each other than `limit`."""
    return bool(one.min_gap(other, limit) < limit - 1e-6)


def printable(printed: Solids, printer: Mapping[str, Any]) -> Iterator[Fault]:
    """Check that each part is one closed piece, fits the bed and prints without support."""
    bed = printer["bed"]
    for name, solid in printed.items():
        if solid.status() != Error.NoError or solid.is_empty():
            yield Fault("not_watertight", f"{name}: {solid.status()}")
            continue
        pieces = len(solid.decompose())
        if pieces != 1:
            yield Fault("pieces", f"{name} falls into {pieces} pieces")
        laid = printing(name, solid)
        bounds = laid.bounding_box()
        size = [bounds[axis + 3] - bounds[axis] for axis in range(3)]
        if any(length > limit for length, limit in zip(size, bed)):
            yield Fault("bed", f"{name} is {size} mm, the bed {bed} mm")
        # The four caps are alike.
        if not name.startswith("cap") or name == f"cap {BUTTONS[0]}":
            yield from slices.check(name, laid, printer)


def sharp_to_cell(case: Enclosure, printed: Solids, bought: list[Placed]) -> Iterator[Fault]:
    """Check that no cut leg or wire's end has a free way of a few millimetres to the cell."""
    reach = case.data["clear"]["sharp_to_cell"]
    (cell,) = (body for body in bought if body.name == "cell")
    plastic = Manifold.batch_boolean(list(printed.values()), OpType.Add)
    for body in bought:
        if body.name in _SHARP and near(body.solid, cell.solid, reach):
            low = [v + side * reach for v, side in zip(body.solid.bounding_box(), _FACES)]
            size = [high - start for start, high in zip(low, low[3:])]
            middle = [start + long / 2 for start, long in zip(low, size)]
            for space in (box(size, middle, low[2]) - plastic).decompose():
                if common(space, body.solid) > TOUCH and common(space, cell.solid) > TOUCH:
                    yield Fault("sharp_to_cell", f"nothing between {body} and the cell")


def overlaps(printed: Solids, bought: list[Placed], holder: str = "") -> Iterator[Fault]:
    """Check that no two solids overlap, except what is soldered into the part ``holder``."""
    # The socket of a cap is wider than the plunger, so these two only touch, at its end.
    every = [Placed(name, "", solid) for name, solid in printed.items()] + bought
    for body, other in combinations(every, 2):
        soldered = body.name and holder in (body.ref, other.ref)
        if body.ref != other.ref and not soldered and common(body.solid, other.solid) > TOUCH:
            yield Fault("overlap", f"{body} and {other}")


def mounts(case: Enclosure, printed: Solids) -> Iterator[Fault]:
    """Check that boards rest on posts with holes for screws, and that the case's screws bite."""
    pilot = case.data["pilot"]
    for name, ref, at, z, inner, outer in case.contacts():
        # Test 0.4 mm of the post.
        ring = cylinder(outer, at, z, z + 0.4) - cylinder(inner, at, z - 1, z + 1)
        if common(ring, printed[name]) < 0.9 * ring.volume():
            yield Fault("mount", f"{ref}: no post of the {name} at {at}")
        elif common(cylinder(pilot - 0.1, at, z - 1.0, z + 1.0), printed[name]) > TOUCH:
            yield Fault("mount", f"{ref}: no hole in the {name} at {at}")
    low, high = case.thread
    for at in case.screws:
        if common(cylinder(2.0, at, -1, high), printed["base"]) > TOUCH:
            yield Fault("screw", f"no free way for the screw at {at}")
        thread = cylinder(2.0, at, low, high)
        bite = common(thread, printed["lid"])
        if high - low < 2.5 or not 0.2 * thread.volume() < bite < 0.6 * thread.volume():
            yield Fault("screw", f"the screw at {at} does not bite into the lid")


def apertures(
    case: Enclosure, printed: Solids, bought: list[Placed], printer: Mapping[str, Any]
) -> Iterator[Fault]:
    """Check the ways to socket, BOOTSEL, picture and sound, those of the build, and the caps."""
    wall, under = case.data["wall"], case.under
    walls = printed["base"] + printed["lid"]
    bounds = {str(body): body.solid.bounding_box() for body in bought}
    face = bounds["U1 usb"][3]
    (y, z), (wide, high, long) = case.usb_axis, printer["plug"]
    # The moulding of a fully inserted plug.
    plug = box((long, wide, high), (face + 0.1 + long / 2, y), z - high / 2)
    stick = cylinder(4.0, case.bootsel, -1, bounds["U1 components"][2])
    centre, size = case.window
    for rule, message, way in (
        ("usb_opening", "a plug does not reach the socket", plug),
        ("bootsel", "nothing reaches BOOTSEL through the back", stick),
        ("window", "the lid covers a part of the picture", box((*size, 4), centre, under - 1)),
        *case.ways(),
    ):
        if common(way, walls) > TOUCH:
            yield Fault(rule, message)
    if not case.x[1] <= face <= case.x[1] + wall:
        yield Fault("usb_opening", "the socket's face is not within the wall")
    frame = box((size[0] + 6, size[1] + 6, 0.4), centre, under)
    if common(frame, printed["lid"]) < 0.3 * frame.volume():
        yield Fault("window", "the window is too large to hide the panel's edges")
    left, _, _, right, _, _ = bounds["BZ1 body"]
    disc = cylinder(right - left, case.spot("BZ1"), under + 0.2, under + 1.2)
    if common(disc, walls) > disc.volume() - 10.0:
        yield Fault("sound", "less than 10 square millimetres open above the piezo")
    for ref in BUTTONS:
        cap = printed[f"cap {ref}"]
        body = box((12, 12, case.stem["z0"]), case.spot(ref), case.switch_z)
        if common(cap.translate((0, 0, -2 * case.stem["travel"] + 0.05)), body) > TOUCH:
            yield Fault("cap", f"cap {ref} meets its switch before the switch closes")
        if common(cap.translate((0, 0, case.data["cap"]["play"] + 0.5)), printed["lid"]) <= TOUCH:
            yield Fault("cap", f"cap {ref} falls out through the lid")
        if cap.bounding_box()[5] < case.top + 0.8:
            yield Fault("cap", f"cap {ref} does not stand out of the lid")
        if near(cap, printed["lid"], case.data["clear"]["cap_to_lid"]):
            yield Fault("clearance", f"cap {ref} and lid")


def fits(
    case: Enclosure, printer: Mapping[str, Any], printed: Solids | None = None
) -> Iterator[Fault]:
    """Check the parts in the case, or in the plastic of another case, to test the checks.

    The dearest checks come last: who looks for one fault need not wait for all.
    """
    printed, bought = printed or case.parts(), case.bought()
    yield from apertures(case, printed, bought, printer)
    yield from mounts(case, printed)
    yield from case.clearances(printed, bought)
    yield from sharp_to_cell(case, printed, bought)
    yield from overlaps(printed, bought, case.holder)


def check(case: Enclosure, printer: Mapping[str, Any]) -> list[Fault]:
    """Run all checks."""
    printed = case.parts()
    return [*printable(printed, printer), *fits(case, printer, printed)]
