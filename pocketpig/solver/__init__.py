"""Perfect play for two players: the win probability of every position of a variant.

    from pocketpig.solver import Position, solved
    solved("pig").odds(Position(mine=41, theirs=49, turn_total=22))

Needs NumPy and Numba, the extra `solve`.
"""

from ..position import BadPosition, Position
from .moves import Unsolvable
from .solution import Solution
from .solve import VERSION, solve, solved

__all__ = [
    "VERSION",
    "BadPosition",
    "Position",
    "Solution",
    "Unsolvable",
    "solve",
    "solved",
]
