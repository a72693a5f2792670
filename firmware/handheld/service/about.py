# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""About the product."""

from shared_rules import __version__

from ..language import lines_of, say, wrap
from ..ui.text_screen import LINES, TextScreen


class Screen(TextScreen):
    """Version, purpose, licence."""

    ID = "about"

    def __init__(self, app, parent):
        super().__init__(app, parent)
        self.lines = [say("version", __version__)]
        for line in lines_of("about", "about"):
            lines = wrap(line)
            room = -len(self.lines) % LINES
            if len(lines) > room:  # no paragraph goes over two pages
                self.lines += [""] * room
            self.lines += lines

    def title(self):
        return "Pocket Pig"
