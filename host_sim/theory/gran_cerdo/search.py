# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Search for the best threshold rule: random steps from a champion, selected by longer matches."""

from typing import Callable

import numpy as np

from .play import match
from .rolls import Rolls
from .rule import USUAL, Rule, hold_by_rule

# Standard deviation of a random step, for each number of the rule; a plain rule is the same in
# all rounds.
STEPS = np.array([600.0, 10, 200, 600, 10, 200, 600])
PLAIN_STEPS = np.array([600.0, 10, 0, 600, 10, 0, 0])
GENERATIONS = 14
SHRINK = 0.6  # factor of the steps if the champion stays
# Matches against the champion: (rules left, games each)
ROUNDS = ((32, 50_000), (8, 300_000), (2, 3_000_000))


def search(
    rolls: Rolls, plain: bool, seed: int, tell: Callable[[str], None] = lambda text: None
) -> Rule:
    """Return the best rule found from the usual advice on, in the form of `practical.TRUFFLES`."""
    random = np.random.default_rng(seed)
    champion = USUAL
    steps = PLAIN_STEPS if plain else STEPS
    for generation in range(GENERATIONS):
        moves = random.standard_normal((ROUNDS[0][0], len(steps))) * steps
        rules = list(champion + np.rint(moves).astype(np.int64))
        for left, games in ROUNDS:
            seeds = random.integers(1 << 31, size=len(rules))
            played = [
                (match(rolls, hold_by_rule, rule, hold_by_rule, champion, games, int(s)), rule)
                for rule, s in zip(rules[:left], seeds)
            ]
            played.sort(key=lambda pair: -pair[0].share)
            rules = [rule for _, rule in played]
        best = played[0][0]
        if best.low > 0.5:
            champion = rules[0]
        else:
            steps = steps * SHRINK
        tell(f"generation {generation}: {best} {champion.tolist()}")
    return champion
