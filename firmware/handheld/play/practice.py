# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The game in practice: it asks before a choice that costs too much of the chance to win."""

# The advice is worked out while the person thinks. A choice that comes earlier waits for it: a
# quick press is the likeliest slip. The game does not count for the statistics.

from shared_rules.game import ROLL
from shared_rules.thinking import Thought

from ..board import RELEASE, A, elapsed
from ..game.parts import HUMAN
from ..game.saved_game import count_no_more
from ..language import lines_of, say
from ..ui.base import draw_footer, draw_header
from . import play

_WAIT_MS = 500  # a second tap in this time does not answer the question


class Screen(play.Screen):
    """The game; while it asks, A does the choice all the same, any other button goes back."""

    def __init__(self, app):
        super().__init__(app)
        self.place = None  # what the advice is for
        self.thought = None
        self.answer = None
        self.choice = None  # what waits for the advice, or for the person: (action, player, dice)
        self.asked_ms = None  # since when it asks

    def tick(self, now_ms):
        super().tick(now_ms)
        app = self.app
        if app.screen is not self:
            return  # the result is shown
        self.think()
        if self.thought:
            app.due(0)
            if self.thought.step():
                self.answer = self.thought.answer
                self.thought = None
                if self.choice:
                    choice, self.choice = self.choice, None
                    self.play(*choice)

    def thinks(self):
        return self.thought is not None or super().thinks()

    def think(self):
        """Begin to think if the position is a new one, and a person has a choice in it."""
        game, match = self.game, self.match
        human = match.human()
        place = (game.turn, game.roll_number, human)
        if place == self.place:
            return
        self.place = place
        self.thought = self.answer = self.choice = self.asked_ms = None
        if game.phase() == "choose" and human is not None:
            self.thought = Thought(match.advice(human))

    def play(self, action, player, dice):
        self.think()
        app, match = self.app, self.match
        fell = match.cup.typed and match.cup.faces  # typed in, after the question
        if match.seats[player][0] == HUMAN and self.asked_ms is None and not fell:
            if self.thought or self.loss(action, dice) >= 10 * app.settings["practice"]:
                self.choice = (action, player, dice)
                self.asked_ms = None if self.thought else app.now
                app.dirty = True
                return
        if match.number:
            match.number = 0
            count_no_more(app.journal)
        super().play(action, player, dice)

    def names(self, action, dice):
        """Return the advice with only the best choice and this one, and the name of this one."""
        chances = self.answer["actions"]
        if action == ROLL and dice:
            action = "roll %d" % dice
        # The coach has no odds for more dice: take its lowest chance.
        two = {action: chances.get(action, min(chances.values()))}
        best = self.answer["action"]
        two[best] = chances[best]
        return {"action": best, "actions": two}, action

    def loss(self, action, dice):
        """Return what the choice costs, in tenths of a per cent."""
        if not (self.answer and self.answer.get("actions")):
            return 0
        answer, action = self.names(action, dice)
        best, other = [answer["actions"][name] for name in (answer["action"], action)]
        return int(1000 * best + 0.5) - int(1000 * other + 0.5)

    def decide(self, event):
        if self.asked_ms is None:
            super().decide(event)
        elif event < RELEASE and elapsed(self.app.now, self.asked_ms) >= _WAIT_MS:
            self.app.dirty = True
            choice = self.choice
            if event == A:
                self.play(*choice)
            self.choice = self.asked_ms = None

    def title(self, mover):
        if not self.choice:
            return super().title(mover)
        return lines_of("coach", "work in progress")[0]

    def draw_motion(self, canvas):
        return self.asked_ms is None and super().draw_motion(canvas)

    def draw(self, canvas):
        if self.asked_ms is None:
            super().draw(canvas)
            return
        from ..coach import chances

        action, _, dice = self.choice
        look = self._look
        lost = chances.percent(self.loss(action, dice))
        answer, action = self.names(action, dice)
        name = chances.action_name(action, look)
        draw_header(canvas, chances.coach_lines("that is costly", lost)[0])
        chances.draw(canvas, answer, look, chances.coach_lines("do it all the same", name))
        draw_footer(canvas, [("A", name), ("B", say("back"))])
