# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Compiled threshold rules.

The formula is that of `shared_rules.players.practical.hold_at`.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pocketpig.tables.device_code import compiled
from shared_rules.players import practical

from .play import State, lead
from .rolls import TURNS

Rule = NDArray[np.int64]

(hold_at,) = compiled(practical, "hold_at")


def tuned_rule(pair: str) -> Rule:
    """Return the rule that *practical* follows."""
    return np.array(practical.TRUFFLES[pair], dtype=np.int64)


def hold_rule(truffles: int) -> Rule:
    """Return the rule to hold at so many truffles, in all turns and with all dice."""
    return np.array((100 * truffles, 0, 0, 100 * truffles, 0, 0, 0), dtype=np.int64)


@njit
def hold_by_rule(state: State, fresh: bool, rule: Rule) -> bool:
    """True if the rule holds; in the last turn hold once the victory points win."""
    if state.turn == TURNS:
        ahead = lead(
            state.mine + state.total, state.theirs, state.oinks, state.my_most, state.their_most
        )
        return ahead > 0
    threshold = hold_at(rule, state.turn, state.three, state.theirs - state.mine)
    return 100 * state.total >= threshold


@njit
def hold_always_at(state: State, fresh: bool, rule: Rule) -> bool:
    """True if the truffles of `hold_rule` are there; in the last turn also if holding wins."""
    return 100 * state.total >= rule[0] or (
        state.turn == TURNS and hold_by_rule(state, fresh, rule)
    )
