# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The beginning of a kept game (see `saved_game`), and how games go on from a text."""

from shared_rules.errors import BadText
from shared_rules.game import SIT, STAND
from shared_rules.notation import position_text

from .match import HUMAN, NAME_CHARS, Match, seats_of
from .saved_game import JOURNAL_KEY, LONGEST, STATS_KEY


def last_counted(journal):
    """The number of the last game that was counted."""
    number = journal.text(STATS_KEY).partition(" ")[0]
    return int(number) if number.isdigit() else 0


def keep(journal, match):
    """Keep the match as it stands, no choice pending."""
    text = match.record.text()
    if len(text) > LONGEST:
        text = position_text(match.game) + " :"
    words = [str(match.number)]
    for seat, unnamed in zip(match.seats, seats_of([kind for kind, _ in match.seats])):
        name = "".join([char if "0" <= char <= "z" else "_" for char in seat[1][:NAME_CHARS]])
        words.append(seat[0] if seat == unnamed else seat[0] + "=" + name.replace("=", "_"))
    journal.put(JOURNAL_KEY, (" ".join(words) + "|" + text).encode())


def is_there(journal):
    """True when there is a game to go on with; one that has been counted is over and goes."""
    if not journal.size(JOURNAL_KEY):
        return False
    number = journal.get(JOURNAL_KEY).split(b" ")[0]
    if number != b"0" and number.isdigit() and int(number) == last_counted(journal):
        journal.delete(JOURNAL_KEY)
        return False
    return True


def parts(journal):
    """(number, seats, record, pending) of the game that was kept.

    `pending` are hidden choices after the record's end: list of (action, player). Raises BadText.
    """
    head, _, text = journal.text(JOURNAL_KEY).partition("|")
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
        elif token[:-1].isdigit() and token[-1] in "st":
            pending.append((SIT if token[-1] == "s" else STAND, int(token[:-1])))
        else:
            # The revealed choices hold the pending ones.
            record += " " + token
            pending = []
    return number, seats, record, pending


def kept_match(app):
    """The match that was kept; raises a RulesError if it cannot be read."""
    from shared_rules.reading import replay

    number, seats, text, pending = parts(app.journal)
    game, record = replay(text)
    for action, player in pending:
        game.apply(action, None, player)
    match = Match(game, seats, app.cup, record)
    match.number = number
    return match


def match_of_record(app, text):
    """A match of humans that goes on from a record's end; raises a RulesError."""
    from shared_rules.reading import replay

    game, record = replay(text)
    return Match(game, seats_of([HUMAN] * game.players), app.cup, record)
