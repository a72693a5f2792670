# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Open a journal whose sector has no good header: new, cut short or foreign."""

from .journal import ERASED, SIZE, SOMETHING, START, signed


def mend(journal, head, header):
    """Tell what the sector of `journal` is: new, damaged or a save of an unknown form.

    `head`: the sector's header; `header(generation)`: a good one.
    """
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
