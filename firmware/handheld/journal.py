# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What is kept without power: a log of keys and values in the board's `store`.

The sector begins with a header: magic, version, generation, end and CRC-32 of the compacted
records, CRC of all that; every later version keeps this layout. Then come records, each appended
with one write into erased bytes: kind and key, sequence number, length, body, CRC. The last byte
of a record is never 0xFF, so erased bytes begin where the last byte that is not 0xFF ends,
whatever a power cut left there; what it left has no valid CRC and takes no sequence number.

A full sector is rewritten: its live content goes as the next generation into the copy on the
drive, `_HANDED` is marked in the sector ("the copy counts"), then it is erased and gets the
content, its header last. A copy with a higher generation, or without a readable sector, is
brought back at the start. While the drive is lent no copy can be made and a power cut within the
rewriting, some 60 ms, loses what came after the last copy: `compact_if_above` chooses its moment.
"""

import struct
from binascii import crc32

VERSION = 1

_HEADER = "<2sBIHI"
_MAGIC = b"PP"
_HANDED = 17  # three bytes
_START = 20
_PUT, _APPEND, _DELETE = 0, 1, 2
_OVERHEAD = 8  # of a record, at most
_ERASED = b"\xff"
_NO_SPACE = 28  # ENOSPC


def _sign(data):
    return struct.pack("<I", crc32(data) & 0x7FFFFFFF)


def _header(data):
    """(version, generation, end, CRC of the content), or None when it is not readable."""
    if len(data) < _START or data[:2] != _MAGIC or data[13:17] != _sign(data[:13]):
        return None
    return struct.unpack(_HEADER, data[:13])[1:]


def _record(kind, key, number, body):
    data = struct.pack("<BBB" if kind else "<BBH", kind << 6 | key, number & 255, len(body)) + body
    return data + _sign(data)


def _records(read, at, end):
    """The valid records from `at` on: (where, kind and key, sequence number, body)."""
    while at <= end - 7:
        head = read(at, 4)
        if head[0] >> 6:
            body = 3
            stop = at + 7 + head[2]
        else:
            body = 4
            stop = at + 8 + head[2] + (head[3] << 8)
        if head[0] < 0xC0 and head[0] & 63 and stop <= end:
            data = read(at, stop - at)
            if data[-4:] == _sign(data[:-4]):
                yield at, head[0], head[1], data[body:-4]
                at = stop
                continue
        at += 1


class Journal:
    """Values (bytes) by key (1 to 63); the newest wins. All live content: 7/8 of the sector.

    `erases`: how often the sector was rewritten in its life. `damaged`: something unreadable was
    set aside at the start. `too_new`: a newer version wrote what is there; it is left alone, and
    what is put is kept until the power goes.
    """

    def __init__(self, store):
        self._store = store
        self._index = {}  # key: (where its last full record is, length with what was appended)
        self._ram = {}  # used if too_new
        self._number = 0
        self.erases = 0
        self.damaged = False
        self.too_new = False
        self._load()

    def get(self, key):
        """The value, or None."""
        if key not in self._index:
            return self._ram.get(key)
        at, length = self._index[key]
        value = bytearray()
        for _, tag, _, body in _records(self._read, at, self._end):
            if tag & 63 == key:
                value += body
                if len(value) == length:
                    break
        return bytes(value)

    def put(self, key, value):
        """Keep `value` (bytes). Raises OSError (ENOSPC), and keeps the old one, if it is too much."""
        if self.get(key) != value:
            self._write(_PUT, key, value)

    def append(self, key, tail):
        """Let a value grow by `tail` (bytes). Raises as `put` does."""
        if key in self._index and len(tail) < 256:
            self._write(_APPEND, key, tail)
        else:
            self.put(key, (self.get(key) or b"") + tail)

    def delete(self, key):
        """Forget a value, if there is one."""
        if self.get(key) is not None:
            self._write(_DELETE, key, b"")

    def erase(self):
        """Forget everything, what a newer version wrote too."""
        self._index = {}
        self._ram = {}
        self.damaged = self.too_new = False
        self._rewrite(0, None)

    def compact_if_above(self, fraction):
        """Rewrite the sector now if more than this part of it is written and much of it is old."""
        size = self._store.size
        if self._end > fraction * size and self._end - self._live(0) > size // 8:
            self._rewrite(0, None)

    def _live(self, key):
        """Bytes of the sector that the content takes without `key`."""
        return _START + sum([_OVERHEAD + self._index[k][1] for k in self._index if k != key])

    def _write(self, kind, key, body):
        """Write one record, or everything anew if it does not fit."""
        if not 0 < key < 64:
            raise ValueError("key %d" % key)
        if self.too_new:
            self._ram[key] = None if kind == _DELETE else bytes(body)
            return
        at, length = self._index.get(key, (0, 0)) if kind == _APPEND else (self._end, 0)
        length += len(body)
        size = self._store.size
        if kind != _DELETE and self._live(key) + _OVERHEAD + length > size - size // 8:
            raise OSError(_NO_SPACE, "no room to keep %d bytes" % length)
        record = _record(kind, key, self._number, body)
        if self._end + len(record) > size:
            if kind == _APPEND:
                body = self.get(key) + body
            self._rewrite(key, None if kind == _DELETE else body)
            return
        self._store.write(self._end, record)
        self._end += len(record)
        self._number += 1
        if kind == _DELETE:
            del self._index[key]
        else:
            self._index[key] = (at, length)

    def _rewrite(self, key, value):
        """Write everything anew, `key` with `value` (None: without it)."""
        image = bytearray(_START)
        index = {}
        for k in range(1, 64):
            kept = value if k == key else self.get(k)
            if kept is not None:
                image_at = len(image)
                image += _record(_PUT, k, len(index), kept)
                index[k] = (image_at, len(kept))
        self.erases += 1
        image = self._with_header(image)
        store = self._store
        if store.write_file(image) and store.read_file() == image:
            if store.read(_HANDED, 3) == _ERASED * 3:
                store.write(_HANDED, b"\0\0\0")
        self._fill(image)
        self._index = index
        self._number = len(index)
        self._end = len(image)

    def _with_header(self, image):
        content = image[_START:]
        header = struct.pack(
            _HEADER, _MAGIC, VERSION, self.erases, _START + len(content), crc32(content)
        )
        return header + _sign(header) + _ERASED * 3 + content

    def _fill(self, image):
        """Replace the sector; its header comes last, for it vouches for the rest."""
        store = self._store
        store.erase()
        if len(image) > _START:
            store.write(_START, image[_START:])
        store.write(0, image[:_HANDED])
        self._read = store.read

    def _load(self):
        """Continue the log, or what is newest and can be read."""
        store = self._store
        header = _header(store.read(0, _START))
        copied = _header(store.read_file() or b"")
        self._end = len(store.read(0, store.size).rstrip(_ERASED))
        sound = header and header[0] == VERSION and header[1] >= (copied or header)[1]
        if sound:
            self.erases = header[1]
            sound = self._scan()
        if not sound:
            from . import journal_mend

            journal_mend.mend(self)

    def _scan(self):
        """Make the index; False if records are missing.

        A value to which something missing may have been appended stays as it was before.
        """
        self._index = index = {}
        self._number = 0
        stopped = ()
        sound = True
        end = _START
        for at, tag, number, body in _records(self._read, end, self._end):
            if number != self._number & 255:
                sound = False
                stopped = list(index)
            self._number = number + 1
            key = tag & 63
            length = len(body)
            end = at + length + _OVERHEAD
            if tag < 64:
                index[key] = (at, length)
                stopped = [k for k in stopped if k != key]
            elif tag > 127:
                index.pop(key, None)
            elif key in index and key not in stopped:
                index[key] = (index[key][0], index[key][1] + length)
        if self._end > end:
            # A torn record, which the next one must not happen to complete: the last byte of its
            # CRC, if no more is missing, is to stay 0xFF.
            self._end += 4
        return sound
