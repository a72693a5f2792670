# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Read what version 1 of the firmware saved, so that an update loses nothing."""

# Header of 20 bytes: "PP", 1, generation (4), ..., CRC-32 at 13. Records: key (1 to 63; + 64: goes
# onto the end of the value; + 128: deletes it), sequence number, length (1 byte, of whole values
# 2), body, CRC-32.

from binascii import crc32

from .journal import GAME, INITIALS, SETTINGS, SOMETHING, STATISTICS, TUTORIAL
from .moves_read import codes_of_record

_START = 20


def _good(data):
    return data[-4:] == (crc32(data[:-4]) & 0x7FFFFFFF).to_bytes(4, "little")


def _records(sector):
    at = _START
    while at <= len(sector) - 7:
        body = 3 if sector[at] > 63 else 4
        n = body + 4 + sector[at + 2] + (0 if sector[at] > 63 else sector[at + 3] << 8)
        data = sector[at : at + n]
        if len(data) == n and _good(data):
            yield sector[at], sector[at + 1], data[body:-4]
            at += n
        else:
            at += 1


def _raw_values(sector):
    """Return (values by key, True if records are missing)."""
    values = {}
    number = 0
    stopped = set()  # keys of values to which a missing record may belong
    damaged = 0
    for tag, found, body in _records(sector):
        if found != number & 255:
            damaged = SOMETHING
            stopped = set(values)
        number = found + 1
        key = tag & 63
        if tag > 127:
            values.pop(key, None)
        elif tag < 64:
            stopped.discard(key)
            values[key] = body
        elif key in values and key not in stopped:
            values[key] += body
    return values, damaged


def values_of(sector):
    """Return (values by key in today's forms, generation, damaged); else ({}, 0, False)."""
    if sector[:3] != b"PP\1" or not _good(sector[:17]):
        return {}, 0, False
    old, damaged = _raw_values(sector)
    values = {key: old[key] for key in (SETTINGS, INITIALS, TUTORIAL) if old.get(key)}
    if old.get(STATISTICS):
        from ..stats import shortened

        values[STATISTICS] = shortened(old[STATISTICS])
    game = _game(old.get(GAME, b""))
    if game:
        values[GAME] = game
    return values, int.from_bytes(sector[3:7], "big"), damaged


def _game(value):
    """Return the saved game: `number seat ...|position :` and tokens as a head and steps."""
    head, bar, text = value.partition(b"|")
    start, colon, tokens = text.partition(b":")
    if not bar or not colon or max(value) > 127:
        return b""
    words = []
    for token in str(tokens, "ascii").split():
        if token == "x":
            head = b"0 " + head.partition(b" ")[2]
        elif not (token[:-1] and token[-1] in "st" and token[:-1].isdigit()):
            # Leave out choices that were not revealed: players are asked again.
            words.append(token)
    return head + b"|" + start.strip() + b":" + codes_of_record(words)
