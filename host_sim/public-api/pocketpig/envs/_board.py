# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the environments share: games as numbers, actions by index, regrets, shares of the win."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pocketpig import Game, NoOdds, new_game, odds

TABLES, SOLVER = "tables", "solver"  # where regrets come from
_UNSEEN = ("dice", "over")  # fields of the rules that an observation does not have
_LEAST, _MOST = -(2**31), 2**31 - 1


class Board:
    """The numbers of one variant with its options and number of players.

    `actions`: the words of the actions, in the order of their indices. `names`: what each number of
    an observation is.
    """

    def __init__(self, variant: str, players: int, options: dict[str, Any]) -> None:
        """Raise UnknownVariant, BadOption or BadPlayers."""
        self.variant, self.players, self.options = variant, players, options
        game = new_game(variant, players=players, **options)
        rules = game.rules
        self.shared: bool = rules.SHARED_ROLL
        numbered = tuple(action for action in game.legal_actions if action != "roll")
        self.actions = ("stand", "sit") if self.shared else (*numbered, "roll", "hold")
        self._fields = [name for name in rules.FIELDS if name not in _UNSEEN]
        names: list[str] = []
        for name in self._fields:
            value = getattr(rules, name)
            names += [f"{name}[{k}]" for k in range(players)] if _a_player(value) else [name]
        self.names = (*names, "dice_count")
        self.bounds = (
            np.full(len(self.names), _LEAST, np.int64),
            np.full(len(self.names), _MOST, np.int64),
        )

    def start(self, seed: int, first: int = 0) -> Game:
        """Return a new game."""
        return new_game(self.variant, players=self.players, first=first, seed=seed, **self.options)

    def observe(self, game: Game, player: int) -> NDArray[np.int64]:
        """Return what `player` sees, one integer for each of `names`; its own seat comes first."""
        rules, numbers = game.rules, []
        for name in self._fields:
            value = getattr(rules, name)
            if _a_player(value):
                numbers += [int(item) for item in [*value[player:], *value[:player]]]
            elif name == "closing" and value >= 0:
                numbers.append((value - player) % self.players)
            else:
                numbers.append(int(value or 0))
        return np.array([*numbers, rules.dice_count() or 0], np.int64)

    def mask(self, game: Game, player: int) -> NDArray[np.int8]:
        """Return 1 for each action that `player` may do now."""
        legal = game.legal_actions if player in game.to_move else ()
        return np.array([action in legal for action in self.actions], np.int8)

    def regrets(self, game: Game, player: int, source: str) -> dict[str, float]:
        """Return what each action gives away of the chance to win; {} where that is not known.

        Choices that the best play makes at random have no regrets of their own.
        """
        try:
            known = odds(game, player, solver=source == SOLVER)
        except NoOdds:
            return {}
        if not known.exact or known.mix:
            return {}
        best = max(known.actions.values())
        return {action: best - worth for action, worth in known.actions.items()}


def shares(game: Game) -> list[float]:
    """Return each player's share of the win: 1 for a sole winner, all 0 before the end."""
    winners = game.winners
    return [
        (player in winners) / len(winners) if winners else 0.0 for player in range(game.players)
    ]


def roll_on(game: Game) -> None:
    """Do what leaves no choice, until somebody has one or the game is over."""
    while not game.over and len(game.legal_actions) == 1:
        game.act(game.legal_actions[0])


def _a_player(value: object) -> bool:
    """Return True for a field with an item for each player."""
    return isinstance(value, list)
