# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The rows of the computer players but the perfect one, and their factory; see the package.

A name is a word (`practical`) or a family with a number (`hold20`).
"""

import sys

from ..errors import UnknownStrategy

# name or family, module, class, takes a number
ROWS = (
    ("careless", "levels", "Careless", False),
    ("easy", "levels", "Easy", False),
    ("medium", "levels", "Medium", False),
    ("hard", "levels", "Hard", False),
    ("practical", "practical", "Practical", False),
    ("keep_pace", "keep_pace", "KeepPace", False),
    ("gambler", "styles", "Gambler", False),
    ("banker", "styles", "Banker", False),
    ("hold", "hold_at", "HoldAt", True),
    ("random", "random_choice", "RandomChoice", False),
)
LARGEST = 999


def names():
    """Return the names; a family has a usual number."""
    return [row[0] + ("20" if row[3] else "") for row in ROWS]


def make(name):
    """Return the player of that name. Raises UnknownStrategy."""
    if isinstance(name, str):
        family = name.rstrip("0123456789")
        number = name[len(family) :]
        for row_name, module, class_name, numbered in ROWS:
            if family == row_name and numbered == (number != ""):
                if numbered and not 1 <= int(number) <= LARGEST:
                    break
                module = "shared_rules.players." + module
                __import__(module)
                strategy = getattr(sys.modules[module], class_name)
                return strategy(int(number)) if numbered else strategy()
    raise UnknownStrategy(
        "unknown strategy %r; allowed: %s (a number in a name is 1 to %d)"
        % (name, ", ".join(["perfect"] + names()), LARGEST)
    )
