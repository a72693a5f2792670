# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A one-step rollout player: it compares playouts by a rule after holding and after rolling."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from host_sim.theory.pcg import Words, seeded

from .play import FORCED, NO_LOG, State, end_turn, play_on, position_of
from .rolls import Rolls
from .rule import Rule, hold_by_rule


class Rollout(NamedTuple):
    """Playouts for each of the two choices, by the rule `params`."""

    rolls: Rolls
    params: Rule
    playouts: int
    rng: Words
    no_log: NDArray[np.int64]


def new_rollout(rolls: Rolls, rule: Rule, playouts: int, seed: int) -> Rollout:
    """Return a player whose playouts follow `rule`, with a random generator of its own."""
    return Rollout(rolls, rule, playouts, seeded(seed), NO_LOG)


@njit
def hold_by_rollout(state: State, fresh: bool, rollout: Rollout) -> bool:
    """True if holding did at least as well as rolling."""
    start = position_of(state)
    gain = 0
    for rolling in range(2):
        for _ in range(rollout.playouts):
            position = start.copy()
            if rolling:
                position[FORCED] = 1
            else:
                end_turn(position, 0)
            points, _ = play_on(
                rollout.rolls, position, hold_by_rule, rollout.params, hold_by_rule,
                rollout.params, rollout.rng, rollout.no_log,
            )  # fmt: skip
            sign = 1 if points > 0 else -1 if points < 0 else 0
            gain += sign if rolling else -sign
    return gain <= 0
