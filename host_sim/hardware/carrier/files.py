# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The carrier board's generated files. Tracks are laid once for all of them."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Callable

from shapely.geometry import Polygon

from host_sim.hardware import model
from host_sim.hardware.carrier import (
    check,
    copper,
    gerber,
    kicad,
    layout,
    lettering,
    picture,
    router,
)
from host_sim.hardware.carrier.layout import BACK, FRONT, Carrier
from host_sim.hardware.carrier.lettering import Ink
from host_sim.hardware.drawing import Drawing
from host_sim.hardware.model import Design


@dataclass(frozen=True)
class Routed:
    """The board with its tracks, its ground planes and its silkscreen."""

    board: Carrier
    fills: Mapping[int, Sequence[Polygon]]
    silk: Sequence[Ink]

    def faults(self) -> list[str]:
        return [str(fault) for fault in check.check(self.board, self.fills, self.silk)]


@lru_cache(maxsize=1)
def _build(tables: str) -> Routed:
    board = layout.place(model.build(json.loads(tables)))
    router.route(board)
    return Routed(board, copper.planes(board), lettering.silkscreen(board))


def build(circuit: Design) -> Routed:
    """Place and route a circuit. Raises ValueError if a net finds no way."""
    return _build(json.dumps(circuit.raw))


PICTURES: dict[str, Callable[[Routed], Drawing]] = {
    "board_front": lambda r: picture.bare(r.board, r.fills, r.silk, FRONT),
    "board_back": lambda r: picture.bare(r.board, r.fills, r.silk, BACK),
    "from_fab": lambda r: picture.fitted(r.board, r.fills, r.silk, FRONT, ("fab",)),
    "soldered_front": lambda r: picture.fitted(r.board, r.fills, r.silk, FRONT, ("fab", "hand")),
    "soldered_back": lambda r: picture.fitted(r.board, r.fills, r.silk, BACK, ("fab", "hand")),
}


_PLANES = re.compile(r"G36\*.*?G37\*\n|\(filled_polygon .*?\n    \)\)\n", re.DOTALL)
_POINT = re.compile(r"X(-?\d+)Y(-?\d+)D0|\(xy ([-\d.]+) ([-\d.]+)\)")


def _planes(text: str) -> list[Polygon]:
    found = []
    for plane in _PLANES.findall(text):
        points = [
            (int(a) / 1e6, int(b) / 1e6) if a else (float(c), float(d))
            for a, b, c, d in _POINT.findall(plane)
        ]
        found.append(Polygon(points).buffer(0))
    return found


def same_text(stored: bytes, fresh: bytes) -> bool:
    """True if two gerbers or two KiCad boards show the same.

    All but the ground planes must be equal. Other versions of the geometry library put other
    corners into a plane: of planes the areas must be the same.
    """
    if stored == fresh:
        return True
    one, other = stored.decode(), fresh.decode()
    if _PLANES.sub("", one) != _PLANES.sub("", other):
        return False
    from shapely.ops import unary_union

    here, there = unary_union(_planes(one)), unary_union(_planes(other))
    return bool(here.symmetric_difference(there).area < 0.5)


def same_archive(stored: bytes, fresh: bytes) -> bool:
    """True if two ZIP files hold the same gerbers and drill files."""
    if stored == fresh:
        return True
    try:
        with zipfile.ZipFile(io.BytesIO(stored)) as one, zipfile.ZipFile(io.BytesIO(fresh)) as two:
            return one.namelist() == two.namelist() and all(
                same_text(one.read(name), two.read(name)) for name in one.namelist()
            )
    except zipfile.BadZipFile:
        return False


def gerbers(routed: Routed) -> bytes:
    return gerber.archive(gerber.files(routed.board, routed.fills, routed.silk))


def pcb(routed: Routed) -> bytes:
    return kicad.pcb(routed.board, routed.fills, routed.silk).encode()
