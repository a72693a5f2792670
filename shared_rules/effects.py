"""Effects of a roll, as data."""

from collections import namedtuple

# The fields of an effect:
#
# - `keep`: 1 the score stays, 0 it falls to 0 (a wipe);
# - the turn total becomes `factor * turn_total + points`;
# - `goes_on`: False when the turn ends and that turn total is banked;
# - `event`: its name, for screens and sounds.
#
# A bust, for example, ends the turn with 0 points. So no effect needs code of its own.

Effect = namedtuple("Effect", ("keep", "factor", "points", "goes_on", "event"))

BUST = Effect(1, 0, 0, False, "bust")
WIPE = Effect(0, 0, 0, False, "wipe")
DOUBLE = Effect(1, 2, 0, True, "double")
ZERO = Effect(1, 0, 0, True, "zero")


def add(points):
    """Effect: add `points` to the turn total; the turn goes on."""
    return Effect(1, 1, points, True, "add")


def set_total(points):
    """Effect: the turn total becomes `points`; the turn goes on."""
    return Effect(1, 0, points, True, "set")


def bank(points):
    """Effect: the turn ends and scores `points`."""
    return Effect(1, 0, points, False, "bank")
