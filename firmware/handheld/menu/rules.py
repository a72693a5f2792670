# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The rules of the game chosen, for the options chosen."""

# The file is read once, when the screen opens: that takes longer than to turn a page may take. The
# heap then holds one text a page.

from ..language import text_or, wrap
from ..ui.text_screen import LINES, TextScreen


def facts(variant, options):
    """Return the lines of a variant without a section: its docstring and its options."""
    # Not every interpreter keeps docstrings.
    text = getattr(variant, "__doc__", None) or variant.NAME
    lines = wrap(" ".join(text.split()))
    for row in variant.OPTIONS:
        value = str(options[row[0]])
        lines.append("%s: %s" % (text_or(row[0], row[0]), text_or("=" + value, value)))
    return lines


class Screen(TextScreen):
    """The rules of `variant` with these `options`. A rule is never split over pages."""

    ID = "rules"

    def __init__(self, app, parent, variant, options):
        from ..game.rule_lines import rules

        super().__init__(app, parent)
        self._pages = []  # (heading and lines, each text a line) of each page
        heading = text_or(variant.ID, variant.NAME)
        used = LINES  # of the page
        for rule in rules(variant.ID, options) or facts(variant, options):
            if rule[0] == "#":
                heading = rule[2:]
                used = LINES
                continue
            lines = wrap(rule)
            if used + len(lines) > LINES:
                self._pages.append(heading)
                used = 0
            used += len(lines)
            self._pages[-1] += "\n" + "\n".join(lines)
        self.turn_to(0)

    def turn_to(self, page):
        self.page = page
        self.lines = self._pages[page].split("\n")

    def pages(self):
        return len(self._pages)

    def shown(self):
        return self.lines[1:]

    def title(self):
        return self.lines[0]
