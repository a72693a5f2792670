# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Load the code of screens, and forget what is no longer needed: see `handheld.memory`."""

import sys

from . import memory
from .game.parts import HUMAN, forget_check

# The rooms, each with its screens.
SCREENS = (
    " menu: title menu names settings rules challenge fair_dice roll_off learn"
    " play: play practice shared_people shared_roll result pause reckoning"
    " coach: coach map review drill records: statistics feats"
    " service: service self_test about caller qr ask "
)

# So many bytes of heap are free, or code that was loaded ahead goes: always, and after a request
# outside of a game.
_LEAST_ROOM = 30 * 1024
_ROOM = 41 * 1024
_ALONE = ("drill", "review")  # they think: the code of games and of what they lead back to goes


class ScreenLoader:
    """Loads for `app`. `ready`: the variant and the kinds of players whose code is loaded."""

    def __init__(self, app):
        self._app = app
        self._visited = ""  # the screen that an inner one leads back to
        self.ready = None
        memory.make_way = self.make_way

    def _variety(self, name):
        """Return the screen for `name`; "play" has several."""
        app = self._app
        if name == "play":
            if app.match.game.SHARED_ROLL:
                people = [kind for kind, _ in app.match.seats if kind == HUMAN]
                return "shared_roll" if len(people) < 2 else "shared_people"
            if app.settings.get("practice") and app.match.game.players > 1:
                return name if app.match.number < 0 else "practice"  # a challenge counts
        return name

    def _module(self, name):
        """Return the name of the module with the screen `name`."""
        name = self._variety(name)
        room = SCREENS[: SCREENS.index(" %s " % name)].rpartition(":")[0].rpartition(" ")[2]
        return "handheld.%s.%s" % (room, name)

    def show(self, keeps, name, *args):
        """Return the screen `name`, made with `args`. `keeps`: `KEEPS` of the one before.

        A screen that gets the name of another as the first of `args` leads back to it.
        """
        visited = self._visited
        if keeps in (name,) + args[:1]:
            visited = keeps
        if name in _ALONE or "menu" in (name,) + args[:1]:
            self.rest()  # each import would take longer
        scope = memory.PLAY if name == "play" else memory.VISIT
        # It is a text, so that the old screen goes before the new one comes.
        module = self._module(name)
        if visited in args[:1] and name not in _ALONE:
            scope = memory.INNER
        elif visited != name:
            memory.close(memory.VISIT)
            visited = name
        memory.close(memory.INNER)
        self._visited = visited
        memory.screen = scope
        left = memory.enter(scope)
        if module not in sys.modules:
            memory.tidy()
        memory.retry(__import__, module)
        screen = sys.modules[module].Screen(self._app, *args)
        if left >= memory.REQUEST:
            memory.enter(left)
        return screen

    def rest(self):
        """Forget the code of games."""
        self.ready = None
        if self._app.match:
            self._app.match.rest()
        memory.close(memory.MATCH, memory.ADVICE, memory.PLAY)

    def make_way(self, again=False):
        """Forget all that can be loaded again, unless it is in use.

        again: for the request in progress, which has stopped and begins again.
        """
        self.make_room(room=1 << 29, again=again)  # more than there is

    def make_room(self, asked=False, room=_LEAST_ROOM, again=False):
        """Forget code of games that is not in use, unless so many bytes are free.

        asked: a request was answered. again: see `make_way`.
        """
        app = self._app
        # There is no screen while the next one is loaded.
        if (again or app.bridge.job is None) and not (app.screen and app.screen.thinks()):
            playing = memory.screen == memory.PLAY
            if asked and not playing:
                room = _ROOM
            if memory.SCARCE and not memory.spare(room):
                memory.close(memory.ADVICE)
                if not (playing or memory.spare(room)):
                    self.rest()
            forget_check()
