# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Contours of the chance to win at 3, 9, 27 and 81 %."""

from typing import Any

import numpy as np

from ..solver.moves import Floats
from ..solver.race_solution import EqualSolution
from ..solver.shared_solution import HerdSolution
from ..solver.turn_solution import TurnsSolution
from . import STOPS, Request, traits
from .decisions import decisions
from .draw_solid import solid_axes
from .style import CHANCES, MINE, THEIRS, plain_axes, solution_of, title, turns_of


def starts(solution: Any, second: bool) -> Floats:
    """Return [mine, theirs]: chance to win of the player to move, at the start of a turn."""
    target = solution.target
    if isinstance(solution, EqualSolution):
        return np.asarray(solution.arrays["second" if second else "first"][:target, :target])
    if isinstance(solution, HerdSolution):
        return np.asarray(solution.arrays["worth"])
    return np.asarray(solution.value[-solution.floor :, -solution.floor :])


def sheet(win: Floats, chance: float) -> Floats:
    """Return [mine, theirs]: turn total at which the chance to win is `chance`, else nan.

    Assumes that win[i, j, k] rises with k; interpolates between turn totals.
    """
    above = win >= chance
    k = np.argmax(above, axis=2)
    i, j = np.indices(k.shape)
    low, high = win[i, j, np.maximum(k - 1, 0)], win[i, j, k]
    with np.errstate(invalid="ignore", divide="ignore"):
        height = k - (high - chance) / (high - low)
    never = ~above.any(axis=2)
    height[(k == 0) | never] = np.nan
    # Next to cells with a greater chance from the start on, the sheet goes down to the floor.
    there = np.pad(~np.isnan(height), 1)
    beside = there[2:, 1:-1] | there[:-2, 1:-1] | there[1:-1, 2:] | there[1:-1, :-2]
    height[(k == 0) & beside & ~never] = 0.0
    return np.asarray(height)


def contours(figure: Any, request: Request) -> None:
    """Plot contours over the scores at the start of a turn, and surfaces during a turn."""
    solution = solution_of(request, every_pair=True)
    start = starts(solution, request.second)
    solid = STOPS in traits(solution.game)
    if not solid:
        figure.set_size_inches(7.2, 6.2)
    figure.subplots_adjust(
        left=0.07 if solid else 0.12, right=0.99, bottom=0.1, top=0.86, wspace=0.02
    )
    plane = figure.add_subplot(1, 2, 1) if solid else figure.subplots()
    levels = [chance for chance, _ in CHANCES]
    colours = [colour for _, colour in CHANCES]
    scores = np.arange(solution.target)
    lines = plane.contour(scores, scores, start.T, levels=levels, colors=colours, linewidths=2)
    plane.clabel(lines, fmt=lambda chance: f"{100 * chance:.0f} %", fontsize=10, inline_spacing=6)
    plane.set(aspect="equal", xlabel=MINE, ylabel=THEIRS)
    plane.set_title("at the start of a turn", fontsize=10)
    plane.grid(alpha=0.25)
    plain_axes(plane)
    if solid:
        surfaces(figure, turns_of(request), request)
    title(figure, request, "where the chance to win is 3, 9, 27 and 81 %")


def surfaces(figure: Any, solution: TurnsSolution, request: Request) -> None:
    """Plot the four surfaces over the plane of scores."""
    from matplotlib.patches import Patch

    win = decisions(solution, request.second).win
    target = solution.target
    axes = solid_axes(figure, 122, target, target)
    mine, theirs = np.meshgrid(np.arange(target), np.arange(target), indexing="ij")
    for chance, colour in CHANCES:
        height = sheet(win, chance)
        step = max(1, target // 50)
        axes.plot_surface(
            mine, theirs, height, color=colour, alpha=0.8, rstride=step, cstride=step,
            linewidth=0, antialiased=False, rasterized=True,
        )  # fmt: skip
    axes.set_box_aspect((1, 1, 0.8), zoom=0.95)
    axes.set_title("in the middle of a turn", fontsize=10)
    axes.legend(
        handles=[Patch(color=c, label=f"{100 * p:.0f} %") for p, c in reversed(CHANCES)],
        loc="upper left", fontsize=9,
    )  # fmt: skip
