"""The rules of a game in words: `pages/<language>/rules.txt`."""

# The file has a line `[variant]`, then its lines, a rule each; `[start variant]` has what stands on
# the first picture of a game, at most three lines.
# - `# heading` begins a page.
# - `+part` is for the lines below `[+part]`.
# - `option=value:rule` (or several options, joined by `&`) is for these values only. On the first
#   picture `end` is "alone first" or "alone rounds" for one player.
# - `{option}` is for an option's value.

from ..drawing.canvas import CENTER, RIGHT
from ..language import lines_of


def rules(section, options):
    """Return the lines of a section for `options`; [] without that section."""
    given = ["%s=%s" % option for option in options.items()]
    chosen = []
    for line in lines_of("rules", section):
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


def start(game):
    """Return what stands on the first picture: the aim, and what loses points."""
    options = dict(game.options)
    options.setdefault("rounds", getattr(game, "ROUNDS", 0))
    if game.players == 1:
        options["end"] = "alone " + options["end"]
    return rules("start " + game.ID, options)


def draw(canvas, lines, dice):
    """Draw the lines of `start` in the place of dice; `dice`: their number, if it is chosen."""
    for at, line in enumerate(lines[-3:]):
        canvas.text(57 if dice else 64, 28 + 9 * at, line, 1, False, CENTER)
    canvas.digits(128, 38, str(dice or ""), False, RIGHT)
