# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""About the product."""

from shared_rules import __version__

from ..language import code, say
from ..texts import lines_of
from .text_screen import TextScreen, wrap


class Screen(TextScreen):
    """Version, purpose, licence."""

    ID = "about"

    def __init__(self, app, parent):
        super().__init__(app, parent)
        self.lines = [say("version", __version__)]
        for line in lines_of(code() + "/about", "about"):
            self.lines += wrap(line)

    def title(self):
        return "Pocket Pig"
