"""Optimal play of one turn, given the worth of every way to end it.

Arrays are by turn total. Below 0 nobody holds (see docs/perfect-play.md), so the worth of a
negative total follows from `Moves.below`.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from .moves import Floats, Moves

# Changes up to this are rounding errors.
TINY = 5e-16
MOST_PASSES = 1000
MARGIN = 0.01
# Numba counts references to the arrays that a function passes on, and passes each of an array's
# fields alone; both take longer than a roll. Nothing here makes or returns an array, so nothing
# need be counted; where one is returned it must be.
uncounted = njit(cache=True, _nrt=False)
in_place = njit(cache=True, _nrt=False, inline="always")


class Stakes(NamedTuple):
    """The worth of every way to end a turn.

    hold: worth of ending the turn with each total from 0 to `last`. Above `top` holding must be
    best; `last` is `top` plus the greatest gain of a roll. wipe: worth of a wipe; it equals that of
    a bust if `wiped_is_bust`.
    """

    hold: Floats
    top: int
    last: int
    wipe: float
    wiped_is_bust: bool


class Worths(NamedTuple):
    """win: worth of each turn total in the middle of the turn.

    `stay` and `lift` are its derivatives by `hold[0]` and by the worth of the total that a roll
    sets.
    """

    win: Floats
    stay: Floats
    lift: Floats


@njit(cache=True)
def new_worths(length: int) -> Worths:
    """Return room for the worths of turn totals below `length`."""
    return Worths(np.zeros(length), np.zeros(length), np.zeros(length))


class Roll(NamedTuple):
    """Worth of rolling, with its derivatives by `hold[0]` and by the worth of the set total."""

    worth: float
    slope: float
    raised: float


@uncounted
def ends_of(moves: Moves, m: int, stakes: Stakes) -> tuple[Roll, float]:
    """Return the part of `rolled` in which the turn ends, and the chance that it ends or is set."""
    ends = moves.wipe_p[m] * stakes.wipe
    ends_stay = moves.wipe_p[m] if stakes.wiped_is_bust else 0.0
    exits = moves.wipe_p[m] + moves.set_p[m]
    for e in range(moves.end_at[m], moves.end_at[m + 1]):
        ends += moves.end_p[e] * stakes.hold[moves.end_n[e]]
        exits += moves.end_p[e]
        if moves.end_n[e] == 0:
            ends_stay += moves.end_p[e]
    return Roll(ends, ends_stay, moves.set_p[m]), exits


@in_place
def rolled(
    moves: Moves, m: int, t: int, last: int, ends: Roll, exits: float, worths: Worths
) -> Roll:
    """Return the worth of rolling at turn total t."""
    win, stay, lift = worths
    worth, slope, raised = ends
    for a in range(moves.add_at[m], moves.add_at[m + 1]):
        to = t + moves.add_n[a]
        worth += moves.add_p[a] * win[to]
        slope += moves.add_p[a] * stay[to]
        raised += moves.add_p[a] * lift[to]
    for j in range(moves.jump_at[m], moves.jump_at[m + 1]):
        to = min(moves.jump_f[j] * t + moves.jump_n[j], last)
        p = moves.jump_p[j]
        if to < 0:
            out = p
            for n in range(moves.below.shape[1]):
                q = p * moves.below[-1 - to, n]
                out -= q
                worth += q * win[n]
                slope += q * stay[n]
                raised += q * lift[n]
            worth += out / exits * ends.worth
            slope += out / exits * ends.slope
            raised += out / exits * ends.raised
        else:
            worth += p * win[to]
            slope += p * stay[to]
            raised += p * lift[to]
    return Roll(worth, slope, raised)


@uncounted
def play(moves: Moves, m: int, stakes: Stakes, fresh: bool, worths: Worths) -> tuple[float, float]:
    """Fill `worths` for a turn of roll m; return (worth at the start of the turn, slope).

    fresh: False if `worths` has those of a similar turn to start from. The slope is the derivative
    of the worth by `hold[0]`: the probability that the turn ends with the score it began with.
    """
    hold, top, last = stakes.hold, stakes.top, stakes.last
    win, stay, lift = worths
    jumps = moves.jump_at[m + 1] > moves.jump_at[m]
    set_p, set_n = moves.set_p[m], moves.set_n[m]
    ends, exits = ends_of(moves, m, stakes)
    for t in range(0 if jumps and fresh else top + 1, last + 1):
        win[t], stay[t], lift[t] = hold[t], 0.0, 0.0
    z = hold[set_n]
    start = Roll(0.0, 0.0, 0.0)
    # Until the rest has converged, passes leave out the totals above `upper`, where holding is
    # clearly best.
    upper = top
    for _ in range(MOST_PASSES):
        change = 0.0
        clear = 0
        others = Roll(ends.worth + set_p * z, ends.slope, ends.raised)
        for t in range(upper, -1, -1):
            roll = rolled(moves, m, t, last, others, exits, worths)
            worth, slope, raised = roll
            if t == 0:
                start = roll
            if clear == 0 and worth + MARGIN > hold[t]:
                clear = t
            if hold[t] >= worth:
                worth, slope, raised = hold[t], 1.0 if t == 0 else 0.0, 0.0
            if jumps:
                change = max(change, abs(win[t] - worth))
                change = max(change, abs(stay[t] - slope), abs(lift[t] - raised))
            win[t], stay[t], lift[t] = worth, slope, raised
        if change > TINY:
            upper = clear if change < MARGIN / 10.0 else top
            continue
        if upper < top:
            upper = top
            continue
        if set_p == 0.0 or set_n > top:
            break
        # win at the set total is a + lift * z; solve z = a + lift * z.
        change = win[set_n] - z
        if abs(change) <= TINY:
            break
        z = min(1.0, z + change / (1.0 - lift[set_n]))
    slope = start.slope
    if set_p > 0.0 and set_n <= top:
        slope += start.raised * stay[set_n] / (1.0 - lift[set_n])
    return start.worth, slope


@uncounted
def fill_rolls(moves: Moves, m: int, stakes: Stakes, worths: Worths, rolls: Floats) -> None:
    """Fill `rolls` with the worth of rolling at each turn total; `worths` as `play` left them."""
    ends, exits = ends_of(moves, m, stakes)
    constant = ends.worth + moves.set_p[m] * worths.win[moves.set_n[m]]
    others = Roll(constant, ends.slope, ends.raised)
    for t in range(len(rolls)):
        rolls[t] = rolled(moves, m, t, stakes.last, others, exits, worths).worth


@uncounted
def best_start(moves: Moves, stakes: Stakes, fresh: bool, worths: Worths) -> tuple[float, float]:
    """Return (worth, slope) of the best roll for the turn; see `play`."""
    best, best_slope = -1.0, 0.0
    for m in range(len(moves.wipe_p)):
        worth, slope = play(moves, m, stakes, fresh, worths)
        if worth > best:
            best, best_slope = worth, slope
    return best, best_slope
