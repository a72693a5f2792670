"""The rules of the game chosen, for the options chosen."""

# The file is read once, when the screen opens: that takes longer than to turn a page may take.

from ..language import text_or, wrap
from ..ui.text_screen import TextScreen


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

    def __init__(self, app, parent, variant, options):
        from ..game.rule_lines import rules

        super().__init__(app, parent)
        heading = text_or(variant.ID, variant.NAME)
        for rule in rules(variant.ID, options) or facts(variant, options):
            if rule[0] == "#":
                heading = rule[2:]
            else:
                self.add_whole(wrap(rule), heading)
