# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Computer players by name; a player's module is imported when first used."""

# A name is a word (`practical`) or a family with a number (`hold20`).


def names():
    """Return the names; a family has a usual number."""
    from .by_name import names

    return names()


def make(name):
    """Return the player of that name. Raises UnknownStrategy."""
    from .by_name import make

    return make(name)
