# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Positions and whole games as one line of ASCII text.

A position: `pp1 VARIANT option=value … players=N first=I field=value …`. Fields that are as
at the start of the game are left out; lists are separated by commas, truth is 0 or 1.
A record: a position, ` :`, then one token a step: the faces of a roll without separator
(`43`), `h` for a hold, and for revealed choices of a shared roll one letter for each player
who stood, in order: `t` stands on, `s` sits (`tts`).
"""

from .checks import check_position
from .errors import BadDice, BadText, IllegalAction
from .game import HOLD, ROLL, SIT, STAND
from .options import is_range
from .variants import variant_class

VERSION = "pp1"
LARGEST = 1000000
# Longest record; a longer game starts anew from the text of a position.
RECORD_LIMIT = 3500


def position_text(game, hidden=False):
    """The position as text; with `hidden` also what the public may not see."""
    words = [VERSION, game.ID]
    for row in game.OPTIONS:
        words.append("%s=%s" % (row[0], game.options[row[0]]))
    words.append("players=%d" % game.players)
    words.append("first=%d" % game.first)
    start = game.__class__(game.options, game.players, game.first)
    for name in game.FIELDS + (game.HIDDEN if hidden else ()):
        value = getattr(game, name)
        if value != getattr(start, name):
            words.append("%s=%s" % (name, _write(value)))
    return " ".join(words)


def _write(value):
    if isinstance(value, (list, tuple)):
        return ",".join([_write(item) for item in value])
    return str(int(value)) if isinstance(value, (bool, int)) else value


def _read_int(name, text, least, most):
    digits = text[1:] if text[:1] == "-" else text
    if not digits.isdigit() or len(digits) > 7 or not least <= int(text) <= most:
        raise BadText("%s: %r is not a whole number from %d to %d" % (name, text, least, most))
    return int(text)


def _read(name, text, model, least):
    """Read `text` as a value of the kind of `model`."""
    if isinstance(model, bool):
        return _read_int(name, text, 0, 1) == 1
    if isinstance(model, int):
        return _read_int(name, text, least, LARGEST)
    if isinstance(model, str):
        if text not in ("", STAND, SIT):
            raise BadText("%s: %r is no choice; allowed: stand, sit" % (name, text))
        return text
    items = text.split(",")
    if isinstance(model, tuple):
        return tuple([_read_int(name, item, 0, 9) for item in items])
    if len(items) != len(model):
        raise BadText("%s: %d values, not %d" % (name, len(items), len(model)))
    return [_read(name, item, model[0], least) for item in items]


def parse_position(text):
    """The game in the position that `text` (see `position_text`) describes.

    Raises BadText, or another RulesError for an unknown variant, option or value.
    """
    if not isinstance(text, str):
        raise BadText("a position is text, not %r" % (text,))
    words = text.split()
    if not words or words[0] != VERSION:
        raise BadText("a position begins with %r, not %r" % (VERSION, text[:12]))
    if len(words) < 2:
        raise BadText("no variant after %r" % VERSION)
    variant = variant_class(words[1])
    pairs = {}
    for word in words[2:]:
        name, equals, value = word.partition("=")
        if not equals or name in pairs:
            raise BadText("%r: expected name=value, each name once" % word)
        pairs[name] = value
    options = {}
    for name, _, allowed in variant.OPTIONS:
        if name in pairs:
            value = pairs.pop(name)
            options[name] = _read_int(name, value, 0, LARGEST) if is_range(allowed) else value
    players = _read_int("players", pairs.pop("players", "2"), 0, LARGEST)
    first = _read_int("first", pairs.pop("first", "0"), 0, LARGEST)
    game = variant(options, players, first)
    for name in sorted(pairs):
        if name not in game.FIELDS + game.HIDDEN:
            raise BadText("unknown field %r in a position of %s" % (name, game.ID))
        setattr(game, name, _read(name, pairs[name], getattr(game, name), game.LOWEST))
    check_position(game)
    return game


def replay_token(game, token):
    """Apply one token of a record. Raises BadText, IllegalAction or BadDice."""
    if token.isdigit():
        game.apply(ROLL, [int(face) for face in token])
    elif token == "h":
        game.apply(HOLD)
    else:
        players = game.to_move()
        if len(token) != len(players) or not game.HIDDEN:
            raise BadText("%r does not fit: %d players choose" % (token, len(players)))
        for player, letter in zip(players, token):
            if letter not in "ts":
                raise BadText("%r: expected t (stand) or s (sit)" % token)
            game.apply(SIT if letter == "s" else STAND, None, player)


class Record:
    """The record of a game: the text of a start and the tokens since.

    It never exceeds RECORD_LIMIT characters: a longer game starts anew from its position.
    """

    def __init__(self, game):
        self.start = position_text(game)
        self.tokens = bytearray()

    def append(self, token, game):
        """Add the token that `game.apply` returned."""
        if not token:
            return
        if len(self.start) + len(self.tokens) + len(token) + 3 > RECORD_LIMIT:
            self.__init__(game)
        else:
            self.tokens += (" " + token).encode()

    def text(self):
        """The record as one line."""
        return self.start + " :" + str(self.tokens, "ascii")


def replay(text):
    """Replay a record (or a position); return (game, record). Raises a RulesError."""
    if not isinstance(text, str):
        raise BadText("a record is text, not %r" % (text,))
    start, _, moves = text.partition(":")
    game = parse_position(start)
    record = Record(game)
    for number, token in enumerate(moves.split()):
        try:
            replay_token(game, token)
        except (BadDice, IllegalAction) as error:
            raise BadText("step %d %r: %s" % (number + 1, token, error)) from error
        record.append(token, game)
    return game, record
