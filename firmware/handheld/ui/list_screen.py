# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A list of rows, whose values can be edited in place."""

from ..board import DOWN, RELEASE, UP, A, B, elapsed
from ..drawing.canvas import RIGHT, text_width
from ..language import say
from .base import FOOTER_Y, BaseScreen, draw_footer, draw_header

_VISIBLE = 5
ROW_HEIGHT = 9
_TOP = 10  # of the first row
_ARROW, _EDITED = "▶", "▼"  # the row is chosen, or its value is edited: see `texts`
_EXPLAIN_Y = 46
_ROOM = 19  # characters of a label and its value
# by the setting `repeat`: milliseconds to the first repeat, and between repeats
REPEAT_MS = 400, 80  # of a held button: before the first repetition, and before each other
_FAST_AFTER = 10  # after this many repeats a number changes by ten
_ROWS = 3  # among `texts` the rows begin here


def setting_row(values, name, value="off"):
    """Return (name, label, value in words) of a setting: from a text `label|number|off`.

    `value`: its default; `number`: how a number is written, if not alone; `off`: the word for 0
    and "off".
    """
    label, number, off = (say(name) + "||").split("|")[:3]
    value = values.get(name, value) or "off"
    if value == "off":
        word = off or say(value)
    else:
        word = say(value) if isinstance(value, str) else (number or "%d") % value
    return name, label, word


class ListScreen(BaseScreen):
    """Up and down choose a row, A opens or edits it, B goes back or undoes the edit.

    A subclass defines `rows()`: a list of (key, label, value); the value is text, or None for a
    row that A opens. It also defines `open(key)`, `change(key, step)` (step: above 0 for up,
    which raises a number or picks the previous word), `back()`, and for undo `snapshot()` and
    `restore(saved)`.
    """

    EXPLAINS = 0  # 1: a line below the rows explains the one at the arrow

    def __init__(self, app):
        super().__init__(app)
        self.at = 0
        self.editing = False
        self._visible = _VISIBLE - self.EXPLAINS
        self._top = 0
        self._saved = None
        self._held = -1
        self._held_ms = 0
        self._repeats = 0
        self._drawn = []  # type: list # what the picture shows, see `texts`

    def seek(self, key):
        """Choose the row `key`, if there is one."""
        for place, row in enumerate(self.rows()):
            if row[0] == key:
                self.at = place

    def line(self, key):
        """Return what to say about the row."""
        return ""

    def decide(self, event):
        if event >= RELEASE:
            self._held = -1
            return
        self.app.dirty = True
        if event in (UP, DOWN):
            self._held = event
            self._held_ms = self.app.now
            self._repeats = 0
            self.step(event)
        elif event == A:
            self.press_a()
        elif event == B:
            if self.editing:
                self.restore(self._saved)
                self.editing = False
            else:
                self.back()

    def press_a(self):
        """Open the row, or begin or end its editing."""
        key, _, value = self.rows()[self.at]
        if value is None:
            self.open(key)
            return
        self.editing = not self.editing
        if self.editing:
            self._saved = self.snapshot()
        else:
            self.confirmed(key)

    def step(self, event):
        """Choose another row, or change the value that is being edited."""
        rows = self.rows()
        if self.editing:
            fast = 10 if self._repeats >= _FAST_AFTER else 1
            self.change(rows[self.at][0], fast if event == UP else -fast)
        else:
            self.at = (self.at + (1 if event == DOWN else -1)) % len(rows)

    def tick(self, now_ms):
        if self._held < 0:
            return
        if elapsed(now_ms, self._held_ms) >= REPEAT_MS[self._repeats > 0]:
            self._held_ms = now_ms
            self._repeats += 1
            self.step(self._held)
            self.app.dirty = True
        self.app.due(REPEAT_MS[self._repeats > 0] - elapsed(now_ms, self._held_ms))

    def edit_label(self):
        """Return the text key of what A does while a value is edited."""
        return "keep"

    def confirmed(self, key):
        """Called when A ends the edit of `key`."""

    def top(self):
        """Return the first visible row."""
        return max(min(self._top, self.at), self.at - self._visible + 1, 0)

    def texts(self, rows):
        """Return the title and how many rows there are, what the bottom line offers, the row at the
        arrow, and each visible row: _ARROW, _EDITED or "", its label and its value."""
        editing = self.editing
        _, label, value = rows[self.at]
        offered = editing and self.edit_label(), value is None
        texts = [(self.title(), len(rows)), offered, (self.at, label, value)]
        for index in range(self._top, min(self._top + self._visible, len(rows))):
            _, label, value = rows[index]
            mark = "" if index != self.at else _EDITED if editing else _ARROW
            texts.append((mark, label, value))
        return texts

    def draw_motion(self, canvas):
        before = self._drawn
        # Without the title as its first word it is the idle picture. A last word in the top line is
        # a mark of the app, which may be out of date.
        if not before or canvas.words[0][0] or not canvas.words[-1][0]:
            return False
        if self.top() != self._top or self.title() != before[0][0]:
            return False
        rows = self.rows()
        texts = self.texts(rows)
        if texts[0] != before[0]:
            return False
        for place in range(len(texts) - _ROWS):
            row = texts[_ROWS + place]
            if row != before[_ROWS + place]:
                self.erase(canvas, _TOP + place * ROW_HEIGHT)
                self.row(canvas, place, *row)
        if self.EXPLAINS and texts[2] != before[2]:
            self.erase(canvas, _EXPLAIN_Y)
            canvas.text(0, _EXPLAIN_Y, self.line(rows[self.at][0]))
        if texts[1] != before[1]:
            self.erase(canvas, FOOTER_Y)
            self.keys(canvas, rows)
        self._drawn = texts
        return True

    def erase(self, canvas, y):
        """Erase the text at `y`, but not the scroll bar."""
        canvas.fill_rect(0, y - 1, 127, 9, 0)
        canvas.words[:] = [word for word in canvas.words if word[0] != y]

    def draw(self, canvas):
        rows = self.rows()
        self._top = self.top()
        self._drawn = self.texts(rows)
        draw_header(canvas, self._drawn[0][0])
        for place, texts in enumerate(self._drawn[_ROWS:]):
            self.row(canvas, place, *texts)
        if len(rows) > self._visible:
            self._draw_scroll_bar(canvas, len(rows))
        if self.EXPLAINS:
            canvas.text(0, _EXPLAIN_Y, self.line(rows[self.at][0]))
        self.keys(canvas, rows)

    def row(self, canvas, place, mark, label, value):
        y = _TOP + place * ROW_HEIGHT
        if mark == _ARROW:
            canvas.text(0, y, _ARROW)
        canvas.text(8, y, label)
        if value is not None:
            value = value[: _ROOM - len(label)]
            if mark == _EDITED:
                # A dark column on each side, or the arrows would touch the value.
                canvas.text(126, y, "▲", 1, False, RIGHT)
                before, _, letter = value.partition("[")
                canvas.text(118, y, value.replace("[", "").replace("]", ""), 1, not letter, RIGHT)
                width = text_width(canvas.words[-1][2])
                canvas.text(116 - width, y, "▼", 1, False, RIGHT)
                if letter:
                    canvas.fill_rect(117 - width + 6 * len(before), y - 1, 7, 9, 2)
            else:
                canvas.text(122, y, value, 1, False, RIGHT)

    def keys(self, canvas, rows):
        if self.editing:
            keys = [("A", say(self.edit_label())), ("B", say("undo")), ("▲▼", "")]
        else:
            opens = rows[self.at][2] is None
            keys = [("A", say("choose" if opens else "change")), ("B", say("back"))]
        draw_footer(canvas, keys)

    def _draw_scroll_bar(self, canvas, count):
        """Draw a bar: where in the list the visible rows are."""
        visible = self._visible
        height = visible * ROW_HEIGHT - 2
        canvas.vline(127, _TOP, height, 0)
        length = max(4, height * visible // count)
        canvas.vline(127, _TOP + (height - length) * self._top // (count - visible), length)
