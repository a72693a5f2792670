# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Binary STL files, in a fixed order so that the same solid gives the same bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from manifold3d import Manifold, Mesh

Array = npt.NDArray[Any]

_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")])
_HEADER = b"Pocket Pig, CERN-OHL-P-2.0, millimetres"


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
