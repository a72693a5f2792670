# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Ask the handheld's coach, with its tables, about a position."""

from typing import Any

from shared_rules.players.tables.advice import advice
from shared_rules.thinking import answer_of
from shared_rules.variants import new_game

from .computer_players import PERFECT, computer_player
from .position import BadPosition, Position


def device_odds(variant: str, options: dict[str, Any], position: Position) -> dict[str, Any]:
    """Return what the handheld's coach says, as a dict for JSON. Raises BadPosition."""
    game = _game_at(variant, options, position)
    player = computer_player(PERFECT)
    found = answer_of(advice(player, game, int(position.second)))
    found["advice"] = found.pop("action")
    order = ("win", "advice", "actions", "mix", "source")
    reply = {name: found[name] for name in order if name in found}
    if player.fault:
        reply["fault"] = player.fault
    return reply


def _game_at(variant: str, options: dict[str, Any], position: Position) -> Any:
    """Return a game in this position; the player to move is 0, or 1 as the second of a round."""
    game = new_game(variant, options)
    mine = position.mine
    goal = game.goal()
    if (goal and mine >= goal) or mine < game.LOWEST:
        raise BadPosition(f"the score of the player to move: {mine} is not allowed")
    me = int(position.second)
    rounds = position.round
    game.turn = (rounds - 1) * game.players + 1 + me if not game.SHARED_ROLL else rounds
    game.scores[me], game.scores[1 - me] = mine, position.theirs
    game.turn_total = position.turn_total
    if position.turn_total:
        game.roll_number = 1
        game.dice = (game.FACES[1],) * (position.dice or game.dice_limits()[0])
    if game.SHARED_ROLL:
        game.choosing = bool(position.turn_total)
        game.standing[1] = not position.opponent_sits
    if game.closes() and max(game.scores) >= goal:
        game.closing = 1 - me
    return game
