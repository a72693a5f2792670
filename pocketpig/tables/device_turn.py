"""The device's turn, compiled from the device's own code, and the loss by its choices."""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from pocketpig.solver.moves import Floats, Ints, Moves
from pocketpig.solver.turn import Stakes, fill_rolls, new_worths, play
from pocketpig.tables.device_code import compiled
from shared_rules.players.tables import sweeps, turn
from shared_rules.players.tables.turn import SEEN_ROLL, Turn, longest

(sweep,) = compiled(turn, "sweep")
sweep_once, repeat = compiled(
    sweeps,
    "worth_below",
    "solve_set_total",
    "sweep_till_close",
    "sweep_once",
    "repeat",
    sweep=sweep,
)[-2:]


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
        (weight, effect.points if effect.keep else -1)
        for weight, effect in outcomes[1]
        if not effect.goes_on
    ]

    def column(rows: list[Any], place: int) -> Ints:
        return np.array([row[place] for row in rows], dtype=np.int64)

    return Weights(
        outcomes[0], column(kinds.adds, 0), column(kinds.adds, 1), column(ends, 0), column(ends, 1),
        column(kinds.jumps, 0), column(kinds.jumps, 1), column(kinds.jumps, 2),
        kinds.set_weight, kinds.set_to, kinds.deepest, longest(outcomes), below.ravel(),
    )  # fmt: skip


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
    adds = list(zip(roll.add_w, roll.add_n))
    jumps = list(zip(roll.jump_w, roll.jump_f, roll.jump_n))
    played = DeviceTurn(
        roll.denominator, hold, win, top, len(hold) - 1, roll.below, roll.width, adds, jumps, ends,
        end_weight, roll.set_weight, roll.set_to, roll.deepest, np.zeros(3, dtype=np.int64),
    )  # fmt: skip
    if roll.set_weight or roll.deepest or len(jumps) or not end_weight:
        repeat(played, total)
    else:
        sweep_once(played, int(0), top, total)
    return win, played.seen[SEEN_ROLL]


@njit(cache=True)
def roll_gains(
    moves: Moves, m: int, worths: Floats, limits: Ints, wipe: float, pad: int
) -> Floats:  # fmt: skip
    """Return [turn, total]: worth of rolling less that of holding; 0 above the turn's limit.

    worths: of holding, by the new score; turn i begins at score i. Both count from the least score.
    """
    longest = limits.max() + 1
    gains = np.zeros((len(limits), longest))
    # Numba would compile `play` once more for constants.
    wiped_is_bust, fresh, scratch = bool(False), bool(True), new_worths(longest + pad)
    for i in range(len(limits)):
        limit = limits[i]
        hold = worths[i : i + limit + pad + 1]
        stakes = Stakes(hold, limit, limit + pad, wipe, wiped_is_bust)
        play(moves, m, stakes, fresh, scratch)
        fill_rolls(moves, m, stakes, scratch, gains[i, : limit + 1])
        gains[i, : limit + 1] -= hold[: limit + 1]
    return gains


@njit
def turns_loss(
    roll: Weights, gains: Floats, worths: Ints, tops: Ints, limits: Ints, wipe: int, pad: int,
    enough: float,
) -> float:  # fmt: skip
    """Return the most that the device's choice loses at any turn total from 0 to the limit.

    gains: of `roll_gains`; worths: of holding as the device reads them. Above its top the device
    chooses as at its top + 1. A loss above `enough` is returned as soon as it is found.
    """
    worst = 0.0
    for i in range(len(tops)):
        top, limit = tops[i], limits[i]
        hold = worths[i:]
        guess = device_turn(roll, hold[: top + pad + 1], top, wipe, int(0))[0]
        above = False
        if limit > top:
            rolled = device_turn(roll, hold[: top + pad + 2], top + 1, wipe, top + 1)[1]
            above = rolled > hold[top + 1]
        for k in range(limit + 1):
            rolls_on = above if k > top else guess[k] > hold[k]
            worst = max(worst, -gains[i, k] if rolls_on else gains[i, k])
        if worst > enough:
            break
    return worst
