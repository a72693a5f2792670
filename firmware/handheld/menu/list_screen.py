"""A list of rows, whose values can be edited in place."""

from .. import settings
from ..board import RELEASE, elapsed
from ..drawing.canvas import RIGHT, text_width
from ..language import explain, say
from ..ui.base import BOTH, FOOTER_Y, BaseScreen, arrows, draw_footer, draw_header, signs_of

_VISIBLE = 5
ROW_HEIGHT = 9
_TOP = 10  # of the first row
_ARROW, _EDITED = "▶", "*"  # the row is chosen, or its value is edited: see `texts`
_EXPLAIN_Y = 46
_ROOM = 19  # characters of a label and its value
REPEAT_MS = 400, 80  # of a held button: before the first repetition, and before each other
_FAST_AFTER = 10  # after this many repeats a number changes by ten


class Row:
    """A row. A calls `deed(*given)`: at once, or where `change` edits the value at the edit's end.

    `key`: its name, and that of its texts; `value`: text on the right; `line`: what explains it, or
    "": then `explain` is asked for `topic` and `detail`. While it is edited each press of up or
    down calls `change(step)`; `step` is above 0 for up, which raises a number, or takes the word
    before. `signs`: the arrows that change it.
    """

    def __init__(
        self, key, deed=int, *given, label="", value=None, topic="", detail="", line="",
        change=None, signs=BOTH
    ):  # fmt: skip
        self.key = key
        self._deed = deed
        self._given = given
        self._label = label
        self.value = value
        self.topic = topic or key
        self.detail = detail
        self.line = line
        self.change = change
        self.signs = signs

    def shown(self):
        return self._label or say(self.key), self.value

    def open(self):
        self._deed(*self._given)


class SettingRow(Row):
    """Edits a setting, a row of `settings.ROWS`.

    Its text is `label|number|off`; `number`: how a number is written, if not alone; `off`: the word
    for 0 and "off".
    """

    def __init__(self, app, row):
        name, default, allowed = row
        self._now = app.settings.get(name, default)
        given = {"value": "", "signs": signs_of(self._now, allowed)}
        given["change"] = lambda step: settings.step(app, name, step)
        super().__init__(name, settings.save, app.journal, app.settings, **given)

    def shown(self):
        value = self._now
        label, number, off = (say(self.key) + "||").split("|")[:3]
        if value in (0, "off"):
            return label, off or say("off")
        return label, say(value) if isinstance(value, str) else (number or "%d") % value


class ListScreen(BaseScreen):
    """Up and down choose a row, A opens or edits it, B goes back or undoes the edit.

    A subclass defines `rows()`, and for undo `snapshot()` and `restore(saved)`.
    """

    edit_label = "keep"  # the text of what A does while a value is edited
    detail = BaseScreen._none  # Return what explanations depend on, such as a variant.
    EXPLAINS = 0  # 1: a line below the rows explains the one at the arrow

    def __init__(self, app, parent=""):
        super().__init__(app, parent)
        self.at = 0
        self.editing = False
        self._visible = _VISIBLE - self.EXPLAINS
        self._top = 0
        self._saved = None
        self._held = 0  # 1 while up is held, -1 while down is
        self._held_ms = 0
        self._repeats = 0
        self._rows = None  # from a press to its picture, see `_listed`
        self._drawn = {}  # type: dict # what the picture shows, see `texts`
        self.key = None  # of the row at the arrow, in the picture

    def seek(self, key):
        """Choose the row `key`, if there is one."""
        self._rows = self.rows()
        for place, row in enumerate(self._rows):
            if row.key == key:
                self.at = place

    def _listed(self):
        """Return `rows()`; from a press to its picture they are made once."""
        return self._rows or self.rows()

    def line(self, row):
        """Return what explains the row."""
        return row.line or explain(row.topic, row.detail or self.detail())

    def keys(self, rows=None):
        row = (rows or self._listed())[self.at]
        if self.editing:
            keys = [("A", say(self.edit_label), self.press_a), ("B", say("undo"), self._undo)]
            return keys + arrows(row.signs, "", self._press_arrow)
        label = say("choose" if row.value is None else "change")
        return [("A", label, self.press_a), (BOTH, None, self._press_arrow)] + super().keys()

    def decide(self, event):
        self._held = 0
        if event < RELEASE:
            rows = self._rows = self.rows()
            super().decide(event)
            if self._rows is rows and not self._held:
                self._rows = None  # the deed may have changed them

    def _press_arrow(self, step):
        self._held = step
        self._held_ms = self.app.now
        self._repeats = 0
        self._step(step)

    def press_a(self):
        """Do what the row does, or begin or end its editing."""
        row = self._listed()[self.at]
        self.editing = row.change is not None and not self.editing
        if self.editing:
            self._saved = self.snapshot()
        else:
            row.open()

    def _undo(self):
        self.restore(self._saved)
        self.editing = False

    def _step(self, step):
        """Choose another row, or change the value that is being edited."""
        rows = self._listed()
        self._rows = None if self.editing else rows
        if self.editing:
            rows[self.at].change(10 * step if self._repeats >= _FAST_AFTER else step)
        else:
            self.at = (self.at - step) % len(rows)

    def tick(self, now_ms):
        if not self._held:
            return
        if elapsed(now_ms, self._held_ms) >= REPEAT_MS[self._repeats > 0]:
            self._held_ms = now_ms
            self._repeats += 1
            self._step(self._held)
            self.app.dirty = True
        self.app.due(REPEAT_MS[self._repeats > 0] - elapsed(now_ms, self._held_ms))

    def top(self):
        return max(min(self._top, self.at), self.at - self._visible + 1, 0)

    def texts(self, rows):
        """Return what the picture shows, by its y: the title and how many rows there are; of each
        visible row _ARROW, _EDITED and signs, or "", its label and its value; the row at the arrow
        where it is explained; what the bottom line offers."""
        texts = {0: (self.title(), len(rows)), FOOTER_Y: [row[:2] for row in self.keys(rows)]}
        for index in range(self._top, min(self._top + self._visible, len(rows))):
            row = rows[index]
            shown = row.shown()
            mark = ""
            if index == self.at:
                self.key = row.key
                mark = _EDITED + row.signs if self.editing else _ARROW
                if self.EXPLAINS:
                    texts[_EXPLAIN_Y] = (index,) + shown
            texts[_TOP + ROW_HEIGHT * (index - self._top)] = (mark,) + shown
        return texts

    def draw_motion(self, canvas):
        # Without the title as its first word it is the idle picture. A last word in the top line is
        # a mark of the app, which may be out of date.
        if not self._drawn or canvas.words[0][0] or not canvas.words[-1][0]:
            return False
        rows = self._rows = self._listed()
        if self.top() != self._top or (self.title(), len(rows)) != self._drawn[0]:
            return False
        self._update(canvas, rows)
        return True

    def draw(self, canvas):
        rows = self._listed()
        self._top = self.top()
        self._drawn = {}
        draw_header(canvas, self.title())
        self._update(canvas, rows)
        if len(rows) > self._visible:
            # A bar: where in the list the visible rows are.
            height = self._visible * ROW_HEIGHT - 2
            canvas.vline(127, _TOP, height, 0)
            length = max(4, height * self._visible // len(rows))
            hidden = len(rows) - self._visible
            canvas.vline(127, _TOP + (height - length) * self._top // hidden, length)

    def _update(self, canvas, rows):
        """Draw what is not on the picture yet."""
        drawn, self._rows, self._drawn = self._drawn, None, self.texts(rows)
        for y in sorted(self._drawn):
            text, before = self._drawn[y], drawn.get(y)
            if not y or text == before:
                continue
            if before:  # erase it, but not the scroll bar
                canvas.fill_rect(0, y - 1, 127, 9, 0)
                canvas.words[:] = [word for word in canvas.words if word[0] != y]
            if y == FOOTER_Y:
                draw_footer(canvas, text)
            elif y == _EXPLAIN_Y and self.EXPLAINS:
                canvas.text(0, y, self.line(rows[self.at]))
            else:
                self.row(canvas, y, *text)

    def row(self, canvas, y, mark, label, value):
        if mark == _ARROW:
            canvas.text(0, y, _ARROW)
        canvas.text(8, y, label)
        if value is not None:
            value = value[: _ROOM - len(label)]
            if mark[:1] == _EDITED:
                # A dark column on each side, or the arrows would touch the value.
                canvas.text(126, y, "▲" if "▲" in mark else "", 1, False, RIGHT)
                before, _, letter = value.partition("[")
                canvas.text(118, y, value.replace("[", "").replace("]", ""), 1, not letter, RIGHT)
                width = text_width(canvas.words[-1][2])
                canvas.text(116 - width, y, "▼" if "▼" in mark else "", 1, False, RIGHT)
                if letter:
                    canvas.fill_rect(117 - width + 6 * len(before), y - 1, 7, 9, 2)
            else:
                canvas.text(122, y, value, 1, False, RIGHT)
