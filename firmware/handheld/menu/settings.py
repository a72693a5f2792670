"""The settings screen: one row each, saved when a change is confirmed."""

from .. import settings
from ..language import say
from .list_screen import ListScreen, Row, SettingRow

TEST_MODE = "test_mode"
BOOT_LOADER = "boot_loader"


class Screen(ListScreen):
    """Changes show at once; B undoes."""

    EXPLAINS = 1
    parent = "menu"

    def rows(self):
        app = self.app
        lacks = (settings.PANEL,) + app.board.lacks
        rows = []  # type: list[Row]
        rows += [SettingRow(app, row) for row in settings.ROWS if row[0] not in lacks]
        if TEST_MODE not in lacks:
            word = say("on" if app.test_mode else "off")
            given = {"value": word, "change": self._step_test_mode}
            rows.append(Row(TEST_MODE, self._keep_test_mode, **given))
        if BOOT_LOADER not in lacks:
            asked = "ask", self.ID, BOOT_LOADER, None, (self.parent,)
            rows.append(Row(BOOT_LOADER, app.show, *asked))
        return rows

    def detail(self):
        app = self.app
        game = app.match.game if self.parent == "pause" else app.setup and app.setup.variant
        return game.ID if game else ""

    def _step_test_mode(self, step):
        self.app.test_mode = not self.app.test_mode

    def _keep_test_mode(self):
        if not self.app.test_mode:
            self.app.cup.fair()

    def snapshot(self):
        return dict(self.app.settings), self.app.test_mode

    def restore(self, saved):
        self.app.settings, self.app.test_mode = saved
        settings.apply(self.app)
