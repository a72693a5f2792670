# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Opens a journal: finds its end and its values, and patches what a power cut left torn."""

from .journal import (
    ADDITIONS,
    ERASED,
    GAME,
    SIZE,
    START,
    VALUES,
    Journal,
    bits_set,
    record,
    records,
    signed,
)

VERSION = 2
MARK = 12  # four bytes of the header: where the log ended when its rewriting began


def header(generation):
    """The header of the sector that was rewritten so often."""
    return signed(b"PP" + bytes([VERSION]) + generation.to_bytes(4, "big"))


def end_mark(end):
    """What is marked in the header where the log ended there."""
    return bytes((end >> 8, end & 255, ~end >> 8 & 255, ~end & 255))


def open_journal(store):
    """Return the Journal of what `store` holds."""
    journal = Journal(store)
    head = store.read(0, START)
    generation = int.from_bytes(head[3:7], "big")
    if head[:2] == b"PP" and head[2] > VERSION and head[:10] == signed(head[:7]):
        journal.too_new = True
    elif head[:10] != header(generation) or not _open(journal, generation, head[MARK:]):
        from .journal_mend import mend

        mend(journal, head, header)
    return journal


def _open(journal, generation, mark):
    """Take a sector with a good header; False where its rewriting was cut."""
    journal.erases = generation
    store = journal.store
    end = SIZE
    written = 0
    while not written and end > START:  # in pieces: the whole finds no room in a heap in use
        end -= 256
        written = len(store.read(end, 256).rstrip(ERASED))
    end = max(START, end + written)
    torn = scan(journal, end)
    # The mark is whole before the sector is erased: then something is lost unless it fits. A mark
    # that is itself torn has the bits of the whole one, and more.
    if [n for n, bits in zip(mark, end_mark(end)) if n & bits != bits]:
        journal.index = {}
        return False
    if mark == ERASED * 4:
        journal.end = end
        if torn:
            _patch(journal, torn)
    return True


def _patch(journal, torn):
    """Write that what is from the place `torn` to here is torn."""
    data = record(ADDITIONS, 0, torn.to_bytes(2, "big"))
    # A gap, so that the patch does not happen to complete what is torn.
    at = journal.end + 4
    journal.end = SIZE
    if at + len(data) <= SIZE:
        try:
            journal.store.write(at, data)
            journal.end = at + len(data)
        except OSError:
            pass


def scan(journal, end):
    """Fill the index; where the log's end is torn, the place from which on it is."""
    stopped = False  # steps may be missing
    torn = 0
    for at, tag, body in records(journal.store.read, START, end):
        if torn:
            journal.damaged = True
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
    return torn
