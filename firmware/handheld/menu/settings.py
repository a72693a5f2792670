# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The settings screen: one row each, saved when a change is confirmed."""

from .. import settings
from ..language import explain, say
from ..ui.list_screen import ListScreen, setting_row

TEST_MODE = "test_mode"
BOOT_LOADER = "boot_loader"


class Screen(ListScreen):
    """Changes show at once; B undoes."""

    ID = "settings"
    EXPLAINS = 1

    def __init__(self, app, parent="menu"):
        super().__init__(app)
        self._parent = parent

    def title(self):
        return say("settings")

    def rows(self):
        lacks = (settings.PANEL,) + self.app.board.lacks
        values = self.app.settings
        rows = [setting_row(values, *row[:2]) for row in settings.ROWS if row[0] not in lacks]
        if TEST_MODE not in lacks:
            rows.append((TEST_MODE, say(TEST_MODE), say("on" if self.app.test_mode else "off")))
        if BOOT_LOADER not in lacks:
            rows.append((BOOT_LOADER, say(BOOT_LOADER), None))
        return rows

    def line(self, key):
        app = self.app
        game = app.match.game if self._parent == "pause" else app.setup and app.setup.variant
        return explain(key, game.ID if game else "")

    def open(self, key):
        self.app.show("ask", self.ID, key, None, (self._parent,))

    def change(self, key, step):
        app = self.app
        if key == TEST_MODE:
            app.test_mode = not app.test_mode
            return
        settings.step(app, key, step)
        if key == "sound":
            app.sound.play("hold")

    def confirmed(self, key):
        if key != TEST_MODE:
            settings.save(self.app.journal, self.app.settings)
        elif not self.app.test_mode:
            self.app.cup.fair()

    def snapshot(self):
        return dict(self.app.settings), self.app.test_mode

    def restore(self, saved):
        self.app.settings, self.app.test_mode = saved
        settings.apply(self.app)

    def back(self):
        self.app.show(self._parent)
