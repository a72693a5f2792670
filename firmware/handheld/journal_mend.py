# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Brings a journal back whose sector is not simply good: new, interrupted, damaged, too new."""

import struct
from binascii import crc32

from .journal import ERASED, HANDED, HEADER, START, VERSION, signed


def _header(data):
    """(magic, version, generation, end, CRC of the content), or None when it is not readable."""
    if len(data) >= START and data[:2] == b"PP" and data[:HANDED] == signed(data[:13]):
        return struct.unpack(HEADER, data[:13])
    return None


class _Ram:
    """Stands in for a store that must be left alone."""

    def __init__(self, size):
        self.size = size
        self._bytes = bytearray(ERASED * size)

    def read(self, offset, n):
        return bytes(self._bytes[offset : offset + n])

    def write(self, offset, data):
        self._bytes[offset : offset + len(data)] = data

    def erase(self):
        self.write(0, ERASED * self.size)

    def read_file(self):
        return None

    def write_file(self, data):
        return False


def mend(journal):
    """Give `journal` the newest state that can be read, and a good sector."""
    store = journal.store
    sector = store.read(0, store.size)
    copy = store.read_file() or b""
    ours = _header(sector)
    theirs = _header(copy)
    journal.erases = 0
    for header in (ours, theirs):
        if header:
            journal.too_new = journal.too_new or header[1] > VERSION
            journal.erases = max(journal.erases, header[2])
    if journal.too_new:
        journal.store = _Ram(store.size)
        sector, copy, ours, theirs = b"", b"", None, None
    if theirs and (len(copy) != theirs[3] or crc32(copy[START:]) != theirs[4]):
        theirs = None
    data = sector
    rest = sector[START:].rstrip(ERASED)
    if theirs and not (ours and ours[2] > theirs[2]):
        good = sector[START : len(copy)] == copy[START:]
        same = ours[2] == theirs[2] if ours else good
        # Where the sector goes on from the copy, the copy makes up for what is damaged before.
        data = copy + (sector[len(copy) :] if same else b"")
        if not ours and not same:
            handed = sector[HANDED:START] != ERASED * 3
            journal.damaged = not (handed or copy[START:].startswith(rest))
        if len(data.rstrip(ERASED)) <= len(copy) and not (ours and same and good):
            # The copy is all there is, so it stays as it is until the sector is good.
            journal.fill(copy, True)
            ours = theirs
            sector = data
    elif not ours:
        journal.damaged = bool(copy or rest)
    journal.read = lambda at, n: data[at : at + n]
    journal.damaged = not journal.scan() or journal.damaged
    if journal.damaged or not ours or data[START:] != sector[START:]:
        journal.rewrite(0, None)
