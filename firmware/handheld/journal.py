# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What is kept without power: a log of keys and values in the board's `store`."""

# The sector begins with a header: magic, version, generation, end and CRC-32 of the compacted
# records, CRC of all that; every later version keeps this layout. Then come records, each appended
# with one write into erased bytes: key and kind, sequence number, length, body, CRC. The last byte
# of a record is never 0xFF, so erased bytes begin where the last byte that is not 0xFF ends,
# whatever a power cut left there; what it left has no valid CRC and takes no sequence number.
#
# A full sector is rewritten: its live content goes as the next generation into the copy on the
# drive, `HANDED` is marked in the sector ("the copy counts"), then it is erased and gets the
# content, its header last. A copy with a higher generation, or without a readable sector, is
# brought back at the start (`journal_mend`). While the drive is lent no copy can be made and a
# power cut within the rewriting, some 60 ms, loses what came after the last copy:
# `compact_if_above` chooses its moment.

import struct
from binascii import crc32

VERSION = 1
START = 20  # where the records begin
HANDED = 17  # three bytes of the header
HEADER = ">2sBIHI"
ERASED = b"\xff"

PIECE = 256  # bytes read at once in search of the end
_SIZE = 4096
_ROOM = 3584  # for the live content, so that rewriting gains something
_NO_SPACE = 28  # ENOSPC


def signed(data):
    """`data` and its CRC, whose last byte is never 0xFF."""
    return data + struct.pack("<I", crc32(data) & 0x7FFFFFFF)


def _record(tag, number, body):
    return signed(struct.pack("<BBB" if tag > 63 else "<BBH", tag, number & 255, len(body)) + body)


def _records(read, at, end):
    """The valid records from `at` on: (where, tag, sequence number, body).

    Tag: the key of a full record, + 64 of an appended one, + 128 of a deletion.
    """
    while at <= end - 7:
        head = read(at, 4)
        body = 3 if head[0] > 63 else 4
        n = body + 4 + head[2] + (0 if head[0] > 63 else head[3] << 8)
        if n <= end - at:
            data = read(at, n)
            if data == signed(data[:-4]):
                yield at, head[0], head[1], data[body:-4]
                at += n
                continue
        at += 1


class Journal:
    """Values (bytes) by key (1 to 63); the newest wins."""

    # All values and 8 bytes for each must fit into 3,564 bytes. `erases`: how often the sector was
    # rewritten in its life. `damaged`: something unreadable was set aside at the start. `too_new`:
    # a newer version wrote what is there; it is left alone, and what is put is kept until the power
    # goes.

    def __init__(self, store):
        self.damaged = self.too_new = False
        self.store = self._real_store = store
        self.read = store.read
        head = store.read(0, START)
        self.erases = int.from_bytes(head[3:7], "big")
        copy = (store.read_file() or head)[:7]
        good = head[:3] == copy[:3] == b"PP\1" and head[3:7] >= copy[3:]
        if not (good and head[:HANDED] == signed(head[:13]) and self.scan()):
            from .journal_mend import mend

            mend(self)
            self.read = self.store.read

    def get(self, key):
        """The value, or None."""
        if key not in self._index:
            return None
        at, length = self._index[key]
        value = bytearray()
        for record in _records(self.read, at, self._end):
            if record[1] & 63 == key:
                value += record[3]
                if len(value) == length:
                    break
        return bytes(value)

    def text(self, key):
        """The value as text; "" also where it is none that was ever written as text."""
        value = self.get(key) or b""
        return "" if value and max(value) > 127 else str(value, "ascii")

    def size(self, key):
        """Length of the value in bytes, 0 where there is none."""
        return self._index[key][1] if key in self._index else 0

    def put(self, key, value):
        """Keep `value` (bytes). Raises OSError (ENOSPC) and keeps the old one if it is too much."""
        if not 0 < key < 64:
            raise ValueError("key %d" % key)
        if self.get(key) != value:
            self._write(key, value, len(value))

    def append(self, key, tail):
        """Let a value grow by `tail` (bytes). Raises as `put` does."""
        if key in self._index and len(tail) < 256:
            self._write(key + 64, tail, self._index[key][1] + len(tail))
        else:
            self.put(key, (self.get(key) or b"") + tail)

    def delete(self, key):
        """Forget a value, if there is one."""
        if key in self._index:
            self._write(key + 128, b"", 0)

    def erase(self):
        """Forget everything, what a newer version wrote too."""
        self.store = self._real_store
        self._index = {}
        self.damaged = self.too_new = False
        self.rewrite()

    def compact_if_above(self, fraction):
        """Rewrite the sector now if more than this part of it is written and much of it is old."""
        if self._end > fraction * _SIZE and self._end - self._live(0) > 512:
            self.rewrite()

    def _live(self, key):
        """Bytes of the sector that the content takes without `key`."""
        return START + sum([8 + self._index[k][1] for k in self._index if k != key])

    def _write(self, tag, body, length):
        """Write one record, which makes its value `length` long, or all anew if it does not fit."""
        key = tag & 63
        if tag < 128 and self._live(key) + 8 + length > _ROOM:
            raise OSError(_NO_SPACE, "no room to keep %d bytes" % length)
        record = _record(tag, self._number, body)
        at = self._end
        if at + len(record) > _SIZE:
            if key < tag < 128:
                body = self.get(key) + body
            self.rewrite(key, None if tag > 127 else body)
        else:
            self.store.write(at, record)
            self._end += len(record)
            self._note(at, tag, length)

    def _note(self, at, tag, length):
        """Keep in the index what the record at `at` does."""
        self._number += 1
        key = tag & 63
        if tag > 127:
            self._index.pop(key, 0)
        else:
            self._index[key] = (self._index[key][0] if tag > 63 else at, length)

    def rewrite(self, key=0, value=None):
        """Write everything anew, `key` with `value` (None: without it)."""
        image = bytearray(START)
        number = 0
        for k in range(1, 64):
            kept = value if k == key else self.get(k)
            if kept is not None:
                image += _record(k, number, kept)
                number += 1
        self.erases += 1
        head = struct.pack(HEADER, b"PP", VERSION, self.erases, len(image), crc32(image[START:]))
        image[:START] = signed(head) + ERASED * 3
        store = self.store
        self.fill(image, store.write_file(image) and store.read_file() == image)
        self.scan()

    def fill(self, image, copied):
        """Replace the sector; its header comes last, for it vouches for the rest."""
        store = self.store
        if copied and store.read(HANDED, 3) == ERASED * 3:
            store.write(HANDED, b"\0\0\0")
        store.erase()
        if len(image) > START:
            store.write(START, image[START:])
        store.write(0, image[:HANDED])
        self.read = store.read

    def scan(self):
        """Make the index; False if records are missing.

        A value to which something missing may have been appended stays as it was before.
        """
        self._index = index = {}
        self._number = 0
        end = _SIZE
        written = 0
        while not written and end > START:  # in pieces: the whole finds no room in a heap in use
            end -= PIECE
            written = len(self.read(end, PIECE).rstrip(ERASED))
        self._end = max(START, end + written)
        stopped = ()
        sound = True
        end = START
        for at, tag, number, body in _records(self.read, START, self._end):
            if number != self._number & 255:
                sound = False
                stopped = list(index)
                self._number = number
            key = tag & 63
            length = len(body)
            end = at + length + (7 if tag > 63 else 8)
            if tag < 64:
                stopped = [k for k in stopped if k != key]
            elif tag < 128:
                if key in stopped or key not in index:
                    self._number += 1
                    continue
                length += index[key][1]
            self._note(at, tag, length)
        if self._end > end:
            # A torn record, which the next one must not happen to complete: the last byte of its
            # CRC, if no more is missing, is to stay 0xFF.
            self._end = min(_SIZE, self._end + 4)
        return sound
