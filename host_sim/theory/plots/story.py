# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A recorded game of two players, with the chance to win at every step."""

from __future__ import annotations

from typing import NamedTuple

from shared_rules.game import HOLD, ROLL, Game
from shared_rules.reading import parse_position, replay, replay_token

from ..solver import Odds, Position, solved
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


def position_of(game: Game) -> Position:
    """Return the position of the player to move."""
    player = game.player
    second = game.options["end"] == "equal_turns" and game.turn % 2 == 0
    least, most = game.dice_limits()
    dice = len(game.dice) if game.roll_number and least < most else None
    return Position(game.scores[player], game.scores[1 - player], game.turn_total, second, dice)


class Moment(NamedTuple):
    """A position, the player to move, and the token of the step that followed."""

    turn: int
    player: int
    position: Position
    token: str


def moments_of(game: Game, tokens: list[str]) -> list[Moment]:
    """Play the tokens; return every step, and the last position (without token) if not over."""
    moments = []
    for token in tokens:
        moments.append(Moment(game.turn, game.player, position_of(game), token))
        replay_token(game, token)
    if not game.over:
        moments.append(Moment(game.turn, game.player, position_of(game), ""))
    return moments


def choice_of(moment: Moment, odds: Odds, step: int) -> list[Choice]:
    """Return the choice with its cost in a list, or [] if there was no choice."""
    if len(odds.actions) < 2 or not moment.token:
        return []
    action = HOLD if moment.token == "h" else ROLL
    if action not in odds.actions:
        action = f"{ROLL} {len(moment.token)}"
    cost = odds.win - odds.actions[action]
    return [Choice(step, moment.player, action, moment.position.turn_total, cost)]


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
    moments = moments_of(game, moves.split())
    places = [moment.position for moment in moments]
    lowest = min(min(p.mine, p.theirs, p.mine + p.turn_total) for p in places)
    solution = solved(game.ID, game.options, lowest)
    chance, choices = [], []
    for step, moment in enumerate(moments):
        odds = solution.odds(moment.position)
        chance.append(odds.win if moment.player == 0 else 1.0 - odds.win)
        choices += choice_of(moment, odds, step)
    if game.over:
        chance.append((0 in game.winners()) / len(game.winners()))
    turns = [moment.turn for moment in moments][: len(chance) - 1]
    return Story(game, chance, turns, choices)
