# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Load the code of advice and its table before anybody asks, so that the coach comes soon."""

from shared_rules.thinking import Thought

from ..game.parts import PERFECT, step_advice
from ..memory import spare, tidy

_AFTER_MS = 500  # so long nothing happens before that
_ROOM = 41 * 1024  # bytes of heap that are free then; the code takes 10 KB


class CoachAhead:
    """Loads for the match of `app`, from the start of a person's turn."""

    def __init__(self, app):
        self._app = app
        self.thought = None  # in progress
        self.reset()

    def reset(self):
        """Begin anew, since somebody has acted."""
        match = self._app.match
        self._due = PERFECT not in match.computers and match.game.players == 2
        self.thought = None

    def tick(self, waited):
        """Do a step; `waited`: milliseconds since somebody acted."""
        app, match = self._app, self._app.match
        if app.bridge.job:  # a request loads the same, and twice at once takes too much memory
            self._due, self.thought = False, None
        if not self._due:
            return
        app.due(max(0, _AFTER_MS - waited))
        if waited < _AFTER_MS:
            return
        try:
            if self.thought:
                self._due = not step_advice(self.thought)
            else:
                tidy()
                self._due = spare(_ROOM)
                self.thought = self._due and Thought(match.advice_ahead())
        except MemoryError:
            self._due = False
        if not self._due:
            self.thought = None
            app.loader.make_room()
