# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A position of two players. Needs no other package."""

from dataclasses import dataclass
from typing import Any


class BadPosition(ValueError):
    """The game has no such position; the message says what is allowed."""


@dataclass
class Position:
    """The player to move has `mine` points.

    second: True for the second mover of a round, with `end` "equal_turns" or "rounds". dice: the
    number chosen for the turn, if turn_total is not 0. round: from 1, if their number is fixed.
    opponent_sits: in a shared roll.
    """

    mine: int = 0
    theirs: int = 0
    turn_total: int = 0
    second: bool = False
    dice: int | None = None
    round: int = 1
    opponent_sits: bool = False

    @classmethod
    def of(cls, game: Any, player: int) -> "Position":
        """Return the position of `player`, who is to move, in a game of two players."""
        mine, theirs = game.scores[player], game.scores[1 - player]
        if game.SHARED_ROLL:
            sits = not game.standing[1 - player]
            return cls(mine, theirs, game.turn_total, round=game.turn, opponent_sits=sits)
        end = game.options.get("end")
        second = end in ("equal_turns", "rounds") and game.turn % 2 == 0
        least, most = game.dice_limits()
        dice = game.dice_count() if game.roll_number and least < most else None
        number = (game.turn + 1) // 2 if end == "rounds" else 1
        return cls(mine, theirs, game.turn_total, second, dice, number)
