# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The perfect player of a simulation, by the solver in double precision.

For games to a target in which players take turns. It does not use the device's tables.
"""

from typing import Any

from shared_rules.game import Game
from shared_rules.players.crowd import rival_to_beat
from shared_rules.players.strategy import Strategy
from shared_rules.variants import variant_class

from ..computer_players import PERFECT, computer_player
from ..position import Position
from ..solver.moves import Unsolvable
from ..solver.solve import solved
from ..solver.turn_solution import TurnsSolution


def player_of(name: str, variant: str, options: dict[str, Any]) -> Any:
    """Return the computer player of that name. Raises UnknownStrategy.

    "perfect" is the device's player if rolls are shared or the solver has no method.
    """
    if name == PERFECT and not variant_class(variant).SHARED_ROLL:
        try:
            return Optimal(variant, options)
        except Unsolvable:
            pass
    return computer_player(name)


class Optimal(Strategy):
    """Plays turns by the solution of the game; holds if both are equal."""

    def __init__(self, variant: str, options: dict[str, Any]) -> None:
        """Raises Unsolvable if the solver has no method."""
        self.solution = solved(variant, options)
        self._key: Any = None
        self._menus: dict[Any, int] = {}

    def stops(self, game: Any, player: int, source: Any) -> bool:
        """True if holding is at least as good as rolling."""
        position = self._position(game, player)
        position.dice = game.dice_count() if len(self.solution.lists) > 1 else None
        solution = self.solution
        assert isinstance(solution, TurnsSolution)
        key = (position.mine, position.theirs, position.second, position.dice, position.round)
        if key != self._key:
            self._key = key
            self._win = solution.worths(position, solution.menu(position, self._dice))[0]
            self._hold = solution.hold_worths(position, len(self._win))[0]
        total = game.turn_total
        if 0 <= total < min(len(self._win), len(self._hold)):
            return bool(self._hold[total] >= self._win[total])
        return total > 0

    def dice_number(self, game: Any, player: int, source: Any) -> int:
        """Return the best number of dice for the turn."""
        position = self._position(game, player)
        key = (position.mine, position.theirs, position.second, position.round)
        if key not in self._menus:
            actions = self.solution.odds(position).actions
            self._menus[key] = int(max(actions, key=lambda name: actions[name]).split()[1])
        return self._menus[key]

    @property
    def _dice(self) -> list[int]:
        return [n for n, _ in self.solution.lists]

    def _position(self, game: Game, player: int) -> Position:
        mine, theirs = game.scores[player], rival_to_beat(game, player)
        last = game.turn % game.players == 0
        if game.options["end"] == "rounds":
            number = (game.turn - 1) // game.players + 1
            return self.solution.within(Position(mine, theirs, 0, last, round=number))
        # With several players, play against one past the target as if nobody moved after.
        second = game.options["end"] == "equal_turns" and (last or theirs >= game.options["target"])
        return self.solution.within(Position(mine, theirs, 0, second))
