# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The type of a game of `shared_rules`, which carries no hints."""

from collections.abc import Sequence
from typing import Any, Protocol

# As `shared_rules.effects.Effect`.
RawEffect = tuple[int, int, int, bool, str]


class Rules(Protocol):
    """What `shared_rules.game.Game` has, and this package uses."""

    ID: str
    FACES: tuple[int, int]
    FIELDS: tuple[str, ...]
    SHARED_ROLL: bool

    options: dict[str, int | str]
    players: int
    first: int
    scores: list[int]
    turn_total: int
    dice: tuple[int, ...]
    roll_number: int
    turn: int
    over: bool
    event: str

    def effect(self, faces: tuple[int, ...]) -> RawEffect: ...
    def must_roll(self) -> bool: ...
    def dice_count(self) -> int | None: ...
    def dice_limits(self) -> tuple[int, int]: ...
    def dice_range(self) -> tuple[int, int] | None: ...
    def to_move(self) -> list[int]: ...
    def legal_actions(self) -> tuple[str, ...]: ...
    def winners(self) -> list[int]: ...
    def chance_outcomes(self, dice: int) -> tuple[int, list[tuple[int, RawEffect]]]: ...
    def state(self) -> dict[str, Any]: ...
    def apply(
        self, action: str, faces: Sequence[int] | None = None, player: int | None = None
    ) -> str: ...
