# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A Gymnasium environment: one player against a rival of this package."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pocketpig import Game, player

from ._board import Board, roll_on, shares

Observation = NDArray[np.int64]


class PigEnv(gymnasium.Env[Observation, np.int64]):
    """A game of two; the agent has seat 0 and is asked only where it has a choice.

    The reward is the share of the win at the end: 1, ½ or 0. An illegal action (see `action_mask`
    in `info`) loses the game. With `regret` ("tables" or "solver": where the odds come from)
    `info["regret"]` has what each action gives away of the chance to win, by its word; it is empty
    where that is not known exactly. If the rival wins before the agent has a choice, the first step
    ends the game, whatever its action.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        variant: str = "pig",
        rival: str = "hold20",
        *,
        regret: str | None = None,
        render_mode: str | None = None,
        **options: int | str,
    ) -> None:
        """`rival`: one of `pocketpig.player_names()`. Raises a RulesError for what is unknown."""
        self.board = Board(variant, 2, options)
        self.rival = player(rival)
        self.render_mode = render_mode
        self._regret = regret
        self.observation_space = spaces.Box(*self.board.bounds, dtype=np.int64)
        self.action_space = spaces.Discrete(len(self.board.actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game. `options`: {"first": 0 or 1}, by default drawn (0 for shared rolls)."""
        super().reset(seed=seed)
        drawn = 0 if self.board.shared else int(self.np_random.integers(2))
        first = (options or {}).get("first", drawn)
        self.game: Game = self.board.start(int(self.np_random.integers(2**63)), first)
        self._play_on()
        return self._told()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do an action, and what the rival does until the agent has a choice again."""
        word = self.board.actions[int(action)]
        if self.game.over:  # it was before the agent had a choice
            observation, info = self._told()
            return observation, shares(self.game)[0], True, False, info
        if not self.board.mask(self.game, 0)[int(action)]:
            observation, info = self._told()
            return observation, 0.0, True, False, {**info, "illegal": word}
        self.game.act(word, player=0)
        self._play_on()
        observation, info = self._told()
        return observation, shares(self.game)[0], self.game.over, False, info

    def render(self) -> str | None:
        """Return the position as a line of text."""
        return self.game.position if self.render_mode == "ansi" else None

    def _play_on(self) -> None:
        game = self.game
        roll_on(game)
        while 1 in game.to_move:
            if 0 in game.to_move:  # both choose, and neither sees the other's choice
                return
            game.act(self.rival.choose(game, 1), player=1)
            roll_on(game)

    def _told(self) -> tuple[Observation, dict[str, Any]]:
        info: dict[str, Any] = {"action_mask": self.board.mask(self.game, 0)}
        if self._regret:
            info["regret"] = self.board.regrets(self.game, 0, self._regret)
        return self.board.observe(self.game, 0), info


gymnasium.register("pocketpig/Pig-v0", entry_point=PigEnv)
