# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Solved games as NPZ files for other programs: the solver's own arrays."""

from pathlib import Path

import numpy as np

from shared_rules import __version__

from . import Solution

README = f"""\
Perfect play of two in games of the Pig family, by Pocket Pig {__version__} (MIT).
Each NPZ file (numpy.load) is a game; its name has the variant and the values of the options.
A worth is the chance to win of the player to move at the start of a turn; a tie counts half.
mine, theirs: the scores of that player and of the other; ahead: their difference.
value[mine - floor, theirs - floor]: the worth in a race to a target
first[mine, theirs], second[mine, theirs]: the same by who began the round, for end=equal_turns
worth[mine, theirs]: the same where one roll counts for both
worth[over, ahead + 1000]: after so many turns of both, for end=rounds; worth[over, ahead + 1500]
in Skunk, after so many rounds; worth[over, mine, theirs] in both if scores can be wiped
All other arrays are the solver's own; `pocketpig odds` has the worth of each action.
"""


def file_name(solution: Solution) -> str:
    """Return the name of a game's file, such as `big-add25-100-first.npz`."""
    options = solution.game.options
    words = [
        str(options[row[0]])
        for row in solution.game.OPTIONS
        if row[0] != "rounds" or options.get("end") == "rounds"
    ]
    return "-".join([solution.game.ID, *words]) + ".npz"


def export_game(solution: Solution, folder: Path) -> tuple[str, int]:
    """Write a game's file, and the README beside it; return its name and bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "README.txt").write_text(README, "utf-8", newline="\n")
    path = folder / file_name(solution)
    np.savez(path, **solution.arrays)
    return path.name, path.stat().st_size
