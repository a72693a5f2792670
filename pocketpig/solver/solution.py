"""A solved game of two players: the win chance of every action in every position.

A worth is a probability of winning, a tie counting half, for the player to move unless said
otherwise.
"""

from typing import Any

from shared_rules.game import HOLD, Game

from ..position import BadPosition, Odds, Position
from .moves import DEEPEST, Moves, moves_of, outcome_lists

# Greater scores and turn totals count as this: in double precision nothing changes beyond.
FARTHEST = 50000


def chance(worth: float) -> float:
    """Return the worth as a probability: rounding errors are cut off."""
    return min(1.0, max(0.0, worth))


def odds_of(actions: dict[str, float]) -> Odds:
    """Return the odds of the actions; a tie of holding and rolling goes to holding."""
    actions = {name: chance(worth) for name, worth in actions.items()}
    best = max(actions.values())
    advice = HOLD if actions.get(HOLD) == best else max(actions, key=lambda name: actions[name])
    return Odds(best, advice, actions, {}, True)


class Solution:
    """A solved game of two players; `arrays` depends on the kind of game (see the subclasses).

    Nothing changes it once it is made.
    """

    # Names of the arrays with the worths of starts of turns.
    STARTS: tuple[str, ...] = ("worth",)

    def __init__(self, game: Game, arrays: dict[str, Any]) -> None:
        self.game = game
        self.arrays = arrays
        self.lists = outcome_lists(game)
        # Deeper turn totals below 0 are seldom asked for.
        self.moves: Moves = moves_of(self.lists, DEEPEST // 4)
        self.target: int = game.options.get("target", 0)

    @staticmethod
    def solve(game: Game, moves: Moves, floor: int) -> dict[str, Any]:
        """Solve the game; return the arrays. floor: the least score, if it may be negative."""
        raise NotImplementedError

    def start(self) -> float:
        """Return the first player's probability of winning from the start of the game."""
        return self.odds(Position()).win

    def states(self) -> int:
        """Return the number of solved starts of turns or rounds."""
        return sum(self.arrays[name].size for name in self.STARTS)

    def odds(self, position: Position) -> Odds:
        """Return the odds of every action. Raises BadPosition."""
        raise NotImplementedError

    def within(self, position: Position) -> Position:
        """Return a like position whose scores the solution has."""
        return position

    def check_scores(self, position: Position, least: int, theirs_below: int | None) -> None:
        """Raise BadPosition unless both scores are in range."""
        self._check("the score of the player to move", position.mine, least, self.target)
        self._check("the opponent's score", position.theirs, least, theirs_below)

    def _check(self, what: str, value: int, least: int, below: int | None) -> None:
        if value < least or (below is not None and value >= below):
            allowed = f"{least} or more" if below is None else f"{least} to {below - 1}"
            raise BadPosition(f"{what}: {value} is not allowed; allowed: {allowed}")
