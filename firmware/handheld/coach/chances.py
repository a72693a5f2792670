"""Chances to win as bars, alone expected turns or points, and what a choice costs in words."""

# Every figure shown is a chance in tenths of a per cent, or the difference of two such figures.
# So the figures agree with each other. The texts are sections of `pages/<language>/coach.txt`;
# their names are long, because the device keeps short strings in its table of names.

from ..drawing.canvas import RIGHT
from ..language import decimal, lines_of, say

CLOSE = 10  # tenths: below it a choice is close
NOISE = 0.000_05  # a smaller difference is the tables' rounding
_BAR = 11  # pixels
_SPACE = 2  # between bars
_TEXT = 37  # the first of two lines below the bars


def coach_lines(key, *values):
    """Return the lines of the text `key` with `values` filled in."""
    text = "\n".join(lines_of("coach", key))
    return (text % values if values else text).split("\n")


def tenths(chance):
    """Return a probability in tenths of a per cent."""
    return int(1000 * chance + 0.5)


def percent(number):
    return decimal("%.1f%%" % (number / 10))


def _hundredths(number):
    return int(100 * number + (0.5 if number > 0 else -0.5))


def worths(answer):
    """Return {action: worth} of the advice: chances, or alone points, or turns below 0."""
    if answer["actions"]:
        return answer["actions"]
    sign = -1 if answer["measure"] == "turns" else 1
    return {name: sign * number for name, number in answer["expected_actions"].items()}


def loss(best, other, alone=False):
    """Return by how much the worth `other` is below `best`, as text; "" if it is not."""
    if alone:
        lost = _hundredths(best) - _hundredths(other)
        return decimal("%.2f" % (lost / 100)) if lost else ""
    number = tenths(best) - tenths(other)
    return percent(number) if number else "<" + percent(1) if best - other > NOISE else ""


def action_name(action, look):
    """Return the name of an action of the advice; for `roll 3`, with the number of dice."""
    word, _, dice = action.partition(" ")
    return say(look.get(word, word)) + (" " + dice if dice else "")


def names(answer):
    """Return the best action of the advice, and the next best if there is one."""
    chances = worths(answer)
    rest = sorted([(-chances[name], name) for name in chances if name != answer["action"]])
    return [answer["action"]] + [name for _, name in rest[:1]]


def advice(answer, look):
    """Return the lines that say what to do, and what it costs not to."""
    first, second = (names(answer) + [""])[:2]
    best = action_name(first, look)
    if not second:
        return coach_lines("nothing to choose", best.rstrip(" 1").lower())  # one die, if any
    other = action_name(second, look)
    mix = answer.get("mix")
    if mix and mix[first] < 1:
        often = int(100 * mix[first] + 0.5)
        return coach_lines("choose at random", best.lower(), often, other.lower(), 100 - often)
    chances = worths(answer)
    alone = not answer["actions"]
    lost = loss(chances[first], chances[second], alone)
    if not lost:
        return coach_lines("equally good")
    if not alone and tenths(chances[first]) - tenths(chances[second]) < CLOSE:
        return coach_lines("close choice", best, lost)
    if " " not in second:
        other = coach_lines("by playing " + look.get(second, second))[0]
    key = "the other takes longer" if answer.get("measure") == "turns" else "the other loses"
    return coach_lines(key, best, other, lost)


def draw(canvas, answer, look, lines):
    """Draw the two best chances as bars with a mark at one half, and up to two lines of text.

    Alone the bars are empty.
    """
    y = _BAR
    chances = answer["actions"]
    for name in names(answer):
        number = tenths(chances[name]) if chances else 0
        word = percent(number)
        if not chances:
            word = decimal("%.2f" % answer["expected_actions"][name])
        canvas.rect(0, y, 128, _BAR)
        bar = 126 * number // 1000
        # Behind a short bar, whose end would hide a letter.
        canvas.text(bar + 3 if 5 < bar < 20 else 8, y + 2, action_name(name, look))
        canvas.text(125, y + 2, word, 1, False, RIGHT)
        if name == answer["action"]:  # a triangle
            for x in range(3):
                canvas.vline(3 + x, y + 3 + x, 5 - 2 * x)
        canvas.fill_rect(1, y + 1, bar, _BAR - 2, 2)
        for dot in range(y + 1, y + _BAR + _SPACE, 2) if chances else ():
            canvas.hline(64, dot, 1, 2)
        y += _BAR + _SPACE
    for place, line in enumerate(lines[:2]):
        canvas.text(0, _TEXT + 9 * place, line)


def keys(canvas, rows, answer):
    """Draw the bottom line as `draw_footer` does, and whether the chances are exact."""
    x = 1
    for key, label, *_ in rows:
        x = canvas.text(x, 56, key, 1, True) + 2
        x = canvas.text(x, 56, label) + 6
    source = "from a table" if answer["source"] == "perfect" else "by estimate"
    canvas.text(128, 56, coach_lines(source)[0], 1, False, RIGHT)
