"""Games with two dice in which doubles count twice."""

from .effects import BUST, WIPE, add, bank, set_total

# What two 1s do, by the value of the option `double_one`.
DOUBLE_ONE = {
    "add25": add(25),
    "bank25": bank(25),
    "set25": set_total(25),
    "wipe": WIPE,
    "bust": BUST,
}


def doubles_effect(faces, double_one):
    """Return the effect of two dice: doubles count twice, two 1s by `double_one`."""
    a, b = faces
    if a != b:
        return add(a + b)
    return DOUBLE_ONE[double_one] if a == 1 else add(2 * (a + b))
