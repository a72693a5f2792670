"""Positions and whole games as one line of ASCII text."""

# A position: `pp1 VARIANT option=value … players=N first=I field=value …`. Fields that have
# their value at the start of the game are left out, and the usual `rounds` without `end=rounds`.
# Lists are separated by commas, a bool is 0 or 1.
# A record: a position, ` :`, then one token a step: the faces of a roll without separator
# (`43`), `h` for a hold, and for revealed choices of a shared roll one letter for each player
# who stood, in order: `t` stands on, `s` sits (`tts`).
# The record of a finished game may have the words of a proof behind its position: `reading.PROOF`.

VERSION = "pp1"
# Longest record in bytes; a longer game goes on in another record, where this one ended.
RECORD_LIMIT = 3500
_LONGEST_STEP = 41  # bytes: a space, and 40 dice
PIECE = 240  # bytes of a record in one object
ROOM_FOR_PROOF = 640  # bytes that a proof may take


def position_text(game, hidden=False):
    """Return the position as text; with `hidden`, also hidden choices."""
    words = [VERSION, game.ID]
    for row in game.OPTIONS:
        value = game.options[row[0]]
        if row[0] != "rounds" or value != row[1] or game.options.get("end") == "rounds":
            words.append("%s=%s" % (row[0], value))
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
    """The record of a game: a start position and the tokens since."""

    # At most RECORD_LIMIT bytes: a step without room begins the record anew, at the position before
    # it. `rolls`: the rolls in it. `room`: bytes left free. `after`: the position behind the last
    # step, once there may be no room for the next.

    def __init__(self, game, room=0):
        self.restart(position_text(game), room)

    def restart(self, start, room):
        """Begin with no steps at a position (text)."""
        self.start = start
        self.after = ""
        self.rolls = 0
        self.room = room
        # A fragmented heap has no room for a long record in one object, nor for all its tokens.
        self._full = []
        self._last = bytearray()
        self._length = len(self.start) + 2

    def append(self, token, game):
        """Add the token that `game.apply` returned."""
        if not token:
            return
        if self._length + len(token) + 1 > RECORD_LIMIT - self.room:
            self.restart(self.after, self.room)
        self.rolls += token.isdigit()
        self._length += len(token) + 1
        if len(self._last) + len(token) >= PIECE:
            self._full.append(bytes(self._last))
            self._last = bytearray()
        self._last += (" " + token).encode()
        if self._length + _LONGEST_STEP > RECORD_LIMIT - self.room:
            self.after = position_text(game)

    def pieces(self):
        """Return the record as a list of ASCII bytes that do not split tokens."""
        return [(self.start + " :").encode()] + self._full + [bytes(self._last)]

    def text(self):
        return str(b"".join(self.pieces()), "ascii")

    def tokens(self):
        for piece in self.pieces()[1:]:
            for token in str(piece, "ascii").split():
                yield token
