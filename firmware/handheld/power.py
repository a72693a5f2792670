# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Save panel and battery: the idle picture after minutes without a press, and the low charge."""

from . import settings
from .board import elapsed

_MINUTE_MS = 60000
LOW_BATTERY = 15  # per cent


class Power:
    """`idle`: the `Idle` that replaces the screen, or None; `low`: the low charge that is shown, or
    "". `pressed_ms`: when a button was last pressed."""

    def __init__(self, app):
        self._app = app
        self.idle = None
        self.low = ""
        self.pressed_ms = app.now
        self._asked_ms = None  # when the battery was last measured

    def step(self, now_ms):
        """Dim the panel if no button was pressed for long; measure the battery once a minute."""
        app = self._app
        if self.idle:
            self.idle.tick(now_ms)
        elif app.settings["dim"] and not app.test_mode:
            wait = app.settings["dim"] * _MINUTE_MS
            left = wait - elapsed(now_ms, self.pressed_ms)
            if left <= 0:
                from .idle import Idle

                self.idle = Idle(app, wait)
            app.due(max(0, left))
        if self._asked_ms is None or elapsed(now_ms, self._asked_ms) >= _MINUTE_MS:
            self._asked_ms = now_ms
            level = app.board.battery()
            low = "%d%%" % level if level is not None and level < LOW_BATTERY else ""
            app.dirty = app.dirty or low != self.low
            self.low = low

    def wake(self):
        """Light the panel again and restore the settings."""
        app = self._app
        self.idle = None
        self.pressed_ms = app.now
        app.panel.power(True)
        settings.apply(app)
        app.dirty = True
