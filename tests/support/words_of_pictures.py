"""Watch the words of all pictures: none is off the panel, none overlaps another."""

import itertools
from contextlib import contextmanager
from unittest.mock import patch

from handheld import language
from handheld.app import App
from handheld.drawing.canvas import Canvas


def mark(string):
    """Return True for a mark of the app, which may cover what is at the top right."""
    charge = string[-1:] == "%" and string[:-1].isdigit()
    return charge or string in ("TEST", language.say("unsaved"))


@contextmanager
def watch_words():
    """Yield the list of what is wrong with the words since it was last empty."""
    faults = []
    drawn = {}  # (y, x, string): (width, height)
    word, clear, draw = Canvas.word, Canvas.clear, App.draw

    def checked_word(canvas, x, y, string, w=8, h=8):
        if x < 0 or y < 0 or x + w > 128 or y + h > 64:
            faults.append(("off the panel", string))
        if string.strip() and not mark(string):
            drawn[y, x, string] = w, h
        word(canvas, x, y, string, w, h)

    def checked_clear(canvas):
        drawn.clear()
        clear(canvas)

    def checked_draw(app):
        draw(app)
        # What was erased from a part of the picture is no longer among the words.
        for place in drawn.keys() - set(app.canvas.words):
            del drawn[place]
        faults.extend(
            ("overlaps", one, other)
            for ((y, x, one), (w, h)), ((oy, ox, other), (ow, oh)) in itertools.combinations(
                drawn.items(), 2
            )
            if x < ox + ow and ox < x + w and y < oy + oh and oy < y + h
        )

    with patch.object(Canvas, "word", checked_word), patch.object(Canvas, "clear", checked_clear):
        with patch.object(App, "draw", checked_draw):
            yield faults
