# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Plots of perfect play for `pocketpig plot`; each kind is a row of `KINDS`.

The module `pictures` draws them on a Matplotlib figure.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from shared_rules.game import Game
from shared_rules.variants import new_game

# Properties of a game that a kind of plot may need.
TARGET = "a target"
STOPS = "a target, and you may hold"


@dataclass
class Request:
    """What to draw. A kind ignores the fields that it does not use.

    opponent: the opponent's score of a cross-section. second: plot for the second mover of a
    round.
    """

    variant: str
    options: dict[str, Any] = field(default_factory=dict)
    opponent: int = 0
    second: bool = False


class CannotPlot(Exception):
    """There is no such plot; the message says why, and what is allowed."""


class Kind(NamedTuple):
    """`needs`: a property of the game; size: of the figure, in inches."""

    name: str
    summary: str
    needs: str
    size: tuple[float, float]


KINDS = (
    Kind("surface", "the roll/hold surface in 3-D", STOPS, (8, 7)),
    Kind("cross-section", "roll or hold by score and turn total, at one score of the opponent",
         STOPS, (8, 6)),
    Kind("contours", "where the chance to win is 3, 9, 27 and 81 % at the start of a turn", TARGET,
         (7.2, 6.2)),
)  # fmt: skip


def kinds_of(game: Game) -> list[Kind]:
    """Return the kinds whose needs `game` meets; none if it cannot be solved."""
    # Imported here: the list of kinds is also shown if no solver is installed.
    from ..solver import Unsolvable
    from ..solver.moves import outcome_lists, turns_go_on
    from ..solver.race_solution import RaceSolution
    from ..solver.shared_solution import HerdSolution
    from ..solver.solve import kind_of

    try:
        kind = kind_of(game)
    except Unsolvable:
        return []
    has = {TARGET} if issubclass(kind, (RaceSolution, HerdSolution)) else set()
    if issubclass(kind, RaceSolution) and turns_go_on(outcome_lists(game)):
        has.add(STOPS)
    return [each for each in KINDS if each.needs in has]


def kind_for(request: Request, name: str | None) -> Kind:
    """Return the kind of that name, or the variant's first. Raises CannotPlot or a RulesError."""
    kinds = kinds_of(new_game(request.variant, request.options))
    if not kinds:
        raise CannotPlot(
            f"no plots of this {request.variant}: it has no target, or too many positions"
        )
    found = [kind for kind in kinds if name in (None, kind.name)]
    if not found:
        names = ", ".join(kind.name for kind in kinds)
        raise CannotPlot(f"{request.variant} has no plot {name!r}; it has: {names}")
    return found[0]
