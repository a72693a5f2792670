# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The beginning of a kept game (see `saved_game`), and how games go on from a text."""

from shared_rules.errors import BadText
from shared_rules.notation import Record, position_text

from ..match import HUMAN, NAME_CHARS, Match, seats_of
from .journal import GAME, STATISTICS
from .moves import NOT_COUNTED
from .moves_read import codes_of_record, decode

MOST_STEPS = 300  # bytes of actions that go with a game when it is kept anew


def last_counted(journal):
    """The number of the last game that was counted."""
    text = journal.text(STATISTICS)
    at = text.rfind("\n+")
    number = (text[at + 2 :] if at >= 0 else text).partition(" ")[0]
    return int(number) if number.isdigit() else 0


def _start(text, game):
    """The text of a position without the options that are as ever."""
    usual = ["%s=%s" % (name, default) for name, default, _ in game.OPTIONS]
    return " ".join([word for word in text.split(" ") if word not in usual])


def keep(journal, match):
    """Keep the match as it stands."""
    game = match.game
    words = [str(match.number)]
    for seat, unnamed in zip(match.seats, seats_of([kind for kind, _ in match.seats])):
        name = "".join([char if "0" <= char <= "z" else "_" for char in seat[1][:NAME_CHARS]])
        words.append(seat[0] if seat == unnamed else seat[0] + "=" + name.replace("=", "_"))
    now = position_text(game, True)
    start, codes = match.record.start, b""
    if now == position_text(game):  # no choice is hidden
        codes = codes_of_record(match.record.tokens())
    if len(codes) > MOST_STEPS or now != position_text(game):
        start, codes = now, b""
    head = " ".join(words) + "|" + _start(start, game) + ":"
    journal.put(GAME, head.encode() + codes)


def is_there(journal):
    """True when there is a game to go on with; one that has been counted is over and goes."""
    if not journal.size(GAME):
        return False
    number = journal.get(GAME).split(b" ")[0]
    if number != b"0" and number.isdigit() and int(number) == last_counted(journal):
        journal.delete(GAME)
        return False
    return True


def parts(journal):
    """(number, seats, position's text, codes of the steps) of the kept game. Raises BadText."""
    head, _, rest = (journal.get(GAME) or b"").partition(b"|")
    start, _, codes = rest.partition(b":")
    if head + start and max(head + start) > 127:
        raise BadText("a kept game begins with ASCII")
    words = str(head, "ascii").split(" ")
    if not words[0].isdigit():
        raise BadText("a kept game begins with its number, not %r" % words[0])
    seats = seats_of([word.partition("=")[0] for word in words[1:]])
    for place, word in enumerate(words[1:]):
        kind, _, name = word.partition("=")
        if name:
            seats[place] = (kind, name)
    return int(words[0]), seats, str(start, "ascii"), codes


def kept_match(app):
    """The match that was kept; raises a RulesError if it cannot be read."""
    from shared_rules.reading import parse_position

    number, seats, start, codes = parts(app.journal)
    game = parse_position(start)
    record = Record(game)
    whole = True
    for action, faces, player in decode(codes):
        if action == NOT_COUNTED:
            number = 0
        elif action:
            record.append(game.apply(action, faces, player), game)
        else:
            whole = False
    match = Match(game, seats, app.cup, record)
    match.number = number
    if not whole:
        # What comes next must not be taken for the rest of the step that was cut short.
        keep(app.journal, match)
    return match


def match_of_record(app, text):
    """A match of humans that goes on from a record's end; raises a RulesError."""
    from shared_rules.reading import replay

    game, record = replay(text)
    return Match(game, seats_of([HUMAN] * game.players), app.cup, record)
