# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A recorded game of two players, with the chance to win at every step."""

from __future__ import annotations

from typing import NamedTuple

from shared_rules.game import HOLD, ROLL, Game
from shared_rules.reading import parse_position, replay, replay_token

from ..solver import Position, solved
from . import CannotPlot, Request


class Choice(NamedTuple):
    """A choice before step `step`, and the win chance that it lost."""

    step: int
    player: int
    action: str
    turn_total: int
    cost: float


class Story(NamedTuple):
    """chance[s]: player 0's chance to win after s steps; turns[s]: the turn of the next step."""

    game: Game
    chance: list[float]
    turns: list[int]
    choices: list[Choice]


def read_story(request: Request) -> Story:
    """Return the game of `request.record`. Raises a RulesError, or CannotPlot for another game."""
    if not request.record:
        raise CannotPlot("a recorded game is needed: --record FILE")
    start, _, moves = request.record.strip().partition(":")
    game = parse_position(start)
    if game.ID != request.variant:
        raise CannotPlot(f"the record is of {game.ID}, not of {request.variant}")
    if game.players != 2:
        raise CannotPlot(f"players: {game.players} is not allowed in this plot; allowed: 2")
    if not moves.split():
        raise CannotPlot("the record has no moves")
    # Its error names the wrong step.
    replay(request.record)
    # Turn, player, position and token of every step; of the last position too if it is not over.
    steps: list[tuple[int, int, Position, str]] = []
    for token in [*moves.split(), ""]:
        if not game.over:
            steps.append((game.turn, game.player, Position.of(game, game.player), token))
        if token:
            replay_token(game, token)
    lowest = min(min(p.mine, p.theirs, p.mine + p.turn_total) for _, _, p, _ in steps)
    solution = solved(game.ID, game.options, lowest)
    chance, choices = [], []
    for step, (_, player, position, token) in enumerate(steps):
        odds = solution.odds(position)
        chance.append(odds.win if player == 0 else 1.0 - odds.win)
        if token and len(odds.actions) > 1:
            action = HOLD if token == "h" else ROLL
            if action not in odds.actions:
                action = f"{ROLL} {len(token)}"
            cost = odds.win - odds.actions[action]
            choices.append(Choice(step, player, action, position.turn_total, cost))
    if game.over:
        chance.append((0 in game.winners()) / len(game.winners()))
    turns = [turn for turn, *_ in steps][: len(chance) - 1]
    return Story(game, chance, turns, choices)
