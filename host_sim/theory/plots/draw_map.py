# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Flat maps: roll or hold at one score of the opponent; dice and costs by scores; a histogram."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..solver import Position
from ..tables.losses import chances_of_dice, dice_worths
from . import CannotPlot, Request
from .decisions import Ints, decisions
from .reachable import reachable
from .rule import regret, turns_by
from .style import HOLD, INK, MINE, ROLL, SCALE, STRONG, THEIRS, TOTAL, plain_axes, title, turns_of


def cross_section(figure: Any, request: Request) -> None:
    """Plot roll or hold by score and turn total; reachable positions are in strong colours."""
    from matplotlib.colors import to_rgb
    from matplotlib.patches import Patch

    solution = turns_of(request, every_pair=True)
    target = solution.target
    if not 0 <= request.opponent < target:
        raise CannotPlot(f"opponent: {request.opponent} is not allowed; allowed: 0 to {target - 1}")
    played = decisions(solution, request.second)
    reached = reachable(solution, played, request.second)[:, request.opponent]
    roll = played.roll[:, request.opponent]
    rolled = np.flatnonzero((roll & reached).any(axis=0))
    top = max([target // 2] + (rolled[-1:] + 16).tolist())
    top = min(top, roll.shape[1])
    picture = np.where(roll[:, :top, None], to_rgb(ROLL), to_rgb(HOLD))
    pale = 0.68 * np.ones(3) + 0.32 * picture
    picture = np.where(reached[:, :top, None], picture, pale)
    figure.subplots_adjust(top=0.86, right=0.97, left=0.09, bottom=0.1)
    axes = figure.subplots()
    axes.imshow(
        picture.transpose(1, 0, 2), origin="lower", aspect="auto", interpolation="nearest",
        extent=(-0.5, target - 0.5, -0.5, top - 0.5),
    )  # fmt: skip
    edges(axes, roll[:, :top])
    if solution.game.options["end"] == "first":
        axes.plot([target - top, target], [top, 0], ":", color=INK, lw=1)
        axes.text(target - top / 2 - 1, top / 2 + 1, "holding wins beyond", rotation=-45,
                  rotation_mode="anchor", transform_rotates_text=True,
                  ha="center", va="bottom", fontsize=9, color=INK)  # fmt: skip
    axes.set(xlim=(-0.5, target - 0.5), ylim=(-0.5, top - 0.5))
    axes.set(xlabel=MINE, ylabel=TOTAL)
    plain_axes(axes)
    axes.legend(
        handles=[Patch(color=ROLL, label="roll"), Patch(color=HOLD, label="hold")],
        loc="upper right", framealpha=0.95,
    )  # fmt: skip
    title(figure, request, f"roll or hold, opponent's score {request.opponent}",
          "strong: positions that a perfect player can reach; pale: the others")  # fmt: skip


def edges(axes: Any, roll: Any) -> None:
    """Draw lines between the cells where `roll` changes."""
    from matplotlib.collections import LineCollection

    upright, level = np.argwhere(roll[1:] != roll[:-1]), np.argwhere(roll[:, 1:] != roll[:, :-1])
    lines = [[(i + 0.5, k - 0.5), (i + 0.5, k + 0.5)] for i, k in upright]
    lines += [[(i - 0.5, k + 0.5), (i + 0.5, k + 0.5)] for i, k in level]
    axes.add_collection(LineCollection(lines, colors=INK, linewidths=1.2))


def best_dice(solution: Any, second: bool = False) -> Ints:
    """Return the best number of dice for a turn of one roll, by both scores; ties: the fewest."""
    chances = chances_of_dice(solution)
    numbers = np.array([n for n, _ in solution.lists])
    best = np.zeros((solution.target, solution.target), dtype=np.int64)
    for i, j in np.ndindex(best.shape):
        worths = dice_worths(solution, Position(i, j, 0, second), chances)
        # The tolerance keeps rounding errors from deciding ties.
        best[i, j] = numbers[np.argmax(worths >= worths.max() - 1e-12)]
    return best


def dice(figure: Any, request: Request) -> None:
    """Plot the best number of dice by scores."""
    from matplotlib import colormaps
    from matplotlib.colors import BoundaryNorm

    solution = turns_of(request, every_pair=True)
    best = best_dice(solution, request.second)
    low, high = int(best.min()), int(best.max())
    figure.subplots_adjust(top=0.86, right=0.98, left=0.1, bottom=0.1)
    axes = figure.subplots()
    norm = BoundaryNorm(np.arange(low - 0.5, high + 1), 256)
    image = axes.imshow(best.T, origin="lower", cmap=colormaps[SCALE], norm=norm)
    bar = figure.colorbar(image, ax=axes, label="dice")
    bar.set_ticks(range(low, high + 1, max(1, (high - low) // 12)))
    bar.ax.minorticks_off()
    axes.set(xlabel=MINE, ylabel=THEIRS)
    title(figure, request, "how many dice to roll")


def regret_map(figure: Any, request: Request) -> None:
    """Plot the cost of one turn by the rule, by scores."""
    from matplotlib.colors import PowerNorm

    solution = turns_of(request, every_pair=True)
    cost = regret(solution, request.rule, request.second)
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
    note = "everything else played perfectly"
    title(figure, request, f"the cost of a turn by “{name_of(request.rule)}”", note)


def name_of(rule: str) -> str:
    """Return "hold at 20" for `hold20`; other names with spaces for underscores."""
    return f"hold at {rule[4:]}" if rule.startswith("hold") else rule.replace("_", " ")


def histogram(figure: Any, request: Request) -> None:
    """Plot the chances of all scores of a first turn by the rule."""
    turns, role = turns_by(turns_of(request), request.rule, request.second)
    scores, chances = turns.turn(0, role, 0, 0)
    figure.subplots_adjust(top=0.83, right=0.97, left=0.09, bottom=0.13)
    axes = figure.subplots()
    colours = [STRONG[1] if score == 0 else HOLD for score in scores]
    axes.bar(scores, 100 * chances, width=0.8, color=colours)
    # Beyond it the labels would overlap.
    if scores.max() <= 25:
        for score, chance in zip(scores.tolist(), (100 * chances).tolist()):
            axes.text(score, chance, f"{chance:.1f}", ha="center", va="bottom", fontsize=8)
    axes.set(xlabel="points of the turn", ylabel="per cent of all turns")
    plain_axes(axes)
    note = f"exact; on average {float(scores @ chances):.3f} points a turn"
    title(figure, request, f"a turn by “{name_of(request.rule)}”, at 0 to 0", note)
