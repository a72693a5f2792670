"""The statistics: records, wins by rival, luck and skill, games; and their reset."""

from shared_rules.players import KINDS

from ..drawing.canvas import RIGHT
from ..game.parts import HUMAN
from ..language import decimal, explain, say, wrap
from ..ui.base import BOTH, talk
from ..ui.text_screen import LINES, TextScreen
from . import stats

PLAIN = ("streak", "best_streak", "best_turn", "biggest_bust")
RIVALS_SHOWN = 4  # on a page
_OWN = "statistics_own"  # the title of pages on dice that people typed in
_CHART_X = 40
_PITCH = 4  # pixels from game to game
_GAVE_Y, _GAVE_HEIGHT = 23, 12  # the axis, and the pixels above and below it
_LOST_Y, _LOST_HEIGHT = 38, 17
_OF_A_PIXEL = 5000  # what the dice gave, in hundred-thousandths of a win; the same of a loss
_LOST_A_PIXEL = 2000
_DOTS = b"\x01\x00\x00\x00" * 32


def percent(number):
    """Return hundredths as text, such as +1.25."""
    return decimal("%+.2f" % (number / 100))


class Screen(TextScreen):
    """A resets, after a question, if there is something; B goes back."""

    # A page has lines of text, rivals (tuples), or nothing: the chart.

    def __init__(self, app, parent):
        super().__init__(app, parent)
        self.read()

    def read(self):
        from ..game.names import game_name, name

        records = self.app.records()
        table = records.rows("table")
        totals = self._totals = {key: records.number(key) for key in stats.TOTALS}
        self._rows = stats.reviewed(records)
        self.page = 0
        variants, own = stats.variants(table), stats.variants(table, True)
        best = stats.best(records)
        games = sum([row[1] for row in variants])
        self._pages = []
        if not (games or own or best):
            self.add([say("statistics_none")])
            return
        lines = [say("statistics_games", games)]
        lines += [say("statistics_" + key, totals[key]) for key in PLAIN]
        if totals["rolls"]:
            lines.append(say("statistics_luck", percent(totals["luck"] // totals["rolls"])))
        if totals["decisions"]:
            # hundred-thousandths of a win, in per cent with two decimals
            loss = totals["loss"] // 10 // totals["decisions"]
            lines.append(say("statistics_loss", percent(loss)[1:]))
        if self._rows:
            mean = sum([loss for loss, _ in self._rows]) / len(self._rows) / 1000
            lines += wrap("%s: %s" % (say("lost_in_a_game"), decimal("%.1f%%" % mean)))
        self.add(lines)
        die, coin = records.entry("die", 1), records.entry("coin", 1)
        if max(die):
            faces = ["1-3: %d %d %d" % die[:3], "4-6: %d %d %d" % die[3:]]
            self.add(faces, _OWN)
        if max(coin):
            self.add([say("statistics_coin", *coin)], _OWN)
        rivals = sorted([(KINDS.find(row[0]), row) for row in stats.against(table)])
        self.add([row for _, row in rivals], "against_rivals", RIVALS_SHOWN)
        if self._rows:
            self._pages.append([say("luck_and_loss")])
        else:
            self.add(wrap(explain("review_more")))
        lines = []
        for game, sign, number, result, who in best:
            fewest = sign == "<"
            game = game_name(game)
            lines.append(say("statistics_to", game, int(number)) if fewest else game + ":")
            numbers = (result, int(number)) if number and not fewest else (result,)
            kind = "most" if not number else "turns" if fewest else "score"
            lines.append(say("statistics_" + kind, *(numbers + (who or name(HUMAN),))))
        self.add(lines, "best_results", LINES - 1)  # pairs of lines
        for title, rows in (("games_and_wins", variants), (_OWN, own)):
            lines = []
            for game, games, players in rows:
                lines.append("%s: %s" % (game_name(game), games))
                for kind, games, wins, _ in players:
                    who = say(HUMAN) if kind == HUMAN else name(kind)
                    lines.append(" %s: %d/%d" % (who, wins, games))
            self.add(lines, title)

    def add(self, lines, title="statistics", most=LINES):
        super().add(lines, say(title), most)

    def keys(self):
        keys = super().keys()
        if self.pages() < 2:  # there is nothing to forget
            return keys
        return [("A", say("reset"), talk, self.app, self._reset()), keys[0], (BOTH, "", self._turn)]

    def _reset(self):
        """Generator: forget all, if that is meant."""
        from ..ui.question import Sure

        title = say("statistics_sure")
        if (yield Sure(self.app, title, self.picture, say("yes"), say("no"))):
            stats.reset(self.app.records())
            self.read()

    def picture(self, canvas):
        rows = self.shown()
        if not rows:
            self.draw_total(canvas)
        elif isinstance(rows[0], str):
            super().picture(canvas)
        else:
            self.draw_scores(canvas, rows)

    def draw_scores(self, canvas, rows):
        """Draw a bar for each rival: the share of games won against it, with a mark at one half."""
        from ..game.names import name

        for place, (kind, games, wins) in enumerate(rows):
            y = 11 + 11 * place
            canvas.text(0, y, name(kind))
            canvas.text(127, y, "%d/%d" % (wins, games), 1, False, RIGHT)
            canvas.blit(_DOTS, 0, y + 9, 128, 1)
            canvas.fill_rect(0, y + 8, 127 * wins // games, 2)
            canvas.vline(64, y + 8, 2, 2)

    def draw_total(self, canvas):
        """Draw the reviewed games, the latest on the right: what the dice gave, and what was lost.

        The sums beside it are those of all reviewed games.
        """
        totals = self._totals
        canvas.text(0, 12, say("chart_dice_gave"))
        canvas.text(0, 21, percent(totals["gave"] // 1000))
        canvas.text(0, 29, say("chart_in_wins"))
        canvas.text(0, 38, say("chart_choices_lost"))
        canvas.text(0, 47, percent(totals["loss"] // 1000)[1:])
        canvas.hline(_CHART_X, _GAVE_Y, 128 - _CHART_X)
        canvas.hline(_CHART_X, _LOST_Y, 128 - _CHART_X)
        for place, (loss, gave) in enumerate(self._rows):
            x = _CHART_X + 1 + _PITCH * place
            height = min(_GAVE_HEIGHT, (abs(gave) + _OF_A_PIXEL // 2) // _OF_A_PIXEL)
            canvas.fill_rect(x, _GAVE_Y if gave < 0 else _GAVE_Y - height, _PITCH - 1, height + 1)
            height = min(_LOST_HEIGHT, (loss + _LOST_A_PIXEL // 2) // _LOST_A_PIXEL)
            canvas.fill_rect(x, _LOST_Y, _PITCH - 1, height + 1)
