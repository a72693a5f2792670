# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Can a part be printed without support? Looks at it layer by layer, as a printer does."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import shapely
from manifold3d import CrossSection, JoinType, Manifold
from shapely.geometry import Polygon

from maker.erc import Fault
from maker.solids import Array, normals, triangles

_GRID = 0.2
_SMALL = 0.4
"""Square millimetres that a printer forgives: a rounded corner, a chamfer's last step."""


def _grown(section: CrossSection, by: float) -> CrossSection:
    return section.offset(by, JoinType.Round, circular_segments=24)


def _opened(section: CrossSection, width: float) -> CrossSection:
    """Return the section without what is narrower than `width`."""
    return _grown(_grown(section, -width / 2), width / 2)


def _mask(section: CrossSection, xs: Array, ys: Array) -> Array:
    """Return which points of the grid lie in the section."""
    inside = np.zeros((len(ys), len(xs)), dtype=bool)
    px, py = np.meshgrid(xs, ys)
    for ring in section.to_polygons():
        # Rings of holes turn the other way; a point is inside if it lies in an odd number of them.
        inside ^= shapely.contains_xy(Polygon(ring).buffer(0), px, py)
    return inside


def _runs(hanging: Array, held: Array, longest: int) -> tuple[Array, Array]:
    """Return the cells of rows that reach from support to support: short enough, and too long."""
    short, long = np.zeros_like(hanging), np.zeros_like(hanging)
    for row in range(hanging.shape[0]):
        line = np.flatnonzero(np.diff(np.concatenate([[0], hanging[row].astype(int), [0]])))
        for start, end in zip(line[::2], line[1::2]):
            if held[row, max(start - 1, 0)] and held[row, min(end, hanging.shape[1] - 1)]:
                (short if end - start <= longest else long)[row, start:end] = True
    return short, long


def _hanging(
    section: CrossSection, below: CrossSection, reach: float, longest: float
) -> tuple[float, float]:
    """Return the areas that hang in mid-air, and that a bridge too long would have to carry."""
    loose = section - _grown(below, reach)
    parts = [part for part in _opened(loose, 0.1).decompose() if part.area() > _SMALL]
    free = far = 0.0
    for part in parts:
        x0, y0, x1, y1 = part.bounds()
        xs = np.arange(x0 - 2 * _GRID, x1 + 2 * _GRID, _GRID)
        ys = np.arange(y0 - 2 * _GRID, y1 + 2 * _GRID, _GRID)
        hanging = _mask(part, xs, ys)
        held = _mask(section, xs, ys) & ~hanging
        cells = round(longest / _GRID)
        short, long = _runs(hanging, held, cells)
        short_y, long_y = _runs(hanging.T, held.T, cells)
        carried = short | short_y.T
        loose_cells = int((hanging & ~carried & ~(long | long_y.T)).sum())
        if loose_cells * _GRID**2 > _SMALL:
            # An edge in the air lets go of the lines beside it too, as around a counterbore.
            free += part.area()
        far += float(((long | long_y.T) & ~carried).sum()) * _GRID**2
    return free, far


def _steep(solid: Manifold, overhang: float) -> float:
    """Return the area of slopes that lean out further than `overhang`; ceilings do not count."""
    up, areas = normals(triangles(solid))
    down = -up[:, 2]
    leaning = (down > math.sin(math.radians(overhang + 1))) & (down < math.sin(math.radians(89)))
    return float(areas[leaning].sum() / 2)


def check(name: str, solid: Manifold, printer: Mapping[str, Any]) -> list[Fault]:
    """Check a part as it lies on the bed: overhangs, bridges, thin places, narrow gaps."""
    faults: dict[str, Fault] = {}
    layer = printer["layer"]
    # A little more than the angle says, so that a face of exactly that angle passes.
    reach = layer * math.tan(math.radians(printer["overhang"])) + 0.03
    top = solid.bounding_box()[5]
    steep = _steep(solid, printer["overhang"])
    if steep > _SMALL:
        text = f"{name}: {steep:.1f} square millimetres lean out too far"
        faults["overhang"] = Fault("overhang", text)
    below: CrossSection | None = None
    slit, before = CrossSection(), CrossSection()
    for index in range(math.floor(top / layer)):
        z = (index + 0.5) * layer
        section = solid.slice(z)
        if below is not None:
            area = section.area()
            same = abs(area - below.area()) < 1e-6 and area - (section ^ below).area() < 1e-6
            # The tip of a pointed hole is narrow for one layer, and may fill up.
            if (slit if same else slit ^ before).area() > _SMALL:
                text = f"{name}: a gap narrower than {printer['slit']} mm at {z:.1f} mm"
                faults.setdefault("slit", Fault("slit", text))
            if same:
                continue
            free, far = _hanging(section, below, reach, printer["bridge"])
            if free > _SMALL:
                text = f"{name}: {free:.1f} square millimetres in mid-air at {z:.1f} mm"
                faults.setdefault("overhang", Fault("overhang", text))
            if far > _SMALL:
                text = f"{name}: a bridge longer than {printer['bridge']} mm at {z:.1f} mm"
                faults.setdefault("bridge", Fault("bridge", text))
        thin = section - _grown(_opened(section, printer["neck"]), 0.02)
        if any(part.area() > _SMALL for part in thin.decompose()):
            text = f"{name}: thinner than {printer['neck']} mm at {z:.1f} mm"
            faults.setdefault("neck", Fault("neck", text))
        gap = _grown(_grown(section, printer["slit"] / 2), -printer["slit"] / 2) - section
        slit, before = _opened(gap, 0.05), slit
        below = section
    return list(faults.values())
