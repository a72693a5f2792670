"""Shared by the bridge's modules: error codes, limits, parameters, writing JSON."""

import json

from shared_rules.checks import is_count, quote

PARSE = -32700
INVALID_REQUEST = -32600
UNKNOWN_METHOD = -32601
BAD_PARAMETERS = -32602
INTERNAL = -32603
TEST_MODE_OFF = -32001
ILLEGAL_ACTION = -32002
NO_GAME = -32003
NOT_SUPPORTED = -32004
TIMED_OUT = -32005
NO_ROOM = -32006

ID_BYTES = 64  # of an id that is a string, as written in the line
LARGEST_ID = (1 << 53) - 1  # exact in every JSON library
PLAYER = (0, 29)  # a player's index
_WORD_LENGTH = 64  # characters of a name
MESSAGE_LENGTH = 300  # characters; a message may quote what the client sent
PIECE = 256  # bytes of an answer in one piece of heap; a single value may be larger


class Refusal(Exception):
    """A refused request: error `code` and message."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


# --- JSON


def dumps(value):
    """Return the JSON of `value` as ASCII bytes."""
    text = json.dumps(value, separators=(",", ":"))
    data = text.encode()
    if len(data) == len(text):
        return data
    # MicroPython writes UTF-8, and lone surrogates unchanged: escape them all.
    return "".join([char if ord(char) < 127 else _escape(ord(char)) for char in text]).encode()


def _escape(code):
    if code < 0x10000:
        return "\\u%04x" % code
    code -= 0x10000
    return "\\u%04x\\u%04x" % (0xD800 | code >> 10, 0xDC00 | code & 0x3FF)


def put(pieces, data):
    if pieces and len(pieces[-1]) + len(data) <= PIECE:
        pieces[-1] += data
    else:
        pieces.append(bytearray(data))


def write(pieces, value):
    """Append the JSON of `value` to a list of pieces, none of them large.

    A value that is itself such a list is JSON already.
    """
    if isinstance(value, dict):
        before = b"{"
        for name in value:
            put(pieces, before + dumps(name) + b":")
            write(pieces, value[name])
            before = b","
        put(pieces, b"}" if value else b"{}")
    elif isinstance(value, list) and value and isinstance(value[0], (bytes, bytearray)):
        for piece in value:
            put(pieces, piece)
    else:
        put(pieces, dumps(value))


# --- parameters


def values_of(params, rows, where=""):
    """Return the values of `params` in the order of `rows`: (name, kind) or (name, kind, default).

    A kind is a pair of integers (least, greatest), a tuple of words, or the name of a type:
    "word", "text", "flag", "list", "object". Raises Refusal; `where` goes before the parameter's
    name.
    """
    names = [row[0] for row in rows]
    if not isinstance(params, dict):
        raise Refusal(BAD_PARAMETERS, (where or "params") + ": an object is needed")
    for name in params:
        if name not in names:
            allowed = ", ".join(names) or "none"
            message = "unknown parameter %s; allowed: %s" % (where + quote(name), allowed)
            raise Refusal(BAD_PARAMETERS, message)
    values = []
    for row in rows:
        name, kind = row[:2]
        value = params.get(name)
        fits, allowed = _judge(value, kind)
        if name not in params and len(row) > 2:
            value = row[2]
        elif not fits:
            message = "%s is missing" % (where + name)
            if name in params:
                message = "%s: %s is not allowed" % (where + name, quote(value))
            raise Refusal(BAD_PARAMETERS, message + "; allowed: " + allowed)
        values.append(value)
    return values


_TYPES = {
    "word": (str, "a string of at most %d characters" % _WORD_LENGTH),
    "text": (str, "a string"),
    "flag": (bool, "true or false"),
    "list": (list, "a list"),
    "object": (dict, "an object"),
}


def _judge(value, kind):
    """Return (True if the value is of this kind, what is allowed)."""
    if isinstance(kind, str):
        fits = isinstance(value, _TYPES[kind][0])
        return fits and (kind != "word" or len(value) <= _WORD_LENGTH), _TYPES[kind][1]
    if isinstance(kind[0], str):
        return value in kind, ", ".join(kind)
    return is_count(value) and kind[0] <= value <= kind[1], "%d to %d" % kind
