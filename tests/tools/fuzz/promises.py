"""What a handheld has promised to keep: a dict of values beside the journal."""

from contextlib import contextmanager
from unittest.mock import patch

from handheld.saves import journal_rewrite, journal_start
from handheld.saves.journal import BUDGET, END, GAME, Journal

open_journal = journal_start.open_journal


class Broken(BaseException):
    """A promise was not kept. A BaseException, so that the app does not catch it."""


def content(journal):
    """Return all values by key, b"" for those that are not there."""
    return {key: journal.get(key) or b"" for key in range(1, len(BUDGET))}


class Promises:
    """The values of a journal in memory and in the sector, as its callers asked for them.

    `change`: (key, value) of the change in progress, (0, b"") without one. `losing`: a rewrite is
    in progress, or was spoilt by an error of the store: its loss must be told. `steps`: the longest
    game that the steps in the sector may belong to, some of which a write with an error left there.
    """

    def __init__(self):
        self.journal = None
        self.memory, self.sector = {}, {}
        self.steps = b""
        self.change = 0, b""
        self.losing = False
        self.instead = {}  # what the rewrite in progress puts in the place of all values
        self._inside = False  # a change that the journal makes by another one

    @contextmanager
    def watching(self):
        """Watch all journals that are opened meanwhile: the newest is the handheld's."""
        changes = (("put", None), ("append", None), ("step", GAME), ("delete", None))
        restores = [patch.object(Journal, name, self._changing(name, key)) for name, key in changes]
        restores.append(patch.object(journal_rewrite, "rewrite", self._rewriting()))
        restores.append(patch.object(journal_start, "open_journal", self.open))
        for each in restores:
            each.start()
        try:
            yield
        finally:
            for each in restores:
                each.stop()

    def _changing(self, name, steps_of):
        method = getattr(Journal, name)

        def change(journal, *args):
            if journal is not self.journal or self._inside:
                return method(journal, *args)
            key, value = (steps_of, *args) if steps_of else (*args, b"")[:2]
            new = value if name in ("put", "delete") else self.memory[key] + value
            self.change = key, new if len(new) <= BUDGET[key] or name != "put" else b""
            self._inside = True
            method(journal, *args)
            self.memory[key] = self.change[1]
            self._changed()

        return change

    def _rewriting(self):
        method = journal_rewrite.rewrite

        def rewrite(journal, values=None, room=None):
            if journal is not self.journal:
                return method(journal, values, room)
            unsure = self.losing  # a value that could not be read before may be read now
            self._inside = self.losing = True
            self.instead = dict(self.memory)
            if values is not None:
                self.instead = {**dict.fromkeys(self.memory, b""), **values}
            done = method(journal, values, room)
            if unsure and done:
                self.memory = content(journal)
            if values is not None and done:
                self.memory = dict(self.instead)
            self.losing = not done
            self._inside = False
            if done:
                self._changed()
            return done

        return rewrite

    def _changed(self):
        """A change is done: what does not wait in memory is in the sector."""
        self._inside = False
        self.change = 0, b""
        for key in self.memory:
            if key not in self.journal.waiting and not self.losing:
                self.sector[key] = self.memory[key]
        if self.memory[GAME].startswith(self.sector[GAME]):
            self.steps = self.memory[GAME]

    def open(self, store):
        """Open the journal at a start: what was promised must be there, or its loss told."""
        journal = open_journal(store)
        found = content(journal)
        told = journal.damaged or journal.fresh
        lost = self.losing and (told or found == self.instead)
        if self.journal is not None and not lost:
            self.compare(found, self.change)
            if told and any(self.sector.values()):
                raise Broken("a loss is told, and nothing is lost")
        self.journal = journal
        self.memory, self.sector = found, dict(found)
        self.steps = found[GAME]
        self.change = 0, b""
        self._inside = False
        self.losing = self.losing and journal.end == END  # until it is rewritten
        return journal

    def unsaved(self):
        """Return the keys of values that are only in memory."""
        return [key for key, value in self.memory.items() if value != self.sector[key]]

    def compare(self, found, change=(0, b"")):
        """Compare what is in the sector; a change in progress may be there or not."""
        key, new = change
        for at, value in found.items():
            old = self.sector[at]
            # Of steps that were cut, or not written for an error, some may be there.
            whole = self.steps.startswith(value) or at == key and new.startswith(value)
            some = at == GAME and old and value.startswith(old) and whole
            if value != old and not (at == key and value == new) and not some:
                raise Broken(f"value {at} is {value}, was {old}; changing {change}")
