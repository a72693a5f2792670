# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Write the head of a saved game (see `saved_game`); resume games from saves and records."""

from shared_rules.errors import BadText
from shared_rules.notation import Record, position_text

from ..match import HUMAN, NAME_CHARS, Match, seats_of
from .journal import GAME, STATISTICS
from .moves import NOT_COUNTED
from .moves_read import codes_of_record, decode

MOST_STEPS = 300  # bytes of actions that a newly saved game may have


def last_counted(journal):
    """Return the number of the last game that was counted."""
    text = journal.text(STATISTICS)
    at = text.rfind("\n+")
    number = (text[at + 2 :] if at >= 0 else text).partition(" ")[0]
    return int(number) if number.isdigit() else 0


def _start(text, game):
    """Return the text of a position without the options at their defaults."""
    usual = ["%s=%s" % (name, default) for name, default, _ in game.OPTIONS]
    return " ".join([word for word in text.split(" ") if word not in usual])


def keep(journal, match):
    """Save the match at its present position."""
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
    """Return True if there is a game to resume; delete one that was counted: it is over."""
    if not journal.size(GAME):
        return False
    number = journal.get(GAME).split(b" ")[0]
    if number != b"0" and number.isdigit() and int(number) == last_counted(journal):
        journal.delete(GAME)
        return False
    return True


def parts(journal):
    """Return (number, seats, position text, codes) of the saved game. Raises BadText."""
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
    """Return the saved match. Raises a RulesError if it cannot be read."""
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
        # Later steps must not complete the one that was cut short.
        keep(app.journal, match)
    return match


def match_of_record(app, text):
    """Return a match of humans at the end of a record. Raises a RulesError."""
    from shared_rules.reading import replay

    game, record = replay(text)
    return Match(game, seats_of([HUMAN] * game.players), app.cup, record)
