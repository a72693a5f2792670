# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Open a journal whose sector has no good header: new, cut short, foreign or older."""

from .journal import ERASED, SIZE, SOMETHING, START


def mend(journal, head, header):
    """Give `journal` the values that can be read; they wait in memory for `rewrite`.

    `head`: the sector's header; `header(generation)`: a good one.
    """
    store = journal.store
    values = _old_values(journal, store if head[:3] == b"PP\1" else None)
    blank = head == ERASED * START
    if values:
        # The sector must not have a good header before all of them are in it.
        journal.waiting = values
    elif blank or head[:10] == header(journal.erases):
        # New, or the power failed while the sector was rewritten.
        journal.fresh = True
        if blank and _is_blank(store):
            try:
                store.write(0, header(0))
                journal.end = START
            except OSError:
                pass
    else:
        journal.damaged = SOMETHING


def _is_blank(store):
    for at in range(0, SIZE, 256):
        if store.read(at, 256).strip(ERASED):
            return False
    return True


def _old_values(journal, store):
    """Return the values that version 1 saved, by key: in the sector, else on the drive."""
    values = {}
    if store:
        from .journal_v1 import values_of

        values, journal.erases, journal.damaged = values_of(store.read(0, SIZE))
    if not values:
        copy = journal.store.old_copy()
        if copy:
            from .journal_v1 import values_of

            values, generation, journal.damaged = values_of(copy + ERASED * (SIZE - len(copy)))
            journal.erases = max(journal.erases, generation)
    return values
