# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The game on the table: dice, turn total, every score, whose turn it is, what each button does."""

from shared_rules.game import HOLD, ROLL, SIT, STAND

from ..board import DOWN, RELEASE, UP, A, B, elapsed
from ..canvas import RIGHT
from ..dice_art import COIN, DIE, PIG_DICE, draw_dice
from ..language import say
from .base import BaseScreen, draw_footer
from .scores import NARROW, WIDE, draw_scores, table_width

COMPUTER_MS = 700  # between the actions of computer players, so that people can follow
RESULT_MS = 1500  # from the last action to the result
ARTS = {"piglet": COIN, "pig_dice": PIG_DICE}


class Screen(BaseScreen):
    """A rolls or stands, B holds or sits; up and down choose a number of dice, or open the menu."""

    ID = "play"

    def __init__(self, app):
        super().__init__(app)
        self.match = app.match
        self.game = app.match.game
        self._acted_ms = app.now
        self._dice = 1  # the number to roll where it is chosen
        self._last = ""  # what ended the turn before
        self._before = list(self.game.scores)
        self._last_turn = self.game.turn

    # --- decide

    def decide(self, event):
        if event >= RELEASE:
            return
        self.app.dirty = True
        game = self.game
        player = self.match.human()
        if game.over:
            self.app.show("result")
        elif player is None or self.match.computer() is not None:
            # A press during a computer's turn makes it hurry on.
            self._acted_ms = self.app.now - COMPUTER_MS
            if event == DOWN:
                self.app.show("pause")
        elif event in (UP, DOWN) and game.dice_range():
            least, most = game.dice_range()
            self._dice = min(most, max(least, self._dice + (1 if event == UP else -1)))
        elif event == DOWN or (event == B and game.dice_range()):
            self.app.show("pause")
        elif event in (A, B):
            self.press(event, player)

    def press(self, button, player):
        """Do what A or B stands for, if it is legal now."""
        for key, action in self.actions():
            if key == button:
                dice = self.dice_number() if action == ROLL else None
                self.app.act(action, player, dice)

    def actions(self):
        """List of (button, action) that are legal now."""
        legal = self.game.legal_actions()
        keys = ((A, ROLL), (B, HOLD), (A, STAND), (B, SIT))
        return [(key, action) for key, action in keys if action in legal]

    def dice_number(self):
        """The number of dice chosen, None where there is nothing to choose."""
        allowed = self.game.dice_range()
        return min(self._dice, allowed[1]) if allowed else None

    def tick(self, now_ms):
        app = self.app
        waited = elapsed(now_ms, self._acted_ms)
        if self.game.over:
            if waited >= RESULT_MS:
                app.show("result")
        elif (app.hurry or waited >= COMPUTER_MS) and self.match.computer() is not None:
            choice = self.match.think()
            if choice:
                app.act(choice[0], self.match.computer(), choice[1])

    def acted(self, action, player):
        game = self.game
        self._acted_ms = self.app.now
        if game.turn != self._last_turn or game.over:
            self._last = self.turn_summary(action, player)
            self._last_turn = game.turn
            self._before = list(game.scores)
        elif action == ROLL:
            self._last = ""

    def turn_summary(self, action, player):
        """What the turn that has just ended came to, in a word."""
        event = self.game.event
        name = self.match.seats[player][1]
        gain = self.game.scores[player] - self._before[player]
        if action == ROLL and event in ("bust", "wipe", "mud", "gift"):
            return say("lost", name, say(event)) if not self.game.HIDDEN else say(event)
        return say("banked", name, gain) if not self.game.HIDDEN else ""

    # --- draw

    def draw(self, canvas):
        game = self.game
        match = self.match
        human = match.human()
        computer = match.computer()
        if game.over:
            title = say("over")
        elif computer is not None:
            title = say("thinking", match.seats[computer][1])
        else:
            title = say("turn_of", match.seats[human][1])
        canvas.text(0, 0, title)
        canvas.hline(0, 9, 128)
        draw_scores(canvas, match, human if computer is None else computer)
        self.draw_dice(canvas)
        self.draw_total(canvas)
        draw_footer(canvas, self.keys())

    def draw_dice(self, canvas):
        """The last roll, or nothing before the first."""
        dice = self.game.dice
        if dice:
            width = table_width(self.game)
            art = ARTS.get(self.game.ID, DIE)
            if art == COIN:
                draw_dice(canvas, 0, 11, NARROW, 31, dice, art, self.face_words())
            else:
                draw_dice(canvas, 0, 11, width, 26, dice, art, self.face_words())

    def face_words(self):
        """What the dice show in words, where numbers do not say it; else None."""
        faces = self.game.dice
        if self.game.ID == "piglet":
            return say("head" if faces[0] else "tail")
        if self.game.ID == "pig_dice":
            first = say("head") if faces[0] == 1 else str(faces[0])
            return first + " " + (say("tail") if faces[1] == 6 else str(faces[1]))
        return None

    def draw_total(self, canvas):
        """The turn total; between turns what the last one came to, or the dice to choose."""
        game = self.game
        width = table_width(game)
        if game.dice_range():
            self.draw_number(canvas, width, say("dice"), str(self.dice_number()))
        elif game.roll_number and not game.over:
            self.draw_number(canvas, width, say("turn"), "%+d" % game.turn_total)
        else:
            for row, line in enumerate(self._last.split(": ") if width < WIDE else [self._last]):
                canvas.text(0, 40 + 8 * row, line)

    def draw_number(self, canvas, width, label, number):
        """A number in tall digits, with its label where there is room."""
        if width == WIDE:
            canvas.text(0, 44, label)
        if width == NARROW and self.game.ID in ARTS:
            canvas.text(width - 2, 46, number, 1, False, RIGHT)  # a coin is large
        else:
            canvas.digits(width - 2, 38, number, False, RIGHT)

    def keys(self):
        """What the buttons do now: (key, label) for the bottom line."""
        game = self.game
        if game.over or self.match.computer() is not None:
            return [("A", say("skip"))]
        roll = "flip" if game.ID == "piglet" else "roll"
        labels = {ROLL: roll, HOLD: "hold", STAND: "stand", SIT: "sit"}
        keys = [("AB"[key - A], say(labels[action])) for key, action in self.actions()]
        if game.dice_range():
            return keys + [("▲▼", say("dice")), ("B", say("menu"))]
        return keys + [("▼", say("menu"))]
