"""Shared rolls to a target, two players (Swine Herd).

A position is a pair of scores (a, b) below the target at the start of a turn; x is its worth for
the player with a. A bust while both stand leads back to the position, everything else to greater
sums.

Close to the target the game can go on for ever: who sits first usually loses, so both stand until
the bust, and the position is as before. Endless play counts as a half, like a tie. That makes the
worth unique (a recursive game: Everett 1957): of all possible worths the one nearest to a half.

`busts`: after so many such turns in a row the rules end a game as a tie. 0 is play without the
limit, which the tables and the odds use.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from .matrix import solve_matrix
from .moves import Floats, Ints, Moves

TINY = 5e-16
MOST_STEPS = 200
# Greater derivatives count as 1: both stand for ever.
MOST_RISE = 1.0 - 1e-9


class Herd(NamedTuple):
    """What is known of a game: `worth[a, b]`, and for `roll_alone` the rest."""

    worth: Floats
    chase: Floats
    at: Ints
    size: Ints
    store: Floats


class Turn(NamedTuple):
    """A turn by round total k while both stand: the worth, its derivative by x, the mix.

    stand[k]: a's probability of standing.
    """

    both: Floats
    slope: Floats
    stand: Floats


@njit(cache=True)
def new_turn(length: int) -> Turn:
    """Return room for a turn of round totals below `length`."""
    return Turn(np.zeros(length), np.zeros(length), np.zeros(length))


@njit(cache=True)
def finish(worth: Floats, a: int, b: int) -> float:
    """Return the worth for the player with a when both have banked, to a and b."""
    target = len(worth)
    if a < target and b < target:
        return worth[a, b]
    return 1.0 if a > b else 0.0 if a < b else 0.5


@njit(cache=True)
def chase_alone(moves: Moves, length: int) -> Floats:
    """Return chase[d]: worth of rolling alone, d behind an opponent who has the target."""
    chase = np.zeros(length)
    for d in range(length):
        for a in range(len(moves.add_p)):
            left = d - moves.add_n[a]
            if left < 0:
                chase[d] += moves.add_p[a]
            elif left == 0:
                chase[d] += moves.add_p[a] * max(0.5, chase[0])
            else:
                chase[d] += moves.add_p[a] * chase[left]
    return chase


@njit(cache=True)
def roll_alone(moves: Moves, herd: Herd, mine: int, theirs: int, k: int) -> float:
    """Return the worth of rolling on alone at `mine` and round total k; the other sat at `theirs`.

    It is store[at[mine, theirs] + k] if k < size[mine, theirs]. From there on it is best to sit
    after one more roll.
    """
    worth, chase, at, size, store = herd
    if theirs >= len(worth):
        behind = theirs - mine - k
        if behind < 0:
            return moves.add_p.sum()
        return chase[behind]
    if k < size[mine, theirs]:
        return store[at[mine, theirs] + k]
    roll = moves.end_p.sum() * worth[mine, theirs]
    for a in range(len(moves.add_p)):
        roll += moves.add_p[a] * finish(worth, mine + k + moves.add_n[a], theirs)
    return roll


@njit(cache=True)
def matrix_at(moves: Moves, herd: Herd, a: int, b: int, k: int) -> tuple[float, float, float]:
    """Return (sq, qs, qq) of `solve_matrix` at scores a, b and round total k."""
    sq = roll_alone(moves, herd, a, b + k, k)
    qs = 1.0 - roll_alone(moves, herd, b, a + k, k)
    return sq, qs, finish(herd.worth, a + k, b + k)


@njit(cache=True)
def play_pair(
    moves: Moves, herd: Herd, a: int, b: int, x: float, pad: int, turn: Turn
) -> tuple[float, float, int]:
    """Solve the turn of a and b if a bust is worth x; return (worth, its derivative by x, top).

    It fills `turn`. From `top` on, where both would bank the target, nothing depends on k.
    """
    both, slope, stand = turn
    target = len(herd.worth)
    bust = moves.end_p.sum()
    top = target - min(a, b)
    sq, qs, qq = matrix_at(moves, herd, a, b, top)
    g = qq
    gain = p = q = 0.0
    for _ in range(MOST_STEPS):
        value, p, q = solve_matrix(bust * x + (1.0 - bust) * g, sq, qs, qq)
        gain = p * q
        change = (value - g) / (1.0 - (1.0 - bust) * gain)
        g += change
        if abs(change) <= TINY:
            break
    for k in range(top, top + pad + 1):
        both[k], slope[k], stand[k] = g, gain * bust / (1.0 - (1.0 - bust) * gain), p
    ss, rise = 0.0, 0.0
    for k in range(top - 1, -1, -1):
        ss, rise = bust * x, bust
        for n in range(len(moves.add_p)):
            ss += moves.add_p[n] * both[k + moves.add_n[n]]
            rise += moves.add_p[n] * slope[k + moves.add_n[n]]
        if k > 0:
            sq, qs, qq = matrix_at(moves, herd, a, b, k)
            both[k], stand[k], q = solve_matrix(ss, sq, qs, qq)
            slope[k] = stand[k] * q * rise
    return ss, rise, top


@njit(cache=True)
def stay_alone(
    moves: Moves, worth: Floats, mine: int, theirs: int, pad: int, rolls: Floats, best: Floats
) -> int:
    """Fill rolls[k], the worth of rolling on alone, for k below the returned length."""
    target = len(worth)
    top = target - mine
    for k in range(top, top + pad + 1):
        best[k] = 1.0
    length = 0
    for k in range(top - 1, -1, -1):
        roll = moves.end_p.sum() * worth[mine, theirs]
        for a in range(len(moves.add_p)):
            roll += moves.add_p[a] * best[k + moves.add_n[a]]
        rolls[k] = roll
        sit = worth[mine + k, theirs]
        best[k] = max(sit, roll)
        if roll > sit and length == 0:
            length = k
    return length


class Search(NamedTuple):
    """The worth x of a bust at which the turn is worth x too; of several the nearest to a half.

    gap = the turn's worth - x decreases in x. Its zero is between `near`, which moves away from a
    half, and `far`. up: the zero is above a half.
    """

    x: float
    near: float
    far: float
    up: bool
    found: bool


START = Search(0.5, 0.5, 0.5, True, False)


@njit(cache=True)
def step(search: Search, worth: float, rise: float, busts: int) -> Search:
    """Return the next step of the search, given the turn's worth at x and its derivative.

    busts: as in `solve_herd`; then x is the worth after one bust less.
    """
    x, near, far, up = search.x, search.near, search.far, search.up
    if busts:
        return Search(worth, near, far, up, False)
    gap = worth - x
    done = abs(gap) <= TINY
    if x == 0.5:
        if done or rise >= MOST_RISE:
            return Search(x, near, far, up, True)
        up = gap > 0.0
        far = 1.0 if up else 0.0
    elif rise < MOST_RISE and (gap > TINY if up else gap < -TINY):
        near = x
    else:
        far = x
        if done and rise < MOST_RISE:
            return Search(x, near, far, up, True)
    if abs(far - near) <= TINY:
        return Search(x, near, far, up, True)
    guess = x + gap / (1.0 - rise) if rise < MOST_RISE else far
    if not min(near, far) < guess < max(near, far):
        guess = 0.5 * (near + far)
    return Search(guess, near, far, up, False)


@njit(cache=True)
def solve_herd(moves: Moves, target: int, pad: int, busts: int) -> Herd:
    """Return what is known of the game in the end; the worths are those after no bust.

    pad: of `moves.reach`.
    """
    worth = np.zeros((target, target))
    chase = chase_alone(moves, target + 1)
    at = np.zeros((target, target), dtype=np.int64)
    size = np.zeros((target, target), dtype=np.int64)
    store = np.zeros(target * 64)
    used = 0
    length = target + pad + 2
    turn = new_turn(length)
    rolls, best = np.zeros(length), np.zeros(length)
    for total in range(2 * target - 2, -1, -1):
        for a in range(min(total, target - 1), (total + 1) // 2 - 1, -1):
            b = total - a
            search = START
            for _ in range(busts or MOST_STEPS):
                if a == b or search.found:
                    break
                herd = Herd(worth, chase, at, size, store)
                value, rise, _top = play_pair(moves, herd, a, b, search.x, pad, turn)
                search = step(search, value, rise, busts)
            worth[a, b] = search.x
            worth[b, a] = 1.0 - search.x
            for side in range(2 if a > b else 1):
                mine, theirs = (a, b) if side == 0 else (b, a)
                n = stay_alone(moves, worth, mine, theirs, pad, rolls, best)
                if used + n > len(store):
                    larger = np.zeros(2 * len(store) + n)
                    larger[:used] = store[:used]
                    store = larger
                at[mine, theirs], size[mine, theirs] = used, n
                store[used : used + n] = rolls[:n]
                used += n
    return Herd(worth, chase, at, size, store[:used])
