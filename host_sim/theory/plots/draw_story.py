# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The course of a recorded game."""

from __future__ import annotations

from typing import Any

from . import Request
from .story import Choice, Story, read_story
from .style import INK, STRONG, plain_axes, title

WORST = 3
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


def story(figure: Any, request: Request) -> None:
    """Plot the first player's chance to win by step, and mark the worst decisions."""
    told = read_story(request)
    request.options = told.game.options
    figure.subplots_adjust(top=0.83, right=0.98, left=0.07, bottom=0.12)
    axes = figure.subplots()
    last = len(told.chance) - 1
    begin = 0
    for step in range(1, last + 1):
        if step == last or told.turns[step] != told.turns[begin]:
            mover = (told.game.first + told.turns[begin] - 1) % 2
            axes.axvspan(begin, step, color=STRONG[mover], alpha=0.13, lw=0)
            begin = step
    axes.plot(range(last + 1), [100 * c for c in told.chance], color=INK, lw=1.6)
    axes.axhline(50, color=INK, lw=0.6, ls=":")
    for place, choice in enumerate(sorted(worst_of(told))):
        height = 100 * told.chance[choice.step]
        up = height < 50
        edge = choice.step / last
        axes.plot(choice.step, height, "o", ms=8, color=STRONG[choice.player], mec="white")
        axes.annotate(
            words_of(choice), (choice.step, height), fontsize=10,
            ha="left" if edge < 0.08 else "right" if edge > 0.92 else "center",
            xytext=(0, (26 + 22 * place) * (1 if up else -1)), textcoords="offset points",
            color=STRONG[choice.player], va="center",
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
