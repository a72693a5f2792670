# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Asks before the board restarts into its boot loader, where a computer can update it."""

from ..board import A, B
from ..language import say
from .base import BaseScreen, draw_footer, draw_header
from .text_screen import wrap


class Screen(BaseScreen):
    """A restarts, B goes back to the settings."""

    ID = "boot_loader"

    def __init__(self, app, parent):
        super().__init__(app)
        self._parent = parent

    def decide(self, event):
        if event == A:
            self.app.board.boot_loader()
        elif event == B:
            self.app.show("settings", self._parent)

    def draw(self, canvas):
        draw_header(canvas, say("boot_loader"))
        for row, line in enumerate(wrap(say("boot_loader_ask"))):
            canvas.text(0, 13 + 9 * row, line)
        draw_footer(canvas, [("A", say("yes")), ("B", say("no"))])
