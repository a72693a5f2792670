# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Games of two players who take turns and race to a target.

The worth of a start of turn depends on positions with a greater sum of scores and, by a bust, on
the same two scores with the other player to move. So pairs of scores are solved in the order of
descending sums. Newton's method solves the two unknowns of a pair exactly, in a few steps since
they are piecewise linear. A wipe leads back to small sums: the worths of these positions are
guessed, and the sweep over all pairs is repeated until guesses and results agree.
"""

import numpy as np
from numba import njit

from shared_rules.game import Game

from .moves import Floats, Moves, Unsolvable, reach
from .turn import TINY, best_start

MOST_STEPS = 100
# Smaller chances count as 0.
NEGLIGIBLE = 1e-18
LONGEST_CHASE = 20000
# Where rolls double the turn total, chances to gain so many points are below 1e-8 and fall slowly.
LONGEST_WITH_DOUBLES = 2000
MOST_SWEEPS = 200
# Sweeps have converged when two agree to this; each at least halves the error.
SWEEP_TOLERANCE = 1e-15


@njit(cache=True)
def settled_lead(lead: int, replies: Floats, limit: float) -> int:
    """Return the least lead, `lead` or more, whose reply is worth at most `limit`."""
    while lead < len(replies) - 1 and replies[lead] > limit:
        lead += 1
    return lead


@njit(cache=True)
def fill_hold(
    moves: Moves, hold: Floats, i: int, j: int, floor: int, target: int, pad: int, bust: float,
    bust_p: float, others: Floats, replies: Floats,
) -> tuple[int, int]:  # fmt: skip
    """Fill `hold` for the start score i against j; return (top, last) of `turn.play`.

    others: worths of the opponent's turn by the mover's score, from `floor`; replies[d]: worth of
    the opponent's reply if the mover has the target and is d ahead; the last entry is 0. bust_p:
    least probability of a bust. Rolling on is worth at most 1 minus the expected loss by a bust. So
    holding is best from the lead on whose reply is worth less than that loss.
    """
    beyond = len(replies) - 1
    top = settled_lead(target - j, replies, bust_p * (1.0 - bust)) + j - i - 1
    # A roll may double the total.
    last = (2 * top if len(moves.jump_p) else top) + pad
    for t in range(last + 1):
        score = i + t
        if score < target:
            hold[t] = 1.0 - others[score - floor]
        else:
            hold[t] = 1.0 - replies[min(score - j, beyond)]
    hold[0] = bust
    return top, last


@njit(cache=True)
def sweep_first(
    moves: Moves, floor: int, target: int, replies: Floats, bust_p: float, pad: int,
    value: Floats, at_zero: Floats,
) -> None:  # fmt: skip
    """Make one sweep over all pairs of a game in which both players' turns are alike.

    value[i - floor, j - floor]: worth for the mover with score i; at_zero[j - floor]: guess for
    value[j - floor, 0 - floor], used after a wipe.
    """
    length = 2 * (target - floor + len(replies)) + pad + 1
    hold, win, stay, lift = np.zeros(length), np.zeros(length), np.zeros(length), np.zeros(length)
    win_2, stay_2, lift_2 = np.zeros(length), np.zeros(length), np.zeros(length)
    n = target - floor
    for total in range(2 * n - 2, -1, -1):
        for p in range(min(total, n - 1), (total + 1) // 2 - 1, -1):
            q = total - p
            x, y = value[p, q], value[q, p]
            if y == 0.0:
                y = value[q, p + 1] if p + 1 < n else 0.5
            for step in range(MOST_STEPS):
                i, j = p + floor, q + floor
                top, last = fill_hold(
                    moves, hold, i, j, floor, target, pad, 1.0 - y, bust_p, value[q], replies
                )
                new_x, slope_x, _w = best_start(
                    moves, hold, top, last, 1.0 - (y if i == 0 else at_zero[q]), i == 0,
                    step == 0, win, stay, lift,
                )  # fmt: skip
                if p == q:
                    # x = new_x - slope_x * (x - y), at y == x
                    change = (new_x - y) / (1.0 + slope_x)
                    y += change
                    x = y
                    if abs(change) <= TINY:
                        break
                    continue
                top, last = fill_hold(
                    moves, hold, j, i, floor, target, pad, 1.0 - new_x, bust_p, value[p], replies
                )
                new_y, slope_y, _w = best_start(
                    moves, hold, top, last, 1.0 - (new_x if j == 0 else at_zero[p]), j == 0,
                    step == 0, win_2, stay_2, lift_2,
                )  # fmt: skip
                # Newton step, as new_y depends on new_x: y = new_y + slope_x * slope_y * (y - old)
                change = (new_y - y) / (1.0 - slope_x * slope_y)
                y += change
                x = new_x - slope_x * change
                if abs(change) <= TINY:
                    break
            value[p, q], value[q, p] = x, y


@njit(cache=True)
def chase_values(moves: Moves, pad: int, least: int) -> Floats:
    """Return chase[d]: worth of the last turn of the game for a player d behind; gaining d ties.

    It goes up to d = `least` at least, and until it is negligible; then follows one 0.
    """
    chase = np.zeros(LONGEST_CHASE)
    length = LONGEST_CHASE + pad + 1
    hold, win, stay, lift = np.zeros(length), np.zeros(length), np.zeros(length), np.zeros(length)
    # Numba would compile `play` once more for constants.
    d, wiped_is_bust = int(1), bool(True)
    longest = LONGEST_WITH_DOUBLES if len(moves.jump_p) else LONGEST_CHASE
    while d < longest - 1:
        hold[:d] = 0.0
        hold[d] = 0.5
        hold[d + 1 : d + pad + 1] = 1.0
        last = d + pad
        chase[d], _slope, _which = best_start(
            moves, hold, d, last, 0.0, wiped_is_bust, d == 1, win, stay, lift
        )
        if chase[d] < NEGLIGIBLE and d >= least:
            break
        d += 1
    chase[d] = 0.0
    return chase[: d + 1]


@njit(cache=True)
def sweep_equal(
    moves: Moves, target: int, chase: Floats, bust_p: float, pad: int,
    first: Floats, second: Floats, first_at_zero: Floats, second_at_zero: Floats,
) -> None:  # fmt: skip
    """Make one sweep over all pairs of a game of equal turns.

    first[i, j]: worth for the first mover of a round with score i against j; second[j, i]: for
    the second mover with score j against i. `…_at_zero`: guesses for their columns 0.
    """
    length = target + len(chase) + pad + 1
    hold, win, stay, lift = np.zeros(length), np.zeros(length), np.zeros(length), np.zeros(length)
    win_2, stay_2, lift_2 = np.zeros(length), np.zeros(length), np.zeros(length)
    wins = np.zeros(1)
    for total in range(2 * target - 2, -1, -1):
        for i in range(min(total, target - 1), max(0, total - target + 1) - 1, -1):
            j = total - i
            x, y = first[i, j], second[j, i]
            if y == 0.0:
                y = second[j, i + 1] if i + 1 < target else 0.5
            for step in range(MOST_STEPS):
                top, last = fill_hold(
                    moves, hold, i, j, 0, target, pad, 1.0 - y, bust_p, second[j], chase
                )
                new_x, slope_x, _w = best_start(
                    moves, hold, top, last, 1.0 - (y if i == 0 else second_at_zero[j]), i == 0,
                    step == 0, win, stay, lift,
                )  # fmt: skip
                top, last = fill_hold(
                    moves, hold, j, i, 0, target, pad, 1.0 - new_x, bust_p, first[i], wins
                )
                new_y, slope_y, _w = best_start(
                    moves, hold, top, last, 1.0 - (new_x if j == 0 else first_at_zero[i]),
                    j == 0, step == 0, win_2, stay_2, lift_2,
                )  # fmt: skip
                change = (new_y - y) / (1.0 - slope_x * slope_y)
                y += change
                x = new_x - slope_x * change
                if abs(change) <= TINY:
                    break
            first[i, j], second[j, i] = x, y


def last_rolls(moves: Moves) -> Floats:
    """Return last[d]: worth of one last roll for a player d behind; the last entry is 0."""
    gains: list[list[tuple[float, int]]] = []
    for m in range(len(moves.wipe_p)):
        part = [(float(moves.set_p[m]), int(moves.set_n[m]))]
        for at, p, n in (
            (moves.add_at, moves.add_p, moves.add_n),
            (moves.end_at, moves.end_p, moves.end_n),
            (moves.jump_at, moves.jump_p, moves.jump_n),
        ):
            part += [(float(p[k]), int(n[k])) for k in range(at[m], at[m + 1])]
        gains.append(part)
    length = max(n for part in gains for _, n in part) + 2
    last = np.zeros(length)
    for d in range(1, length):
        last[d] = max(sum(p if n > d else p / 2 for p, n in part if n >= d) for part in gains)
    return last


def replies_of(game: Game, moves: Moves) -> Floats:
    """Return `replies` of `fill_hold`: what the opponent's last roll or turn is worth, else a 0.

    Raises Unsolvable if no roll ends that turn.
    """
    if game.options["end"] == "one_more_turn":
        if turn_never_ends(moves):
            raise Unsolvable(f"{game.ID} cannot be solved: a last turn would not end")
        return chase_values(moves, reach(moves), game.options["target"])
    return last_rolls(moves) if game.options["end"] == "one_more_roll" else np.zeros(1)


def least_bust(moves: Moves) -> float:
    """Return the least probability, over the rolls, of ending the turn with nothing."""
    return min(
        float(sum(moves.end_p[e] for e in range(at, to) if moves.end_n[e] == 0))
        for at, to in zip(moves.end_at[:-1], moves.end_at[1:])
    )


def turn_never_ends(moves: Moves) -> bool:
    """True if no roll ends the turn: then the first player rolls on until the score wins."""
    return not len(moves.end_p) and not moves.wipe_p.any()


def solve_first(moves: Moves, target: int, floor: int, replies: Floats) -> Floats:
    """Return the worth of every start of turn, [score - floor, opponent's score - floor]."""
    n = target - floor
    if turn_never_ends(moves):
        return np.ones((n, n))
    value = np.zeros((n, n))
    at_zero = np.full(n, 0.5)
    pad, bust_p = reach(moves), least_bust(moves)
    for _ in range(MOST_SWEEPS):
        sweep_first(moves, floor, target, replies, bust_p, pad, value, at_zero)
        if not moves.wipe_p.any() or np.abs(value[:, -floor] - at_zero).max() <= SWEEP_TOLERANCE:
            break
        at_zero = value[:, -floor].copy()
    return value


def solve_equal(moves: Moves, target: int) -> tuple[Floats, Floats, Floats]:
    """Return (first, second, chase) of a game of equal turns: `sweep_equal`, `chase_values`."""
    pad = reach(moves)
    chase = chase_values(moves, pad, target)
    first, second = np.zeros((target, target)), np.zeros((target, target))
    first_at_zero, second_at_zero = np.full(target, 0.5), np.full(target, 0.5)
    for _ in range(MOST_SWEEPS):
        sweep_equal(
            moves, target, chase, least_bust(moves), pad,
            first, second, first_at_zero, second_at_zero,
        )  # fmt: skip
        change = np.abs(first[:, 0] - first_at_zero).max()
        change = max(change, np.abs(second[:, 0] - second_at_zero).max())
        if not moves.wipe_p.any() or change <= SWEEP_TOLERANCE:
            break
        first_at_zero, second_at_zero = first[:, 0].copy(), second[:, 0].copy()
    return first, second, chase
