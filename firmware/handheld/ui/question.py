"""Questions to a person, asked by a generator that reads from top to bottom."""

from ..board import elapsed
from .base import BaseScreen, talk


class Question(BaseScreen):
    """Takes the place of a screen until it has an answer.

    The generator that yields it gets the answer, and may ask more: see `talk`.
    """

    below = None  # the screen whose place it takes; None: it was shown like other screens

    def begin(self, generator=None):
        """Take the place of the screen."""
        self._generator = generator
        self.below = self.app.screen
        self._show(self)

    def answer(self, value):
        """Show the screen below again, and let the generator go on."""
        if not self.below:
            super().back()
            return
        self.leave()
        self._show(self.below)
        if self._generator:
            talk(self.app, self._generator, value)

    def _show(self, screen):
        app = self.app
        app.screen = screen
        app.dirty = True
        app.bridge.event("screen", {"id": screen.ID})


class Sure(Question):
    """A does it, B does not. `picture(canvas)` draws what is between `title` and keys.

    For `wait_ms` it takes no answer: a second tap was not meant for it.
    """

    ID = "sure"

    def __init__(self, app, title, picture, yes, no, wait_ms=0):
        super().__init__(app)
        self._title = title
        self.picture = picture
        self._labels = yes, no
        self._since = app.now
        self._wait_ms = wait_ms

    def title(self):
        return self._title

    def keys(self):
        yes, no = self._labels
        return [("A", yes, self.answer, True), ("B", no, self.answer, False)]

    def decide(self, event):
        if elapsed(self.app.now, self._since) >= self._wait_ms:
            super().decide(event)
