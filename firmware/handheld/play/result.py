"""Who has won, and every score."""

from ..board import elapsed
from ..drawing.canvas import CENTER
from ..game.parts import TYPED
from ..language import decimal, picture, say
from ..saves.journal import TUTORIAL
from ..ui.base import BaseScreen, draw_footer
from .roll import table_of

_Y = 31  # the top of the pig
_HOP = b"\x00\x01\x02\x02\x01\x00"  # pixels above the ground, a picture after the other
_FRAME_MS = 50
_HOPS_MS = 900


class Screen(BaseScreen):
    """A plays again with the same people, B goes to the menu."""

    def __init__(self, app):
        from ..game.advice import has_odds

        super().__init__(app, "menu")
        self._judged = has_odds(app.match.game)
        self._begun_ms = app.now
        self._pig = picture("pig")
        self._frame = 0
        players = app.match.game.players
        self._table, self._width = table_of(players)
        width = self._width
        self._x = 10 if width == 128 else (width - 40) // 2  # the pig's left edge
        self._best = None
        if players == 1:
            game = app.match.game
            start = game.__class__(game.options, 1)
            app.think(app.match.advice(0, start), self._take)
        if not app.journal.size(TUTORIAL):
            from .hint import end

            end(app)

    def keys(self):
        show, ended = self.app.show, self.ended()
        menu = "≡" if self._judged and ended else say("menu")
        keys = [("A", say("again"), self._again), ("B", menu, self.back)]  # type: list[tuple]
        if self._judged:
            keys.append(("▲", say("review"), show, "review", self.ID))
        return keys + [("▼", "QR", show, "qr", self.ID)] if ended else keys

    def _again(self):
        app, match = self.app, self.app.match
        game = match.game
        if match.number < 0:
            from ..begin.new_match import start_challenge

            start_challenge(app, -match.number)
            return
        # The player after the one who started this game starts the next.
        first = 0 if game.SHARED_ROLL else (game.first + 1) % game.players
        again = (game.ID, game.options, match.seats, first)
        if match.typed:
            app.start_match(*again, TYPED)
        elif app.settings["addition"] == "on":
            app.show("fair_dice", self.ID, again)
        else:
            app.start_match(*again)

    def ended(self):
        """Return True if the record may be told: the game is over also after a power cut."""
        match = self.app.match
        over = match.game.over and self.app.journal.saved
        from shared_rules.fair_dice import hashlib

        return over and (match.fair or match.typed) and hashlib

    def _take(self, answer):
        self._best = answer["expected"]

    def tick(self, now_ms):
        app = self.app
        shown = elapsed(now_ms, self._begun_ms)
        if app.settings["motion"] != "off" and not app.test_mode and self._frame >= 0:
            frame = shown // _FRAME_MS if shown < _HOPS_MS else -1
            app.dirty = app.dirty or frame != self._frame
            self._frame = frame
            app.due(_FRAME_MS - shown % _FRAME_MS)

    def draw_motion(self, canvas):
        if self._frame < 1:
            return False
        canvas.fill_rect(self._x, _Y - 2, 40, 25, 0)
        canvas.art(self._x, _Y - _HOP[self._frame % 6], self._pig)
        return True

    def title(self):
        """Return who of several players has won."""
        match = self.app.match
        winners = match.game.winners()
        if len(winners) > 1:
            return say("shared")
        name = match.name(winners[0])
        return say("you_have_won") if name == say("rival_name_human") else say("wins", name)

    def _draw_alone(self, canvas):
        """Draw what one player has made, and what best play makes on average."""
        match = self.app.match
        game = match.game
        turns = game.goal()
        number = game.turn if turns else game.scores[0]
        made = say("alone_turns" if turns else "alone_score", number)
        canvas.text(0, 0, say("alone_new_best") if match.best else made)
        if match.best:
            canvas.text(90, 38, made, 1, False, CENTER)
        else:
            canvas.text(90, 36, str(number), 2, False, CENTER)
        self._table.draw_scores(canvas, match, None, game.scores, 0, False)
        if self._best is not None:
            canvas.text(0, 20, say("alone_best", decimal("%.1f" % self._best)))

    def draw(self, canvas):
        if self.app.match.game.players == 1:
            self._draw_alone(canvas)
        else:
            self._draw_winners(canvas)
        canvas.art(self._x, _Y, self._pig)
        draw_footer(canvas, self.keys())

    def _draw_winners(self, canvas):
        from ..records.achievements import notice as notice_of

        match, width = self.app.match, self._width
        winners = match.game.winners()
        names = [match.name(player) for player in winners]
        title, notice = self.title(), notice_of(match)
        canvas.text(0, 0, notice or title)
        # Whose pig is on the lane of all.
        leader = winners[0] if len(winners) == 1 and width < 128 else None
        self._table.draw_scores(canvas, match, leader, match.game.standings(), 0, False)
        x, y, row = (90, 36, 2) if width == 128 else (width // 2, 15, width // 24)
        if len(names) > 1:
            if notice and width == 128:
                canvas.text(x, 46, title, 1, False, CENTER)
            for at in range(0, min(len(names), 2 * row), row):
                canvas.text(x, y + 8 * at // row, " ".join(names[at:][:row]), 1, False, CENTER)
        elif notice and width > 40:
            canvas.text(x, 38 if width == 128 else 19, title, 1, False, CENTER)
        else:
            canvas.text(x, y, names[0], 2, False, CENTER)
