# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Lists for the fab and the builder, what to solder where, and the rules for KiCad."""

from __future__ import annotations

import json
from collections.abc import Sequence

from maker.carrier.layout import BACK, Carrier, Place
from maker.documents import csv_text, grouped


def _by(board: Carrier, fit: str) -> list[Place]:
    return [place for place in board.places.values() if place.part["fit"] == fit]


def bom(board: Carrier) -> str:
    """Return the fab's parts list, in the columns of JLCPCB; other fabs map them."""
    rows: list[Sequence[object]] = [("Comment", "Designator", "Footprint", "JLCPCB Part #", "MPN")]
    parts = [(place.part, place.ref) for place in _by(board, "fab")]
    keys = ("value", "footprint", "lcsc", "mpn")
    alike = grouped((tuple(part.get(key, "") for key in keys), ref) for part, ref in parts)
    rows += [(row[0], ",".join(refs), *row[1:]) for row, refs in alike.items()]
    return csv_text(rows)


def positions(board: Carrier) -> str:
    """Return the placement list (CPL). The origin is that of the gerbers."""
    rows: list[Sequence[object]] = [("Designator", "Mid X", "Mid Y", "Layer", "Rotation")]
    for place in _by(board, "fab"):
        turn = (place.turn + place.footprint.get("fab_turn", 0)) % 360
        side = "Bottom" if place.layer == BACK else "Top"
        x, y = place.at
        rows.append((place.ref, f"{x:.4f}mm", f"{y:.4f}mm", side, f"{turn:g}"))
    return csv_text(rows)


def by_hand(board: Carrier) -> str:
    """Return the list of parts that the builder buys and solders."""
    rows: list[Sequence[object]] = [
        ("refs", "quantity", "part", "part number", "needed", "side", "note")
    ]
    parts = [({"side": "front", **place.part}, place.ref) for place in _by(board, "hand")]
    keys = ("value", "mpn", "need", "side", "note")
    alike = grouped((tuple(part.get(key, "") for key in keys), ref) for part, ref in parts)
    rows += [(" ".join(refs), len(refs), *row) for row, refs in alike.items()]
    return csv_text(rows)


def kicad_project(board: Carrier) -> str:
    """Return the `.kicad_pro` file: the rules that KiCad's own check of the board uses."""
    rules = board.rules
    via, drill = rules["via"]
    least = {
        "min_clearance": rules["clearance"],
        "min_copper_edge_clearance": rules["edge"],
        "min_hole_clearance": rules["hole_to_copper"] - 0.05,
        "min_hole_to_hole": rules["hole_to_hole"],
        "min_through_hole_diameter": drill,
        "min_track_width": rules["track"],
        "min_via_annular_width": rules["annular"],
        "min_via_diameter": via,
        "min_silk_clearance": 0.0,
    }
    default = {
        "name": "Default",
        "clearance": rules["clearance"],
        "track_width": rules["track"],
        "via_diameter": via,
        "via_drill": drill,
    }
    # Symbols and footprints are in the files themselves, and in no library.
    no_library = {"lib_footprint_issues": "ignore", "lib_footprint_mismatch": "ignore"}
    no_symbols = {"lib_symbol_issues": "ignore", "footprint_link_issues": "ignore"}
    content = {
        "board": {"design_settings": {"rules": least, "rule_severities": no_library}},
        "erc": {"rule_severities": no_symbols},
        "meta": {"filename": "pocketpig-carrier.kicad_pro", "version": 1},
        "net_settings": {"classes": [default], "meta": {"version": 2}},
    }
    return json.dumps(content, indent=2) + "\n"
