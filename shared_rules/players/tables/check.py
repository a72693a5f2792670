"""The check of a table when it is opened; this module is then unloaded."""

import struct
from array import array
from binascii import crc32

from .table import HEAD, MAGIC, PIECE, SECTION, VERSION, TableError

STEP = 2 * PIECE  # bytes read at once
READS = 8  # between two yields: 10 ms on the device


def check(table):
    """Generator that reads all of a table. Raises TableError if it is damaged.

    It stores the checksum of every piece for later reads.
    """
    name = table.name
    # Nothing is allocated for each piece: a collection takes as long as the check of 8 KB.
    buffer = memoryview(bytearray(STEP))
    length = struct.calcsize(HEAD)
    if table.reader.fill(0, buffer[:length]) < length:
        raise TableError("%s: cut off" % name)
    magic, checksum, version, _, _, _ = struct.unpack(HEAD, buffer[:length])
    if magic != MAGIC:
        raise TableError("%s: not a table of perfect play" % name)
    if version != VERSION:
        raise TableError("%s: version %d, needed: %d" % (name, version, VERSION))
    sums = array("H")
    at = crc = 0
    size = STEP
    while size == STEP:
        size = table.reader.fill(at, buffer)
        crc = crc32(buffer[0 if at else 8 : size], crc)
        for start in range(0, size, PIECE):
            sums.append(crc32(buffer[start : min(start + PIECE, size)]) & 0xFFFF)
        at += size
        if at % (READS * STEP) == 0:
            yield None
    if crc & 0xFFFFFFFF != checksum:
        raise TableError("%s: damaged (checksum)" % name)
    table.sums = sums
    _read_directory(table)


def _read_directory(table):
    head = table.read(0, struct.calcsize(HEAD))
    _, _, _, _, count, length = struct.unpack(HEAD, head)
    at = len(head)
    size = struct.calcsize(SECTION)
    sections = []
    for _ in range(count):
        sections.append(struct.unpack(SECTION, table.read(at, size)))
        at += size
    table.sections = sections
    text = str(table.read(at, length), "ascii")
    words = text.split()
    if table.name[:-4] != words[0]:
        raise TableError("%s: a table of another game, %s" % (table.name, text))
    for word in words[1:]:
        name, _, number = word.partition("=")
        table.numbers[name] = int(number)
