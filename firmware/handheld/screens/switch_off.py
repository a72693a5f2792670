# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Switch off on purpose, and say before what switches on again."""

from ..board import RELEASE, A, B
from ..game.names import explain
from ..language import say, wrap
from ..widgets.base import BaseScreen, draw_footer, draw_header


class Screen(BaseScreen):
    """A switches off, or on USB the unplugging of the cable; B goes back."""

    ID = "switch_off"

    def __init__(self, app, parent):
        super().__init__(app)
        self._parent = parent
        self._usb = app.board.usb_power()
        self._pressed = False

    def decide(self, event):
        if event == B:
            self.app.show(self._parent)
        elif event == A:
            self._pressed = not self._usb
        elif event == A + RELEASE and self._pressed:
            # Held, it would wake the board at once.
            self._pressed = False
            self.app.power.off()

    def tick(self, now_ms):
        app = self.app
        usb = app.board.usb_power()
        if usb != self._usb:
            self._usb = usb
            app.dirty = True
            if not usb:
                app.power.off()

    def draw(self, canvas):
        draw_header(canvas, say("switch_off"))
        text = "switch_off_button"
        if self._usb:
            text = "switch_off_usb"
        elif getattr(self.app.board, "latch", False):
            text = "switch_off_latch"
        for row, line in enumerate(wrap(explain(text))):
            canvas.text(0, 13 + 9 * row, line)
        keys = [("B", say("back"))]
        draw_footer(canvas, keys if self._usb else [("A", say("yes"))] + keys)
