"""The rows of the computer players but the perfect one, and their factory; see the package.

A name is a word (`practical`) or a family with a number (`hold20`).
"""

import sys

from ..errors import UnknownStrategy

# name or family, module, class, what the class is given (None: the number in the name)
ROWS = (
    ("careless", "styles", "Level", (18, 4)),
    ("easy", "styles", "Level", (9, 4)),
    ("medium", "styles", "Level", (4, 0)),
    ("hard", "styles", "Level", (1, 8)),
    ("practical", "practical", "Practical", ()),
    ("keep_pace", "styles", "KeepPace", ()),
    ("gambler", "styles", "Temper", (2, 3, 8)),
    ("banker", "styles", "Temper", (2, 1, 3)),
    ("hold", "plain", "HoldAt", None),
    ("random", "plain", "RandomChoice", ()),
)
LARGEST = 999


def names():
    return [row[0] + ("20" if row[3] is None else "") for row in ROWS]


def make(name):
    """Return the player of that name. Raises UnknownStrategy."""
    if isinstance(name, str):
        family = name.rstrip("0123456789")
        number = name[len(family) :]
        for row_name, module, class_name, given in ROWS:
            if family == row_name and (given is None) == (number != ""):
                # Python's int() refuses thousands of digits.
                if number and (number[0] == "0" or len(number) > 9 or int(number) > LARGEST):
                    break
                module = "shared_rules.players." + module
                __import__(module)
                strategy = getattr(sys.modules[module], class_name)
                return strategy(*((int(number),) if number else given))
    raise UnknownStrategy(
        "unknown strategy %r; allowed: %s (a number in a name is 1 to %d)"
        % (name, ", ".join(["perfect"] + names()), LARGEST)
    )
