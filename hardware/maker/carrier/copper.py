# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The board's copper as polygons, and the ground planes around it. Needs shapely."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon, box
from shapely.geometry import Point as Dot
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from maker.carrier.layout import LAYERS, Carrier, Pad, Point

_ROUND = 12
"""Segments in a quarter of a circle."""


def disc(at: Point, diameter: float) -> Polygon:
    return Dot(at).buffer(diameter / 2, quad_segs=_ROUND)


def pad_shape(pad: Pad, grow: float = 0.0) -> BaseGeometry:
    """Return the pad's copper, or its opening in the mask if `grow` says how much larger."""
    (x, y), w, h = pad.at, pad.width / 2 + grow, pad.height / 2 + grow
    if pad.shape == "circle":
        return disc(pad.at, 2 * w)
    if pad.shape == "oval":
        r = min(w, h)
        line = LineString([(x - w + r, y - h + r), (x + w - r, y + h - r)])
        return line.buffer(r, quad_segs=_ROUND)
    return box(x - w, y - h, x + w, y + h)


def outline(board: Carrier, inset: float = 0.0) -> BaseGeometry:
    """Return the board's outline, or one that lies `inset` inside it."""
    (x0, x1), (y0, y1) = board.outline["x"], board.outline["y"]
    r = board.outline["corner_radius"]
    whole = box(x0 + r, y0 + r, x1 - r, y1 - r).buffer(r, quad_segs=_ROUND)
    return whole.buffer(-inset, quad_segs=_ROUND) if inset else whole


def pieces(board: Carrier) -> Iterator[tuple[str, str, tuple[int, ...], BaseGeometry]]:
    """Yield net, name, layers and shape of each pad, then of tracks and vias."""
    for pad in board.pads:
        yield pad.net, str(pad), pad.layers, pad_shape(pad)
    for track in board.tracks:
        line = LineString([track.start, track.end]).buffer(track.width / 2, quad_segs=_ROUND)
        yield track.net, f"track of {track.net}", (track.layer,), line
    for via in board.vias:
        yield via.net, f"via of {via.net}", LAYERS, disc(via.at, via.diameter)


def laid(board: Carrier, layer: int) -> dict[str, list[BaseGeometry]]:
    """Return net -> its copper on the layer, without planes. Pads on no net come under `""`."""
    found: dict[str, list[BaseGeometry]] = defaultdict(list)
    for net, _, layers, shape in pieces(board):
        if layer in layers:
            found[net].append(shape)
    return found


def ground(board: Carrier) -> str:
    return next(net.name for net in board.design.nets if net.role == "ground")


def _spokes(pad: Pad, board: Carrier) -> BaseGeometry:
    gap, width = board.rules["thermal"]
    (x, y), w, h = pad.at, pad.width / 2 + gap + 0.2, pad.height / 2 + gap + 0.2
    half = width / 2
    return unary_union(
        [box(x - w, y - half, x + w, y + half), box(x - half, y - h, x + half, y + h)]
    )


def pour(board: Carrier, layer: int) -> list[Polygon]:
    """Return the ground plane of a layer: every island of it that joins ground to ground."""
    rules, net = board.rules, ground(board)
    # Circles are drawn with corners, up to 0.01 mm inside: the plane keeps that much more away.
    gap = rules["pour_gap"] + 0.015
    copper = laid(board, layer)
    others = [shape for name, shapes in copper.items() if name != net for shape in shapes]
    holes = [disc(at, 4.4) for at in board.holes]  # clear of the screws' heads
    keep = unary_union([shape.buffer(gap, quad_segs=_ROUND) for shape in others] + holes)
    own = [pad for pad in board.pads if pad.net == net and layer in pad.layers]
    rings = unary_union(
        [pad_shape(pad).buffer(rules["thermal"][0] + 0.015, quad_segs=_ROUND) for pad in own]
    )
    spokes = unary_union([_spokes(pad, board) for pad in own])
    area = outline(board, rules["edge"]).difference(keep)
    # Slivers narrower than a track are no copper: open the shape by half of that.
    half = rules["track"] / 2
    area = area.difference(rings).buffer(-half, quad_segs=_ROUND).buffer(half, quad_segs=_ROUND)
    area = area.union(spokes.difference(keep)).intersection(outline(board, rules["edge"]))
    area = shapely.set_precision(area.simplify(0.005), 0.0001)
    # An island that joins nothing is none.
    parts = shapely.get_parts(area)
    touched = [sum(shape.intersects(part) for shape in copper[net]) for part in parts]
    islands = [part for part, count in zip(parts, touched) if count > 1 and part.area > 0.5]
    return sorted(islands, key=lambda part: part.bounds)


def fracture(polygon: Polygon) -> list[Point]:
    """Return the polygon as one ring: each hole is joined to the rim by a cut without width."""
    ring = np.array(polygon.exterior.normalize().coords)[:-1]
    holes = []
    for interior in polygon.interiors:
        points = [(x, y) for x, y in interior.coords][:-1]
        first = points.index(min(points))
        holes.append(points[first:] + points[:first])
    for hole in sorted(holes):
        x, y = hole[0]
        (ax, ay), (bx, by) = ring.T, np.roll(ring, -1, axis=0).T
        level = (np.minimum(ay, by) <= y) & (y <= np.maximum(ay, by)) & (ay != by)
        crossing = np.flatnonzero(level)
        ax, ay, bx, by = (side[crossing] for side in (ax, ay, bx, by))
        at = ax + (bx - ax) * (y - ay) / (by - ay)
        at[at > x] = -np.inf
        if not np.isfinite(at).any():
            raise ValueError("a hole lies outside its polygon")
        nearest = at.argmax()
        cut = (at[nearest], y)
        ring = np.insert(ring, crossing[nearest] + 1, [cut, *hole, hole[0], cut], axis=0)
    return [(round(x, 4), round(y, 4)) for x, y in ring.tolist()]
