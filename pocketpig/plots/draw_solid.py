# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A 3-D plot made of a cube for each position: the roll/hold surface."""

from typing import Any

import numpy as np

from ..solver.moves import Floats
from . import Request
from .decisions import Bools, decisions
from .style import INK, SCALE, title, turns_of

# Direction of view in degrees: elevation above the floor, and azimuth.
ELEVATION, AZIMUTH = 28, -122

# Corners of the three visible faces of a cube.
TOP = ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))
LEFT = ((0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1))
FRONT = ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1))


def faces(solid: Bools) -> tuple[Floats, Floats]:
    """Return the outer faces of `solid` that are visible from above the corner of low scores.

    They are corners [face, corner, axis], and the brightness of each face.
    """
    corners, light = [], []
    for axis, step, face, shade in ((2, 1, TOP, 1.0), (0, -1, LEFT, 0.86), (1, -1, FRONT, 0.7)):
        # Because of the margin, nothing comes in from the other side.
        beside = np.roll(np.pad(solid, 1), -step, axis)[1:-1, 1:-1, 1:-1]
        at = np.argwhere(solid & ~beside)
        corners.append(at[:, None, :] + np.array(face)[None])
        light.append(np.full(len(at), shade))
    return np.concatenate(corners).astype(float), np.concatenate(light)


def solid_axes(figure: Any, place: int, target: int, height: int) -> Any:
    """Return 3-D axes for scores up to `target` and turn totals up to `height`."""
    axes = figure.add_subplot(place, projection="3d")
    axes.set_proj_type("ortho")
    axes.set(xlim=(0, target), ylim=(0, target), zlim=(0, height))
    axes.view_init(ELEVATION, AZIMUTH)
    axes.set_xlabel("score of the\nplayer to move", labelpad=8)
    axes.set_ylabel("opponent's\nscore", labelpad=8)
    axes.set_zlabel("turn total")
    return axes


def draw_solid(figure: Any, solid: Bools) -> None:
    """Draw the cubes; colour by turn total."""
    from matplotlib import colormaps
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    corners, light = faces(solid)
    height = int(np.flatnonzero(solid.any(axis=(0, 1)))[-1]) + 1
    shown = corners[:, :, 2].max(axis=1) / height
    # Most cubes are low, so low heights get most of the colour scale.
    colours = colormaps[SCALE](0.15 + 0.85 * np.sqrt(shown))
    colours[:, :3] *= light[:, None]
    figure.subplots_adjust(left=-0.02, right=0.97, bottom=0.02, top=0.97)
    axes = solid_axes(figure, 111, solid.shape[0], max(height, 4))
    # Rasterized: in a vector file, thousands of faces would be slow.
    cubes = Poly3DCollection(corners, facecolors=colours, edgecolors="none", antialiased=False,
                             rasterized=True)  # fmt: skip
    axes.add_collection3d(cubes)
    axes.set_box_aspect((1, 1, 0.7), zoom=0.97)
    for side in (axes.xaxis, axes.yaxis, axes.zaxis):
        side.set_pane_color((0.96, 0.96, 0.96, 1.0))
        side.label.set_color(INK)


def surface(figure: Any, request: Request) -> None:
    """Plot all positions in which rolling is best; above them holding is."""
    played = decisions(turns_of(request, every_pair=True), request.second)
    draw_solid(figure, played.roll)
    note = "a cube for every position in which rolling is right; brighter: a higher turn total"
    title(figure, request, "roll inside, hold above", note)
