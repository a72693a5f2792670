# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Plots of perfect play for `pocketpig plot`; each kind is a row of `KINDS`.

The modules `decisions`, `reachable`, `rule` and `story` compute the data, so that it can be tested
and shown in other ways. The modules `draw_…` draw it on a Matplotlib figure.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from shared_rules.game import Game
from shared_rules.variants import new_game

# Properties of a game that a kind of plot may need.
TURNS = "players who take turns"
TARGET = "a target"
STOPS = "a game in which you may hold"
CLIMBS = "a game in which you may hold, and rolls never subtract"
BIDS = "a game in which you choose the dice of a single roll"
SHARED = "shared rolls"


@dataclass
class Request:
    """What to draw. A kind ignores the fields that it does not use.

    opponent: the opponent's score of a cross-section. second: plot for the second mover of a
    round. rule: name of a computer player. record: a game as text, see `shared_rules.notation`.
    """

    variant: str
    options: dict[str, Any] = field(default_factory=dict)
    opponent: int = 0
    second: bool = False
    rule: str = "hold20"
    record: str = ""


class CannotPlot(Exception):
    """There is no such plot; the message says why, and what is allowed."""


class Kind(NamedTuple):
    """`draw(figure, request)` in `module` draws it; `needs`: a property of the game.

    size: of the figure, in inches.
    """

    name: str
    summary: str
    needs: str
    module: str
    draw: str
    size: tuple[float, float]


KINDS = (
    Kind("surface", "the roll/hold surface in 3-D", STOPS, "draw_solid", "surface", (8, 7)),
    Kind("cross-section", "roll or hold by score and turn total, at one score of the opponent; "
         "the positions that can be reached are marked", STOPS, "draw_map", "cross_section",
         (8, 6)),
    Kind("reachable", "positions that a perfect player can reach", STOPS, "draw_solid",
         "reachable_positions", (8, 7)),
    Kind("rolling", "reachable positions in which rolling is right", STOPS, "draw_solid", "rolling",
         (8, 7)),
    Kind("contours", "where the chance to win is 3, 9, 27 and 81 %", TARGET, "draw_contours",
         "contours", (12, 6)),
    Kind("dice", "the best number of dice, by scores", BIDS, "draw_map", "dice", (8, 6.5)),
    Kind("standing", "how likely to stand, by scores and round total", SHARED, "draw_standing",
         "standing", (10, 6)),
    Kind("regret", "what a turn by a rule of thumb costs, by scores", CLIMBS, "draw_map",
         "regret_map", (8, 6.5)),
    Kind("histogram", "what turns by a rule of thumb score", CLIMBS, "draw_map", "histogram",
         (8, 4.5)),
    Kind("game", "the chance to win in the course of a recorded game, its worst decisions marked",
         TURNS, "draw_story", "story", (11, 5.5)),
)  # fmt: skip


def traits(game: Game) -> set[str]:
    """Return the properties of `game` (see above); empty if it cannot be solved."""
    # Imported here: the list of kinds is also shown if no solver is installed.
    from ..solver import Unsolvable
    from ..solver.moves import moves_of, outcome_lists
    from ..solver.solution import kind_of

    try:
        solution = kind_of(game)
        moves = moves_of(outcome_lists(game))
    except Unsolvable:
        return set()
    if solution == "wiped_rounds":
        return set()
    if solution in ("turns", "wiped_turns"):
        return {TURNS}
    found = {TARGET} if "target" in game.options else set()
    if solution in ("rounds", "herd"):
        found.add(SHARED)
        return found
    goes_on = len(moves.add_n) + len(moves.jump_n) or moves.set_p.any()
    found |= {TURNS, STOPS if goes_on else BIDS}
    return found | {CLIMBS} if goes_on and not len(moves.jump_n) else found


def kinds_of(game: Game) -> list[Kind]:
    """Return the kinds whose needs `game` meets."""
    has = traits(game)
    return [kind for kind in KINDS if kind.needs in has]


def kind_for(request: Request, name: str | None) -> Kind:
    """Return the kind of that name, or the variant's first. Raises CannotPlot or a RulesError."""
    kinds = kinds_of(new_game(request.variant, request.options))
    if not kinds:
        raise CannotPlot(f"no plots of this {request.variant}: its positions are too many")
    found = [kind for kind in kinds if name in (None, kind.name)]
    if not found:
        names = ", ".join(kind.name for kind in kinds)
        raise CannotPlot(f"{request.variant} has no plot {name!r}; it has: {names}")
    return found[0]


def draw(kind: Kind, figure: Any, request: Request) -> None:
    """Draw onto a Matplotlib figure. Raises CannotPlot, BadPosition or a RulesError."""
    from ..simulation.probe import NotCompilable

    try:
        getattr(importlib.import_module(f"{__name__}.{kind.module}"), kind.draw)(figure, request)
    except NotCompilable as reason:
        raise CannotPlot(f"no such plot of {request.rule!r}: {reason}") from None
