"""Write the solids of the web page, host_sim/web/solids, by the device's own code.

Run it as ``python -m tools.solids``; it takes a minute. The page computes what no file has.
"""

import argparse
import itertools
import json
import zlib
from typing import Any

from host_sim.web.solid import Solid
from host_sim.web.solved import FOLDER, games
from shared_rules.variants.skunk import Skunk


def solids() -> dict[str, Any]:
    """Return a solid for each file: all words of options, the usual numbers."""
    found: dict[str, Any] = {}
    for game in games():
        rows = [row for row in game["options"] if not row["range"]]
        for choice in itertools.product(*(row["allowed"] for row in rows)):
            options = dict(zip((row["name"] for row in rows), choice))
            turns = 2 if options.get("end") == "equal_turns" else 1
            if "target" not in [row["name"] for row in game["options"]]:
                turns = Skunk.ROUNDS
            for turn in range(1, turns + 1):
                solid = Solid(game["id"], options, turn)
                found.setdefault(solid.file, solid)
    return found


def compressed(solid: Any) -> bytes:
    """Return the contents of a file: a list of all columns as compressed JSON."""
    columns = [solid.column(theirs) for theirs in range(solid.target)]
    return zlib.compress(json.dumps(columns, separators=(",", ":")).encode(), 9)


def main() -> None:
    argparse.ArgumentParser("python -m tools.solids", description=__doc__).parse_args()
    for name, solid in solids().items():
        (FOLDER / f"{name}.bin").write_bytes(compressed(solid))


if __name__ == "__main__":
    main()
