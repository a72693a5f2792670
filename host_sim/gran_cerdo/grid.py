# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Coordinates in which Gran Cerdo's turns can be tabulated.

Nothing is lost in two of them. Only the rolls of the pig with the longest round so far matter for
the greedy pig, not the other's: `greedy` is (longest round, who has it). And oinks and full fifties
enter through their sum alone, the `margin`: victory points of the mover less the other's, without
most truffles and the greedy pig. The scores are on a grid, in between by interpolation: the
mover's truffles (densest at the ends of the fifties) and the other's less the mover's (densest
around the draw).
"""

import numpy as np
from numba import njit

from .rolls import BLOCK

MINE_IN_BLOCK = (0, 1, 10, 20, 30, 40, 46, 49)
BLOCKS = 4  # above, the mover's truffles repeat the last block
MINE = np.array([BLOCK * b + m for b in range(BLOCKS) for m in MINE_IN_BLOCK], dtype=np.int64)
_AHEAD = (0, 1, 2, 3, 5, 8, 12, 17, 23, 30, 38, 48, 60, 76, 100, 125)
AHEAD = np.array([-a for a in _AHEAD[:0:-1]] + list(_AHEAD), dtype=np.int64)
MARGIN = 11  # margins from -MARGIN to MARGIN, beyond as at the ends
MARGINS = 2 * MARGIN + 1
LONGEST = 11  # rounds of more rolls count as that many
ME, YOU, BOTH = range(3)
GREEDY_STATES = 1 + 3 * LONGEST
TOTALS = 104  # turn totals of the tables

# Index of the grid point at or below, for every value from 0 (MINE) and -AHEAD_MAX (AHEAD).
MINE_TOP = BLOCK * BLOCKS - 1
AHEAD_TOP = int(AHEAD[-1])
_MINE_AT = (np.searchsorted(MINE, np.arange(MINE_TOP + 1), side="right") - 1).astype(np.int64)
_AHEAD_AT = (np.searchsorted(AHEAD, np.arange(-AHEAD_TOP, AHEAD_TOP + 1), side="right") - 1).astype(
    np.int64
)


@njit
def greedy_index(longest: int, who: int) -> int:
    """Index of who has the longest round of so many rolls; 0 before the first roll."""
    return 0 if longest == 0 else 1 + 3 * (min(longest, LONGEST) - 1) + who


@njit
def other_view(who: int) -> int:
    """`who` as the other pig sees it."""
    return BOTH if who == BOTH else YOU - who


@njit
def mine_at(mine: int) -> tuple[int, float]:
    """(index, weight of the next index) of the mover's truffles."""
    if mine <= 0:  # below 0 only in corners of the grid that no game reaches
        return 0, 0.0
    if mine > MINE_TOP:
        mine = MINE_TOP + 1 - BLOCK + mine % BLOCK
    at = _MINE_AT[mine]
    if MINE[at] == mine:
        return at, 0.0
    return at, (mine - MINE[at]) / (MINE[at + 1] - MINE[at])


@njit
def ahead_at(ahead: int) -> tuple[int, float]:
    """(index, weight of the next index) of the other's truffles less the mover's."""
    ahead = min(max(ahead, -AHEAD_TOP), AHEAD_TOP)
    at = _AHEAD_AT[ahead + AHEAD_TOP]
    if AHEAD[at] == ahead:
        return at, 0.0
    return at, (ahead - AHEAD[at]) / (AHEAD[at + 1] - AHEAD[at])
