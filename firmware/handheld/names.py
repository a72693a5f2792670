# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The names of variants, and the initials of the people by seat."""

from shared_rules.variants import ids, variant_class

from .language import known
from .match import HUMAN, NAME_CHARS
from .saves.journal import INITIALS

LETTERS = " ABCDEFGHIJKLMNÑOPQRSTUVWXYZ0123456789"


def game_name(identifier):
    """Return the name of a variant: from the texts, else its NAME, else the identifier."""
    name = known(identifier, "")
    if not name:
        name = variant_class(identifier).NAME if identifier in ids() else identifier
    return name


def load(journal):
    """Return the saved initials as a list, "" for a seat without; it ends at the last saved."""
    try:
        return str(journal.get(INITIALS) or b"", "utf-8").split(",")
    except UnicodeError:
        return [""]


def save(journal, names):
    """Keep the list."""
    journal.put(INITIALS, ",".join(names).encode())


def named(seats, names):
    """Return the seats with the initials of the humans as names."""
    return [
        (kind, names[place])
        if kind == HUMAN and place < len(names) and names[place]
        else (kind, name)
        for place, (kind, name) in enumerate(seats)
    ]


def with_letter(name, place, step):
    """Return `name`, padded, with the letter at `place` changed by `step`."""
    padded = (name + " " * NAME_CHARS)[:NAME_CHARS]
    letter = LETTERS[(LETTERS.find(padded[place]) + step) % len(LETTERS)]
    return padded[:place] + letter + padded[place + 1 :]
