# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Positions and whole games as one line of ASCII text."""

# A position: `pp1 VARIANT option=value … players=N first=I field=value …`. Fields that are as
# at the start of the game are left out; lists are separated by commas, truth is 0 or 1.
# A record: a position, ` :`, then one token a step: the faces of a roll without separator
# (`43`), `h` for a hold, and for revealed choices of a shared roll one letter for each player
# who stood, in order: `t` stands on, `s` sits (`tts`).

VERSION = "pp1"
# Longest record; a longer game starts anew from the text of a position.
RECORD_LIMIT = 3500
PIECE = 240  # bytes of a record that lie together in memory


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


class Record:
    """The record of a game: the text of a start and the tokens since."""

    # It never exceeds RECORD_LIMIT characters: a longer game starts anew from its position.

    def __init__(self, game):
        self.start = position_text(game)
        # A long record would not find room in one piece on a heap in use, nor all of its tokens.
        self._full = []
        self._last = bytearray()
        self._length = len(self.start) + 2

    def append(self, token, game):
        """Add the token that `game.apply` returned."""
        if not token:
            return
        if self._length + len(token) + 1 > RECORD_LIMIT:
            self.__init__(game)  # type: ignore[misc]
            return
        self._length += len(token) + 1
        if len(self._last) + len(token) >= PIECE:
            self._full.append(bytes(self._last))
            self._last = bytearray()
        self._last += (" " + token).encode()

    def pieces(self):
        """The record as it is now: a list of ASCII bytes, none of which divides a token."""
        return [(self.start + " :").encode()] + self._full + [bytes(self._last)]

    def text(self):
        """The record as one line."""
        return str(b"".join(self.pieces()), "ascii")

    def tokens(self):
        """Generator over the tokens that the record has now."""
        for piece in self.pieces()[1:]:
            for token in str(piece, "ascii").split():
                yield token
