"""Rewrite the sector of a journal; turn all its values into bytes and back."""

from .journal import BUDGET, END, ERASED, SIZE, START, VALUES, read_record, record
from .journal_start import MARK, end_mark, header, scan


def values_in(data):
    """Return the values by key from their records. Raises ValueError for other bytes."""
    values = {}
    at = 0
    while at < len(data):
        entry = read_record(lambda place, n: bytes(data[place : place + n]), at, len(data))
        key = VALUES.find(bytes([entry[0]])) if entry else -1
        if not 0 < key < len(BUDGET) or key in values or not 0 < len(entry[1]) <= BUDGET[key]:
            raise ValueError("no good record at byte %d" % at)
        values[key] = entry[1]
        at = entry[2]
    return values


def rewrite(journal, values=None, room=None):
    """Rewrite all values, or replace them by `values`. A power cut meanwhile loses them.

    `room`: a bytearray of SIZE or more to use. Return False without memory or after an error of
    the store; then the journal has the same values as before.
    """
    if journal.unknown:
        return False
    try:
        keys = range(1, len(BUDGET))
        before = {key: journal.get(key) for key in keys if journal.size(key)}
        values = before if values is None else values
        sector = memoryview(room or bytearray(SIZE))[:SIZE]
        for at in range(0, SIZE, START):
            sector[at : at + START] = ERASED * START
        end = START
        for key in sorted(values):  # one by one: together they are a large piece
            data = record(VALUES, key, values[key])
            sector[end : end + len(data)] = data
            end += len(data)
        head = header(journal.erases + 1)
    except MemoryError:
        return False
    store = journal.store
    try:
        if store.read(MARK, 4) == ERASED * 4:
            store.write(MARK, end_mark(journal.end))
            store.write(MARK - 1, b"\0")
        store.write(0, sector)
        # The header comes last: it says that the rest is whole.
        store.write(0, head)
        store.write(MARK - 2, b"\0")
    except (OSError, MemoryError):
        # The bytes there are unknown now.
        journal.end = END
        journal.index = {}
        journal.waiting = before
        return False
    journal.erases += 1
    journal.dirty = False
    journal.noted = None
    journal.waiting = {}
    journal.end = end
    journal.index = {}
    scan(journal, journal.end)
    return True


def erase(journal, room=None):
    """Delete everything, also data of an unknown form; return False if that fails.

    `room`: see `rewrite`.
    """
    journal.unknown = False
    journal.damaged = 0
    return rewrite(journal, {}, room)
