# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Games that go on from a text: the one that was kept (see `saved_game`), and records."""

from shared_rules.errors import BadText
from shared_rules.game import SIT, STAND
from shared_rules.reading import replay

from .match import HUMAN, Match, seats_of
from .saved_game import JOURNAL_KEY


def parts(journal):
    """(number, seats, record, pending) of the game that was kept.

    `pending` are hidden choices after the record's end: list of (action, player). Raises BadText.
    """
    head, _, text = str(journal.get(JOURNAL_KEY), "utf-8").partition("|")
    words = head.split(" ")
    if not words[0].isdigit():
        raise BadText("a kept game begins with its number, not %r" % words[0])
    number = int(words[0])
    seats = seats_of([word.partition("=")[0] for word in words[1:]])
    for place, word in enumerate(words[1:]):
        kind, _, name = word.partition("=")
        if name:
            seats[place] = (kind, name)
    start, _, moves = text.partition(":")
    record = start + ":"
    pending = []
    for token in moves.split():
        if token == "x":
            number = 0
        elif token[0].isdigit() and token[-1] in "st":
            pending.append((SIT if token[-1] == "s" else STAND, int(token[:-1])))
        else:
            # The revealed choices hold the pending ones.
            record += " " + token
            pending = []
    return number, seats, record, pending


def kept_match(app):
    """The match that was kept; raises a RulesError if it cannot be read."""
    number, seats, text, pending = parts(app.journal)
    game, record = replay(text)
    for action, player in pending:
        game.apply(action, None, player)
    match = Match(game, seats, app.cup, record)
    match.number = number
    return match


def match_of_record(app, text):
    """A match of humans that goes on from a record's end; raises a RulesError."""
    game, record = replay(text)
    return Match(game, seats_of([HUMAN] * game.players), app.cup, record)
