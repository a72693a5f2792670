# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The settings: rows of data, kept in the journal."""

from shared_rules.errors import RulesError
from shared_rules.options import check_value, fill

from . import language

JOURNAL_KEY = 1
# name, default, allowed (a pair of integers or a tuple of words)
ROWS = (
    ("language", "en", language.CODES),
    ("contrast", 8, (1, 10)),
)


class Settings:
    """Values by name in `values`; `change` sets one, `save` keeps them."""

    def __init__(self, journal):
        self._journal = journal
        given = {}
        for word in str(journal.get(JOURNAL_KEY) or b"", "ascii").split():
            name, _, value = word.partition("=")
            given[name] = int(value) if value.isdigit() else value
        self.values = {}
        for row in ROWS:
            # A value that this version does not know falls back to the default alone.
            try:
                self.values[row[0]] = check_value(row, given.get(row[0], row[1]))
            except RulesError:
                self.values[row[0]] = row[1]
        language.load(self.values["language"])

    def change(self, name, value):
        """Set one value, until `save` for this time only. Raises BadOption."""
        given = dict(self.values)
        given[name] = value
        self.values = fill(ROWS, given)
        language.load(self.values["language"])

    def save(self):
        """Keep the values as they are now."""
        words = ["%s=%s" % (row[0], self.values[row[0]]) for row in ROWS]
        self._journal.put(JOURNAL_KEY, " ".join(words).encode())

    def apply(self, panel):
        """Give the panel what is set."""
        # Brightness grows with the square of the register's value for the eye.
        panel.contrast(255 * self.values["contrast"] ** 2 // 100)
