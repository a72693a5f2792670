"""Edit the initials of the people at the table, letter by letter."""

from ..game import names
from ..game.parts import HUMAN, NAME_CHARS
from ..saves.journal import INITIALS
from .list_screen import ListScreen, Row


class Screen(ListScreen):
    """A begins with the first letter and goes on to the next; B undoes."""

    def __init__(self, app, parent):
        super().__init__(app, parent)
        self._letter = 0
        self._names = app.setup.names

    def rows(self):
        rows = []  # type: list[Row]
        for place, kind in enumerate(self.app.setup.kinds):
            if kind == HUMAN:
                number = "P%d" % (place + 1)
                name = self._names[place] if place < len(self._names) else ""
                if self.editing and len(rows) == self.at:
                    at = self._letter
                    name = names.with_letter(name, 0, 0).replace(" ", "·")
                    name = "%s[%s]%s" % (name[:at], name[at], name[at + 1 :])
                given = {"label": number, "value": name or number, "change": self._change}
                rows.append(Row(place, self._keep, **given))
        return rows

    def press_a(self):
        if self.editing and self._letter < NAME_CHARS - 1:
            self._letter += 1
        else:
            self._letter = 0
            super().press_a()
        self.edit_label = "next" if self._letter < NAME_CHARS - 1 else "keep"

    def _change(self, step):
        place = self.rows()[self.at].key
        while len(self._names) <= place:
            self._names.append("")
        # Down goes forward in the alphabet, as in every list.
        step = -1 if step > 0 else 1
        self._names[place] = names.with_letter(self._names[place], self._letter, step)

    def _keep(self):
        self._names[:] = [name.strip(" ") for name in self._names]
        self.app.journal.put(INITIALS, ",".join(self._names).encode())

    def snapshot(self):
        return list(self._names)

    def restore(self, saved):
        self._names[:] = saved
