"""Drills: choose in ten positions, your own mistakes first, and see what a choice costs."""

from binascii import unhexlify

from shared_rules.errors import RulesError
from shared_rules.game import ROLL

from ..board import elapsed
from ..drawing.canvas import RIGHT, text_width
from ..game.match import Match
from ..game.parts import HUMAN, seats_of
from ..language import lines_of, say, text_or, wrap
from ..records.records import SERIES
from ..saves.journal import STATISTICS
from ..ui.base import BaseScreen, arrows, draw_footer, draw_header, signs_of
from ..ui.text_screen import draw_lines
from . import chances, drills

_BESIDE = 80  # pixels that large digits of the turn total leave
_WAIT_MS = 400  # a second tap in this time does not skip the answer


class Screen(BaseScreen):
    """A and B choose as in the game; after an answer A shows the next position, B leaves."""

    # match: the position as a game of two people; None: before the series, or after it. answer: its
    # odds, once they are worked out. choice: the answer, None before it. look: see `Match.looks`.

    def __init__(self, app, parent):
        super().__init__(app, parent)
        from ..game import names

        app.setup = None  # it is saved, and without its code there is room to think
        variant = names.read(app.journal)[0]
        self.mistakes = drills.saved_mistakes(app.records(), variant)
        self._name = names.game_name(variant)
        rows = lines_of(self.ID, variant)
        at = app.cup.thoughts.below(len(rows)) if rows else 0
        self._rows = self.mistakes + [unhexlify(row) for row in rows[at:] + rows[:at]]
        self.passed = {}  # what became of mistakes, by what they were
        self._place = self._right = self._lost = 0
        self._dice = 1
        self.match = self.answer = self.choice = self.look = None
        if self.mistakes:
            self.turn_to()

    def turn_to(self):
        """Ask the next position, or save the series."""
        self.match = self.answer = self.choice = None
        if self._place == drills.COUNT:
            records = self.app.records()
            self._before = records.rows("drill_series")
            drills.save(records, self._right, self._lost // drills.COUNT, self.passed)
        while self._rows and not self.match and self._place < drills.COUNT:
            self.data = self._rows.pop(0)
            try:
                game = drills.unpack(self.data)
            except RulesError:
                self.app.journal.damaged = STATISTICS
                self.passed[self.data] = b""
                continue
            self._dice = min(self._dice, game.dice_limits()[1])
            seats = seats_of([HUMAN] * 2)
            mover = self.mover = game.to_move()[0]
            seats[mover] = HUMAN, say("rival_name_human")
            match = self.match = Match(game, seats, self.app.cup)
            match.look = self.look
            self.look = match.looks(self.app.settings)
            self.app.think(match.advice(mover), self._take)

    def _take(self, answer):
        if answer["source"] != "perfect":
            self.turn_to()  # the table is missing
        else:
            self.answer = answer
            if self.choice:
                self.judge()

    def judge(self):
        worths = self.answer["actions"]
        lost = chances.tenths(worths[self.answer["action"]]) - chances.tenths(worths[self.choice])
        self._cost = lost
        self._place += 1
        self._lost += lost
        if not lost:
            self._right += 1
            if self.data in self.mistakes:
                self.passed[self.data] = drills.passed(self.data)
        self.app.sound.play("bust" if lost else "hold")
        self.app.dirty = True

    def keys(self):
        back = ("B", say("back"), self.back)
        if not self.match:
            if self._place == drills.COUNT:
                return [("A", say("again"), self.app.show, self.ID, self.parent), back]
            return [("A", say("start"), self.turn_to), back] if self._rows else [back]
        if self.choice:
            back = ("B", say("back"), self._once_seen, self.back)
            go_on = ("A", say("next"), self._once_seen, self.turn_to)
            return [go_on, back] if self.answer else [back]
        game = self.match.game
        limits = game.dice_range()
        if limits:
            roll = ("A", chances.action_name(ROLL, self.look), self._choose, "roll %d" % self._dice)
            return [roll] + arrows(signs_of(self._dice, limits), "", self._step_dice) + [back]
        keys = []
        for sign, name in zip("AB", game.legal_actions()):
            keys.append((sign, chances.action_name(name, self.look), self._choose, name))
        return keys + [("▼", "≡", self.back)]

    def _once_seen(self, deed):
        if elapsed(self.app.now, self._since_ms) >= _WAIT_MS:
            deed()

    def _step_dice(self, step):
        self._dice += step

    def _choose(self, choice):
        self.choice = choice
        self._since_ms = self.app.now
        if self.answer:
            self.judge()

    def draw(self, canvas):
        if self.match and self.choice and self.answer:
            self.draw_told(canvas)
        elif self.match:
            self.draw_scores(canvas)
        elif self._place == drills.COUNT:
            self.draw_total(canvas)
        else:
            draw_header(canvas, self._name)
            key = "without mistakes" if self._rows else "no odds for it"
            draw_lines(canvas, chances.coach_lines(key))
        draw_footer(canvas, self.keys())

    def draw_told(self, canvas):
        """Draw what the answer costs, and the odds of it and of the best choice or the next."""
        answer, lost = self.answer, self._cost
        worths, best = answer["actions"], answer["action"]
        if self.choice != best:
            answer = {"action": best, "actions": {n: worths[n] for n in (best, self.choice)}}
        title, count = chances.coach_lines("right answer"), ""
        if lost:
            title = chances.coach_lines("that is costly", chances.percent(lost))
        elif self.data in self.mistakes:
            count = "✓%d/%d" % (drills.count(self.data) + 1, drills.RIGHT)
        draw_header(canvas, title[0], count)
        chances.draw(canvas, answer, self.look, chances.advice(answer, self.look))

    def options_of(self):
        """Return the turn, where their number counts, and unusual options, as text."""
        game = self.match.game
        words = []
        if not game.goal():
            rounds = game.options.get("rounds") or len(self.look["rounds"])
            words.append(chances.coach_lines("turn of so many", game.round(), rounds)[0])
        for name, usual, _ in game.OPTIONS:
            value = game.options[name]
            if name == "target" and value != usual:
                words.append("⚑%d" % value)
            elif value not in (usual, "rounds") and name != "rounds":
                words.append(text_or("=" + str(value), str(value)))
        return ", ".join(words)

    def draw_scores(self, canvas):
        """Draw both scores, what is unusual, the turn total and what holding gives."""
        from ..game import scores

        match, place = self.match, "%d/%d" % (self._place + 1, drills.COUNT)
        game = match.game
        title = self._name
        if self.choice:
            title, place = chances.coach_lines("work in progress")[0], ""
        elif self.data in self.mistakes:
            title = chances.coach_lines("mistake of yours")[0]
        draw_header(canvas, title, place)
        total = game.turn_total
        scores.draw_scores(canvas, match, self.mover, game.scores, total, False)
        lines = wrap(self.options_of())
        for row, line in enumerate(lines):
            canvas.text(128, 26 + 22 * row, line, 1, False, RIGHT)
        if game.dice_range():
            x = canvas.digits(0, 34, "%d" % self._dice)
            canvas.text(x + 2, 42, say("dice" if self._dice > 1 else "die"))
            return
        if text_width("".join(lines[1:])) > _BESIDE:
            canvas.text(0, 39, "%+d" % total)
        else:
            canvas.digits(0, 34, "%+d" % total)
        canvas.text(128, 39, "= %d" % (game.scores[self.mover] + total), 1, False, RIGHT)

    def draw_total(self, canvas):
        """Draw the result, and the right choices of the latest series as columns."""
        coach_lines, percent = chances.coach_lines, chances.percent
        draw_header(canvas, coach_lines("right answers", self._right, drills.COUNT)[0])
        lost = percent(self._lost // drills.COUNT)
        canvas.text(0, 11, coach_lines("lost a choice", lost)[0])
        if self._before:
            mean = sum([lost for _, lost in self._before]) // len(self._before)
            canvas.text(0, 20, coach_lines("lost before that", percent(mean))[0])
        series = [right - 1 for right, _ in self._before] + [self._right]
        series = [min(right, drills.COUNT) for right in series[-SERIES:]]
        canvas.word(0, 40, " ".join([str(right) for right in series]), 128, 14)
        for place, right in enumerate(series):
            canvas.fill_rect(8 * place, 53 - 2 * right, 6, 2 * right)
        canvas.hline(0, 53, 8 * SERIES)
