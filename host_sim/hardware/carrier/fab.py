# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Lists for the fab and the builder: what to solder where, and what it costs."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from host_sim.hardware.carrier.layout import BACK, Carrier, Place


def _csv(rows: Sequence[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _by(board: Carrier, fit: str) -> list[Place]:
    return [place for place in board.places.values() if place.part["fit"] == fit]


def _groups(places: Sequence[Place]) -> list[list[Place]]:
    groups: dict[tuple[str, str], list[Place]] = {}
    for place in places:
        groups.setdefault((place.part["value"], place.part["mpn"]), []).append(place)
    return list(groups.values())


def _footprint(place: Place) -> str:
    return str(place.part["footprint"])


def bom(board: Carrier) -> str:
    """Return the fab's parts list, in the columns of JLCPCB; other fabs map them."""
    rows: list[Sequence[object]] = [("Comment", "Designator", "Footprint", "JLCPCB Part #", "MPN")]
    for group in _groups(_by(board, "fab")):
        part = group[0].part
        refs = ",".join(place.ref for place in group)
        rows.append((part["value"], refs, _footprint(group[0]), part.get("lcsc", ""), part["mpn"]))
    return _csv(rows)


def positions(board: Carrier) -> str:
    """Return the placement list (CPL). The origin is that of the gerbers."""
    rows: list[Sequence[object]] = [("Designator", "Mid X", "Mid Y", "Layer", "Rotation")]
    for place in _by(board, "fab"):
        turn = (place.turn + place.footprint.get("fab_turn", 0)) % 360
        side = "Bottom" if place.layer == BACK else "Top"
        x, y = place.at
        rows.append((place.ref, f"{x:.4f}mm", f"{y:.4f}mm", side, f"{turn:g}"))
    return _csv(rows)


def by_hand(board: Carrier) -> str:
    """Return the list of parts that the builder buys and solders."""
    rows: list[Sequence[object]] = [
        ("refs", "quantity", "part", "part number", "needed", "side", "note")
    ]
    for group in _groups(_by(board, "hand")):
        part = group[0].part
        side = "back" if group[0].layer == BACK else "front"
        refs = " ".join(place.ref for place in group)
        rows.append(
            (refs, len(group), part["value"], part["mpn"], part["need"], side, part.get("note", ""))
        )
    return _csv(rows)
