# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the device's integers lose against exact play.

`race`, `turn` and `sweeps` of `players.tables`, compiled; a test holds this against them.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from host_sim.theory.solver.moves import Floats, Ints, Moves
from host_sim.theory.solver.turn import play
from shared_rules.players.tables.sweeps import BELOW, CLOSE, PASSES
from shared_rules.players.tables.table import ONE
from shared_rules.players.tables.turn import CLEAR


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
        elif factor == 1:
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
def hold_worths(row: Ints, replies: Ints, i: int, j: int, target: int, hold: Ints) -> None:
    """Fill `hold` as `Position.fill` does.

    row: the opponent's worths from the lowest score on; replies: by the lead, 0 from the last on.
    """
    floor = target - len(row)
    for k in range(len(hold)):
        if i + k < target:
            hold[k] = ONE - row[i + k - floor]
        else:
            hold[k] = ONE - replies[min(i + k - j, len(replies) - 1)]


@njit(cache=True)
def device_turn(roll: Weights, hold: Ints, top: int, wipe: int, win: Ints, rolls: Ints) -> None:
    """Fill `win` and `rolls`, the worth of rolling, for 0 … top as `Turn.work` does."""
    win[: len(hold)] = hold
    ends, end_w = roll.wipe_w * wipe, roll.wipe_w
    for e in range(len(roll.end_w)):
        ends += roll.end_w[e] * hold[roll.end_n[e]]
        end_w += roll.end_w[e]
    if end_w == 0:
        win[: top + 1] = ONE
        rolls[: top + 1] = ONE
        return
    deepest = 0
    for a in range(len(roll.add_n)):
        deepest = max(deepest, -roll.add_n[a])
    constant = ends + roll.denominator // 2
    below = np.zeros(deepest + 1, dtype=np.int64)
    if roll.set_w > 0:
        constant += roll.set_w * settle(roll, hold, top, constant, win, below, rolls)
    if deepest == 0 and len(roll.jump_w) == 0:
        sweep(roll, hold, top, 0, constant, False, win, below, rolls)
        return
    upper = top
    for n in range(PASSES):
        change, clear = sweep(roll, hold, upper, 0, constant, n == 0, win, below, rolls)
        for depth in range(1, deepest + 1):
            below[depth] = below_worth(roll, win, ends // end_w, depth)
        if n > 0 and change <= CLOSE:
            break
        if n > 0 and change > CLEAR >> 2:
            upper = top
        elif upper == top:
            upper = clear
    for k in range(upper + 1, top + 1):
        before = win[k]
        sweep(roll, hold, k, k, constant, False, win, below, rolls)
        win[k] = before


@njit(cache=True)
def settle(
    roll: Weights, hold: Ints, top: int, constant: int, win: Ints, below: Ints, rolls: Ints
) -> int:
    """As `sweeps.settle`: the worth of the turn total that a roll sets."""
    to = roll.set_n
    z = hold[to]
    if to > top:
        return z
    upper = top
    old_z = old_found = 0
    for n in range(PASSES):
        assumed = constant + roll.set_w * z
        _, clear = sweep(roll, hold, upper, to, assumed, False, win, below, rolls)
        found = win[to]
        if n == 0:
            upper = max(clear, to)
        if abs(found - z) <= 1:
            break
        fall = z - old_z - found + old_found
        rise = found - z
        if n > 0 and fall > 0:
            rise = rise * (z - old_z) // fall
        old_z, old_found = z, found
        z += rise
    return z


@njit(cache=True)
def sweep(
    roll: Weights, hold: Ints, upper: int, least: int, constant: int, first: bool,
    win: Ints, below: Ints, rolls: Ints,
) -> tuple[int, int]:  # fmt: skip
    """As `Turn.sweep`: (change, clear). below[d]: worth of turn total -d."""
    last = len(hold) - 1
    deepest = len(below) - 1
    change = clear = 0
    for k in range(upper, least - 1, -1):
        if first:
            guess = win[k + 1] - (deepest + 1) * (win[k + 2] - win[k + 1])
            if k >= deepest:
                win[k - deepest] = guess
            else:
                below[deepest - k] = guess
        worth = constant
        for a in range(len(roll.add_w)):
            to = k + roll.add_n[a]
            worth += roll.add_w[a] * (win[to] if to >= 0 else below[-to])
        for j in range(len(roll.jump_w)):
            worth += roll.jump_w[j] * win[min(roll.jump_f[j] * k + roll.jump_n[j], last)]
        worth //= roll.denominator
        rolls[k] = worth
        if clear == 0 and worth + CLEAR > hold[k]:
            clear = k
        worth = max(worth, hold[k])
        change = max(change, abs(worth - win[k]))
        win[k] = worth
    return change, clear


@njit(cache=True)
def below_worth(roll: Weights, win: Ints, lost: int, depth: int) -> int:
    """As `sweeps.worth_below`; lost: worth of a turn that ends by a roll."""
    base = win[0]
    left = 1 << BELOW
    total = 0
    for n in range(roll.below.shape[1]):
        chance = roll.below[depth - 1, n]
        left -= chance
        total += chance * (win[n] - base)
    total += left * (lost - base)
    return base + (total >> BELOW)


@njit(cache=True)
def exact_rolls(
    moves: Moves, m: int, hold: Floats, top: int, wipe: float, win: Floats, rolls: Floats
) -> None:
    """Fill `rolls` with the exact worth of rolling at 0 … top; hold: as for `turn.play`."""
    size = len(hold)
    last = size - 1
    play(moves, m, hold, top, last, wipe, False, True, win, np.zeros(size), np.zeros(size))
    constant = moves.wipe_p[m] * wipe + moves.set_p[m] * win[moves.set_n[m]]
    out = moves.wipe_p[m] + moves.set_p[m]
    for e in range(moves.end_at[m], moves.end_at[m + 1]):
        constant += moves.end_p[e] * hold[moves.end_n[e]]
        out += moves.end_p[e]
    for k in range(top + 1):
        rolled = constant
        for a in range(moves.add_at[m], moves.add_at[m + 1]):
            rolled += moves.add_p[a] * win[k + moves.add_n[a]]
        for j in range(moves.jump_at[m], moves.jump_at[m + 1]):
            to = min(moves.jump_f[j] * k + moves.jump_n[j], last)
            if to >= 0:
                rolled += moves.jump_p[j] * win[to]
            else:
                back = 0.0
                for n in range(moves.below.shape[1]):
                    rolled += moves.jump_p[j] * moves.below[-1 - to, n] * win[n]
                    back += moves.below[-1 - to, n]
                rolled += moves.jump_p[j] * (1.0 - back) * constant / out
        rolls[k] = rolled


@njit(cache=True)
def turn_loss(
    moves: Moves, m: int, roll: Weights, exact: Floats, coarse: Ints, top: int, limit: int,
    wipe: float, coarse_wipe: int, pad: int,
) -> float:  # fmt: skip
    """The most that the device's choice loses at any turn total from 0 to `limit`.

    exact and coarse: worths of holding, of both enough for `limit` and the longest roll, `pad`.
    Above `top` the device chooses as one above it.
    """
    size = limit + pad + 1
    win, rolls = np.zeros(size), np.zeros(size)
    exact_rolls(moves, m, exact[:size], limit, wipe, win, rolls)
    guess, guessed = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    device_turn(roll, coarse[: top + pad + 1], top, coarse_wipe, guess, guessed)
    chosen = guessed[: limit + 1] > coarse[: limit + 1]
    if limit > top:
        device_turn(roll, coarse[: top + pad + 2], top + 1, coarse_wipe, guess, guessed)
        chosen[top + 1 :] = guessed[top + 1] > coarse[top + 1]
    worst = 0.0
    for k in range(limit + 1):
        loss = exact[k] - rolls[k]
        worst = max(worst, loss if chosen[k] else -loss)
    return worst
