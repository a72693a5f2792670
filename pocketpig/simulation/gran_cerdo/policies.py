"""Compiled policies of Gran Cerdo: *practical*, *holdN*, and the device's table of networks.

The first and the last run the device's own code, compiled.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pocketpig.computer_players import tables_folder
from pocketpig.simulation.probe import NotCompilable
from pocketpig.tables.device_code import compiled
from pocketpig.tables.losses import opened
from shared_rules.players import practical
from shared_rules.players.perfect import Perfect
from shared_rules.players.plain import HoldAt
from shared_rules.players.tables import gran_cerdo
from shared_rules.players.tables.gran_cerdo import NEURON, SIZES
from shared_rules.players.tables.table import TableError
from shared_rules.players.tables.table import table_name as name_of
from shared_rules.variants import new_game

from .play import State, kept, lead_if_held
from .rolls import TURNS

Rule = NDArray[np.int64]

(hold_at,) = compiled(practical, "hold_at")
run_layer, fill_inputs = compiled(gran_cerdo, "run_layer", "fill_inputs")


def policy_of(strategy: Any, pair: str) -> tuple[Callable[..., bool], Any]:
    """Return the compiled policy of a strategy and its parameters. Raises NotCompilable."""
    if type(strategy) is practical.Practical:
        return hold_by_rule, tuned_rule(pair)
    if type(strategy) is HoldAt:
        return hold_at_total, strategy.n
    if isinstance(strategy, Perfect):
        try:
            return hold_by_net, shipped(pair)
        except (OSError, TableError) as error:
            raise NotCompilable(f"no table for gran_cerdo ({error})") from None
    raise NotCompilable(f"gran_cerdo has no compiled policy for {type(strategy).__name__}")


def tuned_rule(pair: str) -> Rule:
    """Return the rule that *practical* follows."""
    return np.array(practical.TRUFFLES[pair], dtype=np.int64)


@kept
def hold_by_rule(state: State, fresh: bool, rule: Rule) -> bool:
    """True if the rule holds; in the last turn hold once the victory points win."""
    if state.turn == TURNS:
        return lead_if_held(state) > 0
    threshold = hold_at(rule, state.turn, state.three, state.theirs - state.mine)
    return 100 * state.total >= threshold


@kept
def hold_at_total(state: State, fresh: bool, truffles: int) -> bool:
    """True if the turn total is so many truffles; in the last turn also if holding wins."""
    return state.total >= truffles or (state.turn == TURNS and lead_if_held(state) > 0)


def table_name(pair: str) -> str:
    """Return the file name of the table for one value of the option."""
    return name_of(new_game("gran_cerdo", {"pair": pair}, 2, 0))


class Brain(NamedTuple):
    """The table of one option: blocks (TURNS, bytes of a block), and scratch arrays."""

    blocks: NDArray[np.uint8]
    xs: NDArray[np.int64]
    one: NDArray[np.int64]
    two: NDArray[np.int64]
    out: NDArray[np.int64]


def shipped(pair: str) -> Brain:
    """Return the table in the firmware's folder. Raises OSError or TableError."""
    table = opened((tables_folder() / table_name(pair)).read_bytes(), table_name(pair))
    _, _, first, rows, _, _ = table.section(b"n")
    blocks = [np.frombuffer(table.row(b"n", first + n), np.uint8) for n in range(rows)]
    return Brain(np.stack(blocks), *(np.zeros(size, dtype=np.int64) for size in SIZES))


@kept
def hold_by_net(state: State, fresh: bool, brain: Brain) -> bool:
    """True if the device's player holds."""
    if state.turn == TURNS:
        points = lead_if_held(state)
        if points != 0:
            return points > 0
    fill_inputs(
        brain.xs, state.mine, state.theirs, state.total, state.rolls, state.three, state.oinks,
        state.my_most, state.their_most,
    )  # fmt: skip
    rows = brain.blocks[state.turn - 1]
    a, b, c, d = len(brain.xs), len(brain.one), len(brain.two), len(brain.out)
    run_layer(brain.xs, brain.xs.sum(), rows, b, brain.one, 0, True)
    at = b * (NEURON + a)
    run_layer(brain.one, brain.one.sum(), rows[at:], c, brain.two, 0, True)
    at += c * (NEURON + b)
    run_layer(brain.two, brain.two.sum(), rows[at:], d, brain.out, 0, False)
    return brain.out[0] > 0
