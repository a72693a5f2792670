# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Turns in which a roll may lead to smaller turn totals: one sweep is not enough for a `Turn`."""

import struct

from .table_file import ONE, blank
from .table_turn import CLEAR, STEP

PASSES = 16  # sweeps at most
CLOSE = 4  # what changes no more than that is known
BELOW = 12  # bits of the probabilities of `below`


def work(turn, total):
    """Generator: None while it works out all but one sweep; at last where to begin that."""
    turn.win = turn.hold[:]
    if turn.set_weight:
        for _ in settle(turn):
            yield None
        yield min(turn.top, max(turn.clear, total))
        return
    # Its last items are the turn totals below 0: win[-1] is that of -1.
    turn.win.extend(blank(turn.deepest))
    for _ in sweep_till_close(turn, total):
        yield None
    yield total - 1


def settle(turn):
    """Generator: None while it finds out what the turn total that a roll sets is worth."""
    # It is worth `found` if it is worth `z`; the secant of the last two finds where both agree.
    to, constant = turn.set_to, turn.constant
    z = turn.hold[to]
    upper = clear = turn.top
    if to <= upper:
        old_z = old_found = 0
        for n in range(PASSES):
            turn.constant = constant + turn.set_weight * z
            k = upper
            while k >= to:
                k = turn.sweep(k, upper, to, to)
                yield None
            found = turn.win[to]
            if n == 0:
                # What `z` does to the worth of a roll is less than CLEAR.
                upper = clear = max(turn.clear, to)
            if abs(found - z) <= 1:
                break
            fall = z - old_z - found + old_found
            rise = found - z
            if n and fall > 0:
                rise = rise * (z - old_z) // fall
            old_z, old_found = z, found
            z += rise
    turn.clear = clear
    turn.constant = constant + turn.set_weight * z


def sweep_till_close(turn, total):
    """Generator: None at work. Where rolls subtract or double, sweep until all agrees."""
    upper = turn.top
    for n in range(PASSES):
        k = upper
        while k >= 0:
            k = sweep(turn, k, upper, 0, total, n == 0)
            yield None
        for depth in range(1, turn.deepest + 1):
            turn.win[-depth] = worth_below(turn, depth)
        yield None
        if n and turn.change <= CLOSE:
            break
        if n and turn.change > CLEAR >> 2:
            upper = turn.top
        elif upper == turn.top:
            upper = turn.clear
    if total > upper:
        sweep(turn, total, total, total, total, False)


def sweep(turn, start, upper, least, total, first):
    """As `Turn.sweep`, for all rolls. first: what is below is guessed."""
    if start == upper:
        turn.change = turn.clear = 0
    win, holds, adds, jumps = turn.win, turn.hold, turn.adds, turn.jumps
    constant, denominator, deepest = turn.constant, turn.denominator, turn.deepest
    last = len(holds) - 1
    change, clear = turn.change, turn.clear
    stop = max(least, start - STEP // (len(adds) + 4))
    for k in range(start, stop - 1, -1):
        if first:
            win[k - deepest] = win[k + 1] - (deepest + 1) * (win[k + 2] - win[k + 1])
        worth = constant
        for weight, effect in adds:
            worth += weight * win[k + effect[2]]
        for weight, factor, points in jumps:
            worth += weight * win[min(factor * k + points, last)]
        worth //= denominator
        if k == total:
            turn.roll = worth
        hold = holds[k]
        if not clear and worth + CLEAR > hold:
            clear = k
        if hold > worth:
            worth = hold
        change = max(change, abs(worth - win[k]))
        win[k] = worth
    turn.change, turn.clear = change, clear
    return stop - 1


def worth_below(turn, depth):
    """Worth of rolling on from a turn total that far below 0."""
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
    """The numbers of a row of section "b"."""
    data = table.row(b"b", row)
    return struct.unpack("<%dH" % (len(data) // 2), data)


def work_below(position, below):
    """Generator: None while it works out what to do `below` 0, once the turn is worked out."""
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
    for _ in table.worths(position.tag, position.theirs, one, column):
        yield None
    position.hold_worth = ONE - one[0]
