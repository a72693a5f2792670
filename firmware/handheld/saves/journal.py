# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What is kept without power: a log of keys and values in the board's `store`."""

# The sector holds a header, then records, each appended with one write into erased bytes:
#
#   value    tag with six bits set (the key), length, body, check; an empty body deletes
#   addition tag with seven bits set (the key): the body goes onto the end of the value
#   step     one byte with four bits set: goes onto the end of the value of GAME
#   patch    an addition to no key: the bytes from the place that it names to it are torn
#
# Programming flash only clears bits. A byte that was cut short has too many bits set, so it is
# never taken for another step, and a torn step needs no check of its own. A record's last byte is
# never 0xFF, so erased bytes begin behind the last byte that is not 0xFF.
#
# A full sector is rewritten: `end` is marked in its header, then it is erased and programmed, its
# header last. That takes some 60 ms without a second copy, so the app chooses the moment, see
# `saved_game`. Until then what finds no room waits in memory, see `saved`.

from binascii import crc32

SIZE = 4096
START = 16  # where the records begin
ERASED = b"\xff"
# What is saved, by key, and the most bytes that it may take. Another 200 are free for what comes.
SETTINGS, STATISTICS, GAME, INITIALS, TUTORIAL, SELF_TEST, CRASH, PROBE = range(1, 9)
BUDGET = (0, 160, 700, 900, 212, 1, 160, 240, 16)
# A game may begin where so many bytes are free: two and a half times what a game takes on average.
ROOM_FOR_A_GAME = 600
_ENOSPC = 28

_BITS = bytes([bin(n).count("1") for n in range(16)])


def bits_set(code):
    return _BITS[code >> 4] + _BITS[code & 15]


# By the number of bits set: steps, tags of values (the tag of a key is the one at its place), tags
# of additions.
STEP_CODES = bytes([n for n in range(256) if bits_set(n) == 4])
VALUES = bytes([n for n in range(256) if bits_set(n) == 6])
ADDITIONS = bytes([n for n in range(256) if bits_set(n) == 7])
PATCH = ADDITIONS[0]


def _check(data):
    """Three bytes, the last of which is never 0xFF."""
    n = crc32(data)
    return bytes((n & 255, n >> 8 & 255, n >> 16 & 127))


def signed(data):
    """`data` and its check."""
    return data + _check(data)


def record(tags, key, body):
    """A value or an addition."""
    n = len(body)
    head = bytes((tags[key], n)) if n < 128 else bytes((tags[key], 128 | n >> 8, n & 255))
    return signed(head + body)


def read_record(read, at, end):
    """(tag, body, where it ends) of the whole record at `at`, or None."""
    head = read(at, 3)
    if len(head) < 3 or bits_set(head[0]) not in (6, 7):
        return None
    start, n = 2, head[1]
    if n > 127:
        start, n = 3, (n & 127) << 8 | head[2]
    if at + start + n + 3 > end:
        return None
    data = read(at, start + n + 3)
    return (head[0], data[start:-3], at + len(data)) if data[-3:] == _check(data[:-3]) else None


def after_torn(read, at, end):
    """Where the log goes on behind what is torn at `at`: (place, a patch says so)."""
    sound = 0
    for place in range(at + 1, end - 3):
        tag = read(place, 1)[0]
        if tag == PATCH or not sound and bits_set(tag) > 5:
            found = read_record(read, place, end)
            if found and found[0] == PATCH and found[1] == at.to_bytes(2, "big"):
                return found[2], True
            if found and not sound:
                sound = place
    return sound or end, False


def records(read, at, end):
    """The log from `at` on: (where, tag, body) each; tag 0: a run of steps, 1: torn for good."""
    while at < end:
        piece = read(at, min(256, end - at))
        steps = piece[: len(piece) - len(piece.lstrip(STEP_CODES))]
        if steps:
            yield at, 0, steps
            at += len(steps)
            continue
        found = read_record(read, at, end)
        if found:
            yield at, found[0], found[1]
            at = found[2]
            continue
        torn = at
        at, patched = after_torn(read, at, end)
        if not patched:
            yield torn, 1, b""


class Journal:
    """Values (bytes) by key; the newest wins. `journal_start` opens one, see `open_journal`."""

    # `erases`: how often the sector was rewritten in its life. `saved`: False while something is
    # kept in memory alone. `fresh`: nothing has been saved yet. `damaged`: something unreadable
    # was set aside at the start. `too_new`: a newer version wrote what is there; it is left alone.

    def __init__(self, store):
        self.store = store
        self.fresh = self.damaged = self.too_new = False
        self.erases = 0
        # Values that found no room in the sector, by key; empty: deleted.
        self.waiting = {}
        self.index = {}
        self.end = SIZE

    @property
    def saved(self):
        """False while something is kept in memory alone."""
        return not self.waiting or self.too_new

    @property
    def due(self):
        """True when the sector should be rewritten before the next game."""
        return not self.too_new and self.end > SIZE - ROOM_FOR_A_GAME

    def get(self, key):
        """The value, or None."""
        if key in self.waiting:
            return self.waiting[key] or None
        if key not in self.index:
            return None
        at, length = self.index[key]
        value = bytearray()
        for _, tag, body in records(self.store.read, at, self.end):
            added = ADDITIONS.find(bytes([tag])) if tag else GAME
            if tag == VALUES[key] or added == key:
                value += body
            if len(value) >= length:
                break
        return bytes(value)

    def text(self, key):
        """The value as text; "" also where it is none that was ever written as text."""
        value = self.get(key) or b""
        return "" if value and max(value) > 127 else str(value, "ascii")

    def size(self, key):
        """Length of the value in bytes, 0 where there is none."""
        if key in self.waiting:
            return len(self.waiting[key])
        return self.index[key][1] if key in self.index else 0

    def put(self, key, value):
        """Keep `value` (bytes). Raises OSError (ENOSPC) where it is over its budget."""
        if len(value) > BUDGET[key]:
            raise OSError(_ENOSPC, "%d bytes for key %d" % (len(value), key))
        if (self.get(key) or b"") != value:
            self._write(key, value, record(VALUES, key, value), len(value))

    def append(self, key, tail):
        """Let the value grow by `tail` (bytes)."""
        if not self.size(key):
            self.put(key, tail)
        else:
            self._write(key, None, record(ADDITIONS, key, tail), len(tail), tail)

    def step(self, codes):
        """Let the value of GAME, which is there, grow by `codes`, each one of STEP_CODES."""
        self._write(GAME, None, codes, len(codes), codes)

    def delete(self, key):
        """Forget a value, if there is one."""
        if self.size(key):
            self._write(key, b"", record(VALUES, key, b""), 0)

    def _write(self, key, value, data, length, tail=b""):
        """Write `data`; where there is no room for it, or no store, the value waits in memory.

        `value` is the new one, None where the old one gets `tail`.
        """
        self.fresh = False
        if key not in self.waiting and self.end + len(data) <= SIZE:
            at = self.end
            try:
                self.store.write(at, data)
            except OSError:
                # Nobody knows what is there now: only a rewriting helps.
                self.end = SIZE
            else:
                self.end += len(data)
                self.note(key, at if value is not None else None, length)
                return
        self.waiting[key] = (self.get(key) or b"") + tail if value is None else value

    def note(self, key, at, length):
        """Keep in the index a new value of that length at `at`, or what the old one grew by."""
        if at is None:
            at, before = self.index[key]
            length += before
        if length:
            self.index[key] = (at, length)
        else:
            self.index.pop(key, 0)
