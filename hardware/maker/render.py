# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A small renderer for assembly pictures: parallel projection, flat shading, drawn edges."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from manifold3d import Manifold

from maker.solids import Array, Vec3, normals, triangles

_SUN = np.array([-0.35, 0.55, 0.76])
_EDGE_ANGLE = math.cos(math.radians(38))


@dataclass(frozen=True)
class Item:
    """A solid and its colour: red, green and blue from 0 to 255."""

    solid: Manifold
    colour: tuple[int, int, int]


@dataclass(frozen=True)
class Camera:
    """Looks at `target` from azimuth and elevation in degrees, at `scale` pixels a millimetre.

    Azimuth 0 and elevation 0 look along +y; elevation 90 looks down onto the front of the case.
    """

    azimuth: float
    elevation: float
    scale: float
    target: Vec3
    size: tuple[int, int]

    def axes(self) -> Array:
        """Return the unit vectors right, down and towards the eye, as rows in case coordinates."""
        az, el = math.radians(self.azimuth), math.radians(self.elevation)
        right = [math.cos(az), math.sin(az), 0.0]
        eye = [math.sin(az) * math.cos(el), -math.cos(az) * math.cos(el), math.sin(el)]
        up = np.cross(eye, right)
        return np.array([right, -up, eye])

    def project(self, points: Array) -> Array:
        """Convert points of shape (..., 3) to (x pixel, y pixel, nearness)."""
        moved: Array = (np.asarray(points, dtype=np.float64) - self.target) @ self.axes().T
        moved *= self.scale
        moved[..., 0] += self.size[0] / 2
        moved[..., 1] += self.size[1] / 2
        return moved

    def at(self, point: Sequence[float]) -> tuple[float, float]:
        """Return one point's place in the picture, in pixels."""
        x, y, _ = self.project(np.array([point], dtype=np.float64))[0]
        return float(x), float(y)


def _fill(image: Array, depth: Array, corners: Array, colour: Array) -> None:
    """Paint the pixels of one triangle where it is nearest."""
    height, width = depth.shape
    x0, y0 = np.maximum(np.floor(corners[:, :2].min(0)).astype(int), 0)
    x1, y1 = np.ceil(corners[:, :2].max(0)).astype(int) + 1
    x1, y1 = min(int(x1), width), min(int(y1), height)
    if x0 >= x1 or y0 >= y1:
        return
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if abs(area) < 1e-9:
        return
    xs = np.arange(x0, x1) + 0.5
    ys = (np.arange(y0, y1) + 0.5)[:, None]
    wb = ((xs - ax) * (cy - ay) - (ys - ay) * (cx - ax)) / area
    wc = ((bx - ax) * (ys - ay) - (by - ay) * (xs - ax)) / area
    near = az + wb * (bz - az) + wc * (cz - az)
    window = depth[y0:y1, x0:x1]
    inside = (wb >= 0) & (wc >= 0) & (wb + wc <= 1) & (near > window)
    window[inside] = near[inside]
    image[y0:y1, x0:x1][inside] = colour


def _edges(surface: Array, facing: Array) -> Array:
    """Return the edges at which the surface bends sharply, shape (n, 2, 3)."""
    points, index = np.unique(np.round(surface.reshape(-1, 3), 4), axis=0, return_inverse=True)
    faces = index.reshape(-1, 3)
    pairs = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    owner = np.tile(np.arange(len(faces)), 3)
    pairs.sort(axis=1)
    order = np.lexsort((pairs[:, 1], pairs[:, 0]))
    pairs, owner = pairs[order], owner[order]
    same = (pairs[:-1] == pairs[1:]).all(1)
    bend = (facing[owner[:-1]] * facing[owner[1:]]).sum(1) < _EDGE_ANGLE
    found: Array = points[pairs[:-1][same & bend]]
    return found


def render(items: Sequence[Item], camera: Camera) -> Array:
    """Return the picture on white: bytes of shape (height, width, 3)."""
    width, height = camera.size
    image = np.full((height, width, 3), 255.0)
    depth = np.full((height, width), -1e9)
    eye = camera.axes()[2]
    lines: list[Array] = []
    for item in items:
        surface = triangles(item.solid)
        facing, areas = normals(surface)
        surface, facing = surface[areas > 1e-12], facing[areas > 1e-12]
        lines.append(_edges(surface, facing))
        front = facing @ eye > 1e-6
        shade = 0.62 + 0.38 * np.clip(facing[front] @ _SUN, 0, 1)
        colours = np.array(item.colour) * shade[:, None]
        for corners, colour in zip(camera.project(surface[front]), colours):
            _fill(image, depth, corners, colour)
    for start, end in camera.project(np.concatenate(lines)):
        steps = int(max(abs(end[0] - start[0]), abs(end[1] - start[1]))) + 2
        along = np.linspace(0, 1, steps)[:, None]
        xs, ys, near = (start + (end - start) * along).T
        cols, rows = np.floor(xs).astype(int), np.floor(ys).astype(int)
        ok = (cols >= 0) & (rows >= 0) & (cols < width) & (rows < height)
        cols, rows, near = cols[ok], rows[ok], near[ok]
        # An edge is visible if nothing is more than 0.35 mm in front of it.
        seen = near > depth[rows, cols] - 0.35 * camera.scale
        image[rows[seen], cols[seen]] *= 0.35
    bytes_: Array = np.clip(image, 0, 255).astype(np.uint8)
    return bytes_
