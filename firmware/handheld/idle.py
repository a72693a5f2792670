"""The idle picture after minutes without a press: a dim, moving pig, later a dark panel.

OLED pixels wear out by the light they give, so a still picture burns in.
"""

from .board import elapsed
from .language import picture

_MOVE_MS = 4000
_DIM = 1  # contrast register


class Idle:
    """Replaces the screen until a press; switches the panel off after `dark_ms`."""

    def __init__(self, app, dark_ms):
        self._app = app
        self._begun = app.now
        self._dark_ms = dark_ms
        self._places = -1
        self._pig = picture("pig")
        app.panel.contrast(_DIM)

    def tick(self, now_ms):
        """Move the pig, or switch the panel off."""
        waited = elapsed(now_ms, self._begun)
        if waited >= self._dark_ms:
            if self._app.panel.on:
                self._app.panel.power(False)
            return
        self._app.due(_MOVE_MS - waited % _MOVE_MS)
        if waited // _MOVE_MS != self._places:
            self._places = waited // _MOVE_MS
            self._app.dirty = True

    def draw(self, canvas):
        # The steps and the ranges have no common factor, so the pig visits every place.
        canvas.art(self._places * 37 % 88, self._places * 17 % 41, self._pig, "Pocket Pig")
