# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The chance to win after each action, estimated where nothing is solved."""

# The estimate takes a turn as it is: from the rules' own outcomes it works out what rolling on and
# holding are worth at every turn total. Only what a pair of scores is worth between turns is a
# model, fitted to the solved games (root mean square error 0.03): a player needs so many turns to
# the target, at `PACE` points a turn, and who needs fewer is likelier to be there first.

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
STEEP = 1.5
_LOOK = 60  # turn totals further than this beyond the present one are held


class Estimate:
    """Chances of the player to move, in a game that has a `PACE`."""

    def __init__(self, game):
        player = game.player
        self.target = game.options["target"]
        self.end = game.options["end"]
        self.pace = PACE[game.ID]
        self.score = game.scores[player]
        # The others in the order in which they come.
        order = range(player + 1, player + game.players)
        self.others = [game.scores[p % game.players] for p in order]
        # How many of them answer when this turn ends with the target reached, and how far an
        # answer goes: the chance to gain n falls by e for every `reach` points.
        if self.end == "one_more_roll":
            self.answers = 0 if max(self.others) >= self.target else len(self.others)
            self.reach = 6
        else:
            self.answers = game.players - 1 - (game.turn - 1) % game.players
            self.reach = 1.6 * self.pace

    def after(self, score):
        """The chance with that score once the turn is over."""
        lead = max(self.others)
        if max(lead, score) < self.target or (self.end == "equal_turns" and score < lead):
            last = lead >= self.target and self.answers < len(self.others)
            return 0.0 if last else self.between_turns(score)
        if self.end == "first":
            return 1.0
        if score <= lead:
            return 0.5 if score == lead else 0.0
        chance = 1.0
        for other in self.others[: self.answers]:
            chance *= 1 - exp(-(score + 1 - other) / self.reach)
        return chance

    def between_turns(self, score):
        """The same while nobody has reached the target."""
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

    def of_turn(self, outcomes, total):
        """(worth of rolling, of holding) at a turn total, both by the rules from here on."""
        denominator, effects = outcomes
        most = total + _LOOK
        best = [0.0] * (_LOOK + 1)
        roll = 0.0
        for at in range(most, total - 1, -1):
            hold = self.after(self.score + at)
            roll = 0.0
            for weight, (keep, factor, points, goes_on, _) in effects:
                then = factor * at + points
                if goes_on and total <= then <= most and then > at:
                    roll += weight * best[then - total]
                else:
                    roll += weight * self.after(keep * self.score + then)
            roll /= denominator
            best[at - total] = max(hold, roll) if at < most else hold
        return roll, self.after(self.score + total)

    def actions(self, game):
        """{action: chance} as the bridge names them; yields None in between."""
        chances = {}
        allowed = game.dice_range()
        if allowed:
            for dice in range(allowed[0], min(allowed[1], 12) + 1):
                outcomes = game.chance_outcomes(dice)
                if game.ID == "fast":
                    chance = 0.0
                    for weight, (_, _, points, _, _) in outcomes[1]:
                        chance += weight * self.after(self.score + points)
                    chance /= outcomes[0]
                else:
                    chance = self.of_turn(outcomes, 0)[0]
                chances["roll %d" % dice] = chance
                yield None
        else:
            roll, hold = self.of_turn(game.chance_outcomes(), game.turn_total)
            chances[ROLL] = roll
            if HOLD in game.legal_actions():
                chances[HOLD] = hold
        yield chances
