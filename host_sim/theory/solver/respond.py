# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Best responses to a fixed player of the shared-roll games: how much they gain against it.

The fixed player is given by its probabilities of standing while both stand, and by the totals at
which it stands alone. All worths are the fixed player's. Endless play counts as a half, as in
`herd`.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from .herd import MOST_STEPS, START, finish, play_pair, step
from .moves import Floats, Moves, reach

# Reduction of the worth of a bust that makes endless standing worse, see `herd_mix`.
TRIFLE = 1e-6

Flags = NDArray[np.bool_]


@njit(cache=True)
def alone_worths(
    moves: Moves, worth: Floats, stands: Flags, mine: int, theirs: int, pad: int, roll: Floats
) -> None:  # fmt: skip
    """Fill roll[k]: worth of one more roll for the player at `mine`, alone, the other at `theirs`.

    stands: whether that player then stands, by k; if empty, it stands where that is best.
    """
    target = len(worth)
    top = max(target - mine, theirs - mine + 1)
    best = np.ones(top + pad + 1)
    bust = moves.end_p.sum()
    lost = finish(worth, mine, theirs)
    for k in range(top - 1, -1, -1):
        rolled = bust * lost
        for n in range(len(moves.add_p)):
            rolled += moves.add_p[n] * best[k + moves.add_n[n]]
        if k < len(roll):
            roll[k] = rolled
        sit = finish(worth, mine + k, theirs)
        if len(stands):
            best[k] = rolled if stands[min(k, len(stands) - 1)] else sit
        else:
            best[k] = max(sit, rolled)
    for k in range(top, len(roll)):
        roll[k] = 1.0 - bust + bust * lost


@njit(cache=True)
def response_pair(
    moves: Moves, x: float, stand: Floats, sq: Floats, qs: Floats, qq: Floats, top: int, pad: int
) -> tuple[float, float]:
    """Return (worth, derivative by x) of a turn with the mix `stand` against the best response."""
    bust = moves.end_p.sum()
    both, slope = np.zeros(top + pad + 1), np.zeros(top + pad + 1)
    p = stand[top]
    # From `top` on nothing depends on k. The other takes the lesser worth; standing may repeat.
    sits = p * sq[top] + (1.0 - p) * qq[top]
    stands = (p * bust * x + (1.0 - p) * qs[top]) / (1.0 - p * (1.0 - bust))
    rise = p * bust / (1.0 - p * (1.0 - bust))
    for k in range(top, top + pad + 1):
        both[k], slope[k] = min(sits, stands), rise if stands <= sits else 0.0
    ss, gain = 0.0, 0.0
    for k in range(top - 1, -1, -1):
        ss, gain = bust * x, bust
        for n in range(len(moves.add_p)):
            ss += moves.add_p[n] * both[k + moves.add_n[n]]
            gain += moves.add_p[n] * slope[k + moves.add_n[n]]
        p = stand[k]
        stands, sits = p * ss + (1.0 - p) * qs[k], p * sq[k] + (1.0 - p) * qq[k]
        both[k], slope[k] = min(stands, sits), p * gain if stands <= sits else 0.0
    return ss, gain


@njit(cache=True)
def herd_response(moves: Moves, stand: Floats, alone: Flags, pad: int, busts: int = 0) -> Floats:
    """Return the worth of each start of turn for the fixed player against the best response.

    stand[a, b, k]: the fixed player's probability of standing; alone[a, s, k]: True if it stands
    after the other has sat at s, up to s = 2 * target + 1. k goes to target + 1; the last entry is
    for all beyond. busts: as in `herd.solve_herd`; the fixed player does not count them.
    """
    target = len(stand)
    worth = np.zeros((target, target))
    length = target + 2
    # Worth of rolling on alone at a against s: for the fixed player, and for the other.
    fixed = np.zeros((target, 2 * target + 2, length))
    other = np.zeros((target, 2 * target + 2, length))
    flipped = np.zeros((target, target))
    at_best = np.zeros(0, dtype=np.bool_)
    for a in range(target):
        for s in range(target, 2 * target + 2):
            alone_worths(moves, worth, alone[a, s], a, s, pad, fixed[a, s])
            alone_worths(moves, worth, at_best, a, s, pad, other[a, s])
    sq, qs, qq = np.zeros(length), np.zeros(length), np.zeros(length)
    for total in range(2 * target - 2, -1, -1):
        for a in range(min(total, target - 1), max(0, total - target + 1) - 1, -1):
            b = total - a
            top = target - min(a, b)
            for k in range(1, top + 1):
                sq[k] = fixed[a, b + k, k]
                qs[k] = 1.0 - other[b, a + k, k]
                qq[k] = finish(worth, a + k, b + k)
            search = START
            for _ in range(busts or MOST_STEPS):
                if search.found:
                    break
                value, rise = response_pair(moves, search.x, stand[a, b], sq, qs, qq, top, pad)
                search = step(search, value, rise, busts)
            worth[a, b] = search.x
            flipped[b, a] = 1.0 - search.x
            alone_worths(moves, worth, alone[a, b], a, b, pad, fixed[a, b])
            alone_worths(moves, flipped, at_best, b, a, pad, other[b, a])
    return worth


@njit(cache=True)
def round_response(
    moves: Moves, after: Floats, longest: int, stand: Floats, alone: Flags
) -> Floats:
    """Return a round's worth at its start for the fixed player, by difference (see `rounds`).

    after: its worths of the next round. stand[k, d + w'], alone[k, d + w'']: by round total and
    the fixed player's lead; beyond their ends the last entries hold.
    """
    w = len(after) // 2
    shown, shown_alone = stand.shape[1] // 2, alone.shape[1] // 2
    bust = moves.end_p.sum()
    ring = moves.add_n.max() + 1
    size = 2 * w + 1
    fixed, other, both = np.zeros((ring, size)), np.zeros((ring, size)), np.zeros((ring, size))
    start = np.zeros(size)
    for k in range(longest + ring - 1, -1, -1):
        here = k % ring
        # By the fixed player's lead: the fixed player alone, the opponent alone, both standing.
        f_roll, o_roll, ss = bust * after, bust * after, bust * after
        for a in range(len(moves.add_p)):
            there = (k + moves.add_n[a]) % ring
            p = moves.add_p[a]
            f_roll = f_roll + p * fixed[there]
            o_roll = o_roll + p * other[there]
            ss = ss + p * both[there]
        if k == 0:
            start = ss
        for i in range(size):
            up, down = min(i + k, size - 1), max(i - k, 0)
            lead = max(-shown_alone, min(shown_alone, i - w))
            stands = alone[min(k, len(alone) - 1), shown_alone + lead] and k < longest
            fixed[here, i] = f_roll[i] if stands else after[up]
            other[here, i] = after[down] if k >= longest else min(after[down], o_roll[i])
        for i in range(size):
            if k >= longest:
                both[here, i] = after[i]
                continue
            d = max(-shown, min(shown, i - w))
            p = stand[min(k, len(stand) - 1), shown + d]
            sq = f_roll[max(i - k, 0)]
            qs = o_roll[min(i + k, size - 1)]
            both[here, i] = min(p * ss[i] + (1 - p) * qs, p * sq + (1 - p) * after[i])
    return start


def rounds_response(
    moves: Moves, last: Floats, stand: Floats, alone: Flags, longest: int
) -> Floats:  # fmt: skip
    """Return worth[r, difference] of `round_response` for all rounds; last: worths at the end."""
    value = np.zeros((len(stand) + 1, len(last)))
    value[-1] = last
    for r in range(len(stand) - 1, -1, -1):
        value[r] = round_response(moves, value[r + 1], longest, stand[r], alone[r])
    return value


def herd_mix(moves: Moves, parts: Any) -> Floats:
    """Return stand[a, b, k] of the equilibrium, from the results of `herd.solve_herd`.

    Standing for ever may be as good as the best choice for the player whose worth is above a half.
    That player must end the game, so the mix is for a bust that is worth TRIFLE less.
    """
    target = len(parts[0])
    pad = reach(moves)
    stand = np.ones((target, target, target + 2))
    both, slope, mix = (np.zeros(target + pad + 2) for _ in range(3))
    for a in range(target):
        for b in range(target):
            x = float(parts[0][a, b])
            x -= TRIFLE if x > 0.5 else 0.0
            _, _, top = play_pair(moves, *parts, a, b, x, pad, both, slope, mix)
            stand[a, b, 1 : top + 1] = mix[1 : top + 1]
            stand[a, b, top + 1 :] = mix[top]
    return stand
