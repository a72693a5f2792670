# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Figures about the people in a finished game, from its record."""

from shared_rules.reading import parse_position, replay_token

from .match import HUMAN

_HUNDRED = 100


def expectation(game, dice):
    """Return (denominator, a, b, c): what a roll leaves on average.

    Score and turn total after the roll are (a * score + b * turn_total + c) / denominator.
    """
    denominator, outcomes = game.chance_outcomes(dice)
    of_score = of_total = points = 0
    for weight, effect in outcomes:
        of_score += weight * effect[0]
        of_total += weight * effect[1]
        points += weight * effect[2]
    return denominator, of_score, of_total, points


def account(match):
    """Return (best turn, biggest loss, luck, rolls) of the humans.

    Luck: what their rolls gained above expectation, score and turn total together, in hundredths
    of a point. Shared rolls count as no luck. If the record began anew, the game before is missing.
    """
    game = parse_position(match.record.start)
    best = worst = luck = rolls = 0
    expected = {}
    before = list(game.scores)
    for token in match.record.tokens():
        player = game.player
        turn, score, total = game.turn, game.scores[player], game.turn_total
        replay_token(game, token)
        if game.SHARED_ROLL:
            if game.turn == turn and not game.over:
                continue
            for player, seat in enumerate(match.seats):
                if seat[0] == HUMAN:
                    best = max(best, game.scores[player] - before[player])
            before = list(game.scores)
            continue
        ended = game.over or game.turn != turn
        now = game.scores[player] + (0 if ended else game.turn_total)
        if match.seats[player][0] == HUMAN:
            if token != "h":
                dice = len(token)
                if dice not in expected:
                    expected[dice] = expectation(game, dice)
                denominator, a, b, c = expected[dice]
                luck += _HUNDRED * now - _HUNDRED * (a * score + b * total + c) // denominator
                rolls += 1
                worst = max(worst, score + total - now)
            if ended:
                best = max(best, game.scores[player] - before[player])
        if ended:
            before = list(game.scores)
    return best, worst, luck, rolls
