"""The menu during a game."""

from .. import folders
from ..ahead import Ahead, load_all
from ..language import say
from ..saves.journal import TUTORIAL
from .list_screen import ListScreen, Row


class Screen(ListScreen):
    """Go on, look something up, or quit the game."""

    def __init__(self, app):
        super().__init__(app, "play")
        from ..play import hint

        # As on the screen of the game.
        self._hints = not (app.test_mode or app.journal.size(TUTORIAL)) and hint.needed(app)
        self.seek(app.source)
        self._ahead = Ahead(app, load_all, [folders.MENU])

    def tick(self, now_ms):
        super().tick(now_ms)
        self._ahead.tick(self.app.power.pressed_ms, "menu.rules menu.menu")

    def rows(self):
        match, show = self.app.match, self.app.show
        game = match.game
        rows = [Row("go_on", self.back)]
        taken = ""
        if match.held is not None:
            taken = match.name(match.held)
        elif match.undoable():
            taken = "".join([str(face) for face in game.dice])
        if taken:
            rows.append(Row("undo", self._undo, label=say("take", taken)))
        if self._hints:
            rows.append(Row("leave_out_hints", self._end_hints))
        rows.append(Row("rules", show, "rules", self.ID, game, game.options))
        if match.human() is not None:
            rows.append(Row("coach", show, "coach"))
        rows.append(Row("settings", show, "settings", self.ID))
        if not match.typed:
            rows.append(Row("fair_dice", show, "fair_dice", self.ID))
        return rows + [Row("quit", show, "menu")]

    def _undo(self):
        from ..play.undo import undo

        undo(self.app)

    def _end_hints(self):
        from ..play.hint import end

        end(self.app)
        self.back()
