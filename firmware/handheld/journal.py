# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What is kept without power: a log of keys and values in the board's `store`.

The sector begins with a header: magic, version, generation, end and CRC-32 of the compacted
records, CRC of all that; every later version keeps this layout. Then come records, each appended
with one write into erased bytes: kind and key, sequence number, length, body, CRC. The last byte
of a record is never 0xFF, so erased bytes begin where the last byte that is not 0xFF ends,
whatever a power cut left there; what it left has no valid CRC and takes no sequence number.

A full sector is rewritten: its live content goes as the next generation into the copy on the
drive, `HANDED` is marked in the sector ("the copy counts"), then it is erased and gets the
content, its header last. A copy with a higher generation, or without a readable sector, is
brought back at the start (`journal_mend`). While the drive is lent no copy can be made and a
power cut within the rewriting, some 60 ms, loses what came after the last copy:
`compact_if_above` chooses its moment.
"""

import struct
from binascii import crc32

VERSION = 1
START = 20  # where the records begin
HANDED = 17  # three bytes of the header
ERASED = b"\xff"

_HEADER = "<2sBIHI"
_APPEND = 64  # added to the key
_DELETE = 128
_OVERHEAD = 8  # of a record, at most
_NO_SPACE = 28  # ENOSPC


def _signed(data):
    """`data` and its CRC, whose last byte is never 0xFF."""
    return data + struct.pack("<I", crc32(data) & 0x7FFFFFFF)


def _record(tag, number, body):
    return _signed(struct.pack("<BBB" if tag > 63 else "<BBH", tag, number & 255, len(body)) + body)


def read_header(data):
    """(magic, version, generation, end, CRC of the content), or None when it is not readable."""
    if len(data) >= START and data[:HANDED] == _signed(data[: HANDED - 4]):
        return struct.unpack(_HEADER, data[: HANDED - 4])


def records(read, at, end):
    """The valid records from `at` on: (where, kind + key, sequence number, body)."""
    while at <= end - 7:
        head = read(at, 4)
        body = at + 3
        stop = body + 4 + head[2]
        if head[0] < 64:
            body += 1
            stop += 1 + (head[3] << 8)
        if stop <= end:
            data = read(at, stop - at)
            if data == _signed(data[:-4]):
                yield at, head[0], head[1], data[body - at : -4]
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
        self.damaged = self.too_new = False
        self.erases = 0
        self.store = self._real_store = store
        self.read = store.read
        header = read_header(store.read(0, START))
        copied = read_header(store.read_file() or ERASED) or header
        if header and header[1] == VERSION >= copied[1] and header[2] >= copied[2]:
            self.erases = header[2]
            if self.scan(store.read(0, store.size)):
                return
        from .journal_mend import mend

        mend(self)
        self.read = self.store.read

    def get(self, key):
        """The value, or None."""
        if key not in self._index:
            return None
        at, length = self._index[key]
        value = bytearray()
        for record in records(self.read, at, self._end):
            if record[1] & 63 == key:
                value += record[3]
                if len(value) == length:
                    break
        return bytes(value)

    def put(self, key, value):
        """Keep `value` (bytes). Raises OSError (ENOSPC), and keeps the old one, if it is too much."""
        if self.get(key) != value:
            self._write(key, key, value, value)

    def append(self, key, tail):
        """Let a value grow by `tail` (bytes). Raises as `put` does."""
        value = (self.get(key) or b"") + tail
        if key in self._index and len(tail) < 256:
            self._write(key, key + _APPEND, tail, value)
        else:
            self.put(key, value)

    def delete(self, key):
        """Forget a value, if there is one."""
        if key in self._index:
            self._write(key, key + _DELETE, b"", None)

    def erase(self):
        """Forget everything, what a newer version wrote too."""
        self.store = self._real_store
        self._index = {}
        self.damaged = self.too_new = False
        self.rewrite(0, None)

    def compact_if_above(self, fraction):
        """Rewrite the sector now if more than this part of it is written and much of it is old."""
        size = self.store.size
        if self._end > fraction * size and self._end - self._live(0) > size // 8:
            self.rewrite(0, None)

    def _live(self, key):
        """Bytes of the sector that the content takes without `key`."""
        return START + sum([_OVERHEAD + self._index[k][1] for k in self._index if k != key])

    def _write(self, key, tag, body, value):
        """Write one record, after which `key` has `value`; or everything anew if it does not fit."""
        if not 0 < key < 64:
            raise ValueError("key %d" % key)
        size = self.store.size
        if value is not None and self._live(key) + _OVERHEAD + len(value) > size - size // 8:
            raise OSError(_NO_SPACE, "no room to keep %d bytes" % len(value))
        record = _record(tag, self._number, body)
        at = self._end
        if at + len(record) > size:
            self.rewrite(key, value)
            return
        self.store.write(at, record)
        self._end += len(record)
        self._note(at, tag, len(body))

    def _note(self, at, tag, length):
        """Keep in the index what the record at `at` does."""
        self._number += 1
        key = tag & 63
        if tag > 127:
            self._index.pop(key, None)
        elif tag > 63:
            self._index[key] = (self._index[key][0], self._index[key][1] + length)
        else:
            self._index[key] = (at, length)

    def rewrite(self, key, value):
        """Write everything anew, `key` with `value` (None: without it)."""
        image = bytearray(START)
        number = 0
        for k in range(1, 64):
            kept = value if k == key else self.get(k)
            if kept is not None:
                image += _record(k, number, kept)
                number += 1
        self.erases += 1
        header = struct.pack(_HEADER, b"PP", VERSION, self.erases, len(image), crc32(image[START:]))
        image[:START] = _signed(header) + ERASED * 3
        store = self.store
        if store.write_file(image) and store.read_file() == image:
            if store.read(HANDED, 3) == ERASED * 3:
                store.write(HANDED, b"\0\0\0")
        self.fill(image)
        self.scan(image)

    def fill(self, image):
        """Replace the sector; its header comes last, for it vouches for the rest."""
        store = self.store
        store.erase()
        if len(image) > START:
            store.write(START, image[START:])
        store.write(0, image[:HANDED])
        self.read = store.read

    def scan(self, data):
        """Make the index for `data`; False if records are missing.

        A value to which something missing may have been appended stays as it was before.
        """
        self._index = {}
        self._number = 0
        self._end = max(START, len(data.rstrip(ERASED)))
        stopped = ()
        sound = True
        end = START
        for at, tag, number, body in records(self.read, START, self._end):
            if number != self._number & 255:
                sound = False
                stopped = list(self._index)
                self._number = number
            key = tag & 63
            end = at + len(body) + _OVERHEAD - (tag > 63)
            if tag < 64:
                stopped = [k for k in stopped if k != key]
            if tag < 64 or tag > 127 or key in self._index and key not in stopped:
                self._note(at, tag, len(body))
            else:
                self._number += 1
        if self._end > end:
            # A torn record, which the next one must not happen to complete: the last byte of its
            # CRC, if no more is missing, is to stay 0xFF.
            self._end += 4
        return sound
