"""The compact form of a record, for codes that a phone reads: one number in a few frames."""

# A frame is `PP1`, its place from 1 and how many there are, a digit each, and FRAME digits of
# DIGITS, in the last frame at most so many. The digits of all frames are a number to the base 44,
# the lowest first. Modulo CHECK it is the first three bytes of the record's SHA-256, the first byte
# highest. The quotient is made of symbols, which `take` of a reader takes off one by one
# (pocketpig/_codes.py): the next of so many is the number modulo their count, and the
# quotient goes on. A choice is one of two symbols, and the second has a weight, see `step`. It is
# this one if the number modulo WHOLE is below the weight. The quotient times the weight, plus the
# remainder, goes on; for the first symbol WHOLE less the weight serves, and the remainder less it.
#
# `begin`, `step` and `faces` say which symbols come in which order. They serve to write and to
# read: `take` returns the symbol that a writer gives it, or the one that a reader finds. What they
# leave out follows from the secret and the rules. The number is 0 when the game is over.

from binascii import hexlify

from .errors import BadText
from .fair_dice import sha256
from .game import HOLD
from .notation import RECORD_LIMIT, VERSION, position_text
from .players import KINDS
from .proof import split_head
from .reading import parse_position, replay_token
from .variants import ids, variant_class

# The alphabet of a QR code's alphanumeric mode but the space, which some readers cut off.
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$%*+-./:"
_BASE = 44
FRAME = 72  # digits of a frame; the last may have fewer
MOST = 35  # frames: their number is one digit, up to Z
CHECK = 1 << 24  # so many values has the check sum


WHOLE = 16  # of weights


class Writer:
    """Collects symbols."""

    def __init__(self):
        self.rows = bytearray()  # three bytes each: the whole (0: 256), where it begins, its part

    def take(self, n, at, weight=0):
        """Write the symbol `at` of `n`; return it."""
        row = n & 255, at, 1
        if weight:
            row = (WHOLE, 0, weight) if at else (WHOLE, weight, WHOLE - weight)
        self.rows += bytes(row)
        return at

    def number(self):
        """Generator; returns the number from which a reader takes the symbols, the first first."""
        number = 0
        for at in range(len(self.rows) - 3, -3, -3):
            whole, start, part = self.rows[at : at + 3]
            number = number // part * (whole or 256) + start + number % part
            if not at & 15:
                yield None
        return number


def encode(pieces):
    """Generator; returns the frames of a record of a game that is over: a list of texts.

    `pieces`: the record in pieces of bytes that do not split tokens. Raises a RulesError.
    """
    first = [b":" in piece for piece in pieces].index(True) + 1  # of the pieces with steps alone
    before, _, after = b"".join(pieces[:first]).partition(b":")
    position, words = split_head(str(before, "ascii"))
    start = parse_position(position)
    words.update(start.options)
    words.update(variant=start.ID, players=start.players, first=start.first, start=position)
    writer = Writer()
    game = begin(writer, words)
    for piece in [after] + pieces[first:]:
        for token in str(piece, "ascii").split():
            dice = step(writer, game, token)
            if "secret" not in words and token.isdigit():
                faces(writer, game, dice, token)
            replay_token(game, token)
            yield None
    if not game.over:
        raise BadText("the game is not over")
    digest = sha256(*pieces)
    number = yield from writer.number()
    number = number * CHECK + (digest[0] << 16 | digest[1] << 8 | digest[2])
    frames = []
    while number:
        text = ""
        while number and len(text) < FRAME:
            rest = number % _BASE**4
            number //= _BASE**4
            for _ in range(4):
                text += DIGITS[rest % _BASE]
                rest //= _BASE
        frames.append(text if number else text.rstrip("0"))
        yield None
    return [VERSION.upper() + DIGITS[n + 1] + DIGITS[len(frames)] + t for n, t in enumerate(frames)]


def _number(stream, value):
    """Code a whole number: how many digits it has to the base 100, then these, the lowest first."""
    count = 0
    while value >= 100**count:
        count += 1
    number = 0
    for place in range(stream.take(16, count)):
        number += stream.take(100, value // 100**place % 100) * 100**place
    return number


def _text(stream, text):
    """Code a text of printable ASCII: its length, then its characters. Raises BadText."""
    length = _number(stream, len(text))
    if length > RECORD_LIMIT:
        raise BadText("a text is too long")
    text_read = ""
    for at in range(length):
        text_read += chr(32 + stream.take(96, ord(text[at : at + 1] or " ") - 32))
    return text_read


def word(stream, n, words, value):
    """Code one of `words`, of which there may once be `n`. Raises BadText."""
    at = stream.take(n, words.index(value) if value else 0)
    if at >= len(words):
        raise BadText("a word of a newer version")
    return words[at]


def begin(stream, words):
    """Code all that comes before the steps; return the game at the start of the record.

    words: those of the proof by name, texts; the options, `variant`, `players` and `first` of the
    start, and its text as `start`. A reader passes {} and finds the texts there; `rolloff` is "1"
    then, and what follows from the secret is missing. Raises a RulesError.
    """
    variant = variant_class(word(stream, 64, ids(), words.get("variant", "")))
    options = {}
    for name, usual, allowed in variant.OPTIONS:
        value = words.get(name, usual)
        if not stream.take(2, value != usual):
            options[name] = usual
        elif isinstance(usual, int):
            options[name] = _number(stream, value)
        else:
            options[name] = word(stream, len(allowed), allowed, value)
    players = stream.take(32, words.get("players", 0))
    game = variant(options, players, stream.take(32, words.get("first", 0)))
    start = position_text(game)
    more = _text(stream, words.get("start", start)[len(start) :])
    words["start"] = start + more
    for name in "typed unproven rolloff".split():
        if stream.take(2, name in words) and name not in words:
            words[name] = "1"
    for name in ("challenge", "again", "addition"):
        if stream.take(2, name in words):
            words[name] = str(_number(stream, int(words.get(name, 0))))
    if stream.take(2, "secret" in words):
        secret = words.get("secret", "")
        digits = [stream.take(256, int(secret[at : at + 2] or "0", 16)) for at in range(0, 32, 2)]
        words["secret"] = str(hexlify(bytes(digits)), "ascii")
        seats = words.get("seats", "").split(",")
        kinds = ["", "human"] + KINDS.split(" ")
        for seat in range(players):
            kind = seats[seat] if seat < len(seats) else ""
            known = word(stream, 16, kinds, kind if kind in kinds else "")
            seats[seat:] = [known or _text(stream, kind)] + seats[seat + 1 :]
        words["seats"] = ",".join(seats)
        if more:
            words["roll"] = str(_number(stream, int(words.get("roll", "0"))))
    return parse_position(start + more)


def step(stream, game, token=""):
    """Code the next step of the game: return "h", a letter for each who stands, or so many dice.

    `token`: that of the record; a reader has none. The game does not change.
    """
    goal = game.goal()
    weight = 1 if 5 * game.turn_total < min(100, goal or 100) else 8
    if goal and not game.SHARED_ROLL and game.scores[game.player] + game.turn_total >= goal:
        weight = 15
    if HOLD in game.legal_actions():
        if stream.take(2, token == "h", weight):
            return "h"
    elif game.SHARED_ROLL and game.choosing:
        chosen = ""
        for at in range(len(game.to_move())):
            chosen += "ts"[stream.take(2, token[at : at + 1] == "s", weight)]
        return chosen
    least, most = game.dice_range() or (game.dice_count(), game.dice_count())
    if least < most:
        least += stream.take(most - least + 1, max(0, len(token) - least))
    return least


def faces(stream, game, dice, token=""):
    """Code the faces of so many dice; return them as in a record."""
    low, high = game.FACES
    faces_read = ""
    for at in range(dice):
        face = int(token[at : at + 1] or low) - low
        faces_read += str(low + stream.take(high - low + 1, face))
    return faces_read
