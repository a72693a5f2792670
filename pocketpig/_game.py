"""A game in progress, with its dice and its record."""

from __future__ import annotations

import functools
import os
from collections.abc import Collection
from typing import Any, SupportsIndex

from shared_rules import reading
from shared_rules.chance import Entropy, Pcg32, fall
from shared_rules.checks import check_action
from shared_rules.errors import BadDice, IllegalAction
from shared_rules.game import ROLL
from shared_rules.game import Game as Rules
from shared_rules.notation import position_text
from shared_rules.variants import variant_class

from ._chances import Chance, chances_of
from ._numbers import SEEDS, plain, within


def new_game(
    variant: str, /, *, players: SupportsIndex = 2, first: SupportsIndex = 0,
    seed: SupportsIndex | None = None, **options: SupportsIndex | str,
) -> Game:  # fmt: skip
    """Return a new game of the variant: `new_game("pig", target=50)`.

    `first` is the index of the player who begins. A `seed` (from 0, below 2**64) gives the same
    dice every time; without one the dice come from the operating system's random numbers.
    Raises UnknownVariant, BadOption (for a seed too) or BadPlayers.
    """
    numbers = {name: plain(value) for name, value in options.items()}
    return Game(variant_class(plain(variant))(numbers, plain(players), plain(first)), seed)


def replay(record: str, *, seed: SupportsIndex | None = None) -> Game:
    """Return the game at the end of a record, or at a position given as text.

    `seed` is for the dice of further rolls. Raises BadText, or another RulesError.
    """
    reading.replay(plain(record))  # its error names the wrong step
    start, _, tokens = record.partition(":")
    game = Game(reading.parse_position(start), seed)
    for token in tokens.split():
        before = game._rules_now()
        reading.replay_token(game.rules, token)
        game._remember(before, token)
    return game


class Game:
    """A game in progress. `new_game` and `replay` make one.

    An action is a word: "roll" or "hold", or "stand" or "sit" in games of shared rolls. If the
    player chooses the number of dice, the number follows: "roll 3".

    Two games are equal if they are at the same position, with the choices that are hidden yet; how
    they came there and the dice to come do not count. A game changes, so it has no hash;
    `position` has one.

    `rules` is the underlying `shared_rules.game.Game`, the handheld's own. Do not change it.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, rules: Rules, seed: SupportsIndex | None = None) -> None:
        if seed is not None:
            seed = within("seed", seed, 0, SEEDS - 1)
        self.rules = rules
        self._start: str = position_text(rules)
        self._tokens: list[str] = []
        # Moves change lists in place.
        self._lists = [name for name, value in vars(rules).items() if isinstance(value, list)]
        # The rules before each move, and how many tokens the record had.
        self._past: list[tuple[Rules, int]] = []
        # The handheld uses the same two streams, so a seed gives the same game there.
        self._dice: Any = Entropy(os.urandom) if seed is None else Pcg32(seed)
        self._luck: Any = self._dice if seed is None else Pcg32(seed, 1)

    def __repr__(self) -> str:
        return f"<pocketpig.Game: {self.position}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return bool(position_text(self.rules, True) == position_text(other.rules, True))

    # --- reading

    @property
    def variant(self) -> str:
        """The identifier of the variant."""
        return self.rules.ID

    @property
    def options(self) -> dict[str, int | str]:
        """All options, with the defaults filled in."""
        return dict(self.rules.options)

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.rules.players)

    @property
    def first(self) -> int:
        """The index of the player who began."""
        return int(self.rules.first)

    @property
    def scores(self) -> list[int]:
        """The banked points of every player."""
        return list(self.rules.scores)

    @property
    def turn_total(self) -> int:
        """The points of this turn that are not banked yet (of the round if rolls are shared)."""
        return self.rules.turn_total

    @property
    def dice(self) -> tuple[int, ...]:
        """The faces of the last roll, () before the first."""
        return self.rules.dice

    @property
    def event(self) -> str:
        """What the last roll did, such as "add", "bust" or "wipe"; "" before the first."""
        return self.rules.event

    @property
    def turn(self) -> int:
        """The number of the turn, from 1, over all players."""
        return self.rules.turn

    @property
    def to_move(self) -> tuple[int, ...]:
        """The players to move.

        One player, or several while players of a shared roll choose; () when the game is over.
        """
        return tuple(self.rules.to_move())

    @property
    def legal_actions(self) -> tuple[str, ...]:
        """The actions that `act` accepts now, and no others."""
        allowed = self.rules.dice_range()
        return _rolls(*allowed) if allowed else tuple(self.rules.legal_actions())

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return self.rules.over

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
        """Return the public state, all that the other players may see (docs/protocol.md)."""
        return dict(self.rules.state())

    def chances(self, action: str = ROLL) -> tuple[Chance, ...]:
        """Return what the next roll can do: the distinct effects, with their exact probabilities.

        They add up to 1. `action`: which roll, where the player chooses the number of dice:
        "roll 3". Raises IllegalAction if no such roll comes next.
        """
        allowed = self.rules.dice_range()
        legal = () if self.over else _rolls(*allowed) if allowed else (ROLL,)
        if action not in legal:
            check_action(self.rules, plain(action), self._actor(None), legal)
        return chances_of(self.rules, self._count(action))

    # --- playing

    def act(
        self,
        action: str,
        faces: Collection[SupportsIndex] | None = None,
        player: SupportsIndex | None = None,
    ) -> tuple[int, ...]:
        """Do an action and return the faces rolled, () if it was no roll.

        `faces`: the dice of the roll, random by default. `player`: who acts, by default the first
        of `to_move`.
        Raises IllegalAction or BadDice, and then changes nothing.
        """
        rules = self.rules
        legal = self.legal_actions
        who = plain(player)
        if who is not None or action not in legal:
            check_action(rules, plain(action), self._actor(who), legal)
        rolls = action.startswith(ROLL)
        fallen: Any = faces
        if rolls:
            count = self._count(action)
            fallen = self._throw(count) if faces is None else _listed(faces)
            if isinstance(fallen, list) and len(fallen) != count:
                raise BadDice(f"dice: {len(fallen)} is not allowed; allowed: {count}")
        before = self._rules_now()
        self._remember(before, rules.apply(ROLL if rolls else action, fallen, who))
        return rules.dice if rolls else ()

    def undo(self) -> None:
        """Take back the last action. A repeated roll gives new dice.

        Raises IllegalAction at the start of the record.
        """
        if not self._past:
            why = "there is nothing to take back: the record begins here"
            raise IllegalAction(why, self.legal_actions, self.rules.to_move())
        before, length = self._past.pop()
        vars(self.rules).update(vars(before))
        del self._tokens[length:]

    def copy(self) -> Game:
        """Return a copy, dice included. Playing on with it does not change this game."""
        from copy import copy  # slow to import

        twin = Game.__new__(type(self))
        vars(twin).update(vars(self))
        twin.rules = self._rules_now()
        twin._tokens = self._tokens[:]
        twin._past = self._past[:]
        twin._dice = copy(self._dice)
        twin._luck = copy(self._luck)
        return twin

    __copy__ = copy

    def _rules_now(self) -> Rules:
        """Return a copy of the rules."""
        values = vars(self.rules)
        twin = object.__new__(type(self.rules))
        vars(twin).update(values)
        for name in self._lists:
            vars(twin)[name] = values[name][:]
        return twin

    def _throw(self, count: int) -> tuple[int, ...]:
        """Return the faces of `count` dice."""
        return tuple(fall(self._dice, self.rules.FACES, count))

    def _source(self, player: int) -> Any:
        """Return the random numbers for a choice of the computer player in that seat."""
        return self._luck

    def _actor(self, player: Any) -> Any:
        """Return the player who acts: `player`, or the first of `to_move`; None after the end."""
        return next(iter(self.rules.to_move()), None) if player is None else player

    def _count(self, action: str) -> int:
        """Return the number of dice of a legal roll."""
        return int(action[len(ROLL) :] or self.rules.dice_count() or 0)

    def _remember(self, before: Rules, token: str) -> None:
        """Keep the rules `before` a move, for `undo`, and the move's token for the record."""
        self._past.append((before, len(self._tokens)))
        if token:
            self._tokens.append(token)


@functools.cache
def _rolls(least: int, most: int) -> tuple[str, ...]:
    """Return the rolls of `least` to `most` dice as actions."""
    return tuple(f"{ROLL} {dice}" for dice in range(least, most + 1))


def _listed(faces: Any) -> Any:
    """Return a collection of faces as a list; anything else as it is."""
    if not isinstance(faces, Collection) or isinstance(faces, (str, bytes, bytearray)):
        return plain(faces)
    try:
        return [plain(face) for face in faces]
    except TypeError:  # a NumPy array of no dimension
        return plain(faces)
