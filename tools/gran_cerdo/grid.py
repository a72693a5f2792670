"""Coordinates for tables of Gran Cerdo's turns.

Two are exact: `greedy`, the longest round so far and who has it, and `margin`, the mover's victory
points less the other's by oinks and full fifties.

The scores are on a grid and interpolated in between. Each point of the mover's has a list of the
other's truffles. Both are dense where the worth changes most: at the ends of the fifties, and
around equality, where interpolation keeps the lead constant instead of the other's truffles.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

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


@njit
def greedy_index(longest: int, who: int) -> int:
    """Return the index of (longest round, who has it); 0 before the first roll."""
    return 0 if longest == 0 else 1 + 3 * (min(longest, LONGEST) - 1) + who


@njit
def place_in(row: NDArray[np.int64], truffles: int) -> tuple[int, float]:
    """Return (index of the grid point at or below, weight of the next one)."""
    truffles = min(max(truffles, row[0]), row[-1])
    at = np.searchsorted(row, truffles, side="right") - 1
    if row[at] == truffles:
        return int(at), 0.0
    return int(at), float((truffles - row[at]) / (row[at + 1] - row[at]))
