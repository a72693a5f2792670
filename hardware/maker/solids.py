# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Boxes, cylinders and bodies of parts as solids, what two solids share, and binary STL files.

Millimetres; axes as in case.toml. The same solid gives the same bytes.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from manifold3d import CrossSection, Manifold, Mesh

Point = tuple[float, float]
Vec3 = tuple[float, float, float]
Array = npt.NDArray[Any]

TOUCH = 1e-3
"""Common volume, in cubic millimetres, up to which two solids only touch."""

_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")])
_HEADER = b"Pocket Pig, CERN-OHL-P-2.0, millimetres"


def box(size: Sequence[float], centre: Sequence[float], z0: float) -> Manifold:
    """Return a box with its lower face at z0."""
    return Manifold.cube((size[0], size[1], size[2]), False).translate(
        (centre[0] - size[0] / 2, centre[1] - size[1] / 2, z0)
    )


def cylinder(
    diameter: float,
    centre: Sequence[float],
    z0: float,
    z1: float,
    top: float | None = None,
    segments: int = 0,
) -> Manifold:
    """Return a cylinder from z0 to z1, or a cone if `top` is another diameter."""
    upper = diameter if top is None else top
    # As many sides, in fours, as keep the flat of each within 0.05 mm of the circle.
    radius = max(diameter, upper) / 2
    segments = segments or 4 * math.ceil(math.pi / math.acos(1 - 0.05 / radius) / 4)
    return Manifold.cylinder(z1 - z0, diameter / 2, upper / 2, segments).translate(
        (centre[0], centre[1], z0)
    )


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
    """Return the tables of case.toml; `panel` is that of the row with this id, or the first one.

    Raises ValueError if there is no such row.
    """
    text = (Path(__file__).parents[1] / "case.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)
    rows = {row["id"]: row for row in found["panel"]}
    if panel and panel not in rows:
        raise ValueError(f"no panel {panel!r} in case.toml: there are {', '.join(rows)}")
    return {**found, "panel": rows[panel or next(iter(rows))], "panels": list(rows)}


def panel_bodies(row: dict[str, Any]) -> Iterator[list[Any]]:
    """Yield the bodies of a panel, around the middle of its board's underside."""
    (w, h, thick), (px, py) = row["board"], row["pins"]
    deep = row["components"]["size"][2]
    for name, size, (x, y), z in (
        ("board", (w, h, thick), (0.0, 0.0), 0.0),
        *((name, row[name]["size"], row[name]["centre"], thick) for name in ("glass", "ribbon")),
        ("components", row["components"]["size"], row["components"]["centre"], -deep),
        ("joints", (10.6, 2.4, 1.5), (px, py), thick),
    ):
        yield [name, x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2, z, z + size[2]]


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


def triangles(solid: Manifold) -> Array:
    """Return the solid's surface, shape (n, 3, 3), in millimetres."""
    mesh = solid.to_mesh()
    corners = np.asarray(mesh.vert_properties, dtype=np.float64)[:, :3]
    surface: Array = corners[np.asarray(mesh.tri_verts)]
    return surface


def dump(solid: Manifold) -> bytes:
    """Return the solid as binary STL, with coordinates rounded to 0.0001 mm."""
    rounded = (np.round(triangles(solid), 4) + 0.0).tolist()
    whole = [(a, b, c) for a, b, c in rounded if a != b != c != a]
    # Fixed order: each triangle starts at its smallest corner, and the triangles are sorted.
    surface = np.array(sorted(min((a, b, c), (b, c, a), (c, a, b)) for a, b, c in whole))
    records = np.zeros(len(surface), dtype=_RECORD)
    across = np.cross(surface[:, 1] - surface[:, 0], surface[:, 2] - surface[:, 0])
    lengths = np.linalg.norm(across, axis=1)
    records["normal"] = np.round(across / np.where(lengths == 0, 1, lengths)[:, None], 4) + 0.0
    records["corners"] = surface
    return _HEADER.ljust(80, b" ") + len(surface).to_bytes(4, "little") + records.tobytes()


def load(data: bytes) -> Manifold:
    """Return the solid of a binary STL file, empty if that is not watertight.

    Raises ValueError if the file is cut or not STL.
    """
    records = np.frombuffer(data, dtype=_RECORD, offset=84)
    if len(records) != int.from_bytes(data[80:84], "little"):
        raise ValueError("not a binary STL file, or incomplete")
    points, index = np.unique(records["corners"].reshape(-1, 3), axis=0, return_inverse=True)
    return Manifold(Mesh(points.astype(np.float32), index.reshape(-1, 3).astype(np.uint32)))


def differs(one: Manifold, other: Manifold, tolerance: float = 0.5) -> bool:
    """True if two solids differ by more than `tolerance` cubic millimetres.

    Compares volumes, not bytes: versions of the geometry library may triangulate differently.
    """
    return bool((one - other).volume() + (other - one).volume() > tolerance)
