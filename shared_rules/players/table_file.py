# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Reads the tables of perfect play, a row at a time (layout: docs/tables.md).

A table is reached through a reader, an object with `read(offset, n)` -> bytes; rules do no I/O.
Probabilities are whole numbers, ONE is certainty.
"""

import struct
from array import array
from binascii import crc32

from ..errors import RulesError
from ..options import is_range

SHIFT = 20
ONE = 1 << SHIFT

MAGIC = b"PPTB"
VERSION = 1
HEAD = "<4sIBBBB"  # magic, CRC-32 of all after it, version, solver's version, sections, text
SECTION = "<1sBhHHI"  # tag, parameter, first row, rows, columns, offset
PIECE = 128  # bytes that share a checksum in memory
STEP = 8 * PIECE  # bytes read at once when all are checked

# A table serves another game too where both have the same worths: rolling one die at a time is
# best in Hog, which makes it Pig, and Sevens without double scores does not ask for double ones.
SAME = (("hog", "pig"), ("sevens-plain-set25", "sevens-plain-add25"))


class TableError(RulesError):
    """A table is missing, damaged or of another version; the message says which and what."""


def table_name(game):
    """File name of the table for the variant and the options that are words."""
    words = [game.ID]
    words += [game.options[row[0]] for row in game.OPTIONS if not is_range(row[2])]
    name = "-".join(words)
    for start, other in SAME:
        if name.startswith(start):
            name = other + name[len(start) :]
    return name + ".bin"


class Table:
    """One table. Raises TableError when it begins wrong; it can be used after `check`."""

    def __init__(self, reader, name):
        self.reader = reader
        self.name = name
        self.sums = None
        self.marked = 0
        head = self._read(0, struct.calcsize(HEAD))
        magic, self.checksum, version, _, self._count, self._length = struct.unpack(HEAD, head)
        if magic != MAGIC:
            raise TableError("%s: not a table of perfect play" % name)
        if version != VERSION:
            raise TableError("%s: version %d, needed: %d" % (name, version, VERSION))

    def _read(self, offset, n):
        if self.sums is None:
            data = self.reader.read(offset, n)
        else:
            data = bytearray(n)
            at = offset
            while at < offset + n:
                piece = at // PIECE
                whole = self.reader.read(piece * PIECE, PIECE)
                if crc32(whole) & 0xFFFF != self.sums[piece]:
                    raise TableError("%s: changed while in use" % self.name)
                after = min(offset + n, (piece + 1) * PIECE)
                start = piece * PIECE
                data[at - offset : after - offset] = memoryview(whole)[at - start : after - start]
                at = after
        if len(data) != n:
            raise TableError("%s: cut off" % self.name)
        return data

    def check(self):
        """Generator: None while it reads on; raises TableError unless all is as it was written.

        From then on every piece that is read must be what it was here.
        """
        sums = array("H")
        at = crc = 0
        more = True
        while more:
            data = self.reader.read(at, STEP)
            crc = crc32(data if at else data[8:], crc)
            for start in range(0, len(data), PIECE):
                sums.append(crc32(data[start : start + PIECE]) & 0xFFFF)
            at += len(data)
            more = len(data) == STEP
            yield None
        if crc & 0xFFFFFFFF != self.checksum:
            raise TableError("%s: damaged (checksum)" % self.name)
        self.sums = sums
        self._read_directory()

    def _read_directory(self):
        at = struct.calcsize(HEAD)
        size = struct.calcsize(SECTION)
        self.sections = []
        for _ in range(self._count):
            self.sections.append(struct.unpack(SECTION, self._read(at, size)))
            at += size
        text = str(self._read(at, self._length), "ascii")
        words = text.split()
        if self.name[:-4] != words[0]:
            raise TableError("%s: a table of another game, %s" % (self.name, text))
        self.numbers = {}
        for word in words[1:]:
            name, _, number = word.partition("=")
            self.numbers[name] = int(number)

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
        _, _, first, rows, _, offset = self.section(tag)
        start, end = struct.unpack("<HH", self._read(offset + 2 * (index - first), 4))
        return offset + 2 * rows + 2 + start, end - start

    def row(self, tag, index, start=0, end=0xFFFF):
        """The bytes of the row of that index, or those from `start` to `end`."""
        offset, length = self.span(tag, index)
        return self._read(offset + start, max(0, min(end, length) - start))

    def part(self, tag, index, column):
        """The bytes of a column of a row that begins with the lengths of its columns."""
        offset, _ = self.span(tag, index)
        lengths = self._read(offset, self.section(tag)[4])
        return self._read(offset + len(lengths) + sum(lengths[:column]), lengths[column])

    def worths(self, tag, index, out, start=0, mark=0):
        """Generator: None while it fills the array `out` with a row of worths from `start` on.

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
    """Generator of Rice codes from a byte on: a count of ones, a zero, then `low` bits."""
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
    """An array for so many worths, yet to be filled."""
    return array("i", range(length))  # takes nothing beside its own room
