# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Binary STL files, in a fixed order so that the same solid gives the same bytes."""

from __future__ import annotations

import struct
from collections import Counter
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


def dump(solid: Manifold) -> bytes:
    """Return the solid as binary STL, with coordinates rounded to 0.0001 mm."""
    surface = np.round(triangles(solid), 4) + 0.0
    flat = surface[:, 0] != surface[:, 1]
    keep = (
        flat.any(1)
        & (surface[:, 1] != surface[:, 2]).any(1)
        & (surface[:, 0] != surface[:, 2]).any(1)
    )
    surface = surface[keep]
    # Fixed order: each triangle starts at its smallest corner, and the triangles are sorted.
    for index, corners in enumerate(surface):
        first = min(range(3), key=lambda i: tuple(corners[i]))
        surface[index] = np.roll(corners, -first, axis=0)
    order = np.lexsort(surface.reshape(-1, 9).T[::-1])
    surface = surface[order]
    normals = np.cross(surface[:, 1] - surface[:, 0], surface[:, 2] - surface[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = np.round(normals / np.where(lengths == 0, 1, lengths), 4) + 0.0
    records = np.zeros(len(surface), dtype=_RECORD)
    records["normal"], records["corners"] = normals, surface
    return _HEADER.ljust(80, b" ") + struct.pack("<I", len(records)) + records.tobytes()


def _indexed(data: bytes) -> tuple[Array, Array]:
    (count,) = struct.unpack_from("<I", data, 80)
    if len(data) != 84 + 50 * count:
        raise ValueError("not a binary STL file, or incomplete")
    corners = np.frombuffer(data, dtype=_RECORD, count=count, offset=84)["corners"].reshape(-1, 3)
    points, index = np.unique(corners, axis=0, return_inverse=True)
    return points, index.reshape(-1, 3)


def load(data: bytes) -> Manifold:
    """Return the solid of a binary STL file. Raises ValueError if it is cut or not STL."""
    points, faces = _indexed(data)
    return Manifold(
        Mesh(vert_properties=points.astype(np.float32), tri_verts=faces.astype(np.uint32))
    )


def open_edges(data: bytes) -> int:
    """Count edges not shared by exactly two triangles of opposite direction; 0 is watertight."""
    _, faces = _indexed(data)
    edges: Counter[tuple[int, int]] = Counter()
    for a, b, c in faces.tolist():
        edges.update([(a, b), (b, c), (c, a)])
    return sum(count != edges.get((end, start), 0) for (start, end), count in edges.items())


def differs(data: bytes, solid: Manifold, tolerance: float = 0.5) -> bool:
    """True if the file's solid differs from `solid` by more than `tolerance` cubic millimetres.

    Compares volumes, not bytes: versions of the geometry library may triangulate differently.
    """
    stored = load(data)
    parts: list[Manifold] = [stored - solid, solid - stored]
    return bool(sum(part.volume() for part in parts) > tolerance)
