# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""JSON read the same way by every interpreter.

MicroPython's json takes `[1 2]`, `{"a",1,}` or `01`, CPython's takes NaN; here a text is checked
against RFC 8259 first, without recursion, and `json` builds the values.
"""

import json

DEEPEST = 16

_SPACES = (32, 9, 13, 10)
_ENDS = _SPACES + (0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D, 0x22)
_HEX = b"0123456789abcdefABCDEF"
# What may come next: a comma or closing bracket (after a value), a value, a value or `]`, a key,
# a key or `}`, a colon.
_AFTER, _VALUE, _FIRST, _KEY, _FIRST_KEY, _COLON = range(6)


class TooDeep(ValueError):
    """More than DEEPEST arrays and objects inside each other."""


def loads(line):
    """The value of `line` (bytes). Raises ValueError when it is no JSON, TooDeep when nested."""
    if line and max(line) > 127:
        try:
            str(line, "utf-8")
        except UnicodeError:
            raise ValueError("not UTF-8") from None
        _check_utf8(line)
    _check(line)
    return json.loads(line)


def _check_utf8(line):
    """Refuse what MicroPython lets pass: overlong forms, surrogates, beyond U+10FFFF."""
    for at, byte in enumerate(line):
        if byte >= 0xC0:
            second = line[at + 1]
            if (
                byte < 0xC2
                or byte > 0xF4
                or (byte == 0xE0 and second < 0xA0)
                or (byte == 0xED and second > 0x9F)
                or (byte == 0xF0 and second < 0x90)
                or (byte == 0xF4 and second > 0x8F)
            ):
                raise ValueError("not UTF-8")


def _check(line):
    closers = []  # the brackets that will close what is open
    state = _VALUE
    at = 0
    end = len(line)
    while at < end:
        start = at
        byte = line[at]
        at += 1
        if byte in _SPACES:
            continue
        fits = state in (_VALUE, _FIRST)
        if byte == 0x22:
            fits = state not in (_AFTER, _COLON)
            state = _COLON if state in (_KEY, _FIRST_KEY) else _AFTER
            at = _string_end(line, at)
        elif byte == 0x3A:
            fits = state == _COLON
            state = _VALUE
        elif byte == 0x2C:
            fits = state == _AFTER and closers
            state = _KEY if fits and closers[-1] == 0x7D else _VALUE
        elif byte in (0x5B, 0x7B):
            closers.append(byte + 2)
            state = _FIRST if byte == 0x5B else _FIRST_KEY
            if len(closers) > DEEPEST:
                raise TooDeep("nested deeper than %d" % DEEPEST)
        elif byte in (0x5D, 0x7D):
            fits = state in (_AFTER, _FIRST if byte == 0x5D else _FIRST_KEY)
            fits = fits and closers and closers.pop() == byte
            state = _AFTER
        else:
            while at < end and line[at] not in _ENDS:
                at += 1
            word = line[start:at]
            fits = fits and (word in (b"true", b"false", b"null") or _is_number(word))
            state = _AFTER
        if not fits:
            raise ValueError("at byte %d" % start)
    if closers or state != _AFTER:
        raise ValueError("it ends too early")


def _string_end(line, at):
    """Where the string that has begun before `at` ends: the place after its closing quote."""
    while True:
        quote = line.find(b'"', at)
        slash = line.find(b"\\", at, quote)
        stop = quote if slash < 0 else slash
        if quote < 0 or (stop > at and min(memoryview(line)[at:stop]) < 32):
            raise ValueError("a string from byte %d" % at)
        if slash < 0:
            return quote + 1
        at = slash + 2
        escaped = line[slash + 1]
        if escaped == 0x75:
            digits = line[at : at + 4]
            if len(digits) < 4 or [digit for digit in digits if digit not in _HEX]:
                raise ValueError("an escape at byte %d" % slash)
            at += 4
        elif escaped not in b'"\\/bfnrt':
            raise ValueError("an escape at byte %d" % slash)


def _is_number(word):
    if word[:1] == b"-":
        word = word[1:]
    mantissa, e, exponent = word.replace(b"E", b"e").partition(b"e")
    whole, point, fraction = mantissa.partition(b".")
    if exponent[:1] in (b"+", b"-"):
        exponent = exponent[1:]
    return (
        whole.isdigit()
        and (whole == b"0" or whole[0] != 0x30)
        and (not point or fraction.isdigit())
        and (not e or exponent.isdigit())
    )
