"""JSON (RFC 8259) from a buffer, read the same way by every interpreter and within limits."""

# The interpreters' own `json` differ: MicroPython takes `[1 2]`, `{"a",1,}` and `01`, CPython takes
# NaN. Both also copy the text. This reader checks and builds in one pass, without recursion, and
# the only copies are the values themselves. Escapes are decoded in place: they get shorter.

import re

DEEPEST = 8  # arrays and objects inside each other
MOST_VALUES = 300  # each takes up to 40 bytes of heap
LONGEST_NUMBER = 32  # characters; reading an integer takes time that grows with the square

_SPACES = b" \t\r\n"
_OF_NUMBERS = b"0123456789+-.eE"
_NUMBER = re.compile(rb"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$")
_HEX = b"0123456789abcdefABCDEF"
_ESCAPES = {0x22: 34, 0x5C: 92, 0x2F: 47, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9}
_WORDS = ((b"true", True), (b"false", False), (b"null", None))
_STEP = 64  # bytes searched at once
# What may come next: a comma or closing bracket, a value, a value or `]`, a key, a key or `}`,
# a colon.
_AFTER, _VALUE, _FIRST, _KEY, _FIRST_KEY, _COLON = range(6)


class TooMuch(ValueError):
    """A limit is exceeded; the rest of the text was not read."""


def loads(line, length, outermost, longest):
    """Return the value of the first `length` bytes of `line`, a bytearray, which may change.

    An object is read into `outermost`, an empty dict, which keeps the members before an error.
    `longest`: {name: bytes}, limits of its members that are strings. Raises ValueError if the text
    is not JSON, TooMuch beyond a limit.
    """
    view = memoryview(line)[:length]
    # The open arrays and objects, the outermost first.
    levels = []  # type: list
    result = key = None  # type: object
    state = _VALUE
    values = 0
    at = 0
    while at < length:
        start = at
        byte = line[at]
        at += 1
        if byte in _SPACES:
            continue
        if byte == 0x3A:
            fits = state == _COLON
            state = _VALUE
        elif byte == 0x2C:
            fits = state == _AFTER and levels
            state = _KEY if fits and isinstance(levels[-1], dict) else _VALUE
        elif byte in b"]}":
            first = _FIRST if byte == 0x5D else _FIRST_KEY
            fits = levels and state in (_AFTER, first)
            fits = fits and isinstance(levels.pop(), list) == (byte == 0x5D)
            state = _AFTER
        elif state in (_KEY, _FIRST_KEY):
            fits = byte == 0x22
            if fits:
                key, at = _string(line, view, at, length)
            state = _COLON
        else:
            fits = state in (_VALUE, _FIRST)
            state = _AFTER
            values += fits
            if values > MOST_VALUES:
                raise TooMuch("more than %d values" % MOST_VALUES)
            if byte == 0x5B:
                value = []
                state = _FIRST
            elif byte == 0x7B:
                value = {} if levels else outermost
                state = _FIRST_KEY
            elif byte == 0x22:
                most = longest.get(key, length) if len(levels) == 1 else length
                value, at = _string(line, view, at, most)
                if value is None:
                    raise TooMuch("%s: more than %d bytes" % (key, most))
            else:
                value, at = _number_or_word(view, start)
            if not levels:
                result = value
            elif isinstance(levels[-1], list):
                levels[-1].append(value)
            else:
                levels[-1][key] = value
            if state != _AFTER:
                levels.append(value)
                if len(levels) > DEEPEST:
                    raise TooMuch("more than %d arrays and objects inside each other" % DEEPEST)
        if not fits:
            raise ValueError("at byte %d" % start)
    if levels or state != _AFTER:
        raise ValueError("it ends too early")
    return result


def _string(line, view, at, most):
    """Return the string that begins at `at`, and the place behind its closing quote.

    The string is None if it has more than `most` bytes.
    """
    start = to = at
    quote = 0
    while True:
        # Search the quote again only if it was escaped. Else the time for a string of escapes grows
        # with the square: minutes for a line.
        if quote < at:
            quote = _find(view, b'"', at)
        slash = _find(view[: max(quote, 0)], b"\\", at)
        stop = quote if slash < 0 else slash
        piece = view[at : max(stop, at)]
        if quote < 0 or (piece and min(piece) < 32):
            raise ValueError("a string from byte %d" % start)
        if stop - start > most:
            return None, at
        if piece and max(piece) > 127:
            _check_utf8(piece)
        if to < at:
            view[to : to + stop - at] = view[at:stop]
        to += stop - at
        if slash < 0:
            # JSON may escape a lone surrogate; CPython needs "surrogatepass" for it.
            return str(view[start:to], "utf-8", "surrogatepass"), quote + 1
        code = _ESCAPES.get(line[slash + 1])
        at = slash + 2
        if line[slash + 1] == 0x75:
            code = _unit(view, at)
            at += 4
            if 0xD800 <= code < 0xDC00 and bytes(view[at : at + 2]) == b"\\u":
                low = _unit(view, at + 2)
                if 0xDC00 <= low < 0xE000:
                    code = 0x10000 + (code - 0xD800 << 10) + low - 0xDC00
                    at += 6
        if code is None:
            raise ValueError("an escape at byte %d" % slash)
        for byte in chr(code).encode("utf-8", "surrogatepass"):
            line[to] = byte
            to += 1


def _find(view, byte, at):
    """Do `bytes.find`, which a memoryview lacks, in small pieces: each is copied."""
    while at < len(view):
        found = bytes(view[at : at + _STEP]).find(byte)
        if found >= 0:
            return at + found
        at += _STEP
    return -1


def _unit(view, at):
    """Return the value of the four hexadecimal digits at `at`."""
    digits = bytes(view[at : at + 4])
    if len(digits) < 4 or [digit for digit in digits if digit not in _HEX]:
        raise ValueError("an escape at byte %d" % (at - 2))
    return int(str(digits, "ascii"), 16)


def _check_utf8(piece):
    """Refuse invalid UTF-8; MicroPython accepts overlong forms and surrogates."""
    more = 0
    least, most = 0x80, 0xBF
    for byte in piece:
        if more:
            if not least <= byte <= most:
                raise ValueError("not UTF-8")
            more -= 1
            least, most = 0x80, 0xBF
        elif byte > 0x7F:
            if not 0xC2 <= byte <= 0xF4:
                raise ValueError("not UTF-8")
            more = 1 + (byte >= 0xE0) + (byte >= 0xF0)
            least = {0xE0: 0xA0, 0xF0: 0x90}.get(byte, 0x80)
            most = {0xED: 0x9F, 0xF4: 0x8F}.get(byte, 0xBF)
    if more:
        raise ValueError("not UTF-8")


def _number_or_word(view, at):
    """Return the number, True, False or None that begins at `at`, and its end."""
    for word, value in _WORDS:
        if bytes(view[at : at + len(word)]) == word:
            return value, at + len(word)
    end = at
    while end < len(view) and view[end] in _OF_NUMBERS:
        end += 1
        if end - at > LONGEST_NUMBER:
            raise TooMuch("a number of more than %d characters" % LONGEST_NUMBER)
    word = bytes(view[at:end])
    if not _NUMBER.match(word):
        raise ValueError("at byte %d" % at)
    return (int(word) if word.lstrip(b"-").isdigit() else float(word)), end
