# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Asks before the board restarts into its boot loader, where a computer can update it."""

from ..board import A, B
from ..game.names import explain
from ..language import say, wrap
from ..widgets.base import BaseScreen, draw_footer, draw_header


class Screen(BaseScreen):
    """A restarts, B goes back to the settings.

    The panel keeps its picture through the restart, so the picture says how to come back.
    """

    ID = "boot_loader"

    def __init__(self, app, parent):
        super().__init__(app)
        self._parent = parent
        self._text = "boot_loader_ask"
        self._told = False

    def decide(self, event):
        if event == A:
            self._text = "boot_loader_on"
            self.app.dirty = True
        elif event == B and self._text == "boot_loader_ask":
            self.app.show("settings", self._parent)

    def tick(self, now_ms):
        if self._told:
            self._told = False
            self.app.board.boot_loader()

    def draw(self, canvas):
        draw_header(canvas, say("boot_loader"))
        for row, line in enumerate(wrap(explain(self._text))):
            canvas.text(0, 13 + 9 * row, line)
        self._told = self._text == "boot_loader_on"
        if self._told:
            self.app.due(0)
        else:
            draw_footer(canvas, [("A", say("yes")), ("B", say("no"))])
