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
        """Generator; returns True if the action is to be done. Then the game counts no more.

        It asks if the action costs a person too much.
        """
        play, match = self._play, self._play.match
        if match.seats[player][0] == HUMAN:
            if play.app.job:
                yield self
            known = self.answer and self.answer.get("actions")
            if known and not (yield from self._agreed(action, dice)):
                return False
        count_no_more(play.app.journal, match)
        return True

    def _agreed(self, action, dice):
        """Generator; returns True if the action costs little, or the person wants it still."""
        play = self._play
        actions, best = self.answer["actions"], self.answer["action"]
        if action == ROLL and dice:
            action = "roll %d" % dice
        # The coach has no odds for more dice: take its lowest chance.
        chance = actions.get(action, min(actions.values()))
        lost = int(1000 * actions[best] + 0.5) - int(1000 * chance + 0.5)
        if lost < 10 * play.app.settings["practice"]:
            return True
        from ..coach import chances

        two = {"action": best, "actions": {action: chance, best: actions[best]}}
        name = chances.action_name(action, play.look)

        def picture(canvas):
            chances.draw(canvas, two, play.look, chances.coach_lines("do it all the same", name))

        title = chances.coach_lines("that is costly", chances.percent(lost))[0]
        return (yield Sure(play.app, title, picture, name, say("back"), _WAIT_MS))
