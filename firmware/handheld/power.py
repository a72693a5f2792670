# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Save panel and battery: dim after minutes without a press, later switch off; low charge."""

from .board import elapsed
from .saves.journal import RESUME

_MINUTE_MS = 60000
LOW_BATTERY = 15  # per cent
EMPTY_BATTERY = 3  # then the handheld switches itself off


class Power:
    """`idle`: the `Idle` that replaces the screen, or None; `low`: the low charge that is shown, or
    "". `pressed_ms`: when a button was last pressed."""

    def __init__(self, app):
        self._app = app
        self.idle = None
        self.low = ""
        self.pressed_ms = app.now
        self._asked_ms = None  # when the battery was last measured
        self._stays_on = False  # the board could not switch off

    def step(self, now_ms):
        """Dim the panel and switch off when it is time; measure the battery once a minute."""
        app = self._app
        waited = elapsed(now_ms, self.pressed_ms)
        if self.idle:
            self.idle.tick(now_ms)
        elif app.settings["dim"] and not app.test_mode:
            left = app.settings["dim"] * _MINUTE_MS - waited
            if left <= 0:
                self.rest(app.settings["dim"] * _MINUTE_MS)
            app.due(max(0, left))
        minutes = app.settings["auto_off"]
        if minutes and waited >= minutes * _MINUTE_MS and not app.test_mode:
            self.off()
        if self._asked_ms is None or elapsed(now_ms, self._asked_ms) >= _MINUTE_MS:
            self._asked_ms = now_ms
            self.watch(app.board.battery())

    def rest(self, dark_ms):
        """Replace the screen by the pig, which `dark_ms` later leaves the panel dark."""
        from .idle import Idle

        self.idle = Idle(self._app, dark_ms)

    def watch(self, level):
        """Show a low charge on every screen; switch off before the battery is empty."""
        app = self._app
        low = "%d%%" % level if level is not None and level < LOW_BATTERY else ""
        app.dirty = app.dirty or low != self.low
        self.low = low
        if low and level <= EMPTY_BATTERY and not app.test_mode and app.screen.ID != "empty":
            self.wake()
            app.show("empty")

    def off(self):
        """Save and switch off, unless USB supplies the board. The next start resumes the game."""
        app = self._app
        if self._stays_on or app.board.usb_power():
            return
        journal = app.journal
        if not journal.saved:
            from .saves import journal_rewrite

            journal_rewrite.rewrite(journal, None, app.bridge.free_line)
        if app.match and not app.match.game.over:
            journal.put(RESUME, b"1")
        if not self.idle:
            self.rest(0)
        app.board.sound.tone(0, 0)
        app.panel.power(False)
        app.board.power_off()
        # The board cannot switch off, or USB power came.
        self._stays_on = True
        journal.delete(RESUME)

    def wake(self):
        """Light the panel again and restore the settings."""
        from . import settings

        app = self._app
        self.idle = None
        self._stays_on = False
        self.pressed_ms = app.now
        app.panel.power(True)
        settings.apply(app)
        app.dirty = True
