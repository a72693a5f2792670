"""Games of two players who take turns and race to a target.

docs/perfect-play.md tells how. Newton's method solves the two unknowns of a pair of scores exactly,
in a few steps since they are piecewise linear.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from shared_rules.game import Game

from .moves import Floats, Moves, Unsolvable, reach
from .turn import TINY, Stakes, best_start, new_worths

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


class Race(NamedTuple):
    """What does not change during the sweeps of a game.

    Scores count from `floor`. replies[d]: worth of the opponent's reply if the mover has the target
    and is d ahead; the last entry is 0. bust_p: least probability of a bust; pad: `reach`.
    """

    floor: int
    target: int
    replies: Floats
    bust_p: float
    pad: int


@njit(cache=True)
def stakes_of(
    moves: Moves, race: Race, hold: Floats, i: int, j: int, bust: float, wipe: float, others: Floats
) -> Stakes:
    """Return the stakes of a turn from score i against j; they fill `hold`.

    bust: worth of a bust; others: worths of the opponent's turn by the mover's score, from the
    floor. Rolling on is worth at most 1 minus the expected loss by a bust. So holding is best from
    the lead on whose reply is worth less than that loss.
    """
    beyond = len(race.replies) - 1
    limit = race.bust_p * (1.0 - bust)
    top = settled_lead(race.target - j, race.replies, limit) + j - i - 1
    # A roll may double the total.
    last = (2 * top if len(moves.jump_p) else top) + race.pad
    for t in range(last + 1):
        score = i + t
        if score < race.target:
            hold[t] = 1.0 - others[score - race.floor]
        else:
            hold[t] = 1.0 - race.replies[min(score - j, beyond)]
    hold[0] = bust
    return Stakes(hold, top, last, bust if i == 0 else wipe, i == 0)


class Starts(NamedTuple):
    """first[p, q]: worth for the first player of a round, p points above the floor against q.

    second[q, p]: the same for the second player. They are one array if turns need not be equal.
    `…_at_zero`: guesses for the worths after a wipe, by the other's score.
    """

    first: Floats
    second: Floats
    first_at_zero: Floats
    second_at_zero: Floats


@njit(cache=True)
def sweep(moves: Moves, race: Race, last: Race, starts: Starts, alike: bool) -> None:
    """Make one sweep over all pairs of scores.

    last: what the second player of a round meets; alike: the starts are one array.
    """
    first, second, first_at_zero, second_at_zero = starts
    floor = race.floor
    n = race.target - floor
    length = 2 * (n + len(race.replies)) + race.pad + 1
    hold, worths, worths_2 = np.zeros(length), new_worths(length), new_worths(length)
    for total in range(2 * n - 2, -1, -1):
        least = (total + 1) // 2 if alike else max(0, total - n + 1)
        for p in range(min(total, n - 1), least - 1, -1):
            q = total - p
            i, j = p + floor, q + floor
            x, y = first[p, q], second[q, p]
            if y == 0.0:
                y = second[q, p + 1] if p + 1 < n else 0.5
            for step in range(MOST_STEPS):
                wipe = 1.0 - second_at_zero[q]
                stakes = stakes_of(moves, race, hold, i, j, 1.0 - y, wipe, second[q])
                new_x, slope_x = best_start(moves, stakes, step == 0, worths)
                wipe = 1.0 - first_at_zero[p]
                stakes = stakes_of(moves, last, hold, j, i, 1.0 - new_x, wipe, first[p])
                new_y, slope_y = best_start(moves, stakes, step == 0, worths_2)
                # Newton step, as new_y depends on new_x: y = new_y + slope_x * slope_y * (y - old)
                change = (new_y - y) / (1.0 - slope_x * slope_y)
                y += change
                x = new_x - slope_x * change
                if abs(change) <= TINY:
                    break
            first[p, q], second[q, p] = x, y


@njit(cache=True)
def chase_values(moves: Moves, pad: int, least: int) -> Floats:
    """Return chase[d]: worth of the last turn of the game for a player d behind; gaining d ties.

    It goes up to d = `least` at least, and until it is negligible; then follows one 0.
    """
    chase = np.zeros(LONGEST_CHASE)
    length = LONGEST_CHASE + pad + 1
    hold, worths = np.zeros(length), new_worths(length)
    # Numba would compile `play` once more for constants.
    d, wipe, wiped_is_bust = int(1), float(0.0), bool(True)
    longest = LONGEST_WITH_DOUBLES if len(moves.jump_p) else LONGEST_CHASE
    while d < longest - 1:
        hold[:d] = 0.0
        hold[d] = 0.5
        hold[d + 1 : d + pad + 1] = 1.0
        stakes = Stakes(hold, d, d + pad, wipe, wiped_is_bust)
        chase[d], _slope = best_start(moves, stakes, d == 1, worths)
        if chase[d] < NEGLIGIBLE and d >= least:
            break
        d += 1
    chase[d] = 0.0
    return chase[: d + 1]


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
    """Return `replies` of `Race`: what the opponent's last roll or turn is worth, else a 0.

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


def solve_race(
    moves: Moves, target: int, floor: int, replies: Floats, equal: bool
) -> tuple[Floats, Floats]:
    """Return (first, second) of `Starts`: the worth of every start of turn.

    equal: both have the same number of turns; nobody replies to the second player of a round.
    """
    n = target - floor
    if turn_never_ends(moves) and not equal:
        return np.ones((n, n)), np.ones((n, n))
    first = np.zeros((n, n))
    second = np.zeros((n, n)) if equal else first
    race = Race(floor, target, replies, least_bust(moves), reach(moves))
    last = race._replace(replies=np.zeros(1)) if equal else race
    at_zero = [np.full(n, 0.5), np.full(n, 0.5)]
    for _ in range(MOST_SWEEPS):
        sweep(moves, race, last, Starts(first, second, *at_zero), not equal)
        found = [first[:, -floor].copy(), second[:, -floor].copy()]
        change = max(np.abs(new - old).max() for new, old in zip(found, at_zero))
        if not moves.wipe_p.any() or change <= SWEEP_TOLERANCE:
            break
        at_zero = found
    return first, second
