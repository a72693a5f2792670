"""Save panel and battery: dim after minutes without a press, later switch off; low charge."""

from .board import elapsed
from .saves.journal import RESUME

_MINUTE_MS = 60000
LOW_BATTERY = 15  # per cent
# The supply dips for up to 50 ms when USB power goes, and shortly under a load.
_DIP_MS = 200


class Power:
    """`idle`: the `Idle` that replaces the screen, or None; `level`: the battery's charge in per
    cent, None if it is not known; `low`: the low charge that is shown, or "". `pressed_ms`: when a
    button was last pressed."""

    EMPTY = 3  # per cent; then the handheld switches itself off

    def __init__(self, app):
        self._app = app
        self.idle = None
        self.level = None
        self.low = ""
        self.pressed_ms = app.now
        self._asked_ms = app.now  # when the battery was last measured
        self._pause_ms = 0  # until the next time
        self._first = None  # the first of two readings
        self._stays_on = False  # the board could not switch off

    def step(self, now_ms):
        """Dim the panel and switch off when it is time; measure the battery."""
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
        plugged = self.level is not None and app.board.usb_power()
        if plugged or elapsed(now_ms, self._asked_ms) >= self._pause_ms:
            self._asked_ms = now_ms
            self._pause_ms = _DIP_MS
            level = app.board.battery()
            first, self._first = self._first, level
            if level is None:
                self.watch(None)
            elif first is not None:
                self._first = None
                self._pause_ms = _MINUTE_MS
                self.watch(max(first, level))

    def rest(self, dark_ms):
        """Replace the screen by the pig, which `dark_ms` later leaves the panel dark."""
        from .idle import Idle

        self.idle = Idle(self._app, dark_ms)

    def watch(self, level):
        """Show a low charge on every screen; switch off before the battery is empty."""
        app = self._app
        app.dirty = app.dirty or level != self.level
        self.level = level
        self.low = "%d%%" % level if level is not None and level < LOW_BATTERY else ""
        if self.low and level <= self.EMPTY and not app.test_mode:
            self._pause_ms = _DIP_MS  # the screen looks at it again
            if app.screen.ID != "empty":
                self.wake()
                app.show("ask", "title", "empty")

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
