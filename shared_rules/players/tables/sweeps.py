"""Turns with rolls to smaller turn totals, which need several sweeps."""

# The host compiles the first four functions and `worth_below`, without the yields.

import struct

from .table import ONE, blank
from .turn import MARGIN, SEEN_CHANGE, SEEN_CLEAR, SEEN_ROLL, sweep

PASSES = 16  # sweeps at most
CLOSE = 4  # sweeps that change worths by no more have converged
BELOW = 12  # bits of the probabilities of `below`


def sweep_once(turn, worth, upper, total):
    """Generator that computes `win` from `upper` down to `total`."""
    k = upper
    while k >= total:
        k = sweep(turn, worth, k, upper, total, total, False)
        yield None


def solve_set_total(turn):
    """Generator; returns (worth of the total that a roll sets, where to sweep from)."""
    # Assuming the worth `z` gives `win`. The secant method solves win == z.
    to = turn.set_to
    z = turn.hold[to]
    upper = turn.top
    if to <= upper:
        old_z = old_win = 0
        for n in range(PASSES):
            k = upper
            while k >= to:
                k = sweep(turn, z, k, upper, to, to, False)
                yield None
            win = turn.win[to]
            if n == 0:
                # The effect of `z` on the worth of a roll is less than MARGIN.
                upper = max(turn.seen[SEEN_CLEAR], to)
            if abs(win - z) <= 1:
                break
            fall = z - old_z - win + old_win
            rise = win - z
            if n and fall > 0:
                rise = rise * (z - old_z) // fall
            old_z, old_win = z, win
            z += rise
    return z, upper


def sweep_till_close(turn, total):
    """Generator that sweeps to convergence, if rolls subtract or double."""
    # The last items of `win` are for turn totals below 0: win[-1] for -1.
    upper = turn.top
    for n in range(PASSES):
        k = upper
        while k >= 0:
            k = sweep(turn, 0, k, upper, 0, total, n == 0)
            yield None
        for depth in range(1, turn.deepest + 1):
            turn.win[-depth] = worth_below(turn, depth)
        yield None
        if n and turn.seen[SEEN_CHANGE] <= CLOSE:
            break
        if n and turn.seen[SEEN_CHANGE] > MARGIN >> 2:
            upper = turn.top
        elif upper == turn.top:
            upper = turn.seen[SEEN_CLEAR]
    if total > upper:
        sweep(turn, 0, total, total, total, total, False)


def repeat(turn, total):
    """Generator that computes `turn` for the turn total `total`, at least 0."""
    if not turn.end_weight:
        # No roll ends the turn: roll until the score wins.
        turn.seen[SEEN_ROLL] = ONE
        for k in range(len(turn.win)):
            turn.win[k] = ONE
    elif turn.set_weight:
        z, upper = yield from solve_set_total(turn)
        yield from sweep_once(turn, z, min(turn.top, max(upper, total)), total)
    else:
        yield from sweep_till_close(turn, total)


def work(turn, total):
    """Return `repeat`, with a copy of `hold` and the totals below 0 in `win`."""
    if turn.end_weight:
        turn.win = turn.hold[:]
        if not turn.set_weight:
            turn.win.extend(blank(turn.deepest))
    return repeat(turn, total)


def worth_below(turn, depth):
    """Return the worth of rolling on from -depth."""
    win, below = turn.win, turn.below
    base = win[0]
    left = 1 << BELOW
    worth = 0
    at = (depth - 1) * turn.width
    for total in range(turn.width):
        chance = below[at + total]
        left -= chance
        worth += chance * (win[total] - base)
    worth += left * (turn.ends // turn.end_weight - base)
    return base + (worth >> BELOW)


def chances_below(table, row):
    """Return a row of section "b"."""
    data = table.row(b"b", row)
    return struct.unpack("<%dH" % (len(data) // 2), data)


def work_below(position, below):
    """Generator for the worths at -below, once the turn is computed."""
    turn, table = position.turn, position.table
    if turn.end_weight:
        depth = len(turn.below) // turn.width
        if below > depth:
            below -= depth
            turn.below = chances_below(table, 1)
            depth = len(turn.below) // turn.width
        position.exact = position.exact and below <= depth
        position.roll_worth = worth_below(turn, min(below, depth))
    one = blank(1)
    column = max(position.mine - below - position.floor, 0)
    yield from table.worths(position.tag, position.theirs, one, column)
    position.hold_worth = ONE - one[0]
