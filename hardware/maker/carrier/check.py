# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Checks of the routed board by its geometry alone. Each yields its faults.

Whether copper touches is decided by the polygons, not by the net that a track was laid for.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from shapely.geometry import LineString, box
from shapely.ops import unary_union
from shapely.strtree import STRtree

from maker.carrier import copper, lettering
from maker.carrier.layout import LAYERS, Carrier
from maker.erc import Fault

_EXACT = 0.012
"""What drawing circles with corners may cost (mm)."""


def groups(board: Carrier) -> list[set[str]]:
    """Return the pads that the copper joins: sets of `U1.6`."""
    pieces = [(name, layers, shape) for _, name, layers, shape in copper.pieces(board)]
    for layer, polygons in board.fills.items():
        pieces += [("plane", (layer,), polygon) for polygon in polygons]
    tree = STRtree([shape for _, _, shape in pieces])
    group = {index: {index} for index in range(len(pieces))}
    for index, (_, layers, shape) in enumerate(pieces):
        for other in tree.query(shape, predicate="intersects").tolist():
            if set(layers) & set(pieces[other][1]) and group[other] is not group[index]:
                group[index] |= group[other]
                group.update(dict.fromkeys(group[other], group[index]))
    pads = range(len(board.pads))
    unique = {id(group[pad]): group[pad] for pad in pads}.values()
    return [{pieces[index][0] for index in joined if index in pads} for joined in unique]


def connectivity(board: Carrier) -> Iterator[Fault]:
    """Check that the copper joins exactly the pads of each net."""
    circuit = board.design
    net_of = {
        f"{pin.ref}.{circuit.parts[pin.ref].number(pin.name)}": net.name
        for net in circuit.nets
        for pin in net.pins
    }
    seen: Counter[str] = Counter()
    for group in groups(board):
        names = {net_of.get(pad, "") for pad in group}
        if len(names) > 1 or (names == {""} and len(group) > 1):
            yield Fault("copper_short", f"joined: {' '.join(sorted(group))}")
        seen.update(names)
    for net in circuit.nets:
        if seen[net.name] != 1:
            yield Fault("copper_open", f"{net.name} is in {seen[net.name]} pieces")


def clearances(board: Carrier) -> Iterator[Fault]:
    """Check the distances of copper to other nets, to holes and to the edge."""
    rules = board.rules
    limit = rules["clearance"] - _EXACT
    for layer in LAYERS:
        # A pad on no net is its own net.
        pieces = ((net or name, on, shape) for net, name, on, shape in copper.pieces(board))
        items = [(name, shape) for name, on, shape in pieces if layer in on]
        items += [(copper.ground(board), polygon) for polygon in board.fills[layer]]
        tree = STRtree([shape for _, shape in items])
        for index, (name, shape) in enumerate(items):
            for other in tree.query(shape, predicate="dwithin", distance=limit).tolist():
                if other > index and items[other][0] != name:
                    text = f"{name} and {items[other][0]}, layer {layer}"
                    yield Fault("copper_clearance", text)
        all_copper = unary_union([shape for _, shape in items])
        if not copper.outline(board, rules["edge"] - _EXACT).contains(all_copper):
            yield Fault("copper_edge", f"copper near the edge, layer {layer}")
        for at in board.holes:
            keep = copper.disc(at, board.outline["hole"] + 2 * rules["hole_to_copper"])
            if keep.intersects(all_copper):
                yield Fault("hole_copper", f"copper at the mounting hole {at}")


def holes(board: Carrier) -> Iterator[Fault]:
    """Check annular rings, the distances of holes to each other and to the edge."""
    rules = board.rules
    plated = [(str(p), p.at, p.drill, min(p.width, p.height)) for p in board.pads if p.drill]
    plated += [(f"via of {via.net}", via.at, via.drill, via.diameter) for via in board.vias]
    for name, at, drill, wide in plated:
        if wide - drill < 2 * rules["annular"] - 1e-9:
            yield Fault("annular", f"{name} at {at}")
    drilled = [(name, at, drill) for name, at, drill, _ in plated]
    drilled += [("mounting hole", at, board.outline["hole"]) for at in board.holes]
    for (one, a, da), (other, b, db) in combinations(drilled, 2):
        if math.dist(a, b) < (da + db) / 2 + rules["hole_to_hole"] - 1e-6:
            yield Fault("hole_to_hole", f"{one} and {other}")
    whole = copper.outline(board)
    for name, at, drill in drilled:
        if not whole.contains(copper.disc(at, drill + 2 * rules["edge"])):
            yield Fault("hole_edge", f"{name} at {at}")
    vias = unary_union([copper.disc(via.at, via.diameter) for via in board.vias])
    for pad in board.pads:
        if not pad.drill and copper.pad_shape(pad).distance(vias) < rules["via_to_pad"] - _EXACT:
            yield Fault("via_at_pad", f"{pad}")


def least_width(milliampere: float, rise: float, micrometre: float) -> float:
    """Return the least width of an outer track in millimetres, by IPC-2221."""
    area = (milliampere / 1000 / (0.048 * rise**0.44)) ** (1 / 0.725)  # square mils
    return float(area / (micrometre / 25.4) * 0.0254)


def widths(board: Carrier) -> Iterator[Fault]:
    """Check that each track carries its net's current and is wide enough to be made."""
    rules = board.rules
    current = {row["name"]: row.get("ma", 20) for row in board.design.raw["net"]}
    for track in board.tracks:
        wanted = least_width(current[track.net], rules["rise_k"], rules["copper_um"])
        if track.width < max(wanted, rules["track"]) - 1e-9:
            yield Fault("width", f"{track.net}: {track.width} mm, needs {wanted:.2f}")


def courtyards(board: Carrier) -> Iterator[Fault]:
    """Check that parts of one side keep out of each other's room."""
    for one, other in combinations(board.places.values(), 2):
        if one.layer == other.layer and box(*one.court).intersection(box(*other.court)).area > 1e-6:
            yield Fault("courtyard", f"{one.ref} and {other.ref}")


def silkscreen(board: Carrier) -> Iterator[Fault]:
    """Check that lines lie off pads and are thick enough, and that every part is named."""
    tree = STRtree([copper.pad_shape(pad) for pad in board.pads])
    for ink in board.silk:
        if ink.width < board.rules["silk"] - 1e-9:
            yield Fault("silk_thin", f"{ink.width} mm")
        line = LineString(ink.points)
        for index in tree.query(line, predicate="dwithin", distance=ink.width / 2 + 0.05).tolist():
            pad = board.pads[index]
            if ink.layer in pad.layers:
                yield Fault("silk_on_pad", f"{pad}, at {ink.points[0]}")
    texts = lettering.words(board)
    named = {text for text, *_ in texts}
    for part in board.design.parts.values():
        wanted = part.data["label"] if part.kind == "pad" else part.ref
        if wanted not in named:
            yield Fault("silk_name", f"{part.ref} is not named")
    signs = {text for text, _, _, layer, _ in texts if layer == board.places["J2"].layer}
    if not {"+", "-"} <= signs:
        yield Fault("silk_polarity", "no plus and minus at the cell")
    for text, _, height, _, _ in texts:
        if height < 0.8:
            yield Fault("silk_thin", f"{text!r} is {height} mm high")


def check(board: Carrier) -> Iterator[Fault]:
    """Run all checks of the geometry."""
    for rule in (connectivity, clearances, holes, widths, courtyards, silkscreen):
        yield from rule(board)
