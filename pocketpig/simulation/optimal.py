"""The perfect player of a simulation, by the solver in double precision.

For games to a target in which players take turns. It does not use the device's tables.
"""

from typing import Any

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
        self._position: Position | None = None  # of `_win` and `_hold`
        self._menus: dict[Position, int] = {}

    def stops(self, game: Any, player: int, source: Any) -> bool:
        """True if holding is at least as good as rolling."""
        solution = self.solution
        assert isinstance(solution, TurnsSolution)
        position = solution.within(Position.of(game, player))._replace(turn_total=0)
        if position != self._position:
            self._position = position
            menu = solution.menu(position, [n for n, _ in solution.lists])
            self._win = solution.worths(position, menu)[0]
            self._hold = solution.hold_worths(position, len(self._win))[0]
        total = game.turn_total
        if 0 <= total < min(len(self._win), len(self._hold)):
            return bool(self._hold[total] >= self._win[total])
        return total > 0

    def dice_number(self, game: Any, player: int, source: Any) -> int:
        """Return the best number of dice for the turn."""
        position = self.solution.within(Position.of(game, player))
        if position not in self._menus:
            actions = self.solution.odds(position).actions
            self._menus[position] = int(max(actions, key=lambda name: actions[name]).split()[1])
        return self._menus[position]
