# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The game: dice, turn total, every score, whose turn it is, what each button does."""

from shared_rules.errors import BadDice
from shared_rules.game import HOLD, ROLL, SIT, STAND
from shared_rules.variants import ids

from ..ahead import Ahead
from ..board import DOWN, RELEASE, UP, A, B, elapsed
from ..drawing import dice_art
from ..drawing.canvas import CENTER, RIGHT, text_width
from ..game.parts import aim, table_of
from ..language import say
from ..saves.journal import TUTORIAL
from ..ui.base import BaseScreen, draw_footer

# between actions of computer players, so that people can follow
COMPUTER_MS = {"slow": 1500, "normal": 800, "quick": 300}
_UNDO_MS = 700  # longer after a person's hold, which can be taken back
_COACH_MS = 500  # from a person's turn to code and table of the coach
_RESULT_MS = 1500  # from the last action to the result
_HOLD_MS = 500  # B held for so long opens the menu while people choose a number of dice


class Screen(BaseScreen):
    """A rolls or stands, B holds or sits; up and down choose a number of dice, or open the menu."""

    ID = "play"

    def __init__(self, app):
        super().__init__(app)
        self.match = app.match
        self.game = game = app.match.game
        self._acted_ms = app.now
        self._dice = 1  # the number of dice, if the player chooses it
        self._held_ms = None  # since when B is down while they do
        self.last = None  # of the last turn: (name, what ended it, points)
        self._scores = list(game.scores)  # when the turn began
        self._total = game.turn_total  # before the last action
        self._rolls = ()  # of this turn, as texts
        self._turn = game.turn
        self._motion = None
        self._ahead = Ahead(app, _COACH_MS, app.match.advice_ahead)
        self._seen = None  # (turn total, scores) on the picture
        self._large = app.settings["large"] == "on"
        self._look = self.match.looks(app.settings)
        self.hint = None
        if game.ID == ids()[0] and not (app.test_mode or app.journal.size(TUTORIAL)):
            from . import hint

            self.hint = hint if hint.needed(app) else None
        self.extras = None
        self.rule = []  # what stands in the place of dice, before the first roll
        if not game.dice and (game.players < 3 or not any(game.scores)):
            from ..game.rule_lines import start

            self.rule = [game.NAME] + start(game)
        least, most = game.dice_limits()
        # Of one die people choose the number, too.
        if self._look or game.SHARED_ROLL or least < most or "max_dice" in game.options:
            from . import play_extras  # other variants save its memory

            self.extras = play_extras
        self._table = table_of(game.players)

    def decide(self, event):
        if event >= RELEASE:
            self._held_ms = None
            return
        app = self.app
        app.dirty = True
        self._motion = None
        game = self.game
        if game.over:
            app.show(self._look.get("end", "result"))
        elif event == B and self.undoes():
            from .undo import undo

            undo(app, self._acted_ms)
        elif self.match.computer() is not None:
            # A press during a computer's turn ends its pause.
            self._acted_ms = app.now - 2 * COMPUTER_MS["slow"]
            if event == DOWN:
                app.show("pause")
        elif event in (UP, DOWN) and game.dice_range():
            least, most = game.dice_range()
            self._dice = min(most, max(least, self._dice + (1 if event == UP else -1)))
            self.rule = []
        elif event == UP:
            app.show(self._look.get("coach", "coach"))
        elif event == DOWN:
            app.show("pause")
        elif event == B and game.dice_range():
            self._held_ms = app.now
        else:
            action = dict(self.actions()).get(event)
            if action:
                dice = self.dice_number() if action == ROLL else None
                self.play(action, self.match.human(), dice)

    def undoes(self):
        """Return True if B takes back the newest hold, or the newest roll that was typed in."""
        return self.match.undoes(B in dict(self.actions()))

    def thinks(self):
        return self._ahead.thought is not None

    def play(self, action, player, dice):
        """Let a player act. Skip a scripted roll that these dice cannot show."""
        if action == ROLL and self.match.asked():
            from ..game.typed_dice import ask

            return ask(self, player, dice)
        try:
            self.app.act(action, player, dice)
        except BadDice:
            self.app.dirty = True

    def actions(self):
        """Return the legal actions as a list of (button, action)."""
        legal = self.game.legal_actions()
        pairs = ((A, ROLL), (B, HOLD), (A, STAND), (B, SIT))
        return [(button, action) for button, action in pairs if action in legal]

    def dice_number(self):
        """Return the chosen number of dice, None if the player does not choose it."""
        allowed = self.game.dice_range()
        return min(self._dice, allowed[1]) if allowed else None

    def tick(self, now_ms):
        app = self.app
        motion = self._motion
        if motion:
            if not motion.goes_on(now_ms):
                self._motion = None
            app.dirty = app.dirty or motion.changed
            app.due(motion.left)
        if self._held_ms is not None:
            app.due(max(0, _HOLD_MS - elapsed(now_ms, self._held_ms)))
            if elapsed(now_ms, self._held_ms) >= _HOLD_MS:
                return app.show("pause")
        waited = elapsed(now_ms, self._acted_ms)
        if self.game.over:
            if waited >= _RESULT_MS:
                app.show(self._look.get("end", "result"))
            app.due(max(0, _RESULT_MS - waited))
        elif self.match.computer() is not None:
            if self.match.held is not None:
                waited -= _UNDO_MS
            left = 0 if app.hurry else COMPUTER_MS[app.settings["speed"]] - waited
            app.due(max(0, left))
            if left > 0:
                return
            choice = self.match.think()
            if choice:
                self.play(choice[0], self.match.computer(), choice[1])
        else:
            self._ahead.tick(self._acted_ms)

    def acted(self, action, player):
        game = self.game
        if self.rule:  # it is wider than what falling dice erase
            self.app.canvas.fill_rect(0, 9, 128, 46, 0)
        self.rule = []
        self._acted_ms = self.app.now
        self._ahead = Ahead(self.app, _COACH_MS, self.match.advice_ahead)
        effect = action == ROLL and game.effect(game.dice)  # lost: it ended the turn with nothing
        lost = bool(effect and not (effect.factor or effect.points or effect.goes_on))
        app = self.app
        pace = app.settings["motion"]
        if self._seen and pace != "off" and not app.test_mode and not app.hurry:
            from ..drawing.motion import Motion

            fall = action == ROLL and not self.match.cup.typed
            self._motion = Motion(app.now, fall, lost, self._seen, 1 + (pace == "short"))
        if game.turn != self._turn or game.over:
            self.last = self.match.told(player, lost, self._scores[player], self._total)
            self._turn = game.turn
            self._scores = list(game.scores)
        self._total = game.turn_total

    def rect(self):
        game = self.game
        return self._table.rect(game.players, len(game.dice), game.dice_range(), self._large)

    def draw_motion(self, canvas):
        frame = self._motion.tumbling() if self._motion else -1
        if frame < 0:
            return False
        y, width, height, _ = self.rect()
        if not self._motion.total:  # erase what was there between the turns, too
            width, height = self._table.width(self.game.players), 55 - y
        canvas.fill_rect(0, y - 2, width, height + 3, 0)
        self.draw_dice(canvas, frame)
        return True

    def draw_dice(self, canvas, frame=-1):
        """Draw the last roll; if `frame` is 0 or more, in the air."""
        game, look = self.game, self._look
        y, width, height, right = self.rect()
        motion = self._motion
        lit = motion.shake() if motion else 0
        x = min(lit, self._table.width(game.players) - width)  # up to the scores of a crowd
        if self.extras:
            width = self.extras.draw_dice(canvas, game, look, x, y, width, height, frame, motion)
        else:
            dice_art.draw_dice(canvas, x, y, width, height, game.dice, 0, None, frame)
        if lit:
            canvas.fill_rect(0, y, width, height, 2)
        if frame < 0 and game.roll_number > 1 and len(game.dice) < 3:
            if len(self._rolls) != game.roll_number:
                self._rolls = self.match.rolls()
            y += 1 if y > 16 else -1
            dice_art.rolls(canvas, width + 4, y, right - width - 4, self._rolls[:-1])

    def mover(self):
        """Return the player to move; None while all wait for a roll that counts for all."""
        mover = self.match.computer()
        return self.match.human() if mover is None else mover

    def draw(self, canvas):
        game = self.game
        match = self.match
        motion = self._motion
        extras = self.extras
        table = self._table
        look, large = self._look, self._large
        scores = game.scores
        total = game.turn_total
        self._seen = (total, list(scores))
        if motion:
            scores = [motion.part(old, new) for old, new in zip(motion.scores, scores)]
            total = motion.part(motion.total, total)
        mover = self.mover()
        if extras and not motion and extras.draw(canvas, match, look):
            draw_footer(canvas, self.keys())
            return
        title = self.title(mover)
        canvas.text(0, 0, title)
        right = extras and extras.rounds(canvas, game, look, title, not large) or aim(game)
        if text_width(title) + text_width(right) < 98:
            canvas.text(100, 0, right, 1, False, RIGHT)
        dice = self.dice_number() if match.computer() is None and not motion else None
        if game.players < 3 or not self.rule:
            table.draw_scores(canvas, match, mover, scores, total * bool(game.turn_total), large)
        if not dice:
            self.draw_dice(canvas)
        name, event, points = self.last or ("", "", 0)
        points = total if motion and motion.lost else points  # it falls to 0
        number = "%+d" % points if points else ""
        if self.rule:
            for at, line in enumerate(self.rule[-3:]):
                canvas.text(57 if dice else 64, 28 + 9 * at, line, 1, False, CENTER)
            canvas.digits(128, 38, str(dice or ""), False, RIGHT)
        elif game.roll_number and not game.over:
            held = "" if mover is None else "%s %s" % ("=", game.scores[mover] + total)
            table.draw_total(canvas, game.players, "%+d" % total, held, large)
        elif dice:
            box = table.rect(game.players, dice, True, large)
            extras.draw_number(canvas, game, dice, (name, event, number), box)
        else:
            hint = extras.hint(game, look) if extras else ""
            table.show_result(canvas, game.players, name, event, hint, number)
        draw_footer(canvas, self.keys())
        if self.hint:
            self.hint.draw(canvas, match)

    def title(self, mover):
        """Return the title: whose turn it is, or what the game waits for."""
        if self.game.over:
            return say("over")
        if mover is None:
            return self.extras.waiting(self.game)
        if self.game.players == 1:
            return say("nth_turn", self.game.turn)
        key = "turn_of"
        if self.match.computer() is not None:
            key = "no_table" if getattr(self.match.strategy(mover), "fault", "") else "thinking"
        return say(key, self.match.name(mover))

    def keys(self):
        """Return what the buttons do now: (key, label) for the bottom line."""
        game = self.game
        keys = [("B", say("undo"))] if self.undoes() else []
        if game.over or self.match.computer() is not None:
            return [("A", say("skip"))] + keys
        keys[:0] = [
            ("AB"[button - A], say(self._look.get("roll", action) if action == ROLL else action))
            for button, action in self.actions()
        ]
        if game.dice_range():
            return keys + [("▲▼", ""), ("B", "≡ 1 s")]
        # More letters leave no room for the coach.
        if sum([len(label) for _, label in keys]) < 15:
            keys.append(("▲", "?"))
        return keys + [("▼", "≡")]
