# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""An OpenSpiel game: `pyspiel.load_game("python_pocket_pig", {"variant": "hog"})`.

For two players who take turns; the dice are chance nodes with the exact effects of a roll.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from pocketpig import Game, new_game

from ._board import Board, shares

_GIVEN = {"variant": "pig", "target": 100, "horizon": 10_000}
_TYPE = pyspiel.GameType(
    short_name="python_pocket_pig",
    long_name="Pocket Pig",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    provides_factored_observation_string=False,
    parameter_specification=_GIVEN,
)


class PigGame(pyspiel.Game):
    """A variant with its default options but the target, if it has one.

    `horizon`: after so many moves and rolls the game is a draw, as in OpenSpiel's own Pig.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Raise a RulesError for what is unknown, ValueError for a game of shared rolls."""
        given = {**_GIVEN, **(params or {})}
        self.horizon: int = given["horizon"]
        variant = given["variant"]
        plain = new_game(variant)
        options = {"target": given["target"]} if "target" in plain.options else {}
        self.board = Board(variant, 2, options)
        if self.board.shared:
            raise ValueError(f"{variant}: players choose at once there")
        rules = self.board.start(0).rules
        _, effects = rules.chance_outcomes(rules.dice_limits()[1])
        super().__init__(
            _TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=len(self.board.actions),
                max_chance_outcomes=len(effects),
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=self.horizon,
            ),
            given,
        )

    def new_initial_state(self) -> PigState:
        return PigState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer()


class Observer:
    """What both players see: the position as a line of text."""

    tensor = None
    dict: dict[str, Any] = {}

    def set_from(self, state: PigState, player: int) -> None:
        """There is no tensor to set."""

    def string_from(self, state: PigState, player: int) -> str:
        return str(state)


class PigState(pyspiel.State):
    """A position, or a roll that has been chosen and not fallen yet."""

    def __init__(self, game: PigGame) -> None:
        super().__init__(game)
        self.board = game.board
        self.left = game.horizon
        self.game: Game = new_game(self.board.variant, **self.board.options)
        self.rolls = ""  # the action whose dice fall next
        self._go_on()

    def _go_on(self) -> None:
        legal = self.game.legal_actions
        self.rolls = legal[0] if len(legal) == 1 else ""

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.rolls else self.game.to_move[0]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.board.actions.index(action) for action in self.game.legal_actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        chances = self.game.chances(self.rolls)
        return [(place, float(chance.probability)) for place, chance in enumerate(chances)]

    def _apply_action(self, action: int) -> None:
        self.left -= 1
        if self.rolls:
            self.game.act(self.rolls, self.game.chances(self.rolls)[action].faces)
            self._go_on()
        elif self.board.actions[action] == "hold":
            self.game.act("hold")
            self._go_on()
        else:
            self.rolls = self.board.actions[action]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "".join(map(str, self.game.chances(self.rolls)[action].faces))
        return self.board.actions[action]

    def is_terminal(self) -> bool:
        return self.game.over or self.left <= 0

    def returns(self) -> list[float]:
        return [2 * share - 1 for share in shares(self.game)] if self.game.over else [0.0, 0.0]

    def information_state_string(self, player: int | None = None) -> str:
        return str(self)

    def observation_string(self, player: int | None = None) -> str:
        return str(self)

    def __str__(self) -> str:
        return f"{self.game.position} {self.rolls}".strip()


pyspiel.register_game(_TYPE, PigGame)
