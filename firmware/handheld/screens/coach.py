# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The coach: the chance to win after each action, the best action, the cost of the next best."""

from shared_rules.thinking import Thought

from .. import advice, memory
from ..board import RELEASE, A
from ..drawing.canvas import RIGHT
from ..language import say
from .base import BaseScreen, draw_footer, draw_header

_SHOWN = 2  # actions


def percent(chance):
    """Return a probability as text, in per cent with one decimal."""
    return "%.1f" % (100 * chance)


def action_name(action):
    """Return the name of an action of the advice; for `roll 3`, with the number of dice."""
    word, _, dice = action.partition(" ")
    return say(word) + (" " + dice if dice else "")


class Screen(BaseScreen):
    """Any press goes back to the game, but A opens the map if there is one."""

    ID = "coach"

    def __init__(self, app):
        super().__init__(app)
        match = app.match
        memory.for_coach(match)
        self._name = match.name(match.human())
        self._thought = Thought(advice.steps(match.game, match.human(), app.cup.thoughts))
        self._advice = None
        self._drawn = False

    def decide(self, event):
        if event == A and self.has_map():
            self.app.show("map")
        elif event < RELEASE:
            self.app.show("play")

    def has_map(self):
        """Return True if the tables have the better choice at each turn total."""
        known = self._advice
        game = self.app.match.game
        least, most = game.dice_limits()
        if not known or known["source"] != "perfect" or game.SHARED_ROLL or least < most:
            return False
        return max(game.scores) < game.options.get("target", 0) <= 100

    def tick(self, now_ms):
        if self._advice is None:
            self.app.due(0)
            # Show first what the wait is for.
            if self._drawn and self._thought.step():
                self.app.dirty = True
                self._advice = self._thought.answer
                # Free the memory of the thinking while people read.
                self._thought = None
                memory.for_game(self.app.match)

    def draw(self, canvas):
        self._drawn = True
        draw_header(canvas, "%s: %s" % (say("coach"), self._name))
        known = self._advice
        if known is None:
            canvas.text(0, 20, say("coach_thinks"))
        elif "actions" in known:
            self.draw_chances(canvas, known)
        else:
            canvas.text(0, 14, say("rule_says"))
            canvas.text(8, 26, action_name(known["action"]), 2)
        if known and known["source"] != "perfect":
            canvas.text(0, 47, say("estimate"))
        keys = [("A", say("map"))] if self.has_map() else []
        draw_footer(canvas, keys + [("B", say("back"))])

    def draw_chances(self, canvas, known):
        """Draw the best action first, then the next best."""
        chances = known["actions"]
        order = sorted([(-chances[name], name) for name in chances if name != known["action"]])
        names = [known["action"]] + [name for _, name in order]
        for place, name in enumerate(names[:_SHOWN]):
            y = 12 + 17 * place
            canvas.text(0, y + 4, ("▶" if not place else " ") + action_name(name))
            canvas.text(127, y, percent(chances[name]) + "%", 2, False, RIGHT)
        if len(names) > 1:
            cost = chances[names[0]] - chances[names[1]]
            canvas.text(127, 47, "−%s%%" % percent(cost), 1, False, RIGHT)
