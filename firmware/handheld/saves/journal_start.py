"""Open a journal: find its end and its values, and patch bytes that a power cut tore."""

from .journal import (
    ADDITIONS,
    BUDGET,
    END,
    ERASED,
    GAME,
    SIZE,
    SOMETHING,
    START,
    TORN,
    VALUES,
    Journal,
    bits_set,
    record,
    records,
    signed,
)

VERSION = 2
MARK = 12  # place in the header of four bytes: the end of the log when its rewriting began
# When that is whole, a byte of 0 is written before it; and when the header is, one before this.


def header(generation):
    """Return the header of a sector that was rewritten `generation` times."""
    return signed(b"PP" + bytes([VERSION]) + generation.to_bytes(4, "big"))


def end_mark(end):
    """Return the four bytes at MARK for a log that ended at `end`."""
    return bytes((end >> 8, end & 255, ~end >> 8 & 255, ~end & 255))


def open_journal(store):
    """Return the Journal in `store`."""
    journal = Journal(store)
    head = store.read(0, START)
    generation = int.from_bytes(head[3:7], "big")
    if head[:10] != header(generation) or not _open(journal, generation, head):
        _judge(journal, head)
    journal.dirty = journal.marked
    return journal


def _judge(journal, head):
    """Tell what the sector without a good header is: new, damaged or a save of an unknown form."""
    store = journal.store
    magic = header(0)[:3]
    blank = head == ERASED * START
    if blank or head[:10] == header(journal.erases):
        # New, or the power failed while the sector was rewritten.
        journal.fresh = True
        try:
            if blank:
                # What looks erased may not be: to set a byte that is 0, the sector is erased.
                store.write(MARK, b"\0")
                store.write(MARK, ERASED)
                blank = not [at for at in range(0, SIZE, 64) if store.read(at, 64).strip(ERASED)]
            if blank:
                store.write(0, header(0))
                store.write(MARK - 2, b"\0")
                journal.end = START
        except OSError:
            pass
    elif head[:10] == signed(head[:7]) or [n for n, bits in zip(head, magic) if n & bits != bits]:
        journal.unknown = True  # a power cut in an erase or in the header clears no bit of `magic`
    else:
        journal.damaged = SOMETHING


def _open(journal, generation, head):
    """Open a sector with a good header; return False if its rewriting was cut."""
    journal.erases = generation
    store = journal.store
    end = END + 1
    written = 0
    while not written and end > START:  # in pieces: the heap has no room for the whole
        end -= 256
        written = len(store.read(end, min(256, END - end)).rstrip(ERASED))
    end = max(START, end + written)
    torn, place, last = scan(journal, end)
    mark = head[MARK:]
    if head[MARK - 2] < 255 and head[MARK - 1 :] == ERASED * 5:
        _patch(journal, end, torn, place, last)
        return True
    # Its erasing may have begun, or its header may be torn. If the mark does not fit `end`, values
    # are lost. An erase sets bits, so the end is never behind the mark because of it, and bits of
    # the mark may be set.
    was = mark[0] << 8 | mark[1]
    fits = [n for n, bits in zip(mark, end_mark(end)) if n & bits != bits] == []
    if not fits and (mark != end_mark(was) or was > end):
        journal.index = {}
        return False
    if torn:
        journal.damaged = SOMETHING
    journal.fresh = not (generation or journal.index)  # the first start was cut before it said so
    # Unsure bits may read differently next time, so keep what is read now.
    journal.waiting = {key: journal.get(key) for key in journal.index}
    return True


def _patch(journal, end, torn, place, last):
    """Write a patch for the `last` that was written, from `place` on, and for torn bytes."""
    patch = record(ADDITIONS, 0, place.to_bytes(2, "big") + last)
    if 0 < torn < END - 3:
        head = journal.store.read(torn, 3)
        n = head[1]
        stop = torn + (n + 5 if n < 128 else ((n & 127) << 8 | head[2]) + 6)
        if bits_set(head[0]) in (6, 7) and end < stop <= END - TORN - len(patch):
            end = stop
    journal.add(end + TORN, patch)


def scan(journal, end):
    """Fill the index; return (place where the end of the log is torn, else 0; place, bytes of what
    was written last)."""
    stopped = False  # steps may be missing
    torn = 0
    place = START
    last = b""
    for at, tag, body in records(journal.store.read, START, end):
        if torn:
            journal.damaged = SOMETHING
        torn = 0
        if tag == 1:
            torn = at
            stopped = True
            # Steps just before it were written with it, another record was not.
            if place + len(last) != at:
                place, last = at, b""
            continue
        place, last = at, body
        if not tag:
            place, last = at + len(body[:-TORN]), body[-TORN:]
            if GAME in journal.index and not stopped:
                journal.note(GAME, None, len(body))
        elif bits_set(tag) == 6:
            key = VALUES.find(bytes([tag]))
            stopped = stopped and key != GAME
            journal.note(key, at, len(body))
            last = record(VALUES, key, body)[:-3]
        else:
            key = ADDITIONS.find(bytes([tag]))
            if key in journal.index:
                journal.note(key, None, len(body))
            last = record(ADDITIONS, key, body)[:-3]
    for key, most in enumerate(BUDGET):
        if journal.size(key) > most:
            journal.note(key, 0, 0)
            journal.damaged = key
    return torn, place, last
