# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Take the steps of a job that nobody has asked for yet, where nothing else happens."""

from shared_rules.errors import RulesError
from shared_rules.thinking import Thought

from . import folders
from .board import elapsed


class Ahead:
    """Takes the steps of a generator for `app`. `thought`: what is in progress, or None.

    needs: the folders that it loads; others make way for them. Without any nothing makes way.
    """

    def __init__(self, app, after_ms, steps, needs=()):
        self._app = app
        self._after_ms = after_ms
        self._steps = steps
        self._needs = needs
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
                if self._needs and not folders.spare(folders.AHEAD):
                    folders.make_room(more=folders.AHEAD, keep=self._needs)
                    self._begun = args + (folders.gone,)
                if folders.spare(folders.AHEAD) and not self.thought.step():
                    return
            except (RulesError, MemoryError):
                pass  # a kept game that cannot be read, or no room: it is loaded later
            self.thought = None
