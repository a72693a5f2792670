# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A game in progress, with its dice and its record."""

from __future__ import annotations

import copy
import os
from collections.abc import Sequence
from typing import Any

from shared_rules import reading
from shared_rules.chance import Entropy, fall
from shared_rules.checks import check_action, check_dice
from shared_rules.errors import RulesError
from shared_rules.game import ROLL
from shared_rules.game import Game as Rules
from shared_rules.notation import position_text
from shared_rules.pcg32 import Pcg32
from shared_rules.variants import variant_class


def new_game(
    variant: str, /, *, players: int = 2, first: int = 0, seed: int | None = None,
    **options: int | str,
) -> Game:  # fmt: skip
    """Return a new game of the variant: `new_game("pig", target=50)`.

    `first` is the index of the player who begins. A `seed` (below 2**64) gives the same dice every
    time; without one the dice come from the operating system's random numbers.
    Raises UnknownVariant, BadOption or BadPlayers.
    """
    return Game(variant_class(variant)(options, players, first), seed)


def replay(record: str, *, seed: int | None = None) -> Game:
    """Return the game at the end of a record, or at a position given as text.

    `seed` is for the dice of further rolls. Raises BadText, or another RulesError.
    """
    reading.replay(record)  # its error names the wrong step
    start, _, tokens = record.partition(":")
    game = Game(reading.parse_position(start), seed)
    for token in tokens.split():
        game._remember()
        reading.replay_token(game.rules, token)
        game._tokens.append(token)
    return game


class Game:
    """A game in progress. `new_game` and `replay` make one.

    An action is a word: "roll" or "hold", or "stand" or "sit" in games of shared rolls. If the
    player chooses the number of dice, the number follows: "roll 3".

    `rules` is the underlying `shared_rules.game.Game`. It has the attributes of single variants,
    and the exact chances of the next roll, `chance_outcomes()`. Do not change it.
    """

    def __init__(self, rules: Rules, seed: int | None = None) -> None:
        self.rules: Any = rules
        self._start: str = position_text(rules)
        self._tokens: list[str] = []
        self._past: list[tuple[Any, int]] = []
        # The handheld uses the same two streams, so a seed gives the same game there.
        self._dice: Any = Entropy(os.urandom) if seed is None else Pcg32(seed)
        self._thoughts: Any = self._dice if seed is None else Pcg32(seed, 1)

    def __repr__(self) -> str:
        return f"<pocketpig.Game: {self.position}>"

    # --- reading

    @property
    def variant(self) -> str:
        """The identifier of the variant."""
        return str(self.rules.ID)

    @property
    def options(self) -> dict[str, int | str]:
        """All options, with the defaults filled in."""
        return dict(self.rules.options)

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.rules.players)

    @property
    def scores(self) -> list[int]:
        """The banked points of every player."""
        return list(self.rules.scores)

    @property
    def turn_total(self) -> int:
        """The points of this turn that are not banked yet (of the round if rolls are shared)."""
        return int(self.rules.turn_total)

    @property
    def dice(self) -> tuple[int, ...]:
        """The faces of the last roll, () before the first."""
        return tuple(self.rules.dice)

    @property
    def event(self) -> str:
        """What the last roll did, such as "add", "bust" or "wipe"; "" before the first."""
        return str(self.rules.event)

    @property
    def turn(self) -> int:
        """The number of the turn, from 1, over all players."""
        return int(self.rules.turn)

    @property
    def to_move(self) -> tuple[int, ...]:
        """The players to move.

        One player, or several while players of a shared roll choose; () when the game is over.
        """
        return tuple(self.rules.to_move())

    @property
    def legal_actions(self) -> tuple[str, ...]:
        """The actions that `act` accepts now."""
        allowed = self.rules.dice_range()
        if allowed:
            return tuple(f"{ROLL} {dice}" for dice in range(allowed[0], allowed[1] + 1))
        return tuple(self.rules.legal_actions())

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return bool(self.rules.over)

    @property
    def winners(self) -> list[int]:
        """The players who won; several when they share the win, none before the end."""
        return list(self.rules.winners())

    @property
    def winner(self) -> int | None:
        """The player who won alone, else None."""
        winners = self.winners
        return winners[0] if len(winners) == 1 else None

    @property
    def position(self) -> str:
        """The position as one line of text; `replay` reads it."""
        return str(position_text(self.rules))

    @property
    def record(self) -> str:
        """The start and all actions since, as one line of text; `replay` reads it.

        A choice of a shared roll is recorded when all have chosen.
        """
        return " ".join([self._start, ":", *self._tokens])

    def state(self) -> dict[str, Any]:
        """Return the public state, in the form of the serial protocol (docs/protocol.md)."""
        return dict(self.rules.state())

    # --- playing

    def act(
        self, action: str, faces: Sequence[int] | None = None, player: int | None = None
    ) -> tuple[int, ...]:
        """Do an action and return the faces rolled, () if it was no roll.

        `faces`: the dice of the roll, random by default. `player`: who acts, by default the first
        of `to_move`.
        Raises IllegalAction or BadDice, and then changes nothing.
        """
        who = self._actor(player)
        word, count = _word_and_dice(action)
        if word == ROLL:
            check_action(self.rules, word, who)
            if faces is None:
                dice = self.rules.dice_count() if count is None else count
                check_dice(self.rules, dice)
                faces = fall(self._dice, self.rules.FACES, dice)
            elif count is not None:
                check_dice(self.rules, count)
        self._remember()
        try:
            token = self.rules.apply(word, faces, who)
        except RulesError:
            self._past.pop()
            raise
        if token:
            self._tokens.append(token)
        return self.dice if word == ROLL else ()

    def undo(self) -> None:
        """Take back the last action. A repeated roll gives new dice.

        Raises IndexError at the start of the record.
        """
        self.rules, length = self._past.pop()
        del self._tokens[length:]

    def copy(self) -> Game:
        """Return a copy, dice included. Playing on with it does not change this game."""
        return copy.deepcopy(self)

    def _actor(self, player: int | None) -> int:
        """Return the player who acts: `player`, or the first of `to_move`."""
        return next(iter(self.to_move), 0) if player is None else player

    def _remember(self) -> None:
        """Save the state for `undo`."""
        self._past.append((copy.deepcopy(self.rules), len(self._tokens)))


def _word_and_dice(action: str) -> tuple[str, int | None]:
    """Return ("roll", 3) for "roll 3", else (action, None). Does not check the action."""
    if isinstance(action, str):
        word, _, dice = action.partition(" ")
        if word == ROLL and dice.isascii() and dice.isdigit():
            return word, int(dice)
    return action, None
