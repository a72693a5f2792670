# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""All choices of a player of shared rolls with a table, as arrays.

The device's own code reads rows and mixes and plays the turns.
"""

from typing import Any

import numpy as np
from numba import njit

from host_sim.theory.solver.moves import Floats, Ints
from host_sim.theory.solver.respond import Flags
from shared_rules.players.tables.shared import WHOLE, probability
from shared_rules.players.tables.table import ONE, Table
from shared_rules.players.tables.turn import LATEST

from .device_turn import Weights, device_turn, weights_of
from .losses import opened, worths_of

NONE_BELOW = np.zeros((0, 1), dtype=np.int64)


def mixes_of(table: Table, index: int, length: int) -> Floats:
    """Return [column, k] of a row of section "m"; 1 at k = 0, where all stand."""
    columns = table.section(b"m")[4]
    mixes = np.ones((columns, length))
    for column in range(columns):
        mix = table.part(b"m", index, column)
        mixes[column, 1:] = [probability(mix, k) / WHOLE for k in range(1, length)]
    return mixes


@njit
def stands_alone(roll: Weights, sit: Ints, stands: Flags) -> None:
    """Fill stands[k] with the decisions of `alone`; sit: worths of sitting, best at the end."""
    top = len(sit) - roll.width - 1
    win = device_turn(roll, sit, top, int(0), int(0))[0]
    for k in range(min(top + 1, len(stands))):
        stands[k] = win[k] > sit[k] or sit[k] == 0


def herd_play(content: bytes, name: str, outcomes: Any) -> tuple[Floats, Flags]:
    """Return (stand, alone) for `respond.herd_response`."""
    table = opened(content, name)
    target = table.number("target")
    rows = np.array([worths_of(table, b"n", a) for a in range(target)])
    stand = np.array([mixes_of(table, a, target + 2) for a in range(target)])
    roll = weights_of(outcomes, NONE_BELOW)
    alone = np.zeros((target, 2 * target + 2, target + 2), dtype=np.bool_)
    for s in range(2 * target + 2):
        score = np.arange(3 * target + 40)
        hold = np.where(score > s, ONE, np.where(score == s, ONE // 2, 0))
        if s < target:
            hold[:target] = ONE - rows[s]
            hold[target:] = ONE
        for a in range(target):
            stands_alone(roll, hold[a:], alone[a, s])
    return stand, alone


def round_play(content: bytes, name: str, outcomes: Any, rounds: int) -> tuple[Floats, Flags]:
    """Return (stand, alone) for `respond.rounds_response`."""
    table = opened(content, name)
    stand = np.array([mixes_of(table, r, LATEST + 1).T for r in range(1, rounds + 1)])
    roll = weights_of(outcomes, NONE_BELOW)
    alone = np.zeros((rounds, LATEST + 1, 2 * LATEST + 1), dtype=np.bool_)
    for r in range(rounds):
        row = worths_of(table, b"n", r + 2)
        reach = 4 * LATEST
        worth = np.zeros(2 * reach + 1, dtype=np.int64)
        worth[reach] = ONE // 2
        worth[reach + 1 :] = ONE
        worth[reach + 1 : reach + 1 + len(row)] = row
        worth[:reach] = ONE - worth[:reach:-1]
        for lead in range(-LATEST, LATEST + 1):
            stands = np.zeros(LATEST + 1, dtype=np.bool_)
            stands_alone(roll, worth[reach + lead :], stands)
            alone[r, :, LATEST + lead] = stands
    return stand, alone
