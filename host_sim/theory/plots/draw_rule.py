# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Plots of rules of thumb: the cost of a turn by scores, and the scores of a turn."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import Request
from .rule import first_turn, regret, strength
from .style import HOLD, INK, MINE, SCALE, STRONG, THEIRS, plain_axes, title, turns_of


def name_of(rule: str) -> str:
    """Return "hold at 20" for `hold20`; other names with spaces for underscores."""
    return f"hold at {rule[4:]}" if rule[:4] == "hold" and rule[4:] else rule.replace("_", " ")


def draw_regret(figure: Any, request: Request) -> None:
    """Plot the cost of one turn by the rule, by scores."""
    from matplotlib.colors import PowerNorm

    solution = turns_of(request, every_pair=True)
    cost = regret(solution, request.rule, request.second)
    wins = strength(solution, request.rule)
    figure.subplots_adjust(top=0.86, right=0.98, left=0.1, bottom=0.1)
    axes = figure.subplots()
    # A square-root scale, so that small costs are visible beside the worst.
    image = axes.imshow(100 * cost.T, origin="lower", cmap=SCALE, norm=PowerNorm(0.5, vmin=0.0))
    figure.colorbar(image, ax=axes, label="win chance lost in one turn, percentage points")
    i, j = np.unravel_index(np.argmax(cost), cost.shape)
    axes.plot(i, j, "o", ms=11, mfc="none", mec="white", mew=2)
    left = i > solution.target / 2
    axes.annotate(
        f"worst: {100 * cost[i, j]:.2f} at {i} to {j}", (i, j), color=INK,
        xytext=(-12 if left else 12, -16 if j > solution.target / 2 else 16),
        textcoords="offset points", ha="right" if left else "left", va="center",
        bbox={"boxstyle": "round", "fc": "white", "ec": "none", "alpha": 0.85},
    )  # fmt: skip
    axes.set(xlabel=MINE, ylabel=THEIRS)
    note = (
        "everything else played perfectly; "
        f"in whole games it wins {100 * wins:.1f} % against perfect play"
    )
    title(figure, request, f"the cost of a turn by “{name_of(request.rule)}”", note)


def draw_histogram(figure: Any, request: Request) -> None:
    """Plot the chances of all scores of a first turn by the rule."""
    solution = turns_of(request)
    scores, chances = first_turn(solution, request.rule, request.second)
    figure.subplots_adjust(top=0.83, right=0.97, left=0.09, bottom=0.13)
    axes = figure.subplots()
    axes.bar(
        scores, 100 * chances, width=0.8, color=[STRONG[1] if s == 0 else HOLD for s in scores]
    )
    if len(scores) <= 16:
        for score, chance in zip(scores.tolist(), chances.tolist()):
            axes.text(score, 100 * chance, f"{100 * chance:.1f}", ha="center", va="bottom",
                      fontsize=9, color=INK)  # fmt: skip
    axes.set(xlabel="points of the turn", ylabel="per cent of all turns")
    plain_axes(axes)
    mean = float(scores @ chances)
    title(figure, request, f"a turn by “{name_of(request.rule)}”, at 0 to 0",
          f"exact; on average {mean:.3f} points a turn")  # fmt: skip
