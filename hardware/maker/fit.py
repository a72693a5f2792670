# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Checks of both cases: does everything fit, and can it be printed? Each yields its faults."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from manifold3d import CrossSection, JoinType, Manifold, OpType

from maker.enclosure import BUTTONS, printing
from maker.solids import Fault, Placed, box, cylinder, dump, load, span

Case = Any  # A WiredCase or a CarrierCase: they import this module.
Solids = Mapping[str, Manifold]
TOUCH = 1e-3  # Cubic millimetres that two solids share if they only touch.
_SMALL = 0.4  # Square millimetres that a printer forgives.
_SHARP = ("joints", "pins", "wire ends", "wires")


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
    """Check that each part is one closed piece, fits the bed and has walls that print."""
    for name, solid in printed.items():
        laid = printing(name, solid)
        x0, y0, z0, x1, y1, z1 = laid.bounding_box()
        size = x1 - x0, y1 - y0, z1 - z0
        if solid.is_empty() or load(dump(solid)).is_empty():
            yield Fault("not_watertight", f"{name} is no closed solid")
            continue
        if len(solid.decompose()) != 1:
            yield Fault("pieces", f"{name} falls into {len(solid.decompose())} pieces")
        if any(length > limit for length, limit in zip(size, printer["bed"])):
            yield Fault("bed", f"{name} is {size} mm, the bed {printer['bed']} mm")
        # The four caps are alike.
        if not name.startswith("cap") or name == f"cap {BUTTONS[0]}":
            yield from walls(name, laid, printer)


def _grown(section: CrossSection, by: float) -> CrossSection:
    return section.offset(by, JoinType.Round, circular_segments=24)


def _opened(section: CrossSection, width: float) -> CrossSection:
    """Return the section without what is narrower than `width`."""
    return _grown(_grown(section, -width / 2), width / 2)


def walls(name: str, laid: Manifold, printer: Mapping[str, Any]) -> Iterator[Fault]:
    """Check that a printer can draw each wall of a part on its bed, and leaves each gap open.

    Whether it needs support is for a slicer to say (`make slice`).
    """
    layer, slit, before = printer["layer"], printer["slit"] / 2, CrossSection()
    for index in range(math.floor(laid.bounding_box()[5] / layer)):
        z = (index + 0.5) * layer
        section = laid.slice(z)
        thin = section - _grown(_opened(section, printer["neck"]), 0.02)
        if any(part.area() > _SMALL for part in thin.decompose()):
            yield Fault("neck", f"{name}: thinner than {printer['neck']} mm at {z:.1f} mm")
            return
        gap = _opened(_grown(_grown(section, slit), -slit) - section, 0.05)
        # The tip of a pointed hole is narrow for one layer, and may fill up.
        if any(part.area() > _SMALL for part in (gap ^ before).decompose()):
            yield Fault("slit", f"{name}: a gap narrower than {2 * slit} mm at {z:.1f} mm")
            return
        before = gap


def sharp_to_cell(case: Case, printed: Solids, bought: list[Placed]) -> Iterator[Fault]:
    """Check that no cut leg or wire's end has a free way of a few millimetres to the cell."""
    reach = case.data["clear"]["sharp_to_cell"]
    (cell,) = (body for body in bought if body.name == "cell")
    plastic = Manifold.batch_boolean(list(printed.values()), OpType.Add)
    for body in bought:
        if body.name in _SHARP and near(body.solid, cell.solid, reach):
            x0, y0, z0, x1, y1, z1 = body.solid.bounding_box()
            around = span(*(v - reach for v in (x0, y0, z0)), *(v + reach for v in (x1, y1, z1)))
            for space in (around - plastic).decompose():
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


def mounts(case: Case, printed: Solids) -> Iterator[Fault]:
    """Check that boards rest on posts with holes for screws, and that the case's screws bite."""
    pilot = case.data["pilot"]
    for name, ref, at, z, inner, outer in case.contacts():
        # Test 0.4 mm of the post.
        ring = cylinder(outer, at, z, z + 0.4) - cylinder(inner, at, z - 1, z + 1)
        # The glass may take a part of a post.
        if common(ring, printed[name]) < 0.6 * ring.volume():
            yield Fault("mount", f"{ref}: no post of the {name} at {at}")
        elif common(cylinder(pilot - 0.1, at, z - 1.0, z + 1.0), printed[name]) > TOUCH:
            yield Fault("mount", f"{ref}: no hole in the {name} at {at}")
    low, high = case.joint, case.tip
    for at in case.screws:
        if common(cylinder(2.0, at, -1, low), printed["base"]) > TOUCH:
            yield Fault("screw", f"no free way for the screw at {at}")
        thread, spare = cylinder(2.0, at, low, high), cylinder(1.4, at, high, high + 0.4)
        bite = common(thread, printed["lid"])
        # Twice its diameter is what a screw needs to hold in plastic.
        if high - low < 2 * 2.0 or not 0.2 * thread.volume() < bite < 0.6 * thread.volume():
            yield Fault("screw", f"the screw at {at} does not bite into the lid")
        if common(spare, printed["lid"]) > TOUCH:
            yield Fault("screw", f"the screw at {at} ends before its head is down")


def closing(case: Case, printed: Solids, bought: list[Placed]) -> Iterator[Fault]:
    """Check that the case can be put together, and that base and lid meet with some play."""
    solids: dict[str, list[Manifold]] = {name: [solid] for name, solid in printed.items()}
    for body in bought:
        # Legs and wires bend; the plug joins later.
        if body.name not in ("wires", "wire ends", "plug"):
            solids.setdefault(body.ref, []).append(body.solid)

    def all_of(names: Sequence[str]) -> Manifold:
        found = [solid for name in names for solid in solids.get(name, ())]
        return Manifold.batch_boolean(found, OpType.Add)

    for name, moves, stays, path in case.steps():
        moving, still = all_of(moves), all_of(stays)
        if any(all(common(way(moving), still) > TOUCH for way in ways) for ways in path):
            yield Fault("closing", f"{name}: something is in the way")
    gap = case.data["clear"]["lip"] - 0.01
    shifts = ((gap, 0, 0), (-gap, 0, 0), (0, gap, 0), (0, -gap, 0))
    if any(common(printed["base"].translate(way), printed["lid"]) > TOUCH for way in shifts):
        yield Fault("lip", f"less than {gap + 0.01:g} mm around the lip")


def caps(case: Case, printed: Solids) -> Iterator[Fault]:
    """Check each cap's travel, hold, height and play."""
    sizes, stem = case.data["cap"], case.stem
    for ref in BUTTONS:
        cap, at = printed[f"cap {ref}"], case.spot(ref)
        body = box((12, 12, stem["z0"]), at, case.switch_z)
        if common(cap.translate((0, 0, -2 * stem["travel"] + 0.05)), body) > TOUCH:
            yield Fault("cap", f"cap {ref} meets its switch before the switch closes")
        if common(cap.translate((0, 0, sizes["play"] + 0.5)), printed["lid"]) <= TOUCH:
            yield Fault("cap", f"cap {ref} falls out through the lid")
        if cap.bounding_box()[5] < case.top + 0.8:
            yield Fault("cap", f"cap {ref} does not stand out of the lid")
        if near(cap, printed["lid"], case.data["clear"]["cap_to_lid"]):
            yield Fault("clearance", f"cap {ref} and lid")


def apertures(
    case: Case, printed: Solids, bought: list[Placed], printer: Mapping[str, Any]
) -> Iterator[Fault]:
    """Check the ways to socket, BOOTSEL and picture, the air over it, and the build's own ways."""
    walls, air = printed["base"] + printed["lid"], case.data["clear"]["glass"] - 1e-3
    bounds = {str(body): body.solid.bounding_box() for body in bought}
    face = bounds["U1 usb"][3]
    (y, z), (wide, high, long) = case.usb_axis, printer["plug"]
    # The moulding of a fully inserted plug.
    plug = box((long, wide, high), (face + 0.1 + long / 2, y), z - high / 2)
    stick = cylinder(4.0, case.bootsel, -1, bounds["U1 components"][2])
    x0, y0, _, x1, y1, top = bounds["DS1 glass"]
    over = span(x0, y0, top, x1, y1, top + air)
    centre, size = case.window
    for rule, message, way in (
        ("usb_opening", "a plug does not reach the socket", plug),
        ("bootsel", "nothing reaches BOOTSEL through the back", stick),
        ("window", "the lid covers a part of the picture", box((*size, 4), centre, case.under - 1)),
        ("glass", "too little air over the panel's glass", over),
        *case.ways(),
    ):
        if common(way, walls) > TOUCH:
            yield Fault(rule, message)
    if not case.x[1] <= face <= case.x[1] + case.data["wall"]:
        yield Fault("usb_opening", "the socket's face is not within the wall")


def fits(case: Case, printer: Mapping[str, Any], printed: Solids | None = None) -> Iterator[Fault]:
    """Check the parts in the case, or in the plastic of another one. The dearest come last."""
    printed, bought = printed or case.parts(), case.bought()
    yield from apertures(case, printed, bought, printer)
    yield from mounts(case, printed)
    yield from caps(case, printed)
    yield from closing(case, printed, bought)
    yield from case.clearances(printed, bought)
    yield from sharp_to_cell(case, printed, bought)
    yield from overlaps(printed, bought, case.holder)
