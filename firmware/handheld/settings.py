# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The settings: rows of data, kept in the journal. A dict of their values is `App.settings`."""

from shared_rules.errors import RulesError
from shared_rules.options import check_value

from . import language
from .saves.journal import SETTINGS

ON_OFF = ("off", "on")
# name, default, allowed (a pair of integers or a tuple of words); 0 of a pair reads "off"
ROWS = (
    ("language", "en", language.CODES),
    ("sound", 2, (0, 3)),
    ("speed", "normal", ("slow", "normal", "quick")),
    ("motion", "full", ("off", "short", "full")),
    ("large", "off", ON_OFF),
    ("contrast", 8, (1, 10)),
    ("inverse", "off", ON_OFF),
    ("dim", 5, (0, 60)),
    ("turned", "off", ON_OFF),
    ("repeat", "normal", ("off", "slow", "normal")),
)


def load(journal):
    """The values that were kept; a default for what is missing or not known to this version."""
    given = {}
    for word in journal.text(SETTINGS).split():
        name, _, value = word.partition("=")
        given[name] = int(value) if value.isdigit() else value
    values = {}
    for row in ROWS:
        try:
            values[row[0]] = check_value(row, given.get(row[0], row[1]))
        except RulesError:
            values[row[0]] = row[1]
    return values


def save(journal, values):
    """Keep the values as they are now."""
    words = ["%s=%s" % (row[0], values[row[0]]) for row in ROWS]
    journal.put(SETTINGS, " ".join(words).encode())


def apply(app):
    """Let the panel, the buzzer and the texts be as `app.settings` says."""
    values = app.settings
    if values["language"] != language.code():
        language.load(values["language"])
    panel = app.panel
    # Brightness grows with the square of the register's value for the eye.
    contrast = 255 * values["contrast"] ** 2 // 100
    if contrast != panel.contrast_value:
        panel.contrast(contrast)
    if panel.inverted != (values["inverse"] == "on"):
        panel.invert(not panel.inverted)
    panel.flip(values["turned"] == "on")
    app.sound.volume = values["sound"]
