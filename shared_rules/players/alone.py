"""Best play of a player alone: the fewest turns to the target, or the most points in the rounds.

The worth of a score is the points still to come, or less the turns still to come. The worth of a
turn is linear in that of a bust while the choices stay the same, so Newton's method solves the
worth of each score in a few steps, from the target down. It is exact where rolls only add points,
bust or bank; elsewhere a roll that sets, doubles or lowers the turn total counts as if the turn
ended there. Where a wipe leads back to 0 the scores are solved again and again, with one step each.
"""

from ..game import HOLD, ROLL

_LOOK = 100  # turn totals considered above the present one: at greater ones holding is best
_DICE = 12  # the most dice considered
_FAR = 200  # scores further from the target are not solved: the turns they need grow evenly
_STEPS = 4
_SWEEPS = 6
_CLOSE = 1e-5  # of the worth: the device's floats have six digits


def turn(outcomes, total, score, after, bust, target=0):
    """Return (worth of rolling, its slope by `bust`) at a turn total, if choices are best.

    after(score): the worth of ending the turn there; bust: that of the score now.
    """
    denominator, effects = outcomes
    most = total
    if any([effect.goes_on for _, effect in effects]):
        # Who has the target holds.
        most = max(total, min(total + _LOOK, target - score) if target else total + _LOOK)
    best = [0.0] * (most - total + 1)
    slopes = [0.0] * (most - total + 1)
    roll = slope = 0.0
    for at in range(most, total - 1, -1):
        roll = slope = 0.0
        for weight, (keep, factor, points, more, _) in effects:
            then = factor * at + points
            if more and at < then <= most:
                roll += weight * best[then - total]
                slope += weight * slopes[then - total]
            elif keep and then == 0:
                roll += weight * bust
                slope += weight
            else:
                roll += weight * after(keep * score + then)
        roll /= denominator
        slope /= denominator
        hold = after(score + at)
        if hold >= roll or at == most:
            best[at - total], slopes[at - total] = hold, 0.0
        else:
            best[at - total], slopes[at - total] = roll, slope
    return roll, slope


class Alone:
    """The worths of a game of one player."""

    # worth[k]: of the score `start + k`; pace: points a turn, or turns that a point needs.

    def __init__(self, game):
        self.about = game.ID, game.options
        self.target = game.goal()
        least, most = game.dice_limits()
        # If the turn goes on after a roll, single dice leave the most choice.
        first = game.chance_outcomes(least)
        more = any([effect.goes_on for _, effect in first[1]])
        dice = range(least, least + 1 if more else min(most, _DICE) + 1)
        self.rolls = [first] + [game.chance_outcomes(n) for n in dice if n > least]
        self.wipes = not all([effect.keep for _, effect in first[1]])
        # exact: only rolls that add points, bust or bank
        odd = [1 for _, e in first[1] if e.goes_on and (e.factor != 1 or e.points <= 0)]
        self.exact = not (self.wipes or odd)
        self.start = max(0, self.target - _FAR)
        if not self.wipes and game.LOWEST >= 0:
            self.start = max(self.start, min(game.scores[0], self.target - 1))
        self.worth = []  # type: list
        self.pace = 0.0

    def covers(self, game):
        """Return True if the worths are those of `game`, too."""
        least = max(0, self.target - _FAR, min(game.scores[0], self.target - 1))
        return (game.ID, game.options) == self.about and self.start <= least

    def solve(self):
        """Generator that solves the scores below the target, or finds the points of a turn."""
        if not self.target:
            self.pace = max([turn(roll, 0, 0, float, 0.0)[0] for roll in self.rolls])
            return
        low = self.start
        self.worth = [-1.0] * (self.target - low)
        for _ in range(_SWEEPS if self.wipes else 1):
            before = self.worth[0]
            for score in range(self.target - 1, low - 1, -1):
                guess = self.worth[score - low]
                if guess == -1.0 and score + 1 < self.target:
                    guess = self.worth[score + 1 - low]
                for _ in range(1 if self.wipes else _STEPS):
                    choices = [
                        turn(roll, 0, score, self.after, guess, self.target) for roll in self.rolls
                    ]
                    worth, slope = max(choices)
                    change = (worth - 1 - guess) / (1 - slope)
                    guess += change
                    if abs(change) <= _CLOSE * abs(guess):
                        break
                self.worth[score - low] = guess
                yield None
            if abs(before - self.worth[0]) <= _CLOSE * abs(before):
                break
        # The turns of a point, far from the target.
        self.pace = (self.worth[0] - self.worth[len(self.worth) // 2]) / max(
            1, len(self.worth) // 2
        )

    def after(self, score):
        """Return the worth of ending a turn with a score, if there is a target."""
        if score >= self.target:
            return 0.0
        if score >= self.start:
            return self.worth[score - self.start]
        return self.worth[0] + self.pace * (self.start - score)

    def advice(self, game):
        """Generator; returns the advice as the bridge's dict, once the worths are solved."""
        score, total = game.scores[0], game.turn_total
        later = (game.options["rounds"] - game.turn) * self.pace
        after = self.after if self.target else lambda points: points + later
        bust = after(score)
        worths = {}
        allowed = game.dice_range()
        if allowed:
            for dice in range(allowed[0], min(allowed[1], _DICE) + 1):
                rolls = game.chance_outcomes(dice)
                worths["roll %d" % dice] = turn(rolls, 0, score, after, bust, self.target)[0]
                yield None
        else:
            rolls = game.chance_outcomes()
            worths[ROLL] = turn(rolls, total, score, after, bust, self.target)[0]
        if HOLD in game.legal_actions():
            worths[HOLD] = after(score + total)
        best = ""
        for name in sorted(worths):
            if not best or worths[name] > worths[best]:
                best = name
        if self.target:
            worths = {name: game.turn - worths[name] for name in worths}
        exact = self.exact and score >= self.target - _FAR
        return {
            "action": best,
            "win": None,
            "actions": None,
            "measure": "turns" if game.goal() else "score",
            "expected": worths[best],
            "expected_actions": worths,
            "source": "perfect" if exact else "approximate",
        }


def advice(game, kept=None):
    """Generator; returns the advice as the bridge's dict.

    kept: a list that keeps an `Alone` from one question to the next; solving takes seconds.
    """
    alone = kept[0] if kept else None
    if not (isinstance(alone, Alone) and alone.covers(game)):
        alone = Alone(game)
        yield from alone.solve()
        if kept is not None:
            kept[:] = [alone]
    return (yield from alone.advice(game))
