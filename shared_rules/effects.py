# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What a roll does to a turn, as data."""

# An effect is a tuple `(keep, factor, points, goes_on, event)`:
#
# - `keep`: 1 the score stays, 0 it falls to 0 (a wipe);
# - the turn total becomes `factor * turn_total + points`;
# - `goes_on`: False when the turn ends and that turn total is banked;
# - `event`: the word for it, which screens and sounds use.
#
# A bust is thus "the turn ends with 0 points": no effect needs code of its own.

BUST = (1, 0, 0, False, "bust")
WIPE = (0, 0, 0, False, "wipe")
DOUBLE = (1, 2, 0, True, "double")
ZERO = (1, 0, 0, True, "zero")


def add(points):
    """The roll adds `points` to the turn total and the turn goes on."""
    return (1, 1, points, True, "add")


def set_total(points):
    """The turn total becomes `points` and the turn goes on."""
    return (1, 0, points, True, "set")


def bank(points):
    """The turn ends and scores exactly `points`."""
    return (1, 0, points, False, "bank")
