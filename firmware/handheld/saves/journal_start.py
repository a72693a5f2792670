# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
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
    VALUES,
    Journal,
    bits_set,
    record,
    records,
    signed,
)

VERSION = 2
MARK = 12  # place in the header of four bytes: the end of the log when its rewriting began


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
    if head[:10] != header(generation) or not _open(journal, generation, head[MARK:]):
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
        if blank and _is_blank(store):
            try:
                store.write(0, header(0))
                journal.end = START
            except OSError:
                pass
    elif head[:10] == signed(head[:7]) or [n for n, bits in zip(head, magic) if n & bits != bits]:
        journal.unknown = True  # a power cut in an erase or in the header clears no bit of `magic`
    else:
        journal.damaged = SOMETHING


def _is_blank(store):
    for at in range(0, SIZE, 256):
        if store.read(at, 256).strip(ERASED):
            return False
    return True


def _open(journal, generation, mark):
    """Open a sector with a good header; return False if its rewriting was cut."""
    journal.erases = generation
    store = journal.store
    end = END + 1
    written = 0
    while not written and end > START:  # in pieces: the heap has no room for the whole
        end -= 256
        written = len(store.read(end, min(256, END - end)).rstrip(ERASED))
    end = max(START, end + written)
    torn = scan(journal, end)
    # The mark is written before the sector is erased. If it does not fit `end`, values are lost. A
    # torn mark has all bits of the whole one, and more.
    if [n for n, bits in zip(mark, end_mark(end)) if n & bits != bits]:
        journal.index = {}
        return False
    if mark == ERASED * 4:
        journal.end = end
        if torn:
            _patch(journal, torn)
    elif torn:
        journal.damaged = SOMETHING  # its erasing had begun
    return True


def _patch(journal, torn):
    """Write a patch: the bytes from `torn` to here are torn."""
    data = record(ADDITIONS, 0, torn.to_bytes(2, "big"))
    # Leave a gap, so that the patch cannot complete the torn record.
    at = journal.end + 4
    journal.end = END
    if at + len(data) <= END:
        try:
            journal.store.write(at, data)
            journal.end = at + len(data)
        except OSError:
            pass


def scan(journal, end):
    """Fill the index; return the place where the end of the log is torn, else 0."""
    stopped = False  # steps may be missing
    torn = 0
    for at, tag, body in records(journal.store.read, START, end):
        if torn:
            journal.damaged = SOMETHING
        torn = 0
        if tag == 1:
            torn = at
            stopped = True
        elif not tag:
            if GAME in journal.index and not stopped:
                journal.note(GAME, None, len(body))
        elif bits_set(tag) == 6:
            key = VALUES.find(bytes([tag]))
            stopped = stopped and key != GAME
            journal.note(key, at, len(body))
        elif ADDITIONS.find(bytes([tag])) in journal.index:
            journal.note(ADDITIONS.find(bytes([tag])), None, len(body))
    for key, most in enumerate(BUDGET):
        if journal.size(key) > most:
            journal.note(key, 0, 0)
            journal.damaged = key
    return torn
