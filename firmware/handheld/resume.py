# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Games that go on from a text: the one that was kept (see `saved_game`), and records."""

from shared_rules.game import SIT, STAND
from shared_rules.reading import replay

from . import saved_game
from .match import HUMAN, Match, seats_of


def parts(journal):
    """(kinds, record, pending) of the game that was kept.

    `pending` are hidden choices after the record's end: list of (action, player).
    """
    kinds, _, text = str(journal.get(saved_game.JOURNAL_KEY), "ascii").partition("|")
    start, _, moves = text.partition(":")
    record = start + ":"
    pending = []
    for token in moves.split():
        if token[0].isdigit() and token[-1] in "st":
            pending.append((SIT if token[-1] == "s" else STAND, int(token[:-1])))
        else:
            # The revealed choices hold the pending ones.
            record += " " + token
            pending = []
    return kinds.split(" "), record, pending


def kept_match(app):
    """The match that was kept; raises a RulesError if it cannot be read."""
    kinds, text, pending = parts(app.journal)
    game, record = replay(text)
    for action, player in pending:
        game.apply(action, None, player)
    return Match(game, seats_of(kinds), app.cup, record)


def match_of_record(app, text):
    """A match of humans that goes on from a record's end; raises a RulesError."""
    game, record = replay(text)
    return Match(game, seats_of([HUMAN] * game.players), app.cup, record)
