# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Choices as a table has them: numbers of dice, and what takes too long to work out.

Section "d" has runs by the player's score: a number of dice, and for how many scores of the
opponent; "e" the same for the second mover of a round; "f" the number by how much one is behind.

Section "h" has a row for each score of the opponent, in it for each score of the player the turn
totals at which the choice changes: it begins with rolling. They count back from the turn total
that reaches the target, the last one first, and differ little from those of the score before.
The row: the bits of its Rice code; then by score by how many pairs of changes there are more, and
by how much each one differs, a new one from the one before it; odd codes are negative.
"""

from ...game import HOLD, ROLL
from .table import codes


def signed(code):
    """The number behind a code."""
    return -(code >> 1) - 1 if code & 1 else code >> 1


def bounds_of(table, mine, theirs):
    """Generator; returns the list of changes at these scores."""
    data = table.row(b"h", theirs)
    numbers = codes(data, 1, data[0])
    bounds = [0]
    for score in range(table.section(b"h")[2], mine + 1):
        more = 2 * signed(next(numbers))
        for _ in range(more):
            bounds.append(bounds[-1])
        for _ in range(-more):
            bounds.pop()
        for place in range(len(bounds)):
            bounds[place] += signed(next(numbers))
        if score & 7 == 0:
            yield None
    return bounds


def is_held(bounds, left):
    """True where holding is best; left: points from score and turn total to the target."""
    held = False
    for bound in bounds:
        held = held != (bound >= left)
    return held


def best_dice(position):
    """The number of dice that the table has for the start of this turn."""
    table = position.table
    if position.last:
        data = table.row(b"f", 0)
        return data[min(position.theirs - position.mine, len(data)) - 1]
    data = table.row(b"e" if position.second else b"d", position.mine)
    at, left = 0, position.theirs
    while left >= data[at + 1]:
        left -= data[at + 1]
        at += 2
    return data[at]


def choice(position, game):
    """Generator; returns (action, dice)."""
    table = position.table
    allowed = game.dice_range()
    if allowed:
        # Where rolls are free, one die after the other leaves the most choice.
        best = best_dice(position) if table.section(b"d") else allowed[0]
        return ROLL, min(best, allowed[1])
    bounds = yield from bounds_of(table, position.mine, position.theirs)
    left = position.target - position.mine - game.turn_total
    return (HOLD if is_held(bounds, left) else ROLL), None
