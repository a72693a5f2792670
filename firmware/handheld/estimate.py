# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Estimate the chance to win after each action, for games without a table."""

# The present turn is computed from the rules: the worth of rolling and of holding at every turn
# total. The worth of a pair of scores between turns is a model, fitted to the solved games (root
# mean square error 0.03): each player needs so many turns to the target, at `PACE` points a turn,
# and the one who needs fewer is likelier to win. A game without a `PACE` gets `RATE` times the
# mean gain of the best turn, which is about right for the games that have one.

from math import exp

from shared_rules.game import HOLD, ROLL

PACE = {
    "pig": 13.4,
    "two_dice": 11.3,
    "big": 20.0,
    "sevens": 31.0,
    "piggy": 28.0,
    "fast": 11.8,
    "hog": 13.4,
    "pig_dice": 27.0,
    "piglet": 0.57,
}
RATE = 1.6
STEEP = 1.5
_LOOK = 60  # hold at turn totals this far above the present one
_DICE = 12  # the most dice considered


def _of_turn(outcomes, total, score, after):
    """Return (worth of rolling, worth of holding) at a turn total.

    `after(score)`: the worth of ending the turn with that score.
    """
    denominator, effects = outcomes
    most = total
    for _, effect in effects:
        if effect.goes_on:
            most = total + _LOOK
    best = [0.0] * (most - total + 1)
    roll = 0.0
    for at in range(most, total - 1, -1):
        hold = after(score + at)
        roll = 0.0
        for weight, (keep, factor, points, goes_on, _) in effects:
            then = factor * at + points
            if goes_on and total <= then <= most and then > at:
                roll += weight * best[then - total]
            else:
                roll += weight * after(keep * score + then)
        roll /= denominator
        best[at - total] = max(hold, roll) if at < most else hold
    return roll, after(score + total)


def points_a_turn(game):
    """Generator; returns the pace of a game that has no `PACE`."""
    pace = 0.0
    least, most = game.dice_limits()
    for dice in range(least, min(most, _DICE) + 1):
        pace = max(pace, RATE * _of_turn(game.chance_outcomes(dice), 0, 0, float)[0])
        yield None
    return pace or 1.0


class Estimate:
    """Chances of the player to move, in a game to a target."""

    def __init__(self, game):
        player = game.player
        self.target = game.goal()
        self.end = game.options.get("end", "first")
        self.pace = PACE.get(game.ID)
        self.score = game.scores[player]
        # The others in the order of their turns.
        order = range(player + 1, player + game.players)
        self.others = [game.scores[p % game.players] for p in order]
        # How many of them have another turn if this one ends at the target.
        # Without a target: the turns that this player has after this one, and the others.
        left = game.options.get("rounds", 0) * game.players - game.turn
        self.left = [(left - k) // game.players + (k > 0) for k in range(game.players)]
        if game.closes():
            self.answers = 0 if max(self.others) >= self.target else len(self.others)
        else:
            self.answers = game.players - 1 - (game.turn - 1) % game.players

    def after(self, score):
        """Return the chance to win after ending the turn with `score`."""
        if not self.target:
            return self._over_rounds(score)
        lead = max(self.others)
        if max(lead, score) < self.target or (self.end == "equal_turns" and score < lead):
            last = lead >= self.target and self.answers < len(self.others)
            return 0.0 if last else self._between_turns(score)
        if self.end == "first":
            return 1.0
        if score <= lead:
            return 0.5 if score == lead else 0.0
        # The chance that an answer gains n points falls by the factor e for every `reach` points.
        reach = 6 if self.end == "one_more_roll" else 1.6 * self.pace
        chance = 1.0
        for other in self.others[: self.answers]:
            chance *= 1 - exp(-(score + 1 - other) / reach)
        return chance

    def _over_rounds(self, score):
        """Return the same where the most points win: gains are about normal."""
        product = 1.0
        points = self.pace / RATE  # of a turn
        for other, turns in zip(self.others, self.left[1:]):
            spread = points * (self.left[0] + turns) ** 0.5
            lead = score - other + points * (self.left[0] - turns)
            chance = 0.5 if lead == 0 else float(lead > 0)
            if spread:
                chance = 1 / (1 + exp(-STEEP * min(20, max(-20, lead / spread))))
            product *= chance / (1.0001 - chance)
        odds = product ** (1 / len(self.others))
        return odds / (odds + len(self.others)) if odds < 1000 else 1.0

    def _between_turns(self, score):
        """Return the same while nobody has reached the target."""
        mine = max(0, self.target - score) / self.pace
        product = 1.0
        for other in self.others:
            theirs = max(0, self.target - other) / self.pace
            # They roll before this player's next turn.
            lead = theirs - mine - 0.5
            chance = 1 / (1 + exp(-STEEP * lead / (theirs + mine + 0.5) ** 0.5))
            product *= chance / (1.0001 - chance)
        # Shares of the field: the odds against several others are not independent.
        odds = product ** (1 / len(self.others))
        return odds / (odds + len(self.others))

    def actions(self, game):
        """Generator; returns {action: chance}, actions as the bridge names them."""
        if not self.pace:
            self.pace = yield from points_a_turn(game)
        chances = {}
        allowed = game.dice_range()
        if allowed:
            for dice in range(allowed[0], min(allowed[1], _DICE) + 1):
                outcomes = game.chance_outcomes(dice)
                chances["roll %d" % dice] = _of_turn(outcomes, 0, self.score, self.after)[0]
                yield None
        else:
            outcomes = game.chance_outcomes()
            roll, hold = _of_turn(outcomes, game.turn_total, self.score, self.after)
            chances[ROLL] = roll
            if HOLD in game.legal_actions():
                chances[HOLD] = hold
        return chances
