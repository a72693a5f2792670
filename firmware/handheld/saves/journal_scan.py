# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Reads through a journal's sector: its header, and where its values are."""

from .journal import ADDITIONS, GAME, START, VALUES, bits_set, records, signed

VERSION = 2
MARK = 12  # four bytes of the header: where the log ended when its rewriting began


def header(generation):
    """The header of the sector that was rewritten so often."""
    return signed(b"PP" + bytes([VERSION]) + generation.to_bytes(4, "big"))


def end_mark(end):
    """What is marked in the header where the log ended there."""
    return bytes((end >> 8, end & 255, ~end >> 8 & 255, ~end & 255))


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
