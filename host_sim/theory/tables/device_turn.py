# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The device's turn, compiled from the device's own code, and the loss by its choices."""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from host_sim.theory.device_code import compiled
from host_sim.theory.solver.moves import Floats, Ints, Moves
from host_sim.theory.solver.turn import play
from shared_rules.players.tables import sweeps, turn
from shared_rules.players.tables.table import ONE
from shared_rules.players.tables.turn import SEEN_ROLL, Turn, longest

sweep, sweep_once = compiled(turn, "sweep", "sweep_once")
(repeat,) = compiled(
    sweeps,
    "worth_below",
    "settle",
    "sweep_till_close",
    "repeat",
    sweep=sweep,
    sweep_once=sweep_once,
)[-1:]


class Weights(NamedTuple):
    """A roll's effects as in `Turn`, in columns; in `end_n` -1 is a wipe."""

    denominator: int
    add_w: Ints
    add_n: Ints
    end_w: Ints
    end_n: Ints
    jump_w: Ints
    jump_f: Ints
    jump_n: Ints
    set_weight: int
    set_to: int
    deepest: int
    width: int
    below: Ints


class DeviceTurn(NamedTuple):
    """The attributes of a `Turn`, for compiled functions."""

    denominator: int
    hold: Ints
    win: Ints
    top: int
    last: int
    below: Ints
    width: int
    adds: list[Any]
    jumps: list[Any]
    ends: int
    end_weight: int
    set_weight: int
    set_to: int
    deepest: int
    seen: Ints


def weights_of(outcomes: Any, below: Ints) -> Weights:
    """Return the effects of `Game.chance_outcomes`; below: section "b" of the table."""
    kinds = Turn(outcomes, [0] * (longest(outcomes) + 1), 0, 0)
    ends = [
        (weight, effect[2] if effect[0] else -1) for weight, effect in outcomes[1] if not effect[3]
    ]
    adds = [(weight, effect[2]) for weight, effect in kinds.adds]
    jumps = [(weight, effect[1], effect[2]) for weight, effect in kinds.jumps]

    def column(rows: list[Any], place: int) -> Ints:
        return np.array([row[place] for row in rows], dtype=np.int64)

    return Weights(
        outcomes[0], column(adds, 0), column(adds, 1), column(ends, 0), column(ends, 1),
        column(jumps, 0), column(jumps, 1), column(jumps, 2), kinds.set_weight, kinds.set_to,
        kinds.deepest, kinds.width, below.ravel(),
    )  # fmt: skip


@njit(cache=True)
def hold_worths(row: Ints, replies: Ints, i: int, j: int, target: int, hold: Ints) -> None:
    """Fill `hold` like `RacePosition.fill`.

    row: the opponent's worths from the lowest score on; replies: worths by the lead; the last is 0.
    """
    floor = target - len(row)
    for k in range(len(hold)):
        if i + k < target:
            hold[k] = ONE - row[i + k - floor]
        else:
            hold[k] = ONE - replies[min(i + k - j, len(replies) - 1)]


@njit
def device_turn(roll: Weights, hold: Ints, top: int, wipe: int, total: int) -> tuple[Ints, int]:
    """Return (worths of the turn totals from `total` to `top`, worth of rolling at `total`)."""
    win = np.zeros(len(hold) + roll.deepest, dtype=np.int64)
    for k in range(len(hold)):
        win[k] = hold[k]
    ends, end_weight = 0, 0
    for e in range(len(roll.end_w)):
        points = roll.end_n[e]
        ends += roll.end_w[e] * (hold[points] if points >= 0 else wipe)
        end_weight += roll.end_w[e]
    # In the form of outcomes, (weight, (keep, factor, points)); `keep` is not used.
    add_f = 1
    adds = [(w, (n, add_f, n)) for w, n in zip(roll.add_w, roll.add_n)]
    jumps = [(w, (n, f, n)) for w, f, n in zip(roll.jump_w, roll.jump_f, roll.jump_n)]
    played = DeviceTurn(
        roll.denominator, hold, win, top, len(hold) - 1, roll.below, roll.width, adds, jumps, ends,
        end_weight, roll.set_weight, roll.set_to, roll.deepest, np.zeros(3, dtype=np.int64),
    )  # fmt: skip
    if roll.set_weight or roll.deepest or len(jumps) or not end_weight:
        repeat(played, total)
    else:
        sweep_once(played, 0, top, total)
    return win, played.seen[SEEN_ROLL]


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


@njit
def turn_loss(
    moves: Moves, m: int, roll: Weights, exact: Floats, coarse: Ints, top: int, limit: int,
    wipe: float, coarse_wipe: int, pad: int,
) -> float:  # fmt: skip
    """Return the most that the device's choice loses at any turn total from 0 to `limit`.

    exact, coarse: worths of holding up to `limit` plus the longest roll, `pad`. Above `top` the
    device chooses as at `top` + 1.
    """
    size = limit + pad + 1
    win, rolls = np.zeros(size), np.zeros(size)
    exact_rolls(moves, m, exact[:size], limit, wipe, win, rolls)
    guess = device_turn(roll, coarse[: top + pad + 1], top, coarse_wipe, 0)[0]
    above = False
    if limit > top:
        rolled = device_turn(roll, coarse[: top + pad + 2], top + 1, coarse_wipe, top + 1)[1]
        above = rolled > coarse[top + 1]
    worst = 0.0
    for k in range(limit + 1):
        loss = exact[k] - rolls[k]
        rolls_on = above if k > top else guess[k] > coarse[k]
        worst = max(worst, loss if rolls_on else -loss)
    return worst
