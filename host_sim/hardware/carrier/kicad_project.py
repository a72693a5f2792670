# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The `.kicad_pro` file: the rules that KiCad's own check of the board uses."""

from __future__ import annotations

import json

from host_sim.hardware.carrier.layout import Carrier


def dump(board: Carrier) -> str:
    """Return the text of the file."""
    rules = board.rules
    via, drill = rules["via"]
    content = {
        "board": {
            "design_settings": {
                "rules": {
                    "min_clearance": rules["clearance"],
                    "min_copper_edge_clearance": rules["edge"],
                    "min_hole_clearance": rules["hole_to_copper"] - 0.05,
                    "min_hole_to_hole": rules["hole_to_hole"],
                    "min_through_hole_diameter": drill,
                    "min_track_width": rules["track"],
                    "min_via_annular_width": rules["annular"],
                    "min_via_diameter": via,
                    "min_silk_clearance": 0.0,
                },
            },
        },
        "meta": {"filename": "pocketpig-carrier.kicad_pro", "version": 1},
        "net_settings": {
            "classes": [
                {
                    "name": "Default",
                    "clearance": rules["clearance"],
                    "track_width": rules["track"],
                    "via_diameter": via,
                    "via_drill": drill,
                }
            ],
            "meta": {"version": 2},
        },
    }
    return json.dumps(content, indent=2) + "\n"
