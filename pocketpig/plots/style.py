# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Common parts of the plots: labels, and colours that colour-blind people can tell apart."""

from typing import Any

from shared_rules.variants import new_game

from ..solver import solved
from ..solver.race_solution import EqualSolution
from ..solver.solution import Solution
from ..solver.turn_solution import TurnsSolution
from . import CannotPlot, Request
from .decisions import MOST_TARGET

# From the palette of Okabe and Ito (2008).
ROLL = "#E69F00"
HOLD = "#56B4E9"
INK = "#222222"
CHANCES = ((0.03, "#D55E00"), (0.09, "#E69F00"), (0.27, "#009E73"), (0.81, "#0072B2"))
# Its brightness is monotonic, also for the colour-blind and in grey.
SCALE = "viridis"

MINE = "score of the player to move"
THEIRS = "opponent's score"
TOTAL = "turn total"


def heading(request: Request) -> str:
    """Return the name of the game and its options that are not default."""
    game = new_game(request.variant, request.options)
    words = [game.NAME]
    for name, default, _ in game.OPTIONS:
        if game.options[name] != default:
            words.append(f"{name} {game.options[name]}")
    if game.options.get("end") == "equal_turns":
        words.append("second to move in the round" if request.second else "first to move")
    return ", ".join(words)


def title(figure: Any, request: Request, what: str, note: str = "") -> None:
    """Add the title of a figure: the game, what is shown, and a line of explanation."""
    figure.suptitle(f"{heading(request)}: {what}", fontsize=13, color=INK, y=0.98)
    if note:
        figure.text(0.5, 0.915, note, ha="center", va="center", fontsize=9, color="#555555")


def solution_of(request: Request, every_pair: bool = False) -> Solution:
    """Return the solved game. Raises CannotPlot if `every_pair` of scores would be too many."""
    target = new_game(request.variant, request.options).options.get("target", 0)
    if every_pair and target > MOST_TARGET:
        raise CannotPlot(
            f"target: {target} is not allowed in this plot; allowed: 1 to {MOST_TARGET}"
        )
    solution = solved(request.variant, request.options)
    if request.second and not isinstance(solution, EqualSolution):
        raise CannotPlot("the second mover differs only with end=equal_turns")
    return solution


def turns_of(request: Request, every_pair: bool = False) -> TurnsSolution:
    """Return `solution_of`, for a game of turns."""
    solution = solution_of(request, every_pair)
    assert isinstance(solution, TurnsSolution)
    return solution


def plain_axes(axes: Any) -> None:
    """Hide the top and right edges of the axes."""
    axes.spines[["top", "right"]].set_visible(False)
