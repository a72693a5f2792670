# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The settings screen: a row each, kept as soon as the change is confirmed."""

from shared_rules.options import is_range

from ..language import say
from ..settings import ROWS
from .list_screen import ListScreen

TEST_MODE = "test_mode"


class Screen(ListScreen):
    """Changes show at once; B undoes."""

    ID = "settings"

    def __init__(self, app, parent="menu"):
        super().__init__(app)
        self._parent = parent

    def title(self):
        return say("settings")

    def rows(self):
        values = self.app.settings.values
        rows = []
        for name, _, allowed in ROWS:
            value = values[name]
            rows.append((name, say(name), str(value) if is_range(allowed) else say(value)))
        rows.append((TEST_MODE, say(TEST_MODE), say("on" if self.app.test_mode else "off")))
        return rows

    def change(self, key, step):
        settings = self.app.settings
        if key == TEST_MODE:
            self.app.test_mode = not self.app.test_mode
            return
        allowed = [row for row in ROWS if row[0] == key][0][2]
        value = settings.values[key]
        if is_range(allowed):
            value = min(allowed[1], max(allowed[0], value + step))
        else:
            value = allowed[(allowed.index(value) + step) % len(allowed)]
        self.set(key, value)

    def set(self, key, value):
        """Change one setting and show it."""
        self.app.settings.change(key, value)
        self.app.settings.apply(self.app.panel)

    def kept(self, key):
        if key != TEST_MODE:
            self.app.settings.save()

    def snapshot(self):
        return dict(self.app.settings.values), self.app.test_mode

    def restore(self, saved):
        values, self.app.test_mode = saved
        for key in values:
            if self.app.settings.values[key] != values[key]:
                self.set(key, values[key])

    def back(self):
        self.app.show(self._parent)
