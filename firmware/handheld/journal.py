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
# header last. That takes some 60 ms without a second copy, so whoever calls `rewrite` chooses the
# moment. Until then what finds no room waits in memory, see `saved`.

from binascii import crc32

SIZE = 4096
START = 16  # where the records begin
_MARK = 12  # four bytes of the header: where the log ended when its rewriting began
VERSION = 2
ERASED = b"\xff"
# What is saved, by key, and the most bytes that it may take. Another 200 are free for what comes.
SETTINGS, STATISTICS, GAME, INITIALS, TUTORIAL, SELF_TEST, CRASH, PROBE = range(1, 9)
BUDGET = {
    SETTINGS: 160,
    STATISTICS: 700,
    GAME: 900,
    INITIALS: 212,
    TUTORIAL: 1,
    SELF_TEST: 160,
    CRASH: 240,
    PROBE: 16,
}
# A game may begin where so many bytes are free: enough for 99 of 100 games.
ROOM_FOR_A_GAME = 600
_ENOSPC = 28

_BITS = bytes([bin(n).count("1") for n in range(16)])


def _bits(code):
    return _BITS[code >> 4] + _BITS[code & 15]


# By the number of bits set: steps, tags of values (the tag of a key is the one at its place), tags
# of additions.
STEP_CODES = bytes([n for n in range(256) if _bits(n) == 4])
_VALUES = bytes([n for n in range(256) if _bits(n) == 6])
_ADDITIONS = bytes([n for n in range(256) if _bits(n) == 7])
_PATCH = _ADDITIONS[0]


def _check(data):
    """Three bytes, the last of which is never 0xFF."""
    n = crc32(data)
    return bytes((n & 255, n >> 8 & 255, n >> 16 & 127))


def signed(data):
    """`data` and its check."""
    return data + _check(data)


def header(generation):
    """The header of the sector that was rewritten so often."""
    return signed(b"PP" + bytes([VERSION]) + generation.to_bytes(4, "big"))


def record(tags, key, body):
    """A value or an addition."""
    n = len(body)
    head = bytes((tags[key], n)) if n < 128 else bytes((tags[key], 128 | n >> 8, n & 255))
    return signed(head + body)


def image(values):
    """The records of `values`, by key, in order."""
    data = bytearray()
    for key in sorted(values):
        data += record(_VALUES, key, values[key])
    return data


def values_in(data):
    """The values by key that `image` wrote. Raises ValueError for anything else."""
    values = {}
    at = 0
    while at < len(data):
        found = _read_record(lambda place, n: bytes(data[place : place + n]), at, len(data))
        key = _VALUES.find(bytes([found[0]])) if found else -1
        if key not in BUDGET or key in values or not 0 < len(found[1]) <= BUDGET[key]:
            raise ValueError("no good record at byte %d" % at)
        values[key] = found[1]
        at = found[2]
    return values


def _end_mark(end):
    return bytes((end >> 8, end & 255, ~end >> 8 & 255, ~end & 255))


def _read_record(read, at, end):
    """(tag, body, where it ends) of the whole record at `at`, or None."""
    head = read(at, 3)
    if len(head) < 3 or _bits(head[0]) not in (6, 7):
        return None
    start, n = 2, head[1]
    if n > 127:
        start, n = 3, (n & 127) << 8 | head[2]
    if at + start + n + 3 > end:
        return None
    data = read(at, start + n + 3)
    return (head[0], data[start:-3], at + len(data)) if data[-3:] == _check(data[:-3]) else None


def _after_torn(read, at, end):
    """Where the log goes on behind what is torn at `at`: (place, a patch says so)."""
    sound = 0
    for place in range(at + 1, end - 3):
        tag = read(place, 1)[0]
        if tag == _PATCH or not sound:
            found = _read_record(read, place, end)
            if found and found[0] == _PATCH and found[1] == at.to_bytes(2, "big"):
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
        found = _read_record(read, at, end)
        if found:
            yield at, found[0], found[1]
            at = found[2]
            continue
        torn = at
        at, patched = _after_torn(read, at, end)
        if not patched:
            yield torn, 1, b""


class Journal:
    """Values (bytes) by key; the newest wins."""

    # `erases`: how often the sector was rewritten in its life. `saved`: False while something is
    # kept in memory alone. `fresh`: nothing has been saved yet. `damaged`: something unreadable
    # was set aside at the start. `too_new`: a newer version wrote what is there; it is left alone.

    def __init__(self, store):
        self.store = store
        self.fresh = self.damaged = self.too_new = False
        self.erases = 0
        # Values that found no room in the sector, by key; empty: deleted.
        self._waiting = {}
        self._index = {}
        self._end = SIZE
        head = store.read(0, START)
        generation = int.from_bytes(head[3:7], "big")
        if head[:10] != header(generation) or not self._open(generation, head[_MARK:]):
            from .journal_mend import mend

            mend(self)

    @property
    def saved(self):
        """False while something is kept in memory alone."""
        return not self._waiting or self.too_new

    @property
    def due(self):
        """True when the sector should be rewritten before the next game."""
        return not self.too_new and self._end > SIZE - ROOM_FOR_A_GAME

    def get(self, key):
        """The value, or None."""
        if key in self._waiting:
            return self._waiting[key] or None
        if key not in self._index:
            return None
        at, length = self._index[key]
        value = bytearray()
        for _, tag, body in records(self.store.read, at, self._end):
            added = _ADDITIONS.find(bytes([tag])) if tag else GAME
            if tag == _VALUES[key] or added == key:
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
        if key in self._waiting:
            return len(self._waiting[key])
        return self._index[key][1] if key in self._index else 0

    def put(self, key, value):
        """Keep `value` (bytes). Raises OSError (ENOSPC) where it is over its budget."""
        if len(value) > BUDGET[key]:
            raise OSError(_ENOSPC, "%d bytes for key %d" % (len(value), key))
        if (self.get(key) or b"") != value:
            self._write(key, value, record(_VALUES, key, value), len(value))

    def append(self, key, tail):
        """Let the value grow by `tail` (bytes)."""
        if not self.size(key):
            self.put(key, tail)
        else:
            self._write(key, None, record(_ADDITIONS, key, tail), len(tail), tail)

    def step(self, codes):
        """Let the value of GAME, which is there, grow by `codes`, each one of STEP_CODES."""
        self._write(GAME, None, codes, len(codes), codes)

    def delete(self, key):
        """Forget a value, if there is one."""
        if self.size(key):
            self._write(key, b"", record(_VALUES, key, b""), 0)

    def _write(self, key, value, data, length, tail=b""):
        """Write `data`; where there is no room for it, or no store, the value waits in memory.

        `value` is the new one, None where the old one gets `tail`.
        """
        self.fresh = False
        if key not in self._waiting and self._end + len(data) <= SIZE:
            at = self._end
            try:
                self.store.write(at, data)
            except OSError:
                # Nobody knows what is there now: only a rewriting helps.
                self._end = SIZE
            else:
                self._end += len(data)
                self._note(key, at if value is not None else None, length)
                return
        self._waiting[key] = (self.get(key) or b"") + tail if value is None else value

    def _note(self, key, at, length):
        """Keep in the index a new value of that length at `at`, or what the old one grew by."""
        if at is None:
            at, before = self._index[key]
            length += before
        if length:
            self._index[key] = (at, length)
        else:
            self._index.pop(key, 0)

    def values(self):
        """All values by key."""
        return {key: self.get(key) for key in BUDGET if self.size(key)}

    def rewrite(self, values=None):
        """Write all anew, or `values` in place of all; a power cut meanwhile loses it.

        False: there was no memory (4 KB in one piece), or no store; then nothing has changed.
        """
        if self.too_new:
            return False
        try:
            kept = self.values()
            live = image(kept if values is None else values)
            sector = bytearray(SIZE)
            for at in range(0, SIZE, START):
                sector[at : at + START] = ERASED * START
            sector[START : START + len(live)] = live
        except MemoryError:
            return False
        store = self.store
        try:
            if store.read(_MARK, 4) == ERASED * 4:
                store.write(_MARK, _end_mark(self._end))
            store.write(0, sector)
            store.write(0, header(self.erases + 1))
        except OSError:
            # Nobody knows what is there now.
            self._end = SIZE
            self._index = {}
            self._waiting = kept
            return False
        self.erases += 1
        self._waiting = {}
        self._end = START + len(live)
        self._index = {}
        self._scan(self._end)
        return True

    def erase(self):
        """Forget everything, what a newer version wrote too."""
        self.too_new = self.damaged = False
        self._waiting = {}
        self._index = {}
        self.rewrite()

    def _open(self, generation, mark):
        """Make the index of a sector with a good header; False where its rewriting was cut."""
        self.erases = generation
        end = SIZE
        written = 0
        while not written and end > START:  # in pieces: the whole finds no room in a heap in use
            end -= 256
            written = len(self.store.read(end, 256).rstrip(ERASED))
        end = max(START, end + written)
        torn = self._scan(end)
        # The mark is whole before the sector is erased: then something is lost unless it fits. A
        # mark that is itself torn has the bits of the whole one, and more.
        want = _end_mark(end)
        if [n for n, bits in zip(mark, want) if n & bits != bits]:
            self._index = {}
            return False
        self._end = end if mark == ERASED * 4 else SIZE
        if torn and self._end < SIZE:
            # A gap, so that the patch does not happen to complete what is torn.
            data = record(_ADDITIONS, 0, torn.to_bytes(2, "big"))
            at = end + 4
            self._end = SIZE
            if at + len(data) <= SIZE:
                self.store.write(at, data)
                self._end = at + len(data)
        return True

    def _scan(self, end):
        """Fill the index; where the log's end is torn, the place from which on it is."""
        stopped = False  # steps may be missing
        torn = 0
        for at, tag, body in records(self.store.read, START, end):
            if torn:
                self.damaged = True
            torn = 0
            if tag == 1:
                torn = at
                stopped = True
            elif not tag:
                if GAME in self._index and not stopped:
                    self._note(GAME, None, len(body))
            elif _bits(tag) == 6:
                key = _VALUES.find(bytes([tag]))
                stopped = stopped and key != GAME
                self._note(key, at, len(body))
            elif _ADDITIONS.find(bytes([tag])) in self._index:
                self._note(_ADDITIONS.find(bytes([tag])), None, len(body))
        return torn
