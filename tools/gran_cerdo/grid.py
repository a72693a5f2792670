# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Coordinates for tables of Gran Cerdo's turns.

Two coordinates are exact:
- `greedy`, (longest round, who has it): for the greedy pig only the longest round so far matters.
- `margin`, the mover's victory points less the other's, without most truffles and the greedy pig:
  oinks and full fifties count only by this sum.

The scores are on a grid and interpolated in between. The mover's grid is densest at the ends of the
fifties. Each of its points has a list of the other's truffles, dense at the ends of the fifties and
around equality, where the worth changes most. Interpolation keeps the lead constant near equality,
and the other's truffles elsewhere.
"""

import numpy as np
from numba import njit

from pocketpig.simulation.gran_cerdo.rolls import BLOCK

IN_BLOCK = (0, 1, 10, 20, 30, 40, 46, 49)
BLOCKS = 4  # greater numbers of the mover's truffles repeat the last block
MINE = np.array([BLOCK * b + m for b in range(BLOCKS) for m in IN_BLOCK], dtype=np.int64)
LEADS = (0, 1, 2, 3, 5, 8, 12, 17, 23, 30)
NEAR = LEADS[-1]
FAR = 125  # greater leads count as this
MARGIN = 11  # margins are limited to -MARGIN … MARGIN
MARGINS = 2 * MARGIN + 1
LONGEST = 11  # longer rounds count as this many rolls
ME, YOU, BOTH = range(3)
GREEDY_STATES = 1 + 3 * LONGEST
TOTALS = 104  # number of turn totals in the tables

MINE_TOP = BLOCK * BLOCKS - 1
THEIRS_TOP = MINE_TOP + FAR


def _rows() -> list[list[int]]:
    """Return the grid of the other's truffles for each of MINE."""
    ends = [BLOCK * b + m for b in range(BLOCKS + 3) for m in IN_BLOCK]
    rows = []
    for mine in MINE.tolist():
        low, high = max(0, mine - FAR), mine + FAR
        row = {low, high, *(end for end in ends if low <= end <= high)}
        row.update(mine + sign * lead for lead in LEADS for sign in (1, -1))
        rows.append(sorted(theirs for theirs in row if low <= theirs))
    return rows


_ROWS = _rows()
LENGTHS = np.array([len(row) for row in _ROWS], dtype=np.int64)
LONGEST_ROW = int(LENGTHS.max())
THEIRS = np.array([row + row[-1:] * (LONGEST_ROW - len(row)) for row in _ROWS], dtype=np.int64)

# Index of the grid point at or below every number.
_MINE_AT = (np.searchsorted(MINE, np.arange(MINE_TOP + 1), side="right") - 1).astype(np.int64)
_THEIRS_AT = np.array(
    [np.searchsorted(row, np.arange(THEIRS_TOP + 1), side="right") - 1 for row in _ROWS],
    dtype=np.int64,
)


@njit
def greedy_index(longest: int, who: int) -> int:
    """Return the index of (longest round, who has it); 0 before the first roll."""
    return 0 if longest == 0 else 1 + 3 * (min(longest, LONGEST) - 1) + who


@njit
def other_view(who: int) -> int:
    """Return `who` from the other pig's view."""
    return BOTH if who == BOTH else YOU - who


@njit
def mine_at(mine: int) -> tuple[int, float]:
    """Return (index, weight of the next index) of the mover's truffles, at most MINE_TOP."""
    at = _MINE_AT[mine]
    if MINE[at] == mine:
        return at, 0.0
    return at, (mine - MINE[at]) / (MINE[at + 1] - MINE[at])


@njit
def theirs_at(row: int, theirs: int) -> tuple[int, float]:
    """Return (index, weight of the next index) of the other's truffles in row `row` of THEIRS."""
    theirs = min(max(theirs, THEIRS[row, 0]), THEIRS[row, LENGTHS[row] - 1])
    at = _THEIRS_AT[row, theirs]
    if THEIRS[row, at] == theirs:
        return at, 0.0
    return at, (theirs - THEIRS[row, at]) / (THEIRS[row, at + 1] - THEIRS[row, at])
