"""Players by the practical rule, but with slips, a temper, or as published."""

# A slip makes the opposite choice, or another number of dice. A level does not slip if stopping
# wins, nor in the last turn of a game. So a level is weaker by about as much in every game, makes
# the mistakes that people make, and every choice against it matters.
#
# For the most points a turn a player stops where one more roll loses as much as it gains on average
# (20 in Pig). The banker doubles the stake and stops at half of that; the gambler takes two thirds
# of the stake and stops at 1.5 times. Near the end both play by the practical rule.

from ..game import HOLD, ROLL, SIT, STAND
from .practical import SPREAD, Practical, leading_rival, rule_for, stops_by_gain
from .strategy import stopping_wins

_OF = 64
OTHER = {HOLD: ROLL, ROLL: HOLD, SIT: STAND, STAND: SIT}
PACE, RACE = 21, 29


class Level(Practical):
    """Slips in `slips` of _OF choices. `later` was found by trying: with 4, 0 and 8 easy, medium
    and hard are in this order at one table."""

    def __init__(self, slips, later):
        self._slips = slips
        self.later = later

    def choose(self, game, player, source):
        action, dice = super().choose(game, player, source)
        if game.dice_range():
            draw = source.below(_OF)
            if draw < self._slips:
                least, most = game.dice_range()
                dice = least + draw * (most + 1 - least) // self._slips
        elif not (game.must_roll() or stopping_wins(game, player) or game.is_last_turn()):
            if source.below(_OF) < self._slips:
                action = OTHER[action]
        return action, dice


class Temper(Practical):
    """The stake counts n / d times; `most`: the number of dice in a single roll."""

    def __init__(self, n, d, most):
        self._fear = n, d
        self._most = most

    def stops(self, game, player, source):
        target = game.goal()
        if game.is_last_turn() or (target and leading_rival(game, player) >= target):
            return super().stops(game, player, source)
        n, d = self._fear
        return stops_by_gain(game, player, game.turn_total * n // d)

    def dice_number(self, game, player, source):
        dice = super().dice_number(game, player, source)
        return dice if dice == 1 else min(self._most, game.dice_range()[1])


class KeepPace(Practical):
    """As published (Neller & Presser 2010, see `practical`) in the games of one die that scores
    its value; elsewhere as `practical`.

    Race when either score is within 29 of the target (71 of 100); else hold at 21 and an eighth,
    rounded, of the opponent's lead.
    """

    def stops(self, game, player, source):
        target = game.goal()
        rival = leading_rival(game, player)
        if rule_for(game) != (PACE, RACE) or rival >= target or game.players == 1:
            return super().stops(game, player, source)
        score = game.scores[player]
        if target - max(rival, score) <= RACE:
            return score + game.turn_total >= target
        # SPREAD // 2 rounds the division.
        return game.turn_total >= PACE + (rival - score + SPREAD // 2) // SPREAD
