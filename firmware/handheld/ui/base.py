# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The base class of the screens, and what they share in drawing."""

from ..drawing.canvas import RIGHT, text_width

_HEADER_LINE = 8
FOOTER_Y = 56


class BaseScreen:
    """A screen of the app. What it does not define does nothing, and returns False.

    decide(event): act on a button event (see `handheld.board`)
    tick(now_ms): at each step of the app; calls `app.due` for the next step before a press
    acted(action, player): a player has acted in the match
    leave(): another screen is about to be shown
    draw(canvas): draw the whole picture on an empty canvas
    draw_motion(canvas): draw what moves over the last picture; False to have all drawn anew
    secret(): True while a press would reveal a hidden choice
    thinks(): True while code of advice is at work
    """

    ID = ""
    fair = None  # the `FairDice` of a game that is about to begin

    def __init__(self, app):
        self.app = app

    def decide(self, *given):
        return False

    # One function for all: each takes memory.
    tick = acted = leave = draw = draw_motion = secret = thinks = decide


def draw_header(canvas, title, right=""):
    """Draw the top line: a title on the left, a short text on the right."""
    canvas.text(0, 0, title)
    if right:
        canvas.text(100, 0, right, 1, False, RIGHT)
    canvas.hline(0, _HEADER_LINE, 128)


def draw_footer(canvas, keys):
    """Draw the bottom line: what the buttons do now; `keys`: list of (key, label).

    Arrows have no box: in so few pixels they look like letters in one.
    """
    width = sum([text_width(key + label) + 2 for key, label in keys])
    room = 2  # between an arrow and its label
    if width > 128 - 2 * len(keys):
        width -= room * len([1 for key, _ in keys if key >= "▲"])
        room = 0
    gap = (126 - width) // max(1, len(keys) - 1) if len(keys) > 1 else 0
    x = 1
    for key, label in keys:
        x = canvas.text(x, FOOTER_Y, key, 1, key < "▲") + (2 if key < "▲" else room)
        canvas.text(x, FOOTER_Y, label)
        x += text_width(label) + min(gap, 16)
