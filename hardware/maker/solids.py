# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Boxes, cylinders and bodies of parts as solids, and binary STL files.

Millimetres; axes as in pins.toml. The same solid gives the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from manifold3d import CrossSection, Manifold, Mesh

Vec3 = tuple[float, float, float]
Array = npt.NDArray[Any]

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
class Placed:
    """A body of a part in the case, e.g. `U1 usb`."""

    ref: str
    name: str
    solid: Manifold

    def __str__(self) -> str:
        return f"{self.ref} {self.name}".strip()


def triangles(solid: Manifold) -> Array:
    """Return the solid's surface, shape (n, 3, 3), in millimetres."""
    mesh = solid.to_mesh()
    corners = np.asarray(mesh.vert_properties, dtype=np.float64)[:, :3]
    surface: Array = corners[np.asarray(mesh.tri_verts)]
    return surface


def normals(surface: Array) -> tuple[Array, Array]:
    """Return the triangles' normals, of length 1 or 0, and twice the triangles' areas."""
    across = np.cross(surface[:, 1] - surface[:, 0], surface[:, 2] - surface[:, 0])
    lengths = np.linalg.norm(across, axis=1)
    return across / np.where(lengths == 0, 1, lengths)[:, None], lengths


def dump(solid: Manifold) -> bytes:
    """Return the solid as binary STL, with coordinates rounded to 0.0001 mm."""
    rounded = (np.round(triangles(solid), 4) + 0.0).tolist()
    whole = [(a, b, c) for a, b, c in rounded if a != b != c != a]
    # Fixed order: each triangle starts at its smallest corner, and the triangles are sorted.
    surface = np.array(sorted(min((a, b, c), (b, c, a), (c, a, b)) for a, b, c in whole))
    records = np.zeros(len(surface), dtype=_RECORD)
    records["normal"] = np.round(normals(surface)[0], 4) + 0.0
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
