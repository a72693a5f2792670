# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Checks of both cases: does everything fit, and can it be printed? Each yields its faults."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

import numpy as np
from manifold3d import CrossSection, Error, JoinType, Manifold, OpType

from maker.enclosure import BUTTONS, CROWN_EDGE, DEEP, Enclosure, printing
from maker.solids import TOUCH, Array, Fault, Placed, box, common, cylinder, near, triangles

Solids = Mapping[str, Manifold]

_SMALL = 0.4
"""Square millimetres that a printer forgives."""
_SHARP = ("joints", "pins", "wire ends", "wires")
_FACES = (-1, -1, -1, 1, 1, 1)


def edge_counts(surface: Array) -> Array:
    """Return at each edge how many triangles meet, with corners as a file rounds them."""
    points, index = np.unique(np.round(surface.reshape(-1, 3), 4), axis=0, return_inverse=True)
    faces = index.reshape(-1, 3)
    edges = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    edges = edges[edges[:, 0] != edges[:, 1]]
    counts: Array = np.unique(edges, axis=0, return_counts=True)[1]
    return counts


def printable(printed: Solids, printer: Mapping[str, Any]) -> Iterator[Fault]:
    """Check that each part is one closed piece, fits the bed and has walls that print."""
    bed = printer["bed"]
    for name, solid in printed.items():
        if solid.status() != Error.NoError or solid.is_empty():
            yield Fault("not_watertight", f"{name}: {solid.status()}")
            continue
        edges = edge_counts(triangles(solid))
        if any(count != 2 for count in edges):
            yield Fault("not_watertight", f"{name}: an edge with more or fewer than two faces")
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


def glazing(case: Enclosure, printed: Solids, bought: list[Placed]) -> Iterator[Fault]:
    """Check the air over the panel's glass, and the film behind the window."""
    lid, air = printed["lid"], case.data["clear"]["glass"]
    (glass,) = (body.solid for body in bought if body.name == "glass")
    x0, y0, _, x1, y1, top = glass.bounding_box()
    over = box((x1 - x0, y1 - y0, air - 1e-3), ((x0 + x1) / 2, (y0 + y1) / 2), top)
    if common(over, lid) > TOUCH:
        yield Fault("glass", f"less than {air} mm of air over the panel's glass")
    film, (at, size) = case.film(), case.window
    x0, y0, low, x1, y1, high = film.bounding_box()
    if low < case.under or common(film, lid) > TOUCH:
        yield Fault("film", "the film does not lie in its rebate")
    # The ledge that holds it is that much wider than the opening, all around.
    ledge = box((x1 - x0, y1 - y0, 0.2), at, high + 0.05)
    more = 2 * (case.data["window_margin"] + 0.1)
    ledge -= box((size[0] + more, size[1] + more, 9), at, low)
    if (x1 - x0 - size[0] - more) / 2 < 1.0 or common(ledge, lid) < 0.99 * ledge.volume():
        yield Fault("film", "no ledge for the film around the window")


def named(case: Enclosure, printed: Solids) -> Iterator[Fault]:
    """Check that each label is cut into whole plastic, beside the hole that it names."""
    lid = printed["lid"]
    for label in case.labels():
        sign = label.solid(case.top - DEEP + 0.05, case.top + 1, case.glyphs)
        x0, y0, x1, y1 = label.box(0.4)
        at, size = ((x0 + x1) / 2, (y0 + y1) / 2), (x1 - x0, y1 - y0, DEEP - 0.05)
        around = box(size, at, case.top - DEEP + 0.05) - sign
        if common(sign, lid) > TOUCH or common(around, lid) < 0.99 * around.volume():
            yield Fault("label", f"{label.text} cannot be read on the lid")


def closing(case: Enclosure, printed: Solids, bought: list[Placed]) -> Iterator[Fault]:
    """Check that the case can be put together, and that base and lid meet with some play."""
    solids: dict[str, list[Manifold]] = {name: [solid] for name, solid in printed.items()}
    for body in bought:
        # Legs and wires bend; the plug joins later.
        if body.name not in ("wires", "wire ends", "plug"):
            solids.setdefault(body.ref, []).append(body.solid)

    def all_of(names: Sequence[str]) -> Manifold:
        found = [solid for name in names for solid in solids.get(name, ())]
        return Manifold.batch_boolean(found, OpType.Add)

    for step in case.steps():
        moves, stays = all_of(step.moves), all_of(step.stays)
        for ways in step.path:
            if all(common(way(moves), stays) > TOUCH for way in ways):
                yield Fault("closing", f"{step.name}: something is in the way")
                break
    gap = case.data["clear"]["lip"] - 0.01
    for shift in ((gap, 0, 0), (-gap, 0, 0), (0, gap, 0), (0, -gap, 0)):
        if common(printed["base"].translate(shift), printed["lid"]) > TOUCH:
            yield Fault("lip", f"less than {gap + 0.01:g} mm around the lip")
            break


def caps(case: Enclosure, printed: Solids) -> Iterator[Fault]:
    """Check each cap's travel, hold and height, and that it finds its plunger and its hole."""
    sizes, stem = case.data["cap"], case.stem
    for ref in BUTTONS:
        cap, at = printed[f"cap {ref}"], case.spot(ref)
        body = box((12, 12, stem["z0"]), at, case.switch_z)
        _, _, low, _, _, high = cap.bounding_box()
        if common(cap.translate((0, 0, -2 * stem["travel"] + 0.05)), body) > TOUCH:
            yield Fault("cap", f"cap {ref} meets its switch before the switch closes")
        if common(cap.translate((0, 0, sizes["play"] + 0.5)), printed["lid"]) <= TOUCH:
            yield Fault("cap", f"cap {ref} falls out through the lid")
        if high < case.top + 0.8:
            yield Fault("cap", f"cap {ref} does not stand out of the lid")
        if near(cap, printed["lid"], case.data["clear"]["cap_to_lid"]):
            yield Fault("clearance", f"cap {ref} and lid")
        # It is pressed on by hand: half a millimetre beside, or turned by ten degrees.
        plunger = box((stem["size"], stem["size"], 0.1), (0, 0), low)
        for askew in (
            *(plunger.translate((dx, dy, 0)) for dx, dy in product((-0.5, 0.5), repeat=2)),
            *(plunger.rotate((0, 0, angle)) for angle in (-10, 10)),
        ):
            if common(askew.translate((*at, 0)), cap) > TOUCH:
                yield Fault("cap", f"cap {ref} does not find its plunger")
                break
        # Then it stands as crooked as its socket lets it, and the lid must find its crown.
        loose = sizes["socket_gap"] / 2
        grip = case.switch_z + stem["z1"] - low - sizes["lead"]
        lean = loose + 2 * loose / grip * (high - low)
        if lean > sizes["gap"] + CROWN_EDGE:
            yield Fault("cap", f"the lid does not find cap {ref}, which leans by {lean:.1f} mm")


def apertures(
    case: Enclosure, printed: Solids, bought: list[Placed], printer: Mapping[str, Any]
) -> Iterator[Fault]:
    """Check the ways to socket, BOOTSEL, picture, sound and cord, and those of the build."""
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
    x0, y0, _, x1, y1, _ = bounds["DS1 glass"]
    for middle, long, low, high in ((centre[0], size[0], x0, x1), (centre[1], size[1], y0, y1)):
        half = long / 2 + case.data["window_margin"]
        if middle - half < low + 0.3 or middle + half > high - 0.3:
            yield Fault("window", "the window is too large to hide the panel's edges")
    left, _, _, right, _, _ = bounds["BZ1 body"]
    disc = cylinder(right - left, case.spot("BZ1"), under + 0.2, under + 1.2)
    if common(disc, walls) > disc.volume() - 10.0:
        yield Fault("sound", "less than 10 square millimetres open above the piezo")
    eyes = case.eyes(case.data["eye"]["hole"] - 0.4)
    bar = case.eyes(case.data["eye"]["apart"])
    if common(eyes, printed["base"]) > TOUCH or common(bar, printed["base"]) < 40.0:
        yield Fault("eye", "no two holes for a cord, with a bar between them")


def fits(
    case: Enclosure, printer: Mapping[str, Any], printed: Solids | None = None
) -> Iterator[Fault]:
    """Check the parts in the case, or in the plastic of another case, to test the checks.

    The dearest checks come last: who looks for one fault need not wait for all.
    """
    printed, bought = printed or case.parts(), case.bought()
    yield from apertures(case, printed, bought, printer)
    yield from mounts(case, printed)
    yield from glazing(case, printed, bought)
    yield from named(case, printed)
    yield from caps(case, printed)
    yield from closing(case, printed, bought)
    yield from case.clearances(printed, bought)
    yield from sharp_to_cell(case, printed, bought)
    yield from overlaps(printed, bought, case.holder)


def check(case: Enclosure, printer: Mapping[str, Any]) -> list[Fault]:
    """Run all checks."""
    printed = case.parts()
    return [*printable(printed, printer), *fits(case, printer, printed)]
