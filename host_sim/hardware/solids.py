# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The bought parts as solids at their places in the case. Millimetres; axes as in pins.toml."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from manifold3d import CrossSection, Manifold

from host_sim.hardware import board_plan
from host_sim.hardware.model import Design

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
        return f"{self.ref} {self.name}"


def origin(design: Design, ref: str) -> Vec3:
    """Return the origin of the part's coordinates in the case."""
    data: dict[str, Any] = design.raw["solid"][ref]
    if not data.get("on_board"):
        x, y, z = data["at"]
        return float(x), float(y), float(z)
    bx, by, bz = design.raw["solid"]["PB1"]["at"]
    x, y = board_plan.centre(design, ref)
    return bx + x, by + y, bz + design.raw["perfboard"]["size"][2]


def bodies(design: Design, ref: str) -> list[Placed]:
    """Return the part's bodies at their place."""
    data: dict[str, Any] = design.raw["solid"][ref]
    at = origin(design, ref)
    found = []
    for item in data.get("boxes", ()):
        solid = box(item["size"], item["centre"], item["z0"])
        cut = item.get("cut_corners", 0.0)
        if cut:
            (cx, cy), (sx, sy) = item["centre"], item["size"][:2]
            for dx in (-1, 1):
                for dy in (-1, 1):
                    solid -= box((2 * cut, 2 * cut, 99), (cx + dx * sx / 2, cy + dy * sy / 2), -50)
        found.append(Placed(ref, item["name"], solid.translate(at)))
    for item in data.get("cylinders", ()):
        solid = cylinder(item["diameter"], item["centre"], item["z0"], item["z0"] + item["height"])
        found.append(Placed(ref, item["name"], solid.translate(at)))
    if "plunger" in data:
        stem = data["plunger"]
        solid = box((stem["size"], stem["size"], stem["z1"] - stem["z0"]), (0, 0), stem["z0"])
        found.append(Placed(ref, "plunger", solid.translate(at)))
    if "knob" in data:
        knob = data["knob"]
        solid = Manifold.cube((knob["size"][0], knob["reach"], knob["size"][1]), False).translate(
            (-knob["size"][0] / 2, 0, -knob["size"][1] / 2)
        )
        found.append(Placed(ref, "knob", solid.translate(at)))
    # Holes go through the board only: no other body of a part is near them.
    for x, y in hole_centres(design, ref):
        drill = cylinder(data["holes"]["diameter"], (x, y), at[2] - 50, at[2] + 50)
        found = [
            Placed(p.ref, p.name, p.solid - drill if p.name == "board" else p.solid) for p in found
        ]
    return found


def hole_centres(design: Design, ref: str) -> list[tuple[float, float]]:
    """Return the part's mounting holes in case coordinates."""
    data: dict[str, Any] = design.raw["solid"][ref]
    if "holes" not in data:
        return []
    (x, y, _), (sx, sy) = origin(design, ref), data["holes"]["spacing"]
    return [(x + dx * sx / 2, y + dy * sy / 2) for dx in (-1, 1) for dy in (-1, 1)]


def everything(design: Design) -> list[Placed]:
    """Return all bodies of all parts at their places."""
    return [body for ref in design.raw["solid"] for body in bodies(design, ref)]
