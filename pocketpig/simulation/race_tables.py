# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Decision tables of strategies in a game to a target, filled by asking the strategies.

A strategy may depend on its own score, the best score among the others, the turn total, the number
of dice and, with equal turns, its *role*: how many players move after it in the round (0 if turns
need not be equal). Entries are filled when first needed. With two players that is the whole
position; for more players tests compare the games with games by the strategies themselves.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shared_rules.game import Game
from shared_rules.variants import new_game

from .probe import NotCompilable, Stop, ask_dice, ask_stop
from .rolls import MOST_COMBINATIONS, faces_of, rolls_of

Ints = NDArray[np.int64]
Codes = NDArray[np.int32]

UNKNOWN, ROLL, STOP, DRAW = -1, 0, 1, 2
ENDS = ("first", "equal_turns", "one_more_roll")
# Hooks that the compiled game implements; a variant that overrides one is played by `Game`.
HOOKS = ("roll", "apply", "choose", "end_turn", "must_roll", "after_roll", "player", "standings")
# Least number of turn totals filled at once.
BLOCK = 8
# Decisions are asked for from minus this turn total up to a lead of this much over the target and
# every rival. Beyond, they are taken to be the same.
LEAD = 64


class Tables(NamedTuple):
    """What the compiled game reads; `RaceTables` fills it.

    row_of[strategy, role, me, rival, dice]: row of `rows`, or UNKNOWN; scores count from
    `low_score`.
    rows[row, total - low_total]: UNKNOWN, ROLL, STOP, or DRAW + k for a random decision.
    stops[k]: its (low, high, split, numbers) of `probe.Stop`.
    dice_of[strategy, role, me, rival]: UNKNOWN or k: `dice[dice_at[k]:dice_at[k + 1]]` are the
    numbers of dice, chosen at random if there are several.
    """

    low_score: int
    low_total: int
    row_of: Codes
    rows: Codes
    stops: Ints
    dice_of: Codes
    dice: Ints
    dice_at: Ints


class RaceTables:
    """Tables of `strategies` (objects) for a variant, options and number of players."""

    def __init__(
        self, variant: str, options: dict[str, Any], players: int, strategies: list[Any]
    ) -> None:
        """Raises NotCompilable if the variant is not a race to a target by turns."""
        game = new_game(variant, options, players)
        check_race(game)
        self.game = game
        outcomes = lru_cache(None)(game.chance_outcomes)
        # Strategies ask for the outcomes at every turn total.
        game.chance_outcomes = lambda dice=None: outcomes(dice or game.dice_count())
        self.strategies = strategies
        self.rolls = rolls_of(game)
        self.target = game.options["target"]
        self.end = ENDS.index(game.options["end"])
        self.roles = players if game.options["end"] == "equal_turns" else 1
        self.low_score = 0
        self.low_total = 0
        self.used = 0
        self._stops: dict[Stop, int] = {}
        self._splits = [0] * len(strategies)
        self._dice: dict[tuple[int, ...], int] = {}
        self._faces: dict[int, tuple[int, ...]] = {}
        high = self.target + (0 if self.end == 0 else 60)
        dice = self.rolls.most - self.rolls.least + 1
        shape = (len(strategies), self.roles, high, high)
        self.row_of = np.full((*shape, dice), UNKNOWN, dtype=np.int32)
        self.dice_of = np.full(shape, UNKNOWN, dtype=np.int32)
        self.rows = np.full((256, self.target + 32), UNKNOWN, dtype=np.int32)

    def tables(self) -> Tables:
        """Return the arrays as they are now."""
        stops = [[int(part) for part in stop] for stop in self._stops] or [[0, 0, 0, 0]]
        dice = list(self._dice) or [(0,)]
        return Tables(
            self.low_score,
            self.low_total,
            self.row_of,
            self.rows,
            np.array(stops, dtype=np.int64),
            self.dice_of,
            np.array([n for numbers in dice for n in numbers], dtype=np.int64),
            np.cumsum([0] + [len(numbers) for numbers in dice]).astype(np.int64),
        )

    def make_room_for_scores(self, low: int, high: int) -> None:
        """Grow the tables to scores from `low` to `high`."""
        low = min(low, self.low_score)
        before = self.low_score - low
        after = max(0, high + 1 - low - before - self.row_of.shape[2])
        if not before and not after:
            return
        # More than asked for, since each copy takes time.
        before, after = before and before + 32, after and after + 32
        pad = [(0, 0), (0, 0), (before, after), (before, after)]
        self.low_score -= before
        self.row_of = np.pad(self.row_of, pad + [(0, 0)], constant_values=UNKNOWN)
        self.dice_of = np.pad(self.dice_of, pad, constant_values=UNKNOWN)

    def make_room_for_total(self, total: int) -> None:
        """Grow the tables to the turn total."""
        before = max(0, self.low_total - total)
        after = max(0, total + 1 - self.low_total - self.rows.shape[1])
        before, after = before and before + 32, after and after + 64
        self.low_total -= before
        self.rows = np.pad(self.rows, [(0, 0), (before, after)], constant_values=UNKNOWN)

    def fill_dice(self, strategy: int, role: int, me: int, rival: int) -> None:
        """Fill in the number of dice at the start of a turn."""
        player = self._place(role, me, rival)
        self.game.roll_number = self.game.turn_total = 0
        numbers = ask_dice(self.strategies[strategy], self.game, player)
        at = me - self.low_score, rival - self.low_score
        self.dice_of[(strategy, role, *at)] = self._dice.setdefault(numbers, len(self._dice))

    def fill(self, strategy: int, role: int, me: int, rival: int, dice: int, total: int) -> None:
        """Fill in whether to stop, for max(BLOCK, total) turn totals from `total` on."""
        at = (strategy, role, me - self.low_score, rival - self.low_score, dice - self.rolls.least)
        row = self.row_of[at]
        if row == UNKNOWN:
            if self.used == len(self.rows):
                more = np.full_like(self.rows, UNKNOWN)
                self.rows = np.concatenate((self.rows, more))
            row = self.row_of[at] = self.used
            self.used += 1
        player = self._place(role, me, rival)
        self.game.roll_number = 1
        self.game.dice = self._faces_for(dice)
        many = max(BLOCK, total)
        for place in range(total - self.low_total, self.rows.shape[1])[:many]:
            if self.rows[row, place] == UNKNOWN:
                self.game.turn_total = place + self.low_total
                stop = ask_stop(
                    self.strategies[strategy], self.game, player, self._splits[strategy]
                )
                if stop.numbers:
                    self._splits[strategy] = stop.split
                self.rows[row, place] = self._code(stop)

    def _code(self, stop: Stop) -> int:
        if not stop.numbers:
            return STOP if stop.low else ROLL
        return DRAW + self._stops.setdefault(stop, len(self._stops))

    def _place(self, role: int, me: int, rival: int) -> int:
        """Set scores and turn of the game; return whose turn it is."""
        game = self.game
        player = self.roles - 1 - role
        # The second round: in the first, players who have not moved would have no points.
        game.turn = game.players + player + 1
        ahead = min(rival, self.target - 1)
        game.scores = [
            rival if p < player or self.roles == 1 else ahead for p in range(game.players)
        ]
        game.scores[player] = me
        return player

    def _faces_for(self, dice: int) -> tuple[int, ...]:
        """Return the faces of a roll after which a turn can go on."""
        if dice not in self._faces:
            low, high = self.game.FACES
            sides = high - low + 1
            combinations = min(sides**dice, MOST_COMBINATIONS)
            rolls = [faces_of(sides**dice - 1 - c, dice, low, sides) for c in range(combinations)]
            fits = [faces for faces in rolls if self.game.effect(faces).goes_on]
            self._faces[dice] = fits[0] if fits else rolls[0]
        return self._faces[dice]


def check_race(game: Game) -> None:
    """Raise NotCompilable unless turns and end follow the rules of `Game`."""
    kind = type(game)
    if "target" not in game.options or "end" not in game.options:
        raise NotCompilable(f"{game.ID} is not a game to a target whose players take turns")
    if game.options["end"] not in ENDS:
        raise NotCompilable(f"end={game.options['end']} has no compiled game")
    own = [hook for hook in HOOKS if getattr(kind, hook) is not getattr(Game, hook)]
    if own:
        raise NotCompilable(f"{game.ID} has rules of its own in {', '.join(own)}")
