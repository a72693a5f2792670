"""What survives power-off: a log of keys and values in the board's `store`."""

# The sector holds a header, then records, each appended with one write into erased bytes:
#
#   value    tag with six bits set (the key), length, body, check; an empty body deletes
#   addition the same with seven bits set: the body is appended to the value
#   step     one byte with four bits set: it is appended to the value of GAME
#   patch    an addition to key 0; its body is a place and what stands for the bytes from there to
#            the patch: a record without its check, steps or nothing
#
# Programming flash only clears bits. A step that a power cut tore has too many bits set, so it is
# never taken for another step and needs no check. Records never end in 0xFF: free space follows the
# last other byte.
#
# Bits that were changing when the power failed may read differently from read to read. So each
# start writes a patch with what it has read of the last record or the last steps, behind all bytes
# that may have been changing: TORN, or as many as the first bytes of a longer record say, which
# are written before the others.
#
# A full sector is rewritten: first `end` is written into its header, then the sector is erased and
# programmed, the header last. For some 60 ms there is no second copy, so the app chooses the
# moment, see `play.act`. Until then values without room wait in memory, see `saved`, and all do
# where a rewrite was cut.
# `journal_start` says which bytes tell that a header and an `end` are whole.
#
# The last byte is no part of the log. It is erased until the kept game is marked as not proven, and
# any bit of it is enough: so neither torn bytes nor a full sector can prevent the mark.

from binascii import crc32

SIZE = 4096
START = 16  # start of the records
END = SIZE - 1  # their end, and the place of the mark
ERASED = b"\xff"
# The keys, the most bytes of each value (a longer one is set aside), and the text that names it.
SETTINGS, STATISTICS, GAME, INITIALS, TUTORIAL, SELF_TEST, CRASH, PROBE, RESUME, SETUP = range(
    1, 11
)
BUDGET = (0, 160, 1500, 1400, 212, 1, 160, 240, 16, 1, 128)
WORDS = "- settings statistics game names learn self_test crash test_save go_on menu"
# Free bytes to begin a game: some two and a half times the mean of a game with what it changes.
ROOM_FOR_A_GAME = 500
SOMETHING = -1
TORN = 24  # the most bytes of one write; also the gap before a patch

_BITS = bytes([bin(n).count("1") for n in range(16)])


def bits_set(code):
    return _BITS[code >> 4] + _BITS[code & 15]


# By the number of bits set: steps, tags of values, tags of additions. The key is the index of the
# tag.
codes = [[] for _ in range(9)]  # type: list[list]
for n in range(256):
    codes[bits_set(n)].append(n)
STEP_CODES = bytes(codes[4])
VALUES = bytes(codes[6])
ADDITIONS = bytes(codes[7])  # those to keys below 8
del codes
PATCH = ADDITIONS[0]


def _check(data):
    """Return a check of three bytes; the last is never 0xFF."""
    n = crc32(data)
    return bytes((n & 255, n >> 8 & 255, n >> 16 & 127))


def signed(data):
    """Return `data` and its check."""
    return data + _check(data)


def record(tags, key, body):
    """Return the bytes of a value or an addition."""
    n = len(body)
    head = bytes((tags[key], n)) if n < 128 else bytes((tags[key], 128 | n >> 8, n & 255))
    return signed(head + body)


def read_record(read, at, end):
    """Return (tag, body, end) of the record at `at`, or None if it is not whole."""
    head = read(at, min(3, end - at))
    if len(head) < 3 or bits_set(head[0]) not in (6, 7):
        return None
    start, n = 2, head[1]
    if n > 127:
        start, n = 3, (n & 127) << 8 | head[2]
    if at + start + n + 3 > end:
        return None
    data = read(at, start + n + 3)
    return (data[0], data[start:-3], at + len(data)) if data[-3:] == _check(data[:-3]) else None


def _after_torn(read, at, end):
    """Return the patch for torn bytes at `at` as `read_record` does; if there is none, a record
    with tag 1 up to where the log goes on."""
    sound = 0
    place = at + 1
    while place < end - 3:
        for tag in read(place, min(64, end - place)):
            if tag == PATCH or not sound and bits_set(tag) in (6, 7):
                patch = read_record(read, place, end)
                if patch and patch[0] == PATCH and int.from_bytes(patch[1][:2], "big") <= at:
                    return patch
                if patch and not sound:
                    sound = place
            place += 1
    return 1, b"", sound or end


def records(read, at, end):
    """Yield the log from `at` on as (place, tag, body); tag 0: steps, 1: torn, without a patch."""
    last = []  # two of them: a patch may stand for what was written last, and for torn bytes
    ended = False  # no step follows: another look may find one there
    while at < end:
        place, tag = at, 0
        piece = read(at, min(256, end - at))
        body = b"" if ended else piece[: len(piece) - len(piece.lstrip(STEP_CODES))]
        ended = 0 < len(body) < min(len(piece), 256 - TORN)
        if body:
            body = body[: 256 - TORN]  # so that the last TORN of them stay together
            at += len(body)
        else:
            tag, body, at = read_record(read, at, end) or _after_torn(read, at, end)
        if tag == PATCH:
            place = int.from_bytes(body[:2], "big")
            body = body[2:]
            while last and last[-1][0] >= place:
                last.pop()
            if last and not last[-1][1]:
                last[-1] = (last[-1][0], 0, last[-1][2][: place - last[-1][0]])
            tag = 0
            if body and bits_set(body[0]) > 4:
                tag, body = body[0], body[2 if body[1] < 128 else 3 :]
        last.append((place, tag, body))
        if len(last) > 2:
            yield last.pop(0)
    for n in range(len(last)):
        yield last[n]


class Journal:
    """Values (bytes) by key; the newest wins. `journal_start` opens one, see `open_journal`."""

    # `erases`: how often the sector was rewritten. `fresh`: nothing was ever saved. `damaged`: the
    # key of a value that was set aside, because it cannot be read or is too long; SOMETHING: the
    # start found unreadable data; else 0. `unknown`: the sector has another form and is not
    # changed. `dirty`: the sector has the secret of a game that was dropped, or is marked.

    def __init__(self, store):
        self.store = store
        self.fresh = self.unknown = self.dirty = False
        self.erases = self.damaged = 0
        self.noted = None  # see `records.note`
        self.waiting = {}  # values without room in the sector, by key; empty: deleted
        self.index = {}
        self.end = END

    @property
    def saved(self):
        """False while something is only in memory."""
        return not self.waiting or self.unknown

    @property
    def due(self):
        """True if the sector should be rewritten before the next game."""
        full = not self.saved or self.end > SIZE - ROOM_FOR_A_GAME
        return not self.unknown and (self.dirty or full)

    def get(self, key):
        """Return the value, or None."""
        if key in self.waiting:
            return self.waiting[key] or None
        return self.stored(key)

    def stored(self, key):
        """Return the value in the sector, or None."""
        if key not in self.index:
            return None
        value = bytearray()
        for piece in self.pieces(key):
            value += piece
        return bytes(value)

    def pieces(self, key):
        """Generator: the value in the sector, a piece for each write."""
        at, length = self.index.get(key, (END, 0))
        for _, tag, body in records(self.store.read, at, self.end):
            added = ADDITIONS.find(bytes([tag])) if tag else GAME
            if tag == VALUES[key] or added == key:
                yield body[:length]  # without what an error of the store left behind
                length -= len(body)
            if length <= 0:
                return
        if length > 0:
            self.damaged = key  # it could be read at the start, and now it cannot

    def text(self, key):
        """Return the value as text, "" if there is none or it is not ASCII."""
        value = self.get(key) or b""
        if value and max(value) > 127:
            self.damaged = key
            return ""
        return str(value, "ascii")

    def size(self, key):
        """Return the length of the value in bytes, 0 if there is none."""
        if key in self.waiting:
            return len(self.waiting[key])
        return self.index[key][1] if key in self.index else 0

    def put(self, key, value):
        """Save `value` (bytes). One over its budget is set aside, and the old one deleted."""
        if len(value) > BUDGET[key]:
            self.damaged = key
            value = b""
        if (self.get(key) or b"") != value:
            self._write(key, record(VALUES, key, value), value)

    def append(self, key, tail):
        """Append `tail` (bytes) to the value."""
        if not self.size(key):
            self.put(key, tail)
        else:
            self._write(key, record(ADDITIONS, key, tail), tail, True)

    def step(self, codes):
        """Append `codes`, bytes of STEP_CODES, to the value of GAME, which must exist."""
        self._write(GAME, codes, codes, True)

    def mark(self):
        """Mark the kept game in the sector as not proven, until it is rewritten."""
        self.dirty = True
        if not self.marked:
            try:
                self.store.write(END, b"\0")
            except OSError:
                pass

    @property
    def marked(self):
        """True if the kept game is marked as not proven."""
        return self.store.read(END, 1) != ERASED

    def delete(self, key):
        """Delete a value, if there is one; while others wait, in memory only.

        One that waits may stand for it: a game goes after it is counted.
        """
        if self.size(key):
            if self.waiting:
                self.waiting[key] = b""
            else:
                self._write(key, record(VALUES, key, b""), b"")

    def _write(self, key, data, body, adds=False):
        """Write `data`; without room or after an error of the store, keep the value in memory.

        `body`: the new value, or what it `adds` to the old one.
        """
        self.fresh = False
        self.noted = None if key == STATISTICS else self.noted
        if key not in self.waiting:
            at = self.end
            if self.add(at, data):
                self.note(key, None if adds else at, len(body))
                return
        self.waiting[key] = (self.get(key) or b"") + body if adds else body

    def add(self, at, data):
        """Write `data` at `at`, the end of the log; return False without room or after an error."""
        end = at + len(data)
        # The next start has room for its patch, and for another one if that is torn, too.
        if end + (data[0] != PATCH and len(data) + 5 * TORN) > END:
            return False
        self.end = END  # after an error the bytes there are unknown, and the sector is rewritten
        try:
            if len(data) > TORN:
                self.store.write(at, data[:3])
                data = data[3:]
            self.store.write(end - len(data), data)
        except OSError:
            return False
        self.end = end
        return True

    def note(self, key, at, length):
        """Put a value of `length` at `at` into the index; None: `length` was appended to it."""
        if at is None:
            at, before = self.index[key]
            length += before
        if length:
            self.index[key] = (at, length)
        else:
            self.index.pop(key, 0)
