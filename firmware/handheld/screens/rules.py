# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The rules of the game chosen, for the options chosen.

They are in `pages/rules_<language>.txt`: a line `[variant]`, then its lines. A line that begins
with `option=value:` (or several, joined by `&`) is for these values only; `{option}` stands for
an option's value.
"""

from ..language import code, known
from ..names import game_name
from ..texts import lines_of
from .text_screen import TextScreen, wrap


def holds(condition, options):
    """Return True if `option=value`, or all of several joined by `&`, holds for `options`."""
    for pair in condition.split("&"):
        name, _, value = pair.partition("=")
        if str(options[name]) != value:
            return False
    return True


def facts(variant, options):
    """Return the lines of a variant without a section: its docstring and its options."""
    # Not every interpreter keeps docstrings.
    text = getattr(variant, "__doc__", None) or variant.NAME
    lines = wrap(" ".join(text.split()))
    for row in variant.OPTIONS:
        value = str(options[row[0]])
        lines += wrap("%s: %s" % (known(row[0], row[0]), known("=" + value, value)))
    return lines


class Screen(TextScreen):
    """The rules of `variant` with these `options`."""

    ID = "rules"

    def __init__(self, app, parent, variant, options):
        super().__init__(app, parent)
        self._title = game_name(variant.ID)
        for line in lines_of("rules_" + code(), variant.ID):
            condition, colon, rest = line.partition(":")
            if colon and "=" in condition:
                if not holds(condition, options):
                    continue
                line = rest
            for option in options:
                line = line.replace("{%s}" % option, str(options[option]))
            self.lines += wrap(line)
        if not self.lines:
            self.lines = facts(variant, options)

    def title(self):
        return self._title
