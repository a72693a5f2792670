# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The course of a recorded game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from . import Request
from .story import Choice, Story, read_story
from .style import INK, STRONG, plain_axes, title

WORST = 3
# Least distance between the middles of two labels, and of a label to the edge, as a share of the
# width: a label takes up to a seventh of it.
APART, EDGE = 0.16, 0.08
# Mistakes that cost less win chance are not marked.
LEAST = 0.0005


def worst_of(story: Story) -> list[Choice]:
    """Return the costliest decisions, at most WORST."""
    costly = [choice for choice in story.choices if choice.cost >= LEAST]
    return sorted(costly, key=lambda choice: -choice.cost)[:WORST]


def words_of(choice: Choice) -> str:
    """Return a label like "rolled at 23: −2.1" (cost in percentage points)."""
    word = "held" if choice.action == "hold" else "rolled"
    dice = choice.action.partition(" ")[2]
    what = f"{word} {dice} dice" if dice else f"{word} at {choice.turn_total}"
    return f"{what}: −{100 * choice.cost:.1f}"


def spread(places: Sequence[float]) -> list[float]:
    """Return ascending places in 0 to 1 moved apart, so that labels there do not overlap."""
    found: list[float] = []
    for place in places:
        found.append(max(place, found[-1] + APART if found else EDGE))
    limit = 1 - EDGE
    for at in reversed(range(len(found))):
        found[at] = min(found[at], limit)
        limit = found[at] - APART
    return found


def free_height(chance: Sequence[float], place: float) -> float:
    """Return the middle of the larger free part above or below the curve around `place`."""
    last = len(chance) - 1
    near = range(max(0, int((place - EDGE) * last)), min(last, int((place + EDGE) * last) + 1) + 1)
    least, most = min(chance[at] for at in near), max(chance[at] for at in near)
    # The names of the players are at the very top and bottom.
    height = (most + 1) / 2 if 1 - most >= least else least / 2
    return min(0.86, max(0.14, height))


def story(figure: Any, request: Request) -> None:
    """Plot the first player's chance to win by step, and mark the worst decisions."""
    told = read_story(request)
    request.options = told.game.options
    figure.subplots_adjust(top=0.83, right=0.98, left=0.07, bottom=0.12)
    axes = figure.subplots()
    last = len(told.chance) - 1
    for turn, steps in groupby(range(last), told.turns.__getitem__):
        begin, *others = steps
        mover = (told.game.first + turn - 1) % 2
        axes.axvspan(begin, begin + 1 + len(others), color=STRONG[mover], alpha=0.13, lw=0)
    axes.plot(range(last + 1), [100 * c for c in told.chance], color=INK, lw=1.6)
    axes.axhline(50, color=INK, lw=0.6, ls=":")
    worst = sorted(worst_of(told))
    for choice, place in zip(worst, spread([choice.step / last for choice in worst])):
        height = 100 * told.chance[choice.step]
        axes.plot(choice.step, height, "o", ms=8, color=STRONG[choice.player], mec="white")
        axes.annotate(
            words_of(choice), (choice.step, height), fontsize=10,
            xytext=(place * last, 100 * free_height(told.chance, place)),
            color=STRONG[choice.player], va="center", ha="center",
            arrowprops={"arrowstyle": "-", "color": STRONG[choice.player]},
            bbox={"boxstyle": "round", "fc": "white", "ec": "none", "alpha": 0.85},
        )  # fmt: skip
    axes.set(
        xlim=(0, last), ylim=(0, 100), xlabel="rolls and holds", ylabel="chance of player 1, %"
    )
    for player in (0, 1):
        axes.text(0.005, 0.97 - 0.94 * player, f"player {player + 1} ahead", color=STRONG[player],
                  transform=axes.transAxes, va="top" if player == 0 else "bottom")  # fmt: skip
    plain_axes(axes)
    lost = [sum(c.cost for c in told.choices if c.player == player) for player in (0, 1)]
    scores = " to ".join(str(score) for score in told.game.scores)
    title(figure, request, f"a game, {scores}" + ("" if told.game.over else " so far"),
          "decisions gave away, in percentage points: "
          f"player 1 {100 * lost[0]:.1f}, player 2 {100 * lost[1]:.1f}; "
          "the rest is luck; shaded by whose turn it is")  # fmt: skip
