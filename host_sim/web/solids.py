# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Make the files of `page/solids`: perfect play of all positions, by the device's own code.

  python -m host_sim.web.solids

It takes a minute. The page computes what no file has.
"""

from __future__ import annotations

import itertools
import json
import zlib
from pathlib import Path

from board_web.solid import Solid
from host_sim.web.solved import games
from shared_rules.variants.skunk import ROUNDS

FOLDER = Path(__file__).with_name("page") / "solids"


def solids() -> dict[str, Solid]:
    """Return a solid for each file: all words of options, the usual numbers."""
    found: dict[str, Solid] = {}
    for game in games():
        rows = [row for row in game["options"] if not row["range"]]
        for choice in itertools.product(*(row["allowed"] for row in rows)):
            options = dict(zip((row["name"] for row in rows), choice))
            turns = 2 if options.get("end") == "equal_turns" else 1
            if not game["options"]:
                turns = ROUNDS
            for turn in range(1, turns + 1):
                solid = Solid(game["id"], options, turn)
                found.setdefault(solid.file, solid)
    return found


def packed(solid: Solid) -> bytes:
    """Return the contents of a file: a list of all columns as compressed JSON."""
    columns = [solid.column(theirs) for theirs in range(solid.target)]
    return zlib.compress(json.dumps(columns, separators=(",", ":")).encode(), 9)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, solid in solids().items():
        (FOLDER / f"{name}.bin").write_bytes(packed(solid))


if __name__ == "__main__":
    main()
