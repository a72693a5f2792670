"""Decision tables of strategies, filled by asking the strategies when an entry is first needed.

A strategy may depend on its own score, the best score among the others, the turn total, the number
of dice and a *context*. With equal turns that is how many players move after it in the round; with
shared rolls it is the round, if their number is fixed, and whether any other player stands. With
two players that is the whole position; for more players tests compare the games with games by the
strategies themselves.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shared_rules.game import Game
from shared_rules.players.perfect import Perfect
from shared_rules.shared_roll import SharedRollGame
from shared_rules.variants import new_game, variant_class

from ..solver.moves import Unsolvable, rounds_of
from .probe import NotCompilable, Stop, ask_dice, ask_stop
from .rolls import MOST_COMBINATIONS, Rolls, faces_of, rolls_of

Ints = NDArray[np.int64]
Codes = NDArray[np.int32]

UNKNOWN, ROLL, STOP, DRAW = -1, 0, 1, 2
ENDS = ("first", "equal_turns", "one_more_roll")
SHARED = len(ENDS)  # rolls are shared
NO_TARGET = 1 << 40
# Hooks that the compiled games implement; a variant that overrides one is played by `Game`.
TURN_HOOKS = (
    "roll", "apply", "choose", "end_turn", "must_roll", "after_roll", "player", "standings",
)  # fmt: skip
SHARED_HOOKS = ("roll", "apply", "choose", "reveal", "end_turn", "to_move", "winners")
# Least number of turn totals filled at once.
BLOCK = 8
# Decisions are asked for from minus this turn total up to a lead of this much over the target and
# every rival. Beyond, they are taken to be the same.
LEAD = 64


class Setting(NamedTuple):
    """What the compiled game knows of the rules.

    end: index in ENDS, or SHARED; target: the score that ends the game, or NO_TARGET;
    rounds: their number, or 0;
    most_busts: the number of rounds in a row, all bust, that end the game as a tie of all, or 0;
    seats[player]: index of its strategy in the tables.
    """

    rolls: Rolls
    end: int
    target: int
    rounds: int
    most_busts: int
    seats: Ints


class Tables(NamedTuple):
    """What the compiled game reads; `DecisionTables` fills it.

    row_of[strategy, context, 1 + dice - least, me, rival]: row of `rows`, or UNKNOWN; scores count
    from `low_score`. At index 0 of dice it is k: the numbers of dice are
    `dice[dice_at[k]:dice_at[k + 1]]`, chosen at random if there are several.
    rows[row, total - low_total]: UNKNOWN, ROLL, STOP, or DRAW + k for a random decision.
    stops[k]: its (low, high, split, numbers) of `probe.Stop`.
    """

    low_score: int
    low_total: int
    row_of: Codes
    rows: Codes
    stops: Ints
    dice: Ints
    dice_at: Ints


class DecisionTables:
    """Tables of `strategies` (objects) for a variant, options and number of players."""

    def __init__(
        self, variant: str, options: dict[str, Any], players: int, strategies: list[Any]
    ) -> None:
        """Raises NotCompilable if the variant or a strategy cannot be compiled."""
        game: Any = new_game(variant, options, players)
        self.game = game
        self.strategies = strategies
        self.target: int = game.options.get("target", 0)
        self.shared: bool = game.SHARED_ROLL
        self.rounds = self.most_busts = 0
        self.end = SHARED
        if self.shared:
            check_shared(game, strategies)
            try:
                self.rounds = 0 if self.target else rounds_of(game)
            except Unsolvable as endless:
                raise NotCompilable(str(endless)) from None
            self.most_busts = game.busts_left() or 0
            contexts = 2 * max(1, self.rounds)
        else:
            check_turns(game)
            self.end = ENDS.index(game.options["end"])
            contexts = players if game.options["end"] == "equal_turns" else 1
        self.rolls = rolls_of(game)
        outcomes = lru_cache(None)(game.chance_outcomes)
        # Strategies ask for the outcomes at every turn total.
        game.chance_outcomes = lambda dice=None: outcomes(dice or game.dice_count())
        self.contexts = contexts
        self.low_score = self.low_total = self.used = 0
        self._stops: dict[Stop, int] = {}
        self._splits = [0] * len(strategies)
        self._dice: dict[tuple[int, ...], int] = {}
        high = self.target + 60 if self.target else 128
        dice = self.rolls.most - self.rolls.least + 2
        shape = (len(strategies), contexts, dice, high, high)
        self.row_of = np.full(shape, UNKNOWN, dtype=np.int32)
        self.rows = np.full((256, self.target + 32), UNKNOWN, dtype=np.int32)

    def setting(self, seats: Ints) -> Setting:
        """Return what the compiled game knows of the rules."""
        target = self.target or NO_TARGET
        return Setting(self.rolls, self.end, target, self.rounds, self.most_busts, seats)

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
            np.array([n for numbers in dice for n in numbers], dtype=np.int64),
            np.cumsum([0] + [len(numbers) for numbers in dice]).astype(np.int64),
        )

    def supply(self, asked: Ints) -> None:
        """Fill in what a compiled function lacked: `asked` is as it left it."""
        strategy, context, me, rival, dice, total = (int(part) for part in asked)
        scores = min(me, rival), max(me, rival)
        self.row_of, self.low_score = grown(self.row_of, 2, self.low_score, *scores)
        at = (strategy, context, dice, me - self.low_score, rival - self.low_score)
        player = self._place(context, me, rival)
        if not dice:
            self.game.roll_number = self.game.turn_total = 0
            numbers = ask_dice(self.strategies[strategy], self.game, player)
            self.row_of[at] = self._dice.setdefault(numbers, len(self._dice))
            return
        self.rows, self.low_total = grown(self.rows, 1, self.low_total, total, total)
        row = self.row_of[at]
        if row == UNKNOWN:
            if self.used == len(self.rows):
                self.rows = np.concatenate((self.rows, np.full_like(self.rows, UNKNOWN)))
            row = self.row_of[at] = self.used
            self.used += 1
        self.game.roll_number = 1
        self.game.dice = self._faces_for(dice - 1 + self.rolls.least)
        many = max(BLOCK, total)
        for place in range(total - self.low_total, self.rows.shape[1])[:many]:
            if self.rows[row, place] == UNKNOWN:
                self.game.turn_total = place + self.low_total
                self.rows[row, place] = self._decision(strategy, player)

    def _decision(self, strategy: int, player: int) -> int:
        """Return the code of what the strategy does now."""
        stop = ask_stop(self.strategies[strategy], self.game, player, self._splits[strategy])
        if not stop.numbers:
            return STOP if stop.low else ROLL
        self._splits[strategy] = stop.split
        return DRAW + self._stops.setdefault(stop, len(self._stops))

    def _place(self, context: int, me: int, rival: int) -> int:
        """Set scores and turn of the game; return whose turn it is."""
        game = self.game
        if self.shared:
            game.turn = context // 2 + 1 if self.rounds else 2
            game.standing = [True] + [bool(context % 2)] * (game.players - 1)
            game.choosing = True
            game.choices = [""] * game.players
            game.scores = [me] + [rival] * (game.players - 1)
            return 0
        player = self.contexts - 1 - context
        # The second round: in the first, players who have not moved would have no points.
        game.turn = game.players + player + 1
        ahead = min(rival, self.target - 1)
        game.scores = [
            rival if p < player or self.contexts == 1 else ahead for p in range(game.players)
        ]
        game.scores[player] = me
        return player

    @lru_cache  # noqa: B019  # as many entries as numbers of dice
    def _faces_for(self, dice: int) -> tuple[int, ...]:
        """Return the faces of a roll after which a turn can go on."""
        low, high = self.game.FACES
        sides = high - low + 1
        combinations = min(sides**dice, MOST_COMBINATIONS)
        rolls = [faces_of(sides**dice - 1 - c, dice, low, sides) for c in range(combinations)]
        return next((faces for faces in rolls if self.game.effect(faces).goes_on), rolls[0])


def grown(table: Codes, axes: int, least: int, low: int, high: int) -> tuple[Codes, int]:
    """Return a table that has low … high too, and its new least number.

    Its last `axes` axes count from `least`.
    """
    before, after = max(0, least - low), max(0, high + 1 - least - table.shape[-1])
    if not before and not after:
        return table, least
    # More than asked for, since each copy takes time.
    ends = (before and before + 32, after and after + 64)
    pad = [(0, 0)] * (table.ndim - axes) + [ends] * axes
    return np.pad(table, pad, constant_values=UNKNOWN), least - ends[0]


def check_turns(game: Game) -> None:
    """Raise NotCompilable unless turns and end follow the rules of `Game`."""
    if "target" not in game.options or "end" not in game.options:
        raise NotCompilable(f"{game.ID} is not a game to a target whose players take turns")
    if game.options["end"] not in ENDS:
        raise NotCompilable(f"end={game.options['end']} has no compiled game")
    check_hooks(game, TURN_HOOKS, [Game])


def check_shared(game: Any, strategies: list[Any]) -> None:
    """Raise NotCompilable unless the game differs from `SharedRollGame` only in its end."""
    if game.players > 2 and any(isinstance(one, Perfect) for one in strategies):
        raise NotCompilable("among several the perfect player looks at every rival")
    known = [SharedRollGame]
    if game.busts_left():
        known.append(variant_class("swine_herd"))
    check_hooks(game, SHARED_HOOKS, known)


def check_hooks(game: Game, hooks: tuple[str, ...], known: list[Any]) -> None:
    """Raise NotCompilable if the variant has hooks that are none of the `known` classes'."""
    kind = type(game)
    own = [
        hook for hook in hooks if getattr(kind, hook) not in [getattr(one, hook) for one in known]
    ]
    if own:
        raise NotCompilable(f"{game.ID} has rules of its own in {', '.join(own)}")
