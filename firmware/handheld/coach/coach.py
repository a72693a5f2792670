"""The coach: the chance to win after each action, the best action, the cost of the next best."""

from ..game.parts import HUMAN
from ..language import lines_of, say
from ..ui.base import BaseScreen, draw_footer, draw_header


class Screen(BaseScreen):
    """B goes back to the game, A opens the map if there is one."""

    def __init__(self, app):
        super().__init__(app, "play")
        match = app.match
        self._name = match.name(match.human())
        self._advice = None
        app.think(match.advice(match.human()), self._take)

    def _take(self, answer):
        self._advice = answer

    def keys(self):
        map_key = [("A", say("map"), self.app.show, "map")] if self.map() else []
        return map_key + super().keys()

    def map(self):
        """Return True if the tables have the better choice at each turn total."""
        answer = self._advice
        game = self.app.match.game
        least, most = game.dice_limits()
        if not answer or answer["source"] != "perfect" or game.SHARED_ROLL:
            return False
        return least == most and game.players > 1 and max(game.scores) < game.goal() <= 100

    def draw(self, canvas):
        answer = self._advice
        match = self.app.match
        look = match.looks(self.app.settings)
        keys = self.keys()
        if answer:
            from . import chances
        if answer and "actions" in answer:
            key, given = "your chance", ()
            if match.game.players == 1:
                key = "expected " + answer["measure"]
            elif [kind for kind, _ in match.seats].count(HUMAN) > 1:
                key, given = "chance of one of you", (self._name,)
            draw_header(canvas, chances.coach_lines(key, *given)[0])
            chances.draw(canvas, answer, look, chances.advice(answer, look))
            chances.keys(canvas, keys, answer)
            return
        draw_header(canvas, "%s: %s" % (say("coach"), self._name))
        draw_footer(canvas, keys)
        if answer:
            canvas.text(0, 14, chances.coach_lines("rule of thumb")[0])
            canvas.text(8, 26, chances.action_name(answer["action"], look), 2)
        else:
            canvas.rect(0, 11, 128, 11)
            canvas.rect(0, 24, 128, 11)
            canvas.text(0, 37, lines_of(self.ID, "work in progress")[0])
