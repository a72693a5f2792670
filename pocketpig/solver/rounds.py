"""Shared rolls over a fixed number of rounds, two players (Skunk).

Without wipes only the difference of the scores matters. Differences and round totals are cut off at
values that dice reach with a probability below 1e-15.
"""

import numpy as np
from numba import njit

from .matrix import solve_matrix
from .moves import Floats, Moves

WIDEST = 1500
LONGEST = 1200
# With wipes both scores matter, up to HIGHEST; at a round total of LAST all sit.
HIGHEST = 300
LAST = 400


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
    ring = moves.add_n.max() + 1
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


@njit(cache=True)
def worth_of_scores(after: Floats, mine: int, theirs: int) -> float:
    """Return after[mine, theirs]; beyond HIGHEST both are less by the same."""
    over = max(0, mine - HIGHEST, theirs - HIGHEST)
    return after[max(0, mine - over), max(0, theirs - over)]


@njit(cache=True)
def solve_round_with_wipes(
    moves: Moves, after: Floats, ask: tuple[int, int, int]
) -> tuple[Floats, Floats]:
    """Return `solve_round` by both scores: the worths of the start of a round, and what was asked.

    after[mine, theirs]: worths of the next round. ask: scores and round total.
    """
    size = HIGHEST + 1
    bust, wipe = moves.end_p.sum(), moves.wipe_p[0]
    ring = moves.add_n.max() + 1
    alone = np.zeros((ring, size, size))
    both = np.zeros((ring, size, size))
    rolls = np.zeros((size, size))
    start = np.zeros((size, size))
    asked = np.zeros(6)
    for k in range(LAST + ring - 1, -1, -1):
        here = k % ring
        for a in range(size):
            for s in range(size):
                # The other has sat, with a score of s.
                roll = bust * after[a, s] + wipe * after[0, s]
                for n in range(len(moves.add_p)):
                    roll += moves.add_p[n] * alone[(k + moves.add_n[n]) % ring, a, s]
                rolls[a, s] = roll
        for a in range(size):
            for s in range(size):
                sit = worth_of_scores(after, a + k, s)
                alone[here, a, s] = sit if k >= LAST else max(sit, rolls[a, s])
        for a in range(size):
            for b in range(a + 1):
                qq = worth_of_scores(after, a + k, b + k)
                if k >= LAST:
                    both[here, a, b], both[here, b, a] = qq, 1.0 - qq
                    continue
                ss = bust * after[a, b] + wipe * after[0, 0]
                for n in range(len(moves.add_p)):
                    ss += moves.add_p[n] * both[(k + moves.add_n[n]) % ring, a, b]
                sq = worth_of_scores(rolls, a, b + k)
                qs = 1.0 - worth_of_scores(rolls, b, a + k)
                worth, _mine, _theirs = solve_matrix(ss, sq, qs, qq)
                both[here, a, b], both[here, b, a] = worth, 1.0 - worth
                if k == 0:
                    start[a, b], start[b, a] = ss, 1.0 - ss
                if k == ask[2] and (a == ask[0] and b == ask[1] or a == ask[1] and b == ask[0]):
                    asked[0], asked[1], asked[2], asked[3] = ss, sq, qs, qq
                    if a != ask[0]:
                        asked[0], asked[1], asked[2], asked[3] = 1 - ss, 1 - qs, 1 - sq, 1 - qq
        if k == ask[2]:
            asked[4] = rolls[ask[0], ask[1]]
            asked[5] = worth_of_scores(after, ask[0] + k, ask[1])
    return start, asked


def solve_rounds_with_wipes(moves: Moves, rounds: int) -> Floats:
    """Return worth[r, mine, theirs]: start of round r (from 0); row `rounds`: the end."""
    scores = np.arange(HIGHEST + 1)
    worth = np.zeros((rounds + 1, len(scores), len(scores)))
    worth[rounds] = np.heaviside(scores[:, None] - scores, 0.5)
    for r in range(rounds - 1, -1, -1):
        worth[r] = solve_round_with_wipes(moves, worth[r + 1], (0, 0, -1))[0]
    return worth
