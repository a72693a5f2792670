# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The rules of the game chosen, for the options chosen.

They stand in `pages/rules_<language>.txt`: a line `[variant]`, then its lines; one that begins
with `option=value:` is for that value alone, `{option}` stands for an option's value.
"""

from ..language import code, known
from ..texts import lines_of
from .text_screen import TextScreen, wrap


class Screen(TextScreen):
    """The rules, from the menu or during play."""

    ID = "rules"

    def __init__(self, app, parent):
        super().__init__(app, parent)
        game = app.match.game if parent == "pause" else app.setup
        options = game.options
        variant = game if parent == "pause" else app.setup.variant
        self._title = known(variant.ID, variant.NAME)
        for line in lines_of("rules_" + code(), variant.ID):
            for option in options:
                line = line.replace("{%s}" % option, str(options[option]))
            condition, colon, rest = line.partition(":")
            name, equals, value = condition.partition("=")
            if colon and equals and name in options:
                if str(options[name]) != value:
                    continue
                line = rest
            self.lines += wrap(line.strip())

    def title(self):
        return self._title
