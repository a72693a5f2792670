# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Gran Cerdo for `pocketpig simulate`: compiled policies of the computer players."""

from collections.abc import Callable
from typing import Any

import numpy as np

from pocketpig.simulation.pcg import Words
from pocketpig.simulation.probe import NotCompilable
from pocketpig.simulation.tally import Tally
from shared_rules.players.perfect import Perfect
from shared_rules.players.plain import HoldAt
from shared_rules.players.practical import Practical
from shared_rules.players.tables.table import TableError
from shared_rules.variants import new_game

from .play import play_many
from .rolls import compile_rolls
from .rule import hold_always_at, hold_by_rule, hold_rule, tuned_rule
from .table import hold_by_net, shipped


class PigRace:
    """Like `simulation.race.Race`, roll by roll."""

    def __init__(
        self, options: dict[str, Any], seats: list[int], strategies: list[Any], rng: Words
    ) -> None:
        """seats[player]: index of its strategy in `strategies` (objects)."""
        filled = new_game("gran_cerdo", options, 2).options
        pair = filled["pair"]
        self.rolls = compile_rolls(pair, filled["gift"])
        self.policies = [policy_of(strategies[seat], pair) for seat in seats]
        self.rng = rng
        self.tally = Tally(2)

    def play(self, games: int) -> None:
        """Play `games` more games."""
        ends = np.zeros((2, 3), dtype=np.int64)
        (hold_a, a), (hold_b, b) = self.policies
        numbers = np.arange(self.tally.games, self.tally.games + games)
        play_many(self.rolls, hold_a, a, hold_b, b, numbers, self.rng, ends)
        self.tally.games += games
        for first, (lost, tied, won) in enumerate(ends.tolist()):
            for player, wins in enumerate((won, lost)):
                place = (player - first) % 2
                self.tally.won[player, place] += wins + tied / 2
                self.tally.squares[player, place] += wins + tied / 4


def policy_of(strategy: Any, pair: str) -> tuple[Callable[..., bool], Any]:
    """Return the compiled policy of a strategy and its parameters. Raises NotCompilable."""
    if type(strategy) is Practical:
        return hold_by_rule, tuned_rule(pair)
    if isinstance(strategy, HoldAt):
        return hold_always_at, hold_rule(strategy.n)
    if isinstance(strategy, Perfect):
        try:
            return hold_by_net, shipped(pair)
        except (OSError, TableError) as error:
            raise NotCompilable(f"no table for gran_cerdo ({error})") from None
    raise NotCompilable(f"gran_cerdo has no compiled policy for {type(strategy).__name__}")
