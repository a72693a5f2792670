# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Stopping rules of shared-roll games: when to sit, and what that is worth."""

# A rule is (what is counted, the number at which to sit).
POINTS, ROLLS = "points", "rolls"
RULES = ((POINTS, 15), (POINTS, 20), (POINTS, 25), (ROLLS, 3))


def sits(rule, total, rolls):
    """Return True if `rule` sits at the round total `total` after so many rolls of the round."""
    counted, least = rule
    return (total if counted == POINTS else rolls) >= least


def expected(game, rule, rounds):
    """Return the mean score of `rule` after so many rounds of `game`, exact but for rounding."""
    ways, outcomes = game.chance_outcomes(game.DICE)
    gain = wiped = 0.0  # of one round: the mean of the points, the chance to lose all earlier ones
    standing = {0: 1.0}  # the chance of each round total at which the rule stands
    rolls = 0
    while standing:
        rolls += 1
        before, standing = standing, {}
        for total, chance in before.items():
            for weight, (keep, factor, points, goes_on, _) in outcomes:
                after = factor * total + points
                share = chance * weight / ways
                if goes_on and not sits(rule, after, rolls):
                    standing[after] = standing.get(after, 0.0) + share
                else:
                    gain += share * after
                    wiped += share * (1 - keep)
    score = 0.0
    for _ in range(rounds):
        score = score * (1 - wiped) + gain
    return score
