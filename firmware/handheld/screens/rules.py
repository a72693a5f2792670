# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The rules of the game chosen, for the options chosen: `pages/<language>/rules.txt`."""

# The file has a line `[variant]`, then its lines, a rule each:
# - `# heading` begins a page.
# - `+section` is for the lines of `[+section]`.
# - `option=value:rule` (or several options, joined by `&`) is for these values only.
# - `{option}` is for an option's value.
# A page is read when it is shown: the heap does not hold the whole text.

from ..language import code, known
from ..names import game_name
from ..texts import lines_of
from .text_screen import LINES, TextScreen, wrap


def holds(condition, options):
    """Return True if `option=value`, or all of several joined by `&`, holds for `options`."""
    for pair in condition.split("&"):
        name, _, value = pair.partition("=")
        if str(options.get(name)) != value:
            return False
    return True


def rules(variant, options):
    """Return the lines of a variant for `options`; if it has no section, its `facts`."""
    name = code() + "/rules"
    lines = []
    for line in lines_of(name, variant.ID):
        lines += lines_of(name, line) if line[0] == "+" else [line]
    if not lines:
        return facts(variant, options)
    chosen = []
    for line in lines:
        condition, colon, rest = line.partition(":")
        if colon and "=" in condition:
            if not holds(condition, options):
                continue
            line = rest
        for option in options:
            line = line.replace("{%s}" % option, str(options[option]))
        chosen.append(line)
    return chosen


def facts(variant, options):
    """Return the lines of a variant without a section: its docstring and its options."""
    # Not every interpreter keeps docstrings.
    text = getattr(variant, "__doc__", None) or variant.NAME
    lines = wrap(" ".join(text.split()))
    for row in variant.OPTIONS:
        value = str(options[row[0]])
        lines.append("%s: %s" % (known(row[0], row[0]), known("=" + value, value)))
    return lines


class Screen(TextScreen):
    """The rules of `variant` with these `options`. A rule is never split over pages."""

    ID = "rules"

    def __init__(self, app, parent, variant, options):
        super().__init__(app, parent)
        self._variant = variant
        self._options = options
        self.turn_to(0)

    def turn_to(self, page):
        self.page = page
        self.lines = []
        heading = self._heading = game_name(self._variant.ID)
        number = used = 0
        for rule in rules(self._variant, self._options):
            if rule[0] == "#":
                heading = rule[2:]
                if used:
                    number += 1
                    used = 0
                continue
            lines = wrap(rule)
            if used + len(lines) > LINES:
                number += 1
                used = 0
            used += len(lines)
            if number == page:
                self._heading = heading
                self.lines += lines
        self._pages = number + 1

    def pages(self):
        return self._pages

    def shown(self):
        return self.lines

    def title(self):
        return self._heading
