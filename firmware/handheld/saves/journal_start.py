# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Opens a journal: finds its end and its values, and patches what a power cut left torn."""

from .journal import ADDITIONS, ERASED, SIZE, START, Journal, record
from .journal_scan import MARK, end_mark, header, scan


def open_journal(store):
    """Return the Journal of what `store` holds."""
    journal = Journal(store)
    head = store.read(0, START)
    generation = int.from_bytes(head[3:7], "big")
    if head[:10] != header(generation) or not _open(journal, generation, head[MARK:]):
        from .journal_mend import mend

        mend(journal)
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
