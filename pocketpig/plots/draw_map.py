# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A flat map: roll or hold at one score of the opponent."""

from typing import Any

import numpy as np

from . import CannotPlot, Request
from .decisions import decisions
from .reachable import reachable
from .style import HOLD, INK, MINE, ROLL, TOTAL, plain_axes, title, turns_of


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
