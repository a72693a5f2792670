"""Choices listed in a table: numbers of dice, and choices too slow to compute."""

# Section "d" has runs by the player's score: a number of dice, and the number of the opponent's
# scores that it is for; "e" is the same for the second mover of a round; "f" has the number of dice
# by the deficit.
#
# Section "h" has a row for each score of the opponent. For each score of the player the row has the
# turn totals at which the choice changes, beginning with rolling. They count back from the turn
# total that reaches the target, the last one first, and differ little from those of the previous
# score. A row: the bits of its Rice code; then for each score the increase of the number of pairs,
# and the difference of each change from that at the previous score, of a new change from the change
# before it. Odd codes are negative.

from ...game import HOLD, ROLL
from .table import codes


def signed(code):
    """Return the number of a code."""
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
    """True if holding is best; left: points from score plus turn total to the target."""
    held = False
    for bound in bounds:
        held = held != (bound >= left)
    return held


def best_dice(position):
    """Return the number of dice for the start of this turn."""
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
        # If the turn goes on after a roll, single dice leave the most choice.
        best = best_dice(position) if table.section(b"d") else allowed[0]
        return ROLL, min(best, allowed[1])
    bounds = yield from bounds_of(table, position.mine, position.theirs)
    left = position.target - position.mine - game.turn_total
    return (HOLD if is_held(bounds, left) else ROLL), None
