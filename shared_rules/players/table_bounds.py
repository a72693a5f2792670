# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Choices as a table has them, where to work out a turn takes too long.

Section "h" has a row for each score of the opponent, in it for each score of the player the turn
totals at which the choice changes: it begins with rolling. They count back from the turn total
that reaches the target, the last one first, and differ little from those of the score before.
The row: the bits of its Rice code; then by score by how many pairs of changes there are more, and
by how much each one differs, a new one from the one before it; odd codes are negative.
"""

from .table_file import codes


def signed(code):
    """The number behind a code."""
    return -(code >> 1) - 1 if code & 1 else code >> 1


def bounds_of(table, mine, theirs):
    """Generator: None while it reads, then the list of changes at these scores."""
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
    yield bounds


def is_held(bounds, left):
    """True where holding is best; left: points from score and turn total to the target."""
    held = False
    for bound in bounds:
        held = held != (bound >= left)
    return held
