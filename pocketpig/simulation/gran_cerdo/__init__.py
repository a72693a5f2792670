"""Gran Cerdo for `pocketpig simulate`: compiled policies of the computer players."""

from typing import Any

import numpy as np

from pocketpig.simulation.pcg import Words
from pocketpig.simulation.tally import Tally
from shared_rules.variants import new_game

from .play import play_many
from .policies import policy_of
from .rolls import compile_rolls


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
