# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The menu during a game."""

from ..language import say
from ..saves.journal import TUTORIAL
from ..ui.list_screen import ListScreen


class Screen(ListScreen):
    """Go on, look something up, or quit the game."""

    ID = "pause"

    def __init__(self, app):
        super().__init__(app)
        from ..play import hint

        # As on the screen of the game.
        self._hints = not (app.test_mode or app.journal.size(TUTORIAL)) and hint.needed(app)
        self.seek(app.source)

    def title(self):
        return say("pause")

    def rows(self):
        keys = ["go_on", "rules", "coach", "settings", "fair_dice", "quit"]
        if self.app.match.human() is None:
            keys.remove("coach")
        if self.app.match.cup.typed:
            keys.remove("fair_dice")
        if self._hints:
            keys.insert(1, "leave_out_hints")
        rows = [(key, say(key), None) for key in keys]
        match = self.app.match
        if match.held is not None:
            rows.insert(1, ("undo", say("take", match.name(match.held)), None))
        elif match.undoable():
            rows.insert(1, ("undo", say("take", "".join([str(n) for n in match.game.dice])), None))
        return rows

    def open(self, key):
        if key == "go_on":
            self.back()
        elif key == "quit":
            self.app.show("menu")
        elif key == "undo":
            from ..play.undo import undo

            undo(self.app)
        elif key == "coach":
            self.app.show(key)
        elif key == "leave_out_hints":
            from ..play.hint import end

            end(self.app)
            self.back()
        elif key == "rules":
            game = self.app.match.game
            self.app.show(key, "pause", game, game.options)
        else:
            self.app.show(key, "pause")

    def back(self):
        self.app.show("play")
