"""The tutorial: Pig in under a minute, played by the reader; or another game that has one.

A page is a section of `pages/<language>/learn.txt`, `[1]` or `[game 1]` and so on: a line `button
label faces`, then its text.
"""

from ..drawing.dice_art import draw_dice
from ..language import lines_of, say, wrap
from ..saves.journal import TUTORIAL
from ..ui.base import SIGNS, BaseScreen
from ..ui.text_screen import draw_lines
from .setup import play

PAGES = 6


class Screen(BaseScreen):
    """The button that the page names goes on, down leaves, any other is answered by a hint.

    On the last page A plays, and B leaves instead of down.
    """

    def __init__(self, app, parent=""):
        super().__init__(app, "menu")
        app.journal.put(TUTORIAL, b"1")
        self._page = 0
        setup = app.setup
        self._game = setup.variant.ID + " " if setup else ""
        if not lines_of(self.ID, self._game + "1"):
            self._game = ""
        self.turn_to()

    def turn_to(self):
        """Read the next page; after the last play."""
        self._page += 1
        self._missed = False  # another button was pressed
        if self._page > PAGES:
            play(self.app)
            return
        lines = lines_of(self.ID, self._game + str(self._page))
        self._button, self._label, faces = (lines[0] + " ").split(" ")[:3]
        self._faces = [int(face) for face in faces]
        self._lines = wrap(" ".join(lines[1:]))

    def title(self):
        return say("press_button", self._button) if self._missed else say("learn")

    def corner(self):
        return "%d/%d" % (self._page, PAGES)

    def keys(self):
        last = self._page == PAGES
        leave = ("B", say("menu"), self.back) if last else ("▼", say("leave"), self.back)
        return [(self._button, say(self._label), self._do), leave, (SIGNS, None, self._miss)]

    def _do(self):
        if self._label in ("roll", "hold"):
            self.app.sound.play(self._label)
        self.turn_to()

    def _miss(self):
        self._missed = True

    def picture(self, canvas):
        if self._faces:
            draw_dice(canvas, 0, 11, 128, 15, self._faces)
        draw_lines(canvas, self._lines, 28 if self._faces else 10)
