"""Gran Cerdo's victory points: during the game as they stand, at the end milestone by milestone."""

from ..drawing.canvas import RIGHT
from ..language import explain, say
from ..ui.base import BaseScreen

COLUMNS = ((75, 90), (115, 128))  # right edges: what a pig has, and its points for that
ROW_HEIGHT = 8


class Screen(BaseScreen):
    """During the game B goes back, up to the coach.

    At the end A shows the next milestone, after the last one the result; B shows all.
    """

    def __init__(self, app):
        super().__init__(app, "play")
        game = app.match.game
        has = (game.scores, ("", ""), game.oinks, game.most_rolls)
        # A row: what it is called, what each pig has, and the points for that.
        self.rows = [(name, has[at], points) for at, (name, points) in enumerate(game.milestones())]
        self.shown = 1
        if not game.over:
            self.rows = [row[:2] + (("", ""),) for row in self.rows if row[1][0] != ""]
            self.shown = len(self.rows) + 1

    def title(self):
        return say("points")

    def keys(self):
        app = self.app
        if not app.match.game.over:
            return super().keys() + [("▲", say("coach"), app.show, "coach")]
        if self.shown > len(self.rows):
            return [("A", say("next"), app.show, "result")]
        every = ("B", say("all"), self._reveal, len(self.rows) + 1)
        return [("A", say("next"), self._reveal, self.shown + 1), every]

    def _reveal(self, count):
        self.shown = count

    def picture(self, canvas):
        match = self.app.match
        for pig in (0, 1):
            canvas.text(COLUMNS[pig][1], 0, match.name(pig), 1, False, RIGHT)
        y = 11
        rows = [(say(row[0]),) + row[1:] for row in self.rows[: self.shown]]
        if self.shown > len(self.rows):
            total = say("total" if match.game.over else "points")
            rows.append((total, ("", ""), match.game.standings()))
        for place, (label, has, points) in enumerate(rows):
            if place == len(self.rows):
                canvas.hline(80, y + 1, 48)
                y += 3
            canvas.text(0, y, label)
            for pig in (0, 1):
                left, right = COLUMNS[pig]
                word = str(has[pig])
                word += ":" if match.game.over and 0 < len(word) < 4 else ""
                canvas.text(left, y, word, 1, False, RIGHT)
                canvas.text(right, y, str(points[pig]), 1, False, RIGHT)
            y += ROW_HEIGHT
        if not match.game.over:
            canvas.text(0, 47, explain("in_a_round"))
