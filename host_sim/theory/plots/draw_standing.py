# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Plots of shared rolls: how likely perfect play stands for another roll while both stand."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..solver import herd
from ..solver.matrix import solve_matrix
from ..solver.moves import Floats, reach
from ..tables.shared_rows import WIDEST_MIX, round_mix
from . import CannotPlot, Request
from .style import MINE, PALE, SCALE, plain_axes, solution_of, title

WIDTH, LENGTH = 60, 60
# Worths that differ by less count as equal.
ROUNDING = 1e-9


def of_herd(solution: Any, theirs: int) -> Floats:
    """Return stand[k, mine] at the opponent's score; nan if both choices are worth the same."""
    worth, chase, at, size, store = (solution.arrays[name] for name in solution.PARTS)
    moves, target = solution.moves, solution.target
    pad = reach(moves)
    both, slope, mix = (np.zeros(target + pad + 2) for _ in range(3))
    stand = np.zeros((target, target))
    for mine in range(target):
        x = float(worth[mine, theirs])
        top = herd.play_pair(
            moves, worth, chase, at, size, store, mine, theirs, x, pad, both, slope, mix
        )[2]
        stand[:, mine] = mix[:target]
        stand[top:, mine] = mix[top]
        for k in range(1, min(top + 1, target)):
            sq, qs, qq = herd.matrix_at(moves, worth, chase, at, size, store, mine, theirs, k)
            ss = moves.end_p.sum() * x + moves.add_p @ both[k + moves.add_n]
            _, _, other = solve_matrix(ss, sq, qs, qq)
            gain = other * (ss - qs) + (1.0 - other) * (sq - qq)
            same = max(abs(ss - qs), abs(sq - qq)) < ROUNDING
            if same or (abs(gain) < ROUNDING and min(other, 1.0 - other) < ROUNDING):
                # From `top` on, nothing depends on the total.
                stand[k : k + 1 if k < top else None, mine] = np.nan
    return stand


def standing(figure: Any, request: Request) -> None:
    """Plot the probability of standing: for each round, or at one score of the opponent."""
    solution = solution_of(request)
    if solution.KIND == "rounds":
        return by_rounds(figure, request, solution)
    if not 0 <= request.opponent < solution.target:
        raise CannotPlot(
            f"opponent: {request.opponent} is not allowed; allowed: 0 to {solution.target - 1}"
        )
    figure.subplots_adjust(top=0.86, right=0.99, left=0.08, bottom=0.1)
    axes = figure.subplots()
    stand = of_herd(solution, request.opponent)[1:]
    axes.set_facecolor(PALE)
    image = axes.imshow(100 * stand, origin="lower", cmap=SCALE, aspect="auto", vmin=0, vmax=100,
                        extent=(-0.5, solution.target - 0.5, 0.5, len(stand) + 0.5))  # fmt: skip
    axes.set(xlabel=MINE, ylabel="round total")
    figure.colorbar(image, ax=axes, label="how often to stand for another roll, %")
    note = "while both stand and choose at the same time; grey: both are worth the same"
    title(figure, request, f"stand or sit, opponent's score {request.opponent}", note)


def by_rounds(figure: Any, request: Request, solution: Any) -> None:
    """Plot a map for each round, by lead and round total."""
    shown = slice(WIDEST_MIX - WIDTH, WIDEST_MIX + WIDTH + 1)
    stand = round_mix(solution)[:, 1:LENGTH, shown]
    many = len(stand)
    figure.set_size_inches(3 * many + 1, 4.6)
    figure.subplots_adjust(top=0.8, right=0.9, left=0.05, bottom=0.13, wspace=0.08)
    row = figure.subplots(1, many, sharey=True)
    image = None
    for number, axes in enumerate(row, 1):
        image = axes.imshow(
            100 * stand[number - 1], origin="lower", cmap=SCALE, aspect="auto",
            vmin=0, vmax=100, extent=(-WIDTH - 0.5, WIDTH + 0.5, 0.5, LENGTH - 0.5),
        )  # fmt: skip
        axes.set_title(f"round {number}", fontsize=10)
        axes.set_xlabel("points ahead")
        plain_axes(axes)
    row[0].set_ylabel("round total")
    figure.colorbar(image, ax=list(row), label="how often to stand, %", pad=0.01,
                    fraction=0.02)  # fmt: skip
    title(figure, request, "stand or sit, while both stand and choose at the same time")
