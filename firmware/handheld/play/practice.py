"""Practice: the game asks before a choice that costs too much of the chance to win."""

# The advice is worked out while the person thinks. A choice that comes earlier waits for it: a
# quick press is the likeliest slip. The game does not count for the statistics.

from shared_rules.game import ROLL

from ..game.parts import HUMAN
from ..language import lines_of, say
from ..ui.base import talk
from ..ui.question import Sure
from .act import count_no_more

_WAIT_MS = 500  # a second tap in this time does not answer the question


class Practice:
    """Thinks about the choices of people in a game on the screen `play`."""

    # answer: the advice; waits: the generator of a choice that waits for it, or None.

    def __init__(self, play):
        self._play = play
        self.think()

    def think(self):
        """Begin to think if a person has a choice in this position."""
        match = self._play.match
        human = match.human()
        self.answer = self.waits = None
        if match.game.phase() == "choose" and human is not None:
            self._play.app.think(match.advice(human), self._take)

    def _take(self, answer):
        """Keep the advice; let the choice that waits go on."""
        self.answer = answer
        waits, self.waits = self.waits, None
        if waits:
            talk(self._play.app, waits)

    def heading(self):
        """Return the title while a choice waits."""
        return lines_of("coach", "work in progress")[0] if self.waits else ""

    def begin(self, generator):
        """Let the generator of a choice go on once the advice is there."""
        self.waits = generator
        self._play.app.dirty = True

    def sure(self, action, player, dice):
        """Generator; returns True if the action is to be done; asks if it costs a person too much.

        Then the game does not count for the statistics.
        """
        play, match = self._play, self._play.match
        person = match.seats[player][0] == HUMAN
        if person and play.app.job:
            yield self
        lost = self.loss(action, dice) if person else 0
        if lost >= 10 * play.app.settings["practice"] and not (yield from self._ask(action, dice)):
            return False
        count_no_more(play.app.journal, match)
        return True

    def _ask(self, action, dice):
        """Generator; asks about a choice that costs too much."""
        play = self._play
        from ..coach import chances

        answer, shown = self._two(action, dice)
        name = chances.action_name(shown, play.look)

        def picture(canvas):
            chances.draw(canvas, answer, play.look, chances.coach_lines("do it all the same", name))

        title = chances.coach_lines("that is costly", chances.percent(self.loss(action, dice)))[0]
        answer = yield Sure(play.app, title, picture, name, say("back"), _WAIT_MS)
        return answer

    def _two(self, action, dice):
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
        answer, action = self._two(action, dice)
        best, other = [answer["actions"][name] for name in (answer["action"], action)]
        return int(1000 * best + 0.5) - int(1000 * other + 0.5)
