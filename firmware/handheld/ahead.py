# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Load code that nobody has asked for yet, while nothing happens and there is room."""

from shared_rules.errors import RulesError
from shared_rules.thinking import Thought
from shared_rules.variants import ids, variant_class

from . import folders
from .board import elapsed
from .game.parts import HUMAN, PERFECT, computer_player
from .saves.journal import TUTORIAL

QUIET_MS = 200  # before the next game is loaded nobody presses for so long
_MODULES = "menu.setup ui.list_screen menu.menu begin.new_match play.play game.saved_game game."


class Ahead:
    """Takes the steps of a generator for `app`. `thought`: what is in progress, or None."""

    def __init__(self, app, after_ms, steps):
        self._app = app
        self._after_ms = after_ms
        self._steps = steps
        self.thought = self._begun = None

    def tick(self, since_ms, *args):
        """Take a step of `steps(*args)`, the first one `after_ms` after `since_ms`.

        Begin anew for other `args`, and where code has gone.
        """
        app = self._app
        wanted = args + (folders.gone,)
        if app.bridge.job:  # it may load the same, and twice at once takes too much memory
            self.thought, self._begun = None, wanted
        elif self._begun != wanted:
            left = self._after_ms - elapsed(app.now, since_ms)
            app.due(max(0, left))
            if left <= 0:
                self.thought, self._begun = Thought(self._steps(*args)), wanted
        elif self.thought:
            app.due(0)
            try:
                if folders.spare(folders.AHEAD) and not self.thought.step():
                    return
            except (RulesError, MemoryError):
                pass  # a kept game that cannot be read, or no room: it is loaded later
            self.thought = None


def next_game(app, identifier, kinds):
    """Generator: load what title, menu and the next game need, a module or two in each step."""
    names = _MODULES + ("scores" if len(kinds) < 3 else "crowd")
    if identifier == ids()[0] and not app.journal.size(TUTORIAL):
        names += " play.hint"
    for name in names.split(" "):
        __import__("handheld." + name)
        yield
    variant_class(identifier)
    for kind in kinds:
        if kind not in (HUMAN, PERFECT):
            yield
            computer_player(kind)
