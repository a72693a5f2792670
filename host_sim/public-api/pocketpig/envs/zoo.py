# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""PettingZoo environments: every game in turn, games of shared rolls in parallel too."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from pocketpig import Game

from ._board import Board, roll_on, shares


class _Seats:
    """Spaces and observations of a game whose seats are agents: player_0, player_1 …"""

    def __init__(
        self,
        variant: str,
        players: int = 2,
        *,
        regret: str | None = None,
        render_mode: str | None = None,
        **options: int | str,
    ) -> None:
        """`regret`: as in `pocketpig.envs.gym`. Raises a RulesError for what is unknown."""
        self.board = Board(variant, players, options)
        self.render_mode = render_mode
        self._regret = regret
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        count = len(self.board.actions)
        space = {
            "observation": spaces.Box(*self.board.bounds, dtype=np.int64),
            "action_mask": spaces.MultiBinary(count),
        }
        self.observation_spaces = {agent: spaces.Dict(space) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.np_random: Any = None

    def observation_space(self, agent: str) -> Any:
        """Return the space of observations: numbers and the mask of actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of actions."""
        return self.action_spaces[agent]

    def _start(self, seed: int | None) -> None:
        if seed is not None or self.np_random is None:
            self.np_random, _ = seeding.np_random(seed)
        self.agents = self.possible_agents[:]
        self.game: Game = self.board.start(int(self.np_random.integers(2**63)))
        roll_on(self.game)

    def _look(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        return {
            "observation": self.board.observe(self.game, seat),
            "action_mask": self.board.mask(self.game, seat),
        }

    def _info(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        if not self._regret or seat not in self.game.to_move:
            return {}
        return {"regret": self.board.regrets(self.game, seat, self._regret)}

    def render(self) -> str | None:
        """Return the position as a line of text."""
        return self.game.position if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


class PigAEC(_Seats, AECEnv):
    """Any variant; agents act in turn. Choices of a shared roll stay hidden until all have chosen.

    The rewards are the shares of the win at the end. An illegal action gives the win to the others.
    """

    metadata = {"render_modes": ["ansi"], "name": "pocketpig_v0", "is_parallelizable": False}
    agent_selection: str

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self._start(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees."""
        return self._look(agent)

    def step(self, action: Any) -> None:
        """Let the agent whose turn it is act."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        seat = self._seats[agent]
        won = None
        if self.board.mask(self.game, seat)[int(action)]:
            self.game.act(self.board.actions[int(action)], player=seat)
            roll_on(self.game)
            won = shares(self.game) if self.game.over else None
        else:
            others = len(self.possible_agents) - 1
            won = [(other != seat) / max(1, others) for other in self._seats.values()]
            self.infos[agent] = {"illegal": self.board.actions[int(action)]}
        if won is not None:
            self.rewards = {agent: won[self._seats[agent]] for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        else:
            self._ask()

    def _ask(self) -> None:
        self.agent_selection = self.possible_agents[self.game.to_move[0]]
        self.infos[self.agent_selection] = self._info(self.agent_selection)


class PigParallel(_Seats, ParallelEnv):
    """A game of shared rolls; all who stand choose at once. What the others do counts for nothing.

    The rewards are the shares of the win at the end.
    """

    metadata = {"render_modes": ["ansi"], "name": "pocketpig_parallel_v0"}

    def __init__(self, variant: str = "skunk", players: int = 2, **more: Any) -> None:
        """Raise ValueError for a variant in which players take turns."""
        super().__init__(variant, players, **more)
        if not self.board.shared:
            raise ValueError(f"{variant}: players take turns there; use PigAEC")

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game."""
        self._start(seed)
        return self._all()

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Let all who stand choose."""
        for seat in self.game.to_move:
            action = int(actions[self.possible_agents[seat]])
            self.game.act(self.board.actions[action], player=seat)
        roll_on(self.game)
        over, won = self.game.over, shares(self.game)
        observations, infos = self._all()
        rewards = {agent: won[self._seats[agent]] for agent in self.agents}
        ended = dict.fromkeys(self.agents, over)
        running = dict.fromkeys(self.agents, False)
        if over:
            self.agents = []
        return observations, rewards, ended, running, infos

    def _all(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return (
            {agent: self._look(agent) for agent in self.agents},
            {agent: self._info(agent) for agent in self.agents},
        )
