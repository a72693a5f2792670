# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Optimal play of one turn, given the worth of every way to end it.

Arrays are by turn total. Below 0 nobody holds (see docs/perfect-play.md), so the worth of a
negative total follows from `Moves.below`.
"""

from numba import njit

from .moves import Floats, Moves

# Changes up to this are rounding errors.
TINY = 5e-16
MOST_PASSES = 1000
MARGIN = 0.01


@njit(cache=True)
def play(
    moves: Moves,
    m: int,
    hold: Floats,
    top: int,
    last: int,
    wipe: float,
    wiped_is_bust: bool,
    fresh: bool,
    win: Floats,
    stay: Floats,
    lift: Floats,
) -> tuple[float, float]:
    """Fill `win` for a turn of roll m; return (worth at the start of the turn, slope).

    hold: worth of ending the turn with each total from 0 to `last`. Above `top` holding must be
        best; `last` is `top` plus the greatest gain of a roll.
    wipe: worth of a wipe; it equals that of a bust if `wiped_is_bust`.
    fresh: False if `win` has the worths of a similar turn to start from.
    win: worth of each turn total in the middle of the turn.
    The slope is the derivative of the worth by `hold[0]`: the probability that the turn ends with
    the score it began with. `stay` and `lift` are scratch of the length of `win`: derivatives by
    `hold[0]` and by the worth of the total that a roll sets.
    """
    a0, a1 = moves.add_at[m], moves.add_at[m + 1]
    e0, e1 = moves.end_at[m], moves.end_at[m + 1]
    j0, j1 = moves.jump_at[m], moves.jump_at[m + 1]
    set_p = moves.set_p[m]
    set_n = moves.set_n[m]
    ends = moves.wipe_p[m] * wipe
    ends_stay = moves.wipe_p[m] if wiped_is_bust else 0.0
    exits = moves.wipe_p[m] + set_p
    for e in range(e0, e1):
        ends += moves.end_p[e] * hold[moves.end_n[e]]
        exits += moves.end_p[e]
        if moves.end_n[e] == 0:
            ends_stay += moves.end_p[e]
    for t in range(top + 1, last + 1):
        win[t] = hold[t]
        stay[t] = 0.0
        lift[t] = 0.0
    if j1 > j0 and fresh:
        for t in range(top + 1):
            win[t] = hold[t]
            stay[t] = 0.0
            lift[t] = 0.0
    z = hold[set_n]
    worth = slope = raised = 0.0
    start = (0.0, 0.0, 0.0)
    # Until the rest has converged, passes leave out the totals above `upper`, where holding is
    # clearly best.
    upper = top
    for _ in range(MOST_PASSES):
        change = 0.0
        whole = upper == top
        clear = 0
        constant = ends + set_p * z
        for t in range(upper, -1, -1):
            worth, slope, raised = constant, ends_stay, set_p
            for a in range(a0, a1):
                to = t + moves.add_n[a]
                worth += moves.add_p[a] * win[to]
                slope += moves.add_p[a] * stay[to]
                raised += moves.add_p[a] * lift[to]
            for j in range(j0, j1):
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
                    worth += out / exits * constant
                    slope += out / exits * ends_stay
                    raised += out / exits * set_p
                else:
                    worth += p * win[to]
                    slope += p * stay[to]
                    raised += p * lift[to]
            if t == 0:
                start = (worth, slope, raised)
            if clear == 0 and worth + MARGIN > hold[t]:
                clear = t
            if hold[t] >= worth:
                worth, slope, raised = hold[t], 1.0 if t == 0 else 0.0, 0.0
            if j1 > j0:
                change = max(change, abs(win[t] - worth))
                change = max(change, abs(stay[t] - slope), abs(lift[t] - raised))
            win[t], stay[t], lift[t] = worth, slope, raised
        if change > TINY:
            upper = clear if change < MARGIN / 10.0 else top
            continue
        if not whole:
            upper = top
            continue
        if set_p == 0.0 or set_n > top:
            break
        # win at the set total is a + lift * z; solve z = a + lift * z.
        change = win[set_n] - z
        if abs(change) <= TINY:
            break
        z = min(1.0, z + change / (1.0 - lift[set_n]))
    worth, slope, raised = start
    if set_p > 0.0 and set_n <= top:
        slope += raised * stay[set_n] / (1.0 - lift[set_n])
    return worth, slope


@njit(cache=True)
def best_start(
    moves: Moves,
    hold: Floats,
    top: int,
    last: int,
    wipe: float,
    wiped_is_bust: bool,
    fresh: bool,
    win: Floats,
    stay: Floats,
    lift: Floats,
) -> tuple[float, float, int]:
    """Return (worth, slope, which) of the best roll for the turn; see `play`."""
    best, best_slope, which = -1.0, 0.0, 0
    for m in range(len(moves.wipe_p)):
        worth, slope = play(moves, m, hold, top, last, wipe, wiped_is_bust, fresh, win, stay, lift)
        if worth > best:
            best, best_slope, which = worth, slope, m
    return best, best_slope, which
