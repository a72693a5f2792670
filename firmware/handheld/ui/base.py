"""The base class of the screens, and what they share in drawing."""

from ..board import RELEASE, UP
from ..drawing.canvas import RIGHT, text_width
from ..language import say

_HEADER_LINE = 8
FOOTER_Y = 56
_GAP = 7  # pixels between the keys of the bottom line
BOTH = "▲▼"
SIGNS = BOTH + "AB"  # of the buttons, by their events


class BaseScreen:
    """A screen of the app: its title, what its keys do, and the picture between."""

    ID = ""  # the name of its module, see `folders.screen`
    parent = ""  # the screen that B leads back to
    fair = None  # the `FairDice` of a game that is about to begin

    def __init__(self, app, parent=""):
        self.app = app
        if parent:
            self.parent = parent

    def _none(self, *given):
        """Do nothing; return an empty text, which counts as False."""
        return ""

    # What a screen may define, one function for all to save memory:
    corner = _none  # Return the short text on the right of it.
    picture = _none  # Draw on the canvas what is between title and keys.
    draw_motion = _none  # Draw what moves over the last picture; False has all drawn anew.
    tick = _none  # (now_ms) At each step of the app; calls `app.due` for the next one.
    secret = _none  # Return True while a press would reveal a hidden choice.
    acted = _none  # (action, player) When somebody has acted in the match.
    leave = _none  # Before another screen is shown.

    def title(self):
        """Return the text on the left of the top line."""
        return say(self.ID)

    def keys(self):
        """Return what the buttons do now: rows (sign, label, deed, what the deed is called with).

        The bottom line shows these rows, and a press does what they say; any other does nothing.
        The deed of the sign BOTH also gets 1 for up and -1 for down. A row whose label is None is
        not shown.
        """
        return [("B", say("back"), self.back)]

    def back(self):
        self.app.show(self.parent)

    def decide(self, event):
        """Do what the key says, on a button event (see `handheld.board`)."""
        if event < RELEASE:
            for row in self.keys():
                if SIGNS[event] in row[0]:
                    self.app.dirty = True
                    step = (1 if event == UP else -1,) if row[0] == BOTH else ()
                    return row[2](*(row[3:] + step))

    def draw(self, canvas):
        """Draw the whole screen on an empty canvas."""
        draw_header(canvas, self.title(), self.corner())
        self.picture(canvas)
        draw_footer(canvas, self.keys())


def talk(app, generator, answer=None):
    """Let a generator go on with an answer (at first None), to the next `Question` it yields."""
    try:
        generator.send(answer).begin(generator)
    except StopIteration:
        pass


def arrows(signs, label, deed):
    """Return the rows of `keys` for the arrows in `signs`, whose `deed` takes 1 or -1."""
    if len(signs) != 1:
        return [(signs, label, deed)] if signs else []
    return [(signs, label, deed, 1 if signs == "▲" else -1)]


def signs_of(value, allowed):
    """Return the arrows that change a value: a number within its limits, or one of some words."""
    if isinstance(value, str):
        return BOTH if len(allowed) > 1 else ""
    return "▲" * (value < allowed[1]) + "▼" * (value > allowed[0])


def draw_header(canvas, title, right=""):
    canvas.text(0, 0, title)
    if right:
        canvas.text(100, 0, right, 1, False, RIGHT)
    canvas.hline(0, _HEADER_LINE, 128)


def draw_footer(canvas, keys):
    """Draw the bottom line: what the buttons do now; `keys`: see `BaseScreen.keys`.

    Arrows have no box: in so few pixels they look like letters in one.
    """
    keys = [row[:2] for row in keys if row[1] is not None]
    gaps = max(1, len(keys) - 1)
    free = 126 - sum([text_width(sign + label) for sign, label in keys])
    room = 2  # between a sign and its label
    if (free - room * len(keys)) // gaps < _GAP:
        room = 1
    gap = min(16, (free - room * len(keys)) // gaps)
    x = 1
    for sign, label in keys:
        x = canvas.text(x, FOOTER_Y, sign, 1, sign < "▲") + room
        canvas.text(x, FOOTER_Y, label)
        x += text_width(label) + gap
