"""The map: roll or hold at every own score and turn total, at the opponent's present score."""

# Lit means roll; the cross marks the present position. Own score to the right, turn total upwards.
# Each column takes 0.1 s on the device, so they appear one by one, from the cross outwards.

from ..drawing.canvas import RIGHT
from ..game.table_file import perfect_player
from ..language import lines_of, say
from ..ui.base import BaseScreen
from ..ui.text_screen import draw_lines

LEFT, BASE = 20, 54  # the pixel of score 0 and turn total 0
WIDTH, HEIGHT = 100, 43
PAGES = 6  # rows of the picture, above the base
_TICKS = 20
_PIECES = 2  # of work between two looks at the buttons: 20 ms


def columns(start, number):
    """Generator: yield `start`, then the other columns of `number`, the nearest first."""
    yield start
    for far in range(1, number):
        if start + far < number:
            yield start + far
        if start >= far:
            yield start - far


class Screen(BaseScreen):
    """B goes back to the game."""

    def __init__(self, app):
        super().__init__(app, "play")
        game = self.game = app.match.game
        target = game.options["target"]
        # Pixels per score, pixels per turn total, and turn totals per pixel.
        self.across = WIDTH // target
        self.up = max(1, HEIGHT // target)
        self.step = 1 if game.DICE == 1 else 2
        self._picture = bytearray(PAGES * WIDTH)
        self.fault = ""
        app.think(self.work(), None, _PIECES)

    def work(self):
        """Generator: draw the picture column by column."""
        game = self.game
        # Load modules in steps.
        from shared_rules.players.tables import race

        yield None
        perfect = perfect_player()
        yield None
        try:
            yield from perfect.open(game)
            outcomes = perfect.outcomes_of(game)
            for score in columns(max(0, game.scores[game.player]), game.options["target"]):
                rolls = yield from race.column(perfect, game, outcomes, score)
                self._plot(score * self.across, rolls)
        except Exception as error:
            perfect.forget_table(game, error)
        self.fault = perfect.fault
        self.app.dirty = True

    def _plot(self, x, rolls):
        """Put a column into the picture: light it where rolling is worth more than holding."""
        for y in range(HEIGHT):
            total = y * self.step // self.up
            if total == 0 or (total < len(rolls) and rolls[total]):
                row = 8 * PAGES - 1 - y
                for at in range(x, x + self.across):
                    self._picture[(row >> 3) * WIDTH + at] |= 1 << (row & 7)
        self.app.dirty = True

    def title(self):
        game = self.game
        mine, other = game.scores[game.player], game.scores[1 - game.player]
        more = "%+d" % game.turn_total if game.roll_number else ""
        return "%d%s : %d" % (mine, more, other)

    def picture(self, canvas):
        canvas.text(128, 0, "● " + say("roll"), 1, False, RIGHT)
        axes = lines_of("coach", "axes of the map")[0]
        canvas.text(128, 56, axes, 1, False, RIGHT)
        if self.fault:
            draw_lines(canvas, lines_of("coach", "no odds for it"), 20)
            return
        canvas.blit(self._picture, LEFT, BASE + 1 - 8 * PAGES, WIDTH, 8 * PAGES)
        canvas.vline(LEFT - 1, BASE - HEIGHT + 1, HEIGHT)
        for y in range(_TICKS, HEIGHT, _TICKS):
            canvas.text(LEFT - 3, BASE - y - 4, "%d" % (y * self.step // self.up), 1, False, RIGHT)
            canvas.hline(LEFT - 2, BASE - y, 2)
        # The cross, visible on lit and on dark.
        game = self.game
        x = LEFT + max(0, game.scores[game.player]) * self.across + self.across // 2
        up = max(0, game.turn_total) * self.up // self.step
        y = BASE - min(up, HEIGHT - 1)
        canvas.hline(x - 3, y, 7, 2)
        canvas.vline(x, y - 3, 3, 2)
        canvas.vline(x, y + 1, 3, 2)
