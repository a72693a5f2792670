# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Reads tables of perfect play."""

# Their layout: docs/internals/tables.md. A table is reached through a reader; rules do no I/O. It
# has `read(offset, n)` -> bytes and `fill(offset, buffer)` -> how many bytes there were.
# Probabilities are whole numbers, ONE is certainty.

import struct
from array import array
from binascii import crc32

from ...errors import RulesError
from ...options import is_range

SHIFT = 20
ONE = 1 << SHIFT

MAGIC = b"PPTB"
VERSION = 1
HEAD = "<4sIBBBB"  # magic, CRC-32 of all after it, version, solver's version, sections, text
SECTION = "<1sBhHHI"  # tag, parameter, first row, rows, columns, offset
PIECE = 128  # bytes that share a checksum in memory

# A table serves another game too where both have the same worths: rolling one die at a time is
# best in Hog, which makes it Pig, and Sevens without double scores does not ask for double ones.
SAME = (("hog", "pig"), ("sevens-plain-set25", "sevens-plain-add25"))


class TableError(RulesError):
    """What is wrong with a table."""


def table_name(game):
    """Return the file name of the table for the variant and the options that are words."""
    words = [game.ID]
    words += [game.options[row[0]] for row in game.OPTIONS if not is_range(row[2])]
    name = "-".join(words)
    for start, other in SAME:
        if name.startswith(start):
            name = other + name[len(start) :]
    return name + ".bin"


class Table:
    """One table."""

    # To be used once `check.check` has been through it. Raises TableError.

    def __init__(self, reader, name):
        self.reader = reader
        self.name = name
        self.buffer = memoryview(bytearray(PIECE))
        self.piece = -1  # which one is in the buffer
        self.sums = self.sections = ()  # type: tuple | list
        self.numbers = {}
        self.marked = 0

    def read(self, offset, n):
        """Read `n` bytes. Raises TableError where they have changed since the check."""
        data = bytearray(n)
        at = offset
        while at < offset + n:
            self.load(at // PIECE)
            start = at - at % PIECE
            after = min(offset + n, start + PIECE)
            data[at - offset : after - offset] = self.buffer[at - start : after - start]
            at = after
        return data

    def load(self, piece):
        """Get a piece into the buffer."""
        if piece != self.piece:
            self.piece = -1
            buffer = self.buffer
            size = self.reader.fill(piece * PIECE, buffer)
            if size < PIECE:
                buffer = buffer[:size]
            if crc32(buffer) & 0xFFFF != self.sums[piece]:
                raise TableError("%s: changed while in use" % self.name)
            self.piece = piece

    def number(self, name):
        """An integer option for which the table was made, as `target`."""
        if name not in self.numbers:
            raise TableError("%s: made for no %s" % (self.name, name))
        return self.numbers[name]

    def section(self, tag):
        """(tag, parameter, first row, rows, columns, offset), or None."""
        for section in self.sections:
            if section[0] == tag:
                return section
        return None

    def span(self, tag, index):
        """(offset in the file, bytes) of the row of that index."""
        _, _, first, rows, columns, offset = self.section(tag)
        if tag == b"c":
            return offset + 4, 3 * columns  # its only row has three bytes a column
        start, end = struct.unpack("<HH", self.read(offset + 2 * (index - first), 4))
        return offset + 2 * rows + 2 + start, end - start

    def row(self, tag, index, start=0, end=0xFFFF):
        """The bytes of a row, or those from `start` to `end`."""
        offset, length = self.span(tag, index)
        return self.read(offset + start, max(0, min(end, length) - start))

    def part(self, tag, index, column):
        """The bytes of a column of a row that begins with the lengths of its columns."""
        offset, _ = self.span(tag, index)
        lengths = self.read(offset, self.section(tag)[4])
        return self.read(offset + len(lengths) + sum(lengths[:column]), lengths[column])

    def worths(self, tag, index, out, start=0, mark=0):
        """Generator that fills the array `out` with a row of worths from `start` on.

        Where the row ends before `out`, the rest of `out` stays as it was. `marked` becomes the
        worth in column `mark`, which is not above `start`.

        A row: bits of a worth and of the Rice code, the first worth, the first difference, then
        the second differences, least bits after a count of ones; odd for negative.
        """
        data = self.row(tag, index)
        stop = min(self.section(tag)[4], start + len(out))
        low = data[0] & 15
        up = SHIFT - 8 - (data[0] >> 4)
        value, step = struct.unpack("<Ih", data[1:7])
        self.marked = value << up
        if start == 0:
            out[0] = self.marked
        numbers = codes(data, 7, low)
        for place in range(1, stop):
            if place > 1:
                code = next(numbers)
                step += -(code >> 1) - 1 if code & 1 else code >> 1
            value += step
            if place == mark:
                self.marked = value << up
            if place >= start:
                out[place - start] = value << up
            if place & 31 == 0:
                yield None


def codes(data, at, low):
    """Generator of the Rice codes from a byte on: a count of ones, a zero, then `low` bits."""
    mask = (1 << low) - 1
    have = bits = 0
    while True:
        ones = 0
        while True:
            if have == 0:
                bits = data[at]
                have = 8
                at += 1
            have -= 1
            if not bits >> have & 1:
                break
            ones += 1
        while have < low:
            bits = (bits & 0xFF) << 8 | data[at]
            have += 8
            at += 1
        have -= low
        yield ones << low | bits >> have & mask


def blank(length):
    """An array for so many worths."""
    return array("i", range(length))  # takes nothing beside its own room
