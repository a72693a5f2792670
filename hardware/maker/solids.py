# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Boxes, cylinders and bodies of parts as solids, and binary STL files.

Millimetres; axes as in case.toml.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from manifold3d import CrossSection, Manifold, Mesh

Point = tuple[float, float]
Vec3 = tuple[float, float, float]

_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")])
_HEADER = b"Pocket Pig, CERN-OHL-P-2.0, millimetres"


def box(size: Sequence[float], centre: Sequence[float], z0: float) -> Manifold:
    """Return a box with its lower face at z0."""
    return Manifold.cube((size[0], size[1], size[2]), False).translate(
        (centre[0] - size[0] / 2, centre[1] - size[1] / 2, z0)
    )


def span(x0: float, y0: float, z0: float, x1: float, y1: float, z1: float) -> Manifold:
    """Return a box between two corners, in the order of a bounding box."""
    return Manifold.cube((x1 - x0, y1 - y0, z1 - z0), False).translate((x0, y0, z0))


def cylinder(
    diameter: float, centre: Sequence[float], z0: float, z1: float, top: float | None = None
) -> Manifold:
    """Return a cylinder from z0 to z1, or a cone if `top` is another diameter."""
    upper = diameter if top is None else top
    # As many sides, in fours, as keep the flat of each within 0.05 mm of the circle.
    sides = 4 * math.ceil(math.pi / math.acos(1 - 0.1 / max(diameter, upper)) / 4)
    solid = Manifold.cylinder(z1 - z0, diameter / 2, upper / 2, sides)
    return solid.translate((centre[0], centre[1], z0))


def tapered(
    lower: Sequence[float], upper: Sequence[float], at: Sequence[float], z0: float, z1: float
) -> Manifold:
    """Return a solid from a rectangle at z0 to another one at z1."""
    ends = box((*lower, 1e-3), at, z0), box((*upper, 1e-3), at, z1 - 1e-3)
    return Manifold.batch_hull(list(ends))


def rounded(
    x: Sequence[float], y: Sequence[float], z0: float, z1: float, radius: float
) -> Manifold:
    """Return a box with rounded vertical edges."""
    core = CrossSection.square((x[1] - x[0] - 2 * radius, y[1] - y[0] - 2 * radius))
    plate = core.offset(radius, circular_segments=32) if radius else core
    return plate.translate((x[0] + radius, y[0] + radius)).extrude(z1 - z0).translate((0, 0, z0))


@dataclass(frozen=True)
class Fault:
    """What is wrong: `rule` is its short name, `message` names the parts."""

    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}"


@dataclass(frozen=True)
class Placed:
    """A body of a part in the case, e.g. `U1 usb`."""

    ref: str
    name: str
    solid: Manifold

    def __str__(self) -> str:
        return f"{self.ref} {self.name}".strip()


def tables(panel: str = "") -> dict[str, Any]:
    """Return case.toml with one panel: that id's or the first. Raises ValueError without it."""
    text = (Path(__file__).parents[1] / "case.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)
    rows = {row["id"]: row for row in found["panel"]}
    if panel and panel not in rows:
        raise ValueError(f"no panel {panel!r} in case.toml: there are {', '.join(rows)}")
    return {**found, "panel": rows[panel or next(iter(rows))], "panels": list(rows)}


def panel_bodies(row: dict[str, Any], dx: float, dy: float, dz: float) -> Iterator[list[Any]]:
    """Yield the bodies of a panel, around a point that is so far from its board's middle."""
    (w, h, thick), (px, py) = row["board"], row["pins"]
    for name, size, (x, y), low in (
        ("board", (w, h, thick), (0.0, 0.0), 0.0),
        ("joints", (10.6, 2.4, 1.5), (px, py), thick),
        ("glass", row["glass"]["size"], row["glass"]["centre"], thick),
        ("ribbon", row["ribbon"]["size"], row["ribbon"]["centre"], thick),
        ("components", row["components"]["size"], row["components"]["centre"], None),
    ):
        (w, h, high), x, y = size, x - dx, y - dy
        z = dz - high if low is None else dz + low
        yield [name, x - w / 2, y - h / 2, x + w / 2, y + h / 2, z, z + high]


def dump(solid: Manifold) -> bytes:
    """Return the solid as binary STL."""
    mesh = solid.to_mesh()
    corners = np.asarray(mesh.vert_properties)[:, :3][np.asarray(mesh.tri_verts)]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(across, axis=1)[:, None]
    records = np.zeros(len(corners), dtype=_RECORD)
    records["normal"] = across / np.where(lengths == 0, 1, lengths)
    records["corners"] = corners
    return _HEADER.ljust(80, b" ") + len(corners).to_bytes(4, "little") + records.tobytes()


def load(data: bytes) -> Manifold:
    """Return the solid of a binary STL file, empty if not watertight. Raises ValueError if cut."""
    records = np.frombuffer(data, dtype=_RECORD, offset=84)
    if len(records) != int.from_bytes(data[80:84], "little"):
        raise ValueError("not a binary STL file, or incomplete")
    points, index = np.unique(records["corners"].reshape(-1, 3), axis=0, return_inverse=True)
    return Manifold(Mesh(points.astype(np.float32), index.reshape(-1, 3).astype(np.uint32)))


def differs(one: Manifold, other: Manifold, tolerance: float = 0.5) -> bool:
    """True if two solids differ by more than `tolerance` cubic millimetres."""
    return bool((one - other).volume() + (other - one).volume() > tolerance)
