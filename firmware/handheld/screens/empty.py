# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The battery is empty: say so, then switch off. Power leads back to the title."""

from ..board import elapsed
from ..language import say, wrap
from ..power import EMPTY_BATTERY
from ..widgets.base import BaseScreen, draw_header

_SHOWN_MS = 8000


class Screen(BaseScreen):
    """Buttons do nothing here."""

    ID = "empty"

    def __init__(self, app):
        super().__init__(app)
        self._since = app.now

    def tick(self, now_ms):
        app = self.app
        level = app.power.level
        if level is None or level > EMPTY_BATTERY:
            app.show("title")
        elif elapsed(now_ms, self._since) >= _SHOWN_MS:
            self._since = now_ms
            app.power.off()

    def draw(self, canvas):
        draw_header(canvas, say("empty"))
        for row, line in enumerate(wrap(say("empty_text"))):
            canvas.text(0, 16 + 10 * row, line)
