"""Reader of tables of perfect play."""

# Their layout: pocketpig/tables/write.py. The rules do no I/O: a reader object does, with
# `fill(offset, buffer)` -> number of bytes read.
# Probabilities are integers; ONE is certainty.

import struct
from array import array
from binascii import crc32

from ...errors import RulesError

SHIFT = 20
ONE = 1 << SHIFT

MAGIC = b"PPTB"
VERSION = 1
HEAD = "<4sIBBBB"  # magic, CRC-32 of all after it, version, solver's version, sections, text
SECTION = "<1sBhHHI"  # tag, parameter, first row, rows, columns, offset
PIECE = 256  # bytes a checksum in memory

# Games with the same worths share a table: in Hog rolling one die at a time is best, so it is Pig;
# Sevens without double scores ignores `double_one`. The estimates of Gran Cerdo are for both gifts,
# which are rare.
SAME = (
    ("hog", "pig"),
    ("sevens-plain-set25", "sevens-plain-add25"),
    ("sevens-plain-wipe", "sevens-plain-add25"),
)
NOT_NAMED = ("banked", "round")
# What has no table of its own: the nearest one, whose odds are an estimate. Variants, a word of the
# name, the word of the nearest table's.
NEAREST = (
    (("big", "sevens", "piggy", "fast", "piglet"), "one_more_turn", "equal_turns"),
    (("pig_dice",), "one_more_turn", "one_more_roll"),
    (("sevens",), "wipe", "add25"),
    (("skunk",), "wipe", "bust"),
)
NEAR_ROUNDS = ("big", "sevens", "piggy", "fast"), "two_dice-bust-rounds.bin"


class TableError(RulesError):
    """A table is bad."""


def table_name(game):
    """Return the file name of the table for the variant and the options that are words."""
    values = [game.options[row[0]] for row in game.OPTIONS]
    words = [game.ID] + [v for v in values if isinstance(v, str) and v not in NOT_NAMED]
    name = "-".join(words + ["alone"] * (game.players == 1))
    for start, other in SAME:
        if name.startswith(start):
            name = other + name[len(start) :]
    return name + ".bin"


def nearest_table(game, name):
    """Return the file name of the nearest table: `name`, if the game has one of its own."""
    if game.ID in NEAR_ROUNDS[0] and game.options["end"] == "rounds":
        return NEAR_ROUNDS[1]
    for variants, word, instead in NEAREST:
        if game.ID in variants and word in name:
            name = name.replace(word, instead)
    return name


class Table:
    """A table."""

    # Use it after `check.check`. Raises TableError.

    def __init__(self, reader, name):
        self.reader = reader
        self.name = name
        self.buffer = memoryview(bytearray(PIECE))
        self.piece = -1  # which one is in the buffer
        self.sums = self.sections = ()  # type: tuple | list
        self.numbers = {}
        self.marked = 0

    def read(self, offset, n):
        """Read `n` bytes. Raises TableError if they changed since the check."""
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
        """Return an integer option of the table, such as `target`."""
        if name not in self.numbers:
            raise TableError("%s: made for no %s" % (self.name, name))
        return self.numbers[name]

    def section(self, tag):
        """Return the SECTION row, or None."""
        for section in self.sections:
            if section[0] == tag:
                return section
        return None

    def _span(self, tag, index):
        """Return (offset in the file, length) of a row."""
        _, _, first, rows, columns, offset = self.section(tag)
        if tag == b"c":
            return offset + 4, 3 * columns  # its only row has three bytes a column
        start, end = struct.unpack("<HH", self.read(offset + 2 * (index - first), 4))
        return offset + 2 * rows + 2 + start, end - start

    def row(self, tag, index):
        """Return the bytes of a row."""
        return self.read(*self._span(tag, index))

    def part(self, tag, index, column):
        """Return a column of a row that begins with its columns' lengths."""
        offset, _ = self._span(tag, index)
        lengths = self.read(offset, self.section(tag)[4])
        return self.read(offset + len(lengths) + sum(lengths[:column]), lengths[column])

    def worths(self, tag, index, out, start=0, mark=0):
        """Generator that fills the array `out` with a row of worths from `start` on.

        If the row is shorter, the rest of `out` does not change. `marked` becomes the worth in
        column `mark`, which is at most `start`.
        """
        # A row: bits of a worth and of the Rice code, the first worth, the first difference, then
        # the second differences as Rice codes; odd codes are negative.
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
    """Yield the Rice codes from byte `at` on: ones, a zero, then `low` bits."""
    mask = (1 << low) - 1
    have = bits = 0
    while True:
        ones = 0
        while True:
            if have == 0:
                bits = data[at]
                at += 1
                if bits == 255:  # a jump of the worths has many
                    ones += 8
                    continue
                have = 8
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
    """Return an array for worths."""
    return array("i", range(length))  # allocates nothing but the array
