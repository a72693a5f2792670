# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The rules of the game chosen, for the options chosen: `pages/<language>/rules.txt`."""

# The file has a line `[variant]`, then its lines, a rule each:
# - `# heading` begins a page.
# - `+part` is for the lines below `[+part]`, at the end of the file.
# - `option=value:rule` (or several options, joined by `&`) is for these values only.
# - `{option}` is for an option's value.
# The file is read once, when the screen opens: that takes longer than to turn a page may take. The
# heap then holds one text a page.

from ..language import lines_of, text_or, wrap
from ..ui.text_screen import LINES, TextScreen


def rules(variant, options):
    """Return the lines of a variant for `options`; if it has no section, its `facts`."""
    lines = lines_of("rules", variant.ID)
    if not lines:
        return facts(variant, options)
    given = ["%s=%s" % option for option in options.items()]
    chosen = []
    for line in lines:
        condition, colon, rest = line.partition(":")
        if colon and "=" in condition:
            if [pair for pair in condition.split("&") if pair not in given]:
                continue
            line = rest
        if "{" in line:
            for option in options:
                line = line.replace("{" + option + "}", str(options[option]))
        chosen.append(line)
    return chosen


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
        super().__init__(app, parent)
        self._pages = []  # (heading and lines, each text a line) of each page
        heading = text_or(variant.ID, variant.NAME)
        used = LINES  # of the page
        for rule in rules(variant, options):
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
