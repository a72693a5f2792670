# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Lists for the fab and the builder, what to solder where, and the rules for KiCad."""

from __future__ import annotations

import json
from collections.abc import Sequence

from maker.carrier.layout import BACK, Carrier, Place
from maker.documents import csv_text, grouped


def _by(board: Carrier, fit: str, battery: bool = True) -> list[Place]:
    """Return the parts that the fab or the builder solders; without those for a battery, if so."""
    return [
        place
        for place in board.places.values()
        if place.part["fit"] == fit and (battery or place.part["need"] == "always")
    ]


def bom(board: Carrier, battery: bool = True) -> str:
    """Return the fab's parts list, in the columns of JLCPCB; other fabs map them."""
    rows: list[Sequence[object]] = [("Comment", "Designator", "Footprint", "JLCPCB Part #", "MPN")]
    parts = [(place.part, place.ref) for place in _by(board, "fab", battery)]
    keys = ("value", "footprint", "lcsc", "mpn")
    alike = grouped((tuple(part.get(key, "") for key in keys), ref) for part, ref in parts)
    rows += [(row[0], ",".join(refs), *row[1:]) for row, refs in alike.items()]
    return csv_text(rows)


def positions(board: Carrier, battery: bool = True) -> str:
    """Return the placement list with the angles of the board, in the columns of KiCad."""
    rows: list[Sequence[object]] = [("Ref", "Val", "Package", "PosX", "PosY", "Rot", "Side")]
    for place in _by(board, "fab", battery):
        side = "bottom" if place.layer == BACK else "top"
        part, (x, y) = place.part, (f"{value:.4f}" for value in place.at)
        rows.append((place.ref, part["value"], part["footprint"], x, y, f"{place.turn:g}", side))
    return csv_text(rows)


def positions_jlcpcb(board: Carrier, battery: bool = True) -> str:
    """Return the placement list (CPL) for JLCPCB, whose reels count some angles from another side.

    The origin is that of the gerbers.
    """
    rows: list[Sequence[object]] = [("Designator", "Mid X", "Mid Y", "Layer", "Rotation")]
    for place in _by(board, "fab", battery):
        turn = (place.turn + place.footprint.get("fab_turn", 0)) % 360
        side = "Bottom" if place.layer == BACK else "Top"
        x, y = place.at
        rows.append((place.ref, f"{x:.4f}mm", f"{y:.4f}mm", side, f"{turn:g}"))
    return csv_text(rows)


def by_hand(board: Carrier) -> str:
    """Return the list of all that the builder buys, first what he solders."""
    rows: list[Sequence[object]] = [
        ("refs", "quantity", "part", "part number", "order number", "each in US dollars")
        + ("needed", "side", "note")
    ]
    parts = [({"side": "front", **place.part}, place.ref) for place in _by(board, "hand")]
    keys = ("value", "mpn", "order", "price", "need", "side", "note")
    alike = grouped((tuple(part.get(key, "") for key in keys), ref) for part, ref in parts)
    rows += [(" ".join(refs), len(refs), *row) for row, refs in alike.items()]
    for item in board.design.raw["sundry"]:
        rows.append(("", item["quantity"], *(item.get(key, "") for key in keys)))
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
