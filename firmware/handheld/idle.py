# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Nobody has pressed anything for minutes: a dim pig that wanders, later a dark panel.

An OLED's pixels fade with the light that they have given; what stands still burns in.
"""

from .board import elapsed
from .drawing.dice_art import icon
from .drawing.pig_art import PIG

_MOVE_MS = 4000
_DIM = 1  # contrast register


class Idle:
    """Takes the screen's place until a button is pressed; the panel goes dark after `dark_ms`."""

    def __init__(self, app, dark_ms):
        self._app = app
        self._begun = app.now
        self._dark_ms = dark_ms
        self._places = -1
        app.panel.contrast(_DIM)

    def tick(self, now_ms):
        """Move the pig on, or switch the panel off."""
        waited = elapsed(now_ms, self._begun)
        self._app.due(_MOVE_MS - waited % _MOVE_MS)
        if waited >= self._dark_ms:
            if self._app.panel.on:
                self._app.panel.power(False)
        elif waited // _MOVE_MS != self._places:
            self._places = waited // _MOVE_MS
            self._app.dirty = True

    def draw(self, canvas):
        # Steps that share no factor with the room there is pass every place.
        icon(canvas, self._places * 37 % 88, self._places * 17 % 41, PIG, "Pocket Pig")
