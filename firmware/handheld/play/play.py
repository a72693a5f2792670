"""The game: what each button does, who acts, and what comes of it."""

from shared_rules.errors import BadDice
from shared_rules.game import ROLL
from shared_rules.variants import ids

from .. import folders
from ..ahead import Ahead
from ..board import RELEASE, elapsed
from ..drawing.canvas import RIGHT, text_width
from ..game.parts import PERFECT
from ..language import say
from ..saves.journal import TUTORIAL
from ..ui.base import BaseScreen, draw_footer, talk
from . import roll

# between actions of computer players, so that people can follow
COMPUTER_MS = {"slow": 1500, "normal": 800, "quick": 300}
_UNDO_MS = 700  # longer after a person's hold, which can be taken back
_RESULT_MS = 1500  # from the last action to the result
_COACH_MS = 500  # from a person's turn to code and table of the coach


def _aim(game):
    """Return the target for the header, or the turn of how many, or ""."""
    if game.goal():
        return "⚑%d" % game.goal()
    rounds = game.options.get("rounds")
    return "%d/%d" % (game.round(), rounds) if rounds else ""


class Screen(BaseScreen):
    """A rolls or stands, B holds or sits; up and down choose a number of dice, or open the rest.

    The parts that a game does not need are None, to save their memory: `hint` (a line for the first
    game), `extras` (other pictures than plain dice), `shared` (a roll counts for all), `practice`.
    """

    # dice: their number, if the player chooses it. last: of the last turn, (name, what ended it,
    # points). _scores: when the turn began; _total: before the last action. rolls: of this turn, or
    # the last of them, as texts. _seen: (turn total, scores) on the picture.

    def __init__(self, app):
        super().__init__(app)
        match = self.match = app.match
        game = self.game = match.game
        self.dice = 1
        self.last = self.motion = self._seen = None
        self.rolls = ()
        self.large = app.settings["large"] == "on"
        self.look = match.looks(app.settings)
        self.table, self.width = roll.table_of(game.players)
        self.hint = self.extras = self.shared = self.practice = None
        if game.ID == ids()[0] and not (app.test_mode or app.journal.size(TUTORIAL)):
            from . import hint

            self.hint = hint if hint.needed(app) else None
        self.rule = []  # what stands in the place of dice, before the first roll
        if not game.dice and (game.players < 3 or not any(game.scores)):
            from ..game.rule_lines import start

            self.rule = [game.NAME] + start(game)
        least, most = game.dice_limits()
        # Of one die people choose the number, too.
        if self.look or game.SHARED_ROLL or least < most or "max_dice" in game.options:
            from . import play_extras

            self.extras = play_extras
        if game.SHARED_ROLL:
            from .shared import Choices

            self.shared = Choices(self)
        elif app.settings.get("practice") and game.players > 1 and match.number >= 0:
            # A challenge counts, so nobody is warned.
            from .practice import Practice

            self.practice = Practice(self)
        self._acted_ms = app.now
        self._scores = list(game.scores)
        self._total = game.turn_total
        self._turn = game.turn
        self._ahead = Ahead(app, self._load_ahead, (), _COACH_MS)

    def keys(self):
        app, game, match = self.app, self.game, self.match
        menu = ("▼", "≡", app.show, "pause")
        if game.over:
            return [("A", say("skip"), app.show, self.look.get("end", "result"))]
        if self.shared and self.shared.choosing():
            return self.shared.keys()
        rows = []  # type: list[tuple]
        for sign, action in zip("AB", game.legal_actions()):
            label = say(self.look.get("roll", action) if action == ROLL else action)
            rows.append((sign, label, self._press, action))
        undo = []
        if not self.shared and (match.held is not None or len(rows) < 2 and match.undoable()):
            undo = [("B", say("undo"), self._undo)]
        if match.computer() is not None:
            return [("A", say("skip"), self._skip)] + undo + [menu]
        if game.dice_range():
            return rows + self.extras.keys(self) + [("B",) + menu[1:]]
        rows += undo
        # More letters leave no room for the coach.
        sign = "?" if sum([len(row[1]) for row in rows]) < 14 else None
        return rows + [("▲", sign, app.show, self.look.get("coach", "coach")), menu]

    def decide(self, event):
        if event < RELEASE:
            if self.shared and self.shared.waits():
                return
            self.motion = None
            self.app.dirty = True
        super().decide(event)

    def _undo(self):
        from .undo import undo

        undo(self.app, self._acted_ms)

    def _skip(self):
        """End the pause of a computer's turn."""
        self._acted_ms = self.app.now - 2 * COMPUTER_MS["slow"]

    def _press(self, action):
        self.choose(action, self.match.human(), self.dice_number() if action == ROLL else None)

    def choose(self, action, player, dice=None):
        """Let a player act, after the questions that come before; `dice`: their number."""
        talk(self.app, self._ask(action, player, dice))

    def _ask(self, action, player, dice):
        """Generator of `choose`."""
        app, match = self.app, self.match
        if self.practice and not (yield from self.practice.sure(action, player, dice)):
            return
        if action == ROLL and match.asked():
            from ..game.typed_dice import ask

            if not (yield from ask(app, self.look, player, dice)):
                return
        try:
            (self.shared or app).act(action, player, dice)
        except BadDice:
            app.dirty = True  # a scripted roll that these dice cannot show is skipped

    def secret(self):
        return self.game.SHARED_ROLL and self.game.choosing

    def tick(self, now_ms):
        app = self.app
        motion = self.motion
        if motion:
            if not motion.goes_on(now_ms):
                self.motion = None
            app.dirty = app.dirty or motion.changed
            app.due(motion.left)
        waited = elapsed(now_ms, self._acted_ms)
        if self.game.over:
            if waited >= _RESULT_MS:
                app.show(self.look.get("end", "result"))
            app.due(max(0, _RESULT_MS - waited))
        elif self.match.computer() is not None:
            if self.match.held is not None:
                waited -= _UNDO_MS
            left = 0 if app.hurry else COMPUTER_MS[app.settings["speed"]] - waited
            app.due(max(0, left))
            if left <= 0 and not app.job:
                app.think(self.match.think(), self._chosen)
        elif not self.practice:
            self._ahead.tick(self._acted_ms)

    def _load_ahead(self):
        """Generator; load what a person may look at next, for advice the table, too."""
        if not folders.client():
            yield
            __import__("handheld.menu.pause")
        if self.game.players == 2 and PERFECT not in self.match.computers:
            from ..game.advice import steps

            yield
            yield from steps(self.game, self.match.human())

    def _chosen(self, choice):
        """Let the computer act."""
        self.choose(choice[0], self.match.computer(), choice[1])

    def acted(self, action, player):
        game = self.game
        if self.rule:  # it is wider than what falling dice erase
            self.app.canvas.fill_rect(0, 9, 128, 46, 0)
        self.rule = []
        self._acted_ms = self.app.now
        self.app.job = None
        self._ahead = Ahead(self.app, self._load_ahead, (), _COACH_MS)
        if self.practice:
            self.practice.think()
        if self.shared:
            self.shared.acted(action)
        effect = action == ROLL and game.effect(game.dice)
        # True if a roll ended the turn with nothing.
        lost = bool(effect and not (effect.factor or effect.points or effect.goes_on))
        app = self.app
        pace = app.settings["motion"]
        if self._seen and pace != "off" and not app.test_mode and not app.hurry:
            from ..drawing.motion import Motion

            fall = action == ROLL and not self.match.typed
            self.motion = Motion(app.now, fall, lost, self._seen, 1 + (pace == "short"))
        if game.turn != self._turn or game.over:
            self.last = self.match.told(player, lost, self._scores[player], self._total)
            self._turn = game.turn
            self._scores = list(game.scores)
        self._total = game.turn_total

    def draw_motion(self, canvas):
        return roll.draw_motion(canvas, self, self.motion)

    def mover(self):
        """Return the player to move or at the arrow; None while all wait for a roll for all."""
        if self.shared and not self.game.choosing:
            return None
        if self.shared and self.shared.choosing():
            return self.shared.at_arrow()
        mover = self.match.computer()
        return self.match.human() if mover is None else mover

    def dice_number(self):
        """Return the chosen number of dice, None if the player does not choose it."""
        limits = self.game.dice_range()
        return min(limits[1], max(limits[0], self.dice)) if limits else None

    def draw(self, canvas):
        if not (self.shared and self.shared.draw(canvas)):
            self._draw(canvas)
        draw_footer(canvas, self.keys())
        if self.hint:
            self.hint.draw(canvas, self.match)

    def _draw(self, canvas):
        game, match, motion = self.game, self.match, self.motion
        extras, table = self.extras, self.table
        look, large = self.look, self.large
        scores = game.scores
        total = game.turn_total
        self._seen = (total, list(scores))
        if motion:
            scores = [motion.part(old, new) for old, new in zip(motion.scores, scores)]
            total = motion.part(motion.total, total)
        mover = self.mover()
        letters = look.get("rounds", "")
        if letters >= "A" and not (motion or game.roll_number) and (game.turn > 1 or game.over):
            from . import rounds

            rounds.draw(canvas, match, letters)
            return
        title = self.title()
        canvas.text(0, 0, title)
        right = extras and extras.rounds(canvas, game, look, title, not large) or _aim(game)
        if text_width(title) + text_width(right) < 98:
            canvas.text(100, 0, right, 1, False, RIGHT)
        dice = self.dice_number() if match.computer() is None and not motion else None
        if game.players < 3 or not self.rule:
            table.draw_scores(canvas, match, mover, scores, total * bool(game.turn_total), large)
        if not dice:
            roll.draw(canvas, self, motion)
        name, event, points = self.last or ("", "", 0)
        points = total if motion and motion.lost else points  # it falls to 0
        number = "%+d" % points if points else ""
        if self.rule:
            from ..game.rule_lines import draw

            draw(canvas, self.rule, dice)
        elif game.roll_number and not game.over:
            held = "" if mover is None else "%s %s" % ("=", game.scores[mover] + total)
            table.draw_total(canvas, self.width, "%+d" % total, held, large)
        elif dice:
            box = table.rect(self.width, dice, True, large)
            extras.draw_number(canvas, self.width, dice, (name, event, number), box)
        else:
            hint = extras.hint(game, look) if extras else ""
            table.show_result(canvas, self.width, name, event, hint, number)

    def title(self):
        """Return whose turn it is, or what the game waits for."""
        game, match, mover = self.game, self.match, self.mover()
        if game.over:
            return say("over")
        part = self.practice or self.shared
        if part and part.heading():
            return part.heading()
        if game.players == 1:
            return say("nth_turn", game.turn)
        key = "turn_of"
        if match.computer() is not None:
            key = "no_table" if getattr(match.strategy(mover), "fault", "") else "thinking"
        return say(key, match.name(mover))
