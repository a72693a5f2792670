# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What variants are called, and the initials of the people, by place at the table."""

from shared_rules.variants import ids, variant_class

from .language import known
from .match import HUMAN, NAME_CHARS
from .saves.journal import INITIALS

LETTERS = " ABCDEFGHIJKLMNÑOPQRSTUVWXYZ0123456789"


def game_name(identifier):
    """The text for a variant, else its class's NAME, else the identifier."""
    name = known(identifier, "")
    if not name:
        name = variant_class(identifier).NAME if identifier in ids() else identifier
    return name


def load(journal):
    """List of the initials in the journal, "" where there are none; as long as there are any."""
    try:
        return str(journal.get(INITIALS) or b"", "utf-8").split(",")
    except UnicodeError:
        return [""]


def save(journal, names):
    """Keep the list."""
    journal.put(INITIALS, ",".join(names).encode())


def named(seats, names):
    """The seats with the initials of the people among them; computers keep their places' names."""
    return [
        (kind, names[place])
        if kind == HUMAN and place < len(names) and names[place]
        else (kind, name)
        for place, (kind, name) in enumerate(seats)
    ]


def with_letter(name, place, step):
    """`name`, padded, with the letter at `place` moved on by `step`."""
    padded = (name + " " * NAME_CHARS)[:NAME_CHARS]
    letter = LETTERS[(LETTERS.find(padded[place]) + step) % len(LETTERS)]
    return padded[:place] + letter + padded[place + 1 :]
