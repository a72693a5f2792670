# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Load what the next game needs, while the set-up is shown."""

from shared_rules.errors import RulesError
from shared_rules.variants import ids

from .board import elapsed
from .game.parts import HUMAN, PERFECT, computer_player, rules, table_of
from .memory import MATCH, PLAY, Within, spare, tidy
from .saves.journal import TUTORIAL

# What a game needs is loaded ahead: when nothing was pressed for so long, while so many bytes are
# free.
_QUIET_MS = 200
_ROOM = 34 * 1024


class Ahead:
    """Loads what the next game needs before A begins it, a module or two in a step."""

    def __init__(self, app):
        self._app = app
        self._game = None
        self._steps = iter(())

    def tick(self, identifier, kinds):
        """Do a step for a game of the variant with these kinds of players; True: all is there."""
        app = self._app
        game = (identifier, list(kinds))
        if self._game != game:
            left = _QUIET_MS - elapsed(app.now, app.power.pressed_ms)
            if left > 0:
                app.due(left)
                return False
            self._game = game
            self._steps = self._run(identifier, game[1])
        for _ in self._steps:
            app.due(0)
            return False
        return True

    def _run(self, identifier, kinds):
        from .begin.new_match import forget_unneeded

        forget_unneeded(self._app, identifier, kinds)
        try:
            for _ in self._imports(identifier, kinds):
                yield
                tidy()
                if not spare(_ROOM):
                    return
        except (RulesError, MemoryError):
            pass  # a kept game that cannot be read, or no room: it is loaded later

    def _imports(self, identifier, kinds):
        """Generator: import a module or two after each step."""
        yield
        with Within(PLAY):
            from .play import play as play
        yield
        with Within(PLAY):
            table_of(len(kinds))
        yield
        with Within(PLAY):
            from .game import saved_game as saved_game
        if identifier == ids()[0] and not self._app.journal.size(TUTORIAL):
            yield
            with Within(PLAY):
                from .play import hint as hint
        yield
        rules(identifier)
        yield
        with Within(MATCH):
            from shared_rules.players import by_name as by_name
        for kind in kinds:
            if kind not in (HUMAN, PERFECT):
                yield
                computer_player(kind)
