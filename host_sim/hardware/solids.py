# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Boxes, cylinders and bodies of parts as solids. Millimetres; axes as in pins.toml."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manifold3d import CrossSection, Manifold

Vec3 = tuple[float, float, float]


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
    segments = segments or (20 if diameter < 3 else 32)
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
