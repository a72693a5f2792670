# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The carrier board's generated files. Tracks are laid once for all of them."""

from __future__ import annotations

import io
import json
import re
import zipfile
from functools import lru_cache

from shapely.geometry import Polygon
from shapely.ops import unary_union

from maker import model
from maker.carrier import copper, layout, lettering, router
from maker.carrier.layout import LAYERS, Carrier
from maker.model import Design


@lru_cache(maxsize=1)
def _build(tables: str) -> Carrier:
    board = layout.place(model.build(json.loads(tables)))
    router.route(board)
    board.fills = {layer: copper.pour(board, layer) for layer in LAYERS}
    board.silk = lettering.silkscreen(board)
    return board


def build(circuit: Design) -> Carrier:
    """Place and route a circuit. Raises ValueError if a net finds no way."""
    return _build(json.dumps(circuit.raw))


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
    here, there = unary_union(_planes(one)), unary_union(_planes(other))
    return bool(here.symmetric_difference(there).area < 0.5)


def same_archive(stored: bytes, fresh: bytes) -> bool:
    """True if two ZIP files hold the same gerbers and drill files."""
    try:
        with zipfile.ZipFile(io.BytesIO(stored)) as one, zipfile.ZipFile(io.BytesIO(fresh)) as two:
            return one.namelist() == two.namelist() and all(
                same_text(one.read(name), two.read(name)) for name in one.namelist()
            )
    except zipfile.BadZipFile:
        return False
