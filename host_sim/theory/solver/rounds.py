# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Shared rolls over a fixed number of rounds, two players (Skunk).

Only the difference of the scores matters. Differences and round totals are cut off at values
that dice reach with a probability below 1e-15.
"""

import numpy as np
from numba import njit

from .matrix import solve_matrix
from .moves import Floats, Moves

WIDEST = 1500
LONGEST = 1200


@njit(cache=True)
def worth_of(after: Floats, difference: int) -> float:
    """Return after[centre + difference]; beyond the ends 1.0 (ahead) or 0.0 (behind)."""
    centre = len(after) // 2
    if difference > centre:
        return 1.0
    if difference < -centre:
        return 0.0
    return after[centre + difference]


@njit(cache=True)
def solve_round(
    moves: Moves, after: Floats, longest: int, stand: Floats, ask_d: int, ask_k: int
) -> tuple[Floats, Floats]:
    """Return the worth of the start of a round by difference; `after` is that of the next round.

    Arrays of 2 * w + 1 worths are for the differences -w … w, my score minus the opponent's.
    stand[k, d + w']: filled with my probability of standing at round total k if both stand.
    Second result, at difference ask_d and round total ask_k: the matrix ss, sq, qs, qq, then my
    worths of rolling on and of sitting if the opponent, now ask_d behind me, sits.
    """
    w = len(after) // 2
    bust = moves.end_p.sum()
    n_adds = len(moves.add_p)
    ring = 1
    for a in range(n_adds):
        ring = max(ring, moves.add_n[a] + 1)
    alone = np.zeros((ring, 2 * w + 1))
    both = np.zeros((ring, 2 * w + 1))
    rolls, stands = np.zeros(2 * w + 1), np.zeros(2 * w + 1)
    asked = np.zeros(6)
    shown = stand.shape[1] // 2
    start = np.zeros(2 * w + 1)
    for k in range(longest + ring - 1, -1, -1):
        here = k % ring
        rolls[:] = bust * after
        stands[:] = bust * after
        for a in range(n_adds):
            there = (k + moves.add_n[a]) % ring
            rolls += moves.add_p[a] * alone[there]
            stands += moves.add_p[a] * both[there]
        if k == 0:
            start = stands.copy()
        for d in range(-w, w + 1):
            sit = worth_of(after, d + k)
            alone[here, w + d] = sit if k >= longest else max(sit, rolls[w + d])
        for d in range(-w, w + 1):
            qq = after[w + d]
            if k >= longest:
                both[here, w + d] = qq
                continue
            ss = stands[w + d]
            sq = rolls[w + d - k] if d - k >= -w else 0.0
            qs = 1.0 - (rolls[w - d - k] if -d - k >= -w else 0.0)
            both[here, w + d], mine, _ = solve_matrix(ss, sq, qs, qq)
            if k < stand.shape[0] and abs(d) <= shown:
                stand[k, shown + d] = mine
            if k == ask_k and d == ask_d:
                asked[0], asked[1], asked[2], asked[3] = ss, sq, qs, qq
                asked[4], asked[5] = rolls[w + d], worth_of(after, d + k)
    return start, asked


def solve_rounds(moves: Moves, rounds: int, width: int = WIDEST) -> Floats:
    """Return worth[r, d + width]: start of round r (from 0), d ahead; row `rounds`: the end."""
    worth = np.zeros((rounds + 1, 2 * width + 1))
    worth[rounds] = np.heaviside(np.arange(-width, width + 1), 0.5)
    nothing = np.zeros((0, 1))
    for r in range(rounds - 1, -1, -1):
        worth[r] = solve_round(moves, worth[r + 1], LONGEST, nothing, 0, -1)[0]
    return worth
