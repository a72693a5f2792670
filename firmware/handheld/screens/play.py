# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The game: dice, turn total, every score, whose turn it is, what each button does."""

from shared_rules.errors import BadDice
from shared_rules.game import HOLD, ROLL, SIT, STAND

from ..board import DOWN, RELEASE, UP, A, B, elapsed
from ..drawing.canvas import RIGHT
from ..drawing.dice_art import DIE, draw_dice
from ..language import known, say
from ..memory import load
from ..texts import lines_of
from .base import BaseScreen, draw_footer
from .scores import WIDE, draw_scores, table_width

# between actions of computer players, so that people can follow
COMPUTER_MS = {"slow": 1500, "normal": 800, "quick": 300}
_UNDO_MS = 700  # longer after a person's hold, which can be taken back
_RESULT_MS = 1500  # from the last action to the result
_TIE_SOON = 5  # announce the end of the game by busts when so few are left


class Screen(BaseScreen):
    """A rolls or stands, B holds or sits; up and down choose a number of dice, or open the menu."""

    ID = "play"

    def __init__(self, app):
        super().__init__(app)
        self.match = app.match
        self.game = app.match.game
        self._acted_ms = app.now
        self._dice = 1  # the number of dice, if the player chooses it
        self._last = ""  # what ended the last turn
        self._scores = list(self.game.scores)  # when the turn began
        self._turn = self.game.turn
        self._motion = None
        self._seen = None  # (turn total, scores) on the picture
        self._large = app.settings["large"] == "on"
        if self.match.look is None:
            # See `pages/looks.txt`. Reading takes so long that the match keeps it.
            self.match.look = dict([line.split("=") for line in lines_of("looks", self.game.ID)])
        self._look = self.match.look
        self._coin = self._look.get("art") == "coin"  # larger: less room below
        self.extras = None
        if self._look:
            # Import it only here: other variants save its memory.
            from . import play_extras

            self.extras = play_extras

    # --- decide

    def decide(self, event):
        if event >= RELEASE:
            return
        app = self.app
        app.dirty = True
        self._motion = None
        game = self.game
        if game.over:
            self.show_result()
        elif event == B and self.takes():
            load("undo").undo(app, self._acted_ms)
        elif self.match.computer() is not None:
            # A press during a computer's turn ends its pause.
            self._acted_ms = app.now - 2 * COMPUTER_MS["slow"]
            if event == DOWN:
                app.show("pause")
        elif event in (UP, DOWN) and game.dice_range():
            least, most = game.dice_range()
            self._dice = min(most, max(least, self._dice + (1 if event == UP else -1)))
        elif event == UP:
            app.show("coach")
        elif event == DOWN or (event == B and game.dice_range()):
            app.show("pause")
        else:
            for button, action in self.actions():
                if button == event:
                    dice = self.dice_number() if action == ROLL else None
                    self.act(action, self.match.human(), dice)

    def takes(self):
        """Return True if B takes back the newest hold."""
        match = self.match
        return match.held is not None and (match.human() is None or not self.game.dice_range())

    def secret(self):
        return self.game.SHARED_ROLL and self.game.choosing

    def act(self, action, player, dice):
        """Let a player act. Skip a scripted roll that these dice cannot show."""
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
        waited = elapsed(now_ms, self._acted_ms)
        if self.game.over:
            if waited >= _RESULT_MS:
                self.show_result()
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
                self.act(choice[0], self.match.computer(), choice[1])

    def show_result(self):
        """Show who has won."""
        self.app.show(self._look.get("end", "result"))

    def acted(self, action, player):
        game = self.game
        self._acted_ms = self.app.now
        # True if a roll ended the turn with nothing.
        lost = action == ROLL and game.effect(game.dice)[1:4] == (0, 0, False)
        self.move(action, lost)
        if game.turn != self._turn or game.over:
            self._last = self.turn_summary(lost, player)
            self._turn = game.turn
            self._scores = list(game.scores)
        elif action == ROLL:
            self._last = ""

    def move(self, action, lost):
        """Start the motion of the last action, if the settings want motion."""
        app = self.app
        pace = app.settings["motion"]
        if self._seen and pace != "off" and not app.test_mode and not app.hurry:
            from ..drawing.motion import Motion

            self._motion = Motion(app.now, action == ROLL, lost, self._seen, 1 + (pace == "short"))

    def turn_summary(self, lost, player):
        """Return a short text: the result of the turn that has just ended."""
        game = self.game
        name = self.match.name(player)
        event = known(game.event, game.event) if lost else ""
        if game.SHARED_ROLL:
            return event
        if lost:
            return "%s: %s" % (name, event)
        return "%s: %+d" % (name, game.scores[player] - self._scores[player])

    # --- draw

    def draw_motion(self, canvas):
        frame = self._motion.tumbling() if self._motion else -1
        if frame < 0:
            return False
        canvas.fill_rect(0, 10, table_width(self.game), 32 if self._coin else 28, 0)
        self.draw_dice(canvas, frame)
        return True

    def draw_dice(self, canvas, frame=-1):
        """Draw the last roll; if `frame` is 0 or more, in the air."""
        game = self.game
        width = table_width(game)
        motion = self._motion
        if self.extras:
            self.extras.draw_dice(canvas, game, self._look, width, frame)
        elif game.dice:
            x = motion.shake() if motion else 0
            height = 19 if self._large else 26
            draw_dice(canvas, x, 11, width, height, game.dice, DIE, None, None, frame)

    def draw(self, canvas):
        game = self.game
        match = self.match
        motion = self._motion
        scores = game.scores
        total = game.turn_total
        self._seen = (total, list(scores))
        if motion:
            scores = [motion.part(old, new) for old, new in zip(motion.scores, scores)]
            total = motion.part(motion.total, total)
        mover = match.computer()
        if mover is None:
            mover = match.human()
        canvas.text(0, 0, self.title(mover))
        if not self.extras and len(self.keys()) > 2 and not game.dice_range():
            canvas.text(100, 0, "▲?", 1, False, RIGHT)
        canvas.hline(0, 9, 128)
        draw_scores(canvas, match, mover, scores, self._large)
        if self.extras:
            self.extras.draw(canvas, game, self._look)
        self.draw_dice(canvas)
        if motion and motion.shake():
            canvas.fill_rect(0, 11, table_width(game), 26, 2)
        self.draw_total(canvas, table_width(game), total)
        draw_footer(canvas, self.keys())

    def title(self, mover):
        """Return the title: whose turn it is, or what the game waits for."""
        game = self.game
        if game.over:
            return say("over")
        if game.SHARED_ROLL and not game.choosing:
            left = game.busts_left()
            if left is None or left > _TIE_SOON:
                return say("all_roll")
            return say("tie_soon", left) if left > 1 else say("tie_next")
        computer = self.match.computer()
        key = "turn_of"
        if computer is not None:
            fault = getattr(self.match.strategy(computer), "fault", "")
            key = "no_table" if fault else "thinking"
        return say(key, self.match.name(mover))

    def draw_total(self, canvas, width, total):
        """Draw the turn total; between turns the last result, or the dice to choose."""
        game = self.game
        if game.dice_range():
            self.draw_number(canvas, width, say("dice"), str(self.dice_number()))
        elif game.roll_number and not game.over:
            self.draw_number(canvas, width, say("turn"), "%+d" % total)
        else:
            for row, line in enumerate([self._last] if width == WIDE else self._last.split(": ")):
                canvas.text(0, (44 if self._coin else 38) + 8 * row, line)

    def draw_number(self, canvas, width, label, number):
        """Draw a number in tall digits, with its label if there is room."""
        large = self._large and width == WIDE
        if self._coin and width != WIDE:
            canvas.text(width, 46, number, 1, False, RIGHT)
            return
        if width == WIDE and not (large and len(number) > 2):
            canvas.text(0, 44, label)
        canvas.digits(width - 2, 30 if large else 38, number, large, RIGHT)

    def keys(self):
        """Return what the buttons do now: (key, label) for the bottom line."""
        game = self.game
        keys = [("B", say("undo"))] if self.takes() else []
        if game.over or self.match.computer() is not None:
            return [("A", say("skip"))] + keys
        keys[:0] = [
            ("AB"[button - A], say(self._look.get("roll", action) if action == ROLL else action))
            for button, action in self.actions()
        ]
        if game.dice_range():
            return keys + [("▲▼", say("dice")), ("B", say("menu"))]
        return keys + [("▼", say("more"))]
