# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Checks of the routed board by its geometry alone. Each returns a list of faults.

Whether copper touches is decided by the polygons, not by the net that a track was laid for.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union
from shapely.strtree import STRtree

from host_sim.hardware.carrier import copper, lettering
from host_sim.hardware.carrier import rules as circuit_rules
from host_sim.hardware.carrier.layout import LAYERS, Carrier
from host_sim.hardware.carrier.lettering import Ink
from host_sim.hardware.erc import Fault

Fills = Mapping[int, Sequence[Polygon]]
_EXACT = 0.012
"""What drawing circles with corners may cost (mm)."""


def _pieces(board: Carrier, fills: Fills) -> list[tuple[str, tuple[int, ...], BaseGeometry]]:
    """Return each piece of copper: a name, its layers, its shape."""
    found: list[tuple[str, tuple[int, ...], BaseGeometry]] = []
    for pad in board.pads:
        found.append((str(pad), pad.layers, copper.pad_shape(pad)))
    for track in board.tracks:
        found.append((f"track of {track.net}", (track.layer,), copper.track_shape(track)))
    for via in board.vias:
        found.append((f"via of {via.net}", LAYERS, copper.via_shape(via)))
    for layer, polygons in fills.items():
        found += [("plane", (layer,), polygon) for polygon in polygons]
    return found


def groups(board: Carrier, fills: Fills) -> list[set[str]]:
    """Return the pads that the copper joins: sets of `U1.6`."""
    pieces = _pieces(board, fills)
    tree = STRtree([shape for _, _, shape in pieces])
    parent = list(range(len(pieces)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    for index, (_, layers, shape) in enumerate(pieces):
        for other in tree.query(shape, predicate="intersects").tolist():
            if other > index and set(layers) & set(pieces[other][1]):
                parent[root(index)] = root(other)
    joined: dict[int, set[str]] = {}
    for index in range(len(board.pads)):
        joined.setdefault(root(index), set()).add(str(board.pads[index]))
    return list(joined.values())


def connectivity(board: Carrier, fills: Fills) -> list[Fault]:
    """Check that the copper joins exactly the pads of each net."""
    faults = []
    circuit = board.design
    net_of = {
        f"{pin.ref}.{circuit.parts[pin.ref].number(pin.name)}": net.name
        for net in circuit.nets
        for pin in net.pins
    }
    seen: Counter[str] = Counter()
    for group in groups(board, fills):
        names = {net_of.get(pad, "") for pad in group}
        if len(names) > 1 or (names == {""} and len(group) > 1):
            faults.append(Fault("copper_short", f"joined: {' '.join(sorted(group))}"))
        for name in names - {""}:
            seen[name] += 1
    for name, count in seen.items():
        if count > 1:
            faults.append(Fault("copper_open", f"{name} is in {count} pieces"))
    for net in circuit.nets:
        if not seen[net.name]:
            faults.append(Fault("copper_open", f"{net.name} has no copper"))
    return faults


def clearances(board: Carrier, fills: Fills) -> list[Fault]:
    """Check the distances of copper to other nets, to holes and to the edge."""
    faults = []
    rules = board.rules
    limit = rules["clearance"] - _EXACT
    for layer in LAYERS:
        nets = copper.laid(board, layer)
        items = [(name, shape) for name, parts in nets.items() for shape in parts]
        items += [(copper.ground(board), polygon) for polygon in fills[layer]]
        items = [(name or f"free pad {index}", s) for index, (name, s) in enumerate(items)]
        tree = STRtree([shape for _, shape in items])
        for index, (name, shape) in enumerate(items):
            for other in tree.query(shape, predicate="dwithin", distance=limit).tolist():
                if other > index and items[other][0] != name:
                    faults.append(
                        Fault("copper_clearance", f"{name} and {items[other][0]}, layer {layer}")
                    )
        all_copper = unary_union([shape for _, shape in items])
        if not copper.outline(board, rules["edge"] - _EXACT).contains(all_copper):
            faults.append(Fault("copper_edge", f"copper near the edge, layer {layer}"))
        for at in board.holes:
            keep = copper.disc(at, board.outline["hole"] + 2 * rules["hole_to_copper"])
            if keep.intersects(all_copper):
                faults.append(Fault("hole_copper", f"copper at the mounting hole {at}"))
    return faults


def holes(board: Carrier) -> list[Fault]:
    """Check annular rings, the distances of holes to each other and to the edge."""
    faults = []
    rules = board.rules
    drilled = [(str(pad), pad.at, pad.drill) for pad in board.pads if pad.drill]
    drilled += [(f"via of {via.net}", via.at, via.drill) for via in board.vias]
    for pad in board.pads:
        if pad.drill and min(pad.width, pad.height) - pad.drill < 2 * rules["annular"] - 1e-9:
            faults.append(Fault("annular", f"{pad}"))
    for via in board.vias:
        if via.diameter - via.drill < 2 * rules["annular"] - 1e-9:
            faults.append(Fault("annular", f"via of {via.net} at {via.at}"))
    drilled += [("mounting hole", at, board.outline["hole"]) for at in board.holes]
    for (one, a, da), (other, b, db) in combinations(drilled, 2):
        if math.dist(a, b) < (da + db) / 2 + rules["hole_to_hole"] - 1e-6:
            faults.append(Fault("hole_to_hole", f"{one} and {other}"))
    whole = copper.outline(board)
    for name, at, drill in drilled:
        rim = copper.disc(at, drill + 2 * rules["edge"])
        if not whole.contains(rim):
            faults.append(Fault("hole_edge", f"{name} at {at}"))
    for via in board.vias:
        for pad in board.pads:
            if not pad.drill and copper.pad_shape(pad).intersects(copper.via_shape(via)):
                faults.append(Fault("via_in_pad", f"{pad}"))
    return faults


def least_width(milliampere: float, rise: float, micrometre: float) -> float:
    """Return the least width of an outer track in millimetres, by IPC-2221."""
    area = (milliampere / 1000 / (0.048 * rise**0.44)) ** (1 / 0.725)  # square mils
    return float(area / (micrometre / 25.4) * 0.0254)


def widths(board: Carrier) -> list[Fault]:
    """Check that each track carries its net's current and is wide enough to be made."""
    faults = []
    rules = board.rules
    current = {row["name"]: row.get("ma", 20) for row in board.design.raw["net"]}
    for track in board.tracks:
        wanted = least_width(current[track.net], rules["rise_k"], rules["copper_um"])
        if track.width < max(wanted, rules["track"]) - 1e-9:
            faults.append(Fault("width", f"{track.net}: {track.width} mm, needs {wanted:.2f}"))
    return faults


def courtyards(board: Carrier) -> list[Fault]:
    """Check that parts of one side keep out of each other's room and stay on the board."""
    faults = []
    for one, other in combinations(board.places.values(), 2):
        if one.layer == other.layer and box(*one.court).intersection(box(*other.court)).area > 1e-6:
            faults.append(Fault("courtyard", f"{one.ref} and {other.ref}"))
    whole = copper.outline(board)
    for place in board.places.values():
        pads = unary_union([copper.pad_shape(p) for p in board.pads if p.ref == place.ref])
        if not whole.contains(pads):
            faults.append(Fault("courtyard", f"{place.ref} leaves the board"))
    return faults


def silkscreen(board: Carrier, silk: Sequence[Ink]) -> list[Fault]:
    """Check that lines lie off pads and are thick enough, and that every part is named."""
    faults = []
    rules = board.rules
    tree = STRtree([copper.pad_shape(pad) for pad in board.pads])
    for ink in silk:
        if ink.width < rules["silk"] - 1e-9:
            faults.append(Fault("silk_thin", f"{ink.width} mm"))
        line = LineString(ink.points)
        for index in tree.query(line, predicate="dwithin", distance=ink.width / 2 + 0.05).tolist():
            pad = board.pads[index]
            if ink.layer in pad.layers:
                faults.append(Fault("silk_on_pad", f"{pad}, at {ink.points[0]}"))
    texts = lettering.words(board)
    named = {text for text, *_ in texts}
    for part in board.design.parts.values():
        wanted = part.data["label"] if part.kind == "pad" else part.ref
        if wanted not in named:
            faults.append(Fault("silk_name", f"{part.ref} is not named"))
    signs = {text for text, _, _, layer, _ in texts if layer == board.places["J2"].layer}
    if not {"+", "-"} <= signs:
        faults.append(Fault("silk_polarity", "no plus and minus at the cell"))
    for text, _, height, _, _ in texts:
        if height < 0.8:
            faults.append(Fault("silk_thin", f"{text!r} is {height} mm high"))
    return faults


def check(board: Carrier, fills: Fills, silk: Sequence[Ink]) -> list[Fault]:
    """Run all checks."""
    return (
        circuit_rules.check(board.design)
        + connectivity(board, fills)
        + clearances(board, fills)
        + holes(board)
        + widths(board)
        + courtyards(board)
        + silkscreen(board, silk)
    )
