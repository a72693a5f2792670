# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the device's integers lose against exact play: `table_turn.Turn`, compiled.

A test holds this against the device's own code.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from host_sim.solver.moves import Floats, Ints, Moves
from host_sim.solver.turn import play
from shared_rules.players.table_file import ONE
from shared_rules.players.table_turn import BELOW, CLEAR, PASSES


class Weights(NamedTuple):
    """A roll's effects as `Turn` has them: weights and points in whole numbers."""

    denominator: int
    add_w: Ints
    add_n: Ints
    end_w: Ints
    end_n: Ints
    jump_w: Ints
    jump_f: Ints
    jump_n: Ints
    wipe_w: int
    set_w: int
    set_n: int
    below: Ints


def weights_of(outcomes: Any, below: Ints) -> Weights:
    """The effects of `Game.chance_outcomes`; below: section "b" of the table."""
    adds, ends, jumps, wipe, sets = [], [], [], 0, (0, 0)
    for weight, (keep, factor, points, goes_on, _) in outcomes[1]:
        if not goes_on and keep:
            ends.append((weight, points))
        elif not goes_on:
            wipe += weight
        elif factor == 0:
            sets = (weight, points)
        elif factor == 1 and points > 0:
            adds.append((weight, points))
        else:
            jumps.append((weight, factor, points))

    def column(rows: list[Any], place: int) -> Ints:
        return np.array([row[place] for row in rows], dtype=np.int64)

    return Weights(
        outcomes[0], column(adds, 0), column(adds, 1), column(ends, 0), column(ends, 1),
        column(jumps, 0), column(jumps, 1), column(jumps, 2), wipe, sets[0], sets[1], below,
    )  # fmt: skip


@njit(cache=True)
def device_turn(roll: Weights, hold: Ints, top: int, wipe: int, win: Ints) -> None:
    """Fill `win` as `Turn.work` does when asked for turn total 0; hold: to top + longest."""
    win[: len(hold)] = hold
    last = len(hold) - 1
    ends, end_w = roll.wipe_w * wipe, roll.wipe_w
    for e in range(len(roll.end_w)):
        ends += roll.end_w[e] * hold[roll.end_n[e]]
        end_w += roll.end_w[e]
    if end_w == 0:
        win[: top + 1] = ONE
        return
    jumps = len(roll.jump_w) > 0
    again = jumps or roll.set_w > 0
    upper = top
    for sweep in range(PASSES):
        whole = upper == top
        change = clear = 0
        constant = ends + roll.set_w * win[roll.set_n] + roll.denominator // 2
        for k in range(upper, -1, -1):
            worth = constant
            for a in range(len(roll.add_w)):
                worth += roll.add_w[a] * win[k + roll.add_n[a]]
            for j in range(len(roll.jump_w)):
                to = roll.jump_f[j] * k + roll.jump_n[j]
                if to < 0:
                    base = win[0]
                    left = 1 << BELOW
                    total = 0
                    for n in range(roll.below.shape[1]):
                        chance = roll.below[-1 - to, n]
                        left -= chance
                        total += chance * (win[n] - base)
                    total += left * (ends // end_w - base)
                    worth += roll.jump_w[j] * (base + (total >> BELOW))
                elif to < k and sweep == 0:
                    worth += roll.jump_w[j] * win[min(2 * k - to, last)]
                else:
                    worth += roll.jump_w[j] * win[min(to, last)]
            worth //= roll.denominator
            if clear == 0 and worth + CLEAR > hold[k]:
                clear = k
            worth = max(worth, hold[k])
            change = max(change, abs(worth - win[k]))
            win[k] = worth
        if not again or (change <= 1 and whole):
            return
        if change <= 1 or change > CLEAR >> 2:
            upper = top
        else:
            upper = max(clear, roll.set_n)


@njit(cache=True)
def turn_loss(
    moves: Moves, m: int, roll: Weights, exact: Floats, coarse: Ints, top: int,
    wipe: float, coarse_wipe: int,
) -> float:  # fmt: skip
    """The most that the device's choice loses at any turn total from 0 to `top`.

    exact and coarse: worths of holding, to `top` and the longest roll.
    """
    size = len(exact)
    win, stay, lift = np.zeros(size), np.zeros(size), np.zeros(size)
    last = size - 1
    play(moves, m, exact, top, last, wipe, False, True, win, stay, lift)
    guess = np.zeros(size, dtype=np.int64)
    device_turn(roll, coarse, top, coarse_wipe, guess)
    worst = 0.0
    a0, a1 = moves.add_at[m], moves.add_at[m + 1]
    e0, e1 = moves.end_at[m], moves.end_at[m + 1]
    constant = moves.wipe_p[m] * wipe + moves.set_p[m] * win[moves.set_n[m]]
    out = moves.wipe_p[m] + moves.set_p[m]
    for e in range(e0, e1):
        constant += moves.end_p[e] * exact[moves.end_n[e]]
        out += moves.end_p[e]
    for k in range(top + 1):
        rolled = constant
        for a in range(a0, a1):
            rolled += moves.add_p[a] * win[k + moves.add_n[a]]
        for j in range(len(moves.jump_p)):
            to = min(moves.jump_f[j] * k + moves.jump_n[j], last)
            if to >= 0:
                rolled += moves.jump_p[j] * win[to]
            else:
                back = 0.0
                for n in range(moves.below.shape[1]):
                    rolled += moves.jump_p[j] * moves.below[-1 - to, n] * win[n]
                    back += moves.below[-1 - to, n]
                rolled += moves.jump_p[j] * (1.0 - back) * constant / out
        rolls = guess[k] > coarse[k]
        worst = max(worst, exact[k] - rolled if rolls else rolled - exact[k])
    return worst
