# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A solved game of two players: the win chance of every action in every position.

A worth is a probability of winning, a tie counting half, for the player to move unless said
otherwise.
"""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from shared_rules.game import HOLD, ROLL, SIT, STAND, Game
from shared_rules.shared_roll import SharedRollGame

from ..position import BadPosition, Position
from . import herd, race, rounds, turns
from .moves import Floats, Moves, Unsolvable, moves_of, outcome_lists, reach
from .turn import play

# Greater scores and turn totals count as this: in double precision nothing changes beyond.
FARTHEST = 50000


@dataclass
class Odds:
    """`win`: probability of winning, a tie counting half; `actions`: the same after each action.

    `advice`: the best action; `mix`: the probability of each action if the best choice is random.
    """

    win: float
    advice: str
    actions: dict[str, float]
    mix: dict[str, float] = field(default_factory=dict)


def chance(worth: float) -> float:
    """Return the worth as a probability: rounding errors are cut off."""
    return min(1.0, max(0.0, worth))


def odds_of(actions: dict[str, float]) -> Odds:
    """Return the odds of the actions; a tie of holding and rolling goes to holding."""
    actions = {name: chance(worth) for name, worth in actions.items()}
    best = max(actions.values())
    advice = HOLD if actions.get(HOLD) == best else max(actions, key=lambda name: actions[name])
    return Odds(best, advice, actions)


class Solution:
    """A solved game of two players; `arrays` depends on the kind of game (see the subclasses)."""

    KIND = ""
    # Names of the arrays with the worths of starts of turns.
    STARTS: tuple[str, ...] = ("worth",)

    def __init__(self, game: Game, arrays: dict[str, Any]) -> None:
        self.game = game
        self.arrays = arrays
        self.lists = outcome_lists(game)
        self.moves: Moves = moves_of(self.lists)
        self.target: int = game.options.get("target", 0)

    def start(self) -> float:
        """Return the first player's probability of winning from the start of the game."""
        return self.odds(Position()).win

    def states(self) -> int:
        """Return the number of solved starts of turns or rounds."""
        return sum(self.arrays[name].size for name in self.STARTS)

    def odds(self, position: Position) -> Odds:
        """Return the odds of every action. Raises BadPosition."""
        raise NotImplementedError

    def within(self, position: Position) -> Position:
        """Return a like position whose scores the solution has."""
        return position

    def check_scores(self, position: Position, least: int, theirs_below: int | None) -> None:
        """Raise BadPosition unless both scores are in range."""
        self._check("the score of the player to move", position.mine, least, self.target)
        self._check("the opponent's score", position.theirs, least, theirs_below)

    def _check(self, what: str, value: int, least: int, below: int | None) -> None:
        if value < least or (below is not None and value >= below):
            allowed = f"{least} or more" if below is None else f"{least} to {below - 1}"
            raise BadPosition(f"{what}: {value} is not allowed; allowed: {allowed}")


class TurnsSolution(Solution):
    """Common part of the solutions of games in which players take turns."""

    def hold_worths(self, position: Position, length: int) -> tuple[Floats, int, float]:
        """Return (worths of holding at 0 … length - 1, `top` of `turn.play`, worth of a wipe)."""
        raise NotImplementedError

    def highest(self, position: Position) -> int:
        """Return the greatest score at which rolling on may be best, in this turn."""
        raise NotImplementedError

    def odds(self, position: Position) -> Odds:
        self.check(position)
        k = min(position.turn_total, FARTHEST)
        chosen = [n for n, _ in self.lists]
        if k == 0:
            return odds_of(
                {
                    (ROLL if len(chosen) == 1 else f"{ROLL} {n}"): self.worths(position, m)[1]
                    for m, n in enumerate(chosen)
                }
            )
        win, _, hold, roll = self.worths(position, self.menu(position, chosen), k)
        return odds_of({ROLL: roll, HOLD: hold})

    def check(self, position: Position) -> None:
        """Raise BadPosition if the game has no such position."""
        k = position.turn_total
        if k < 0 and not len(self.moves.jump_n):
            raise BadPosition(f"turn total: {k} is not allowed; allowed: 0 or more")
        goes_on = len(self.moves.add_n) + len(self.moves.jump_n) or self.moves.set_p.any()
        if k and not goes_on:
            raise BadPosition(f"turn total: {k} is not allowed; allowed: 0 (a turn is one roll)")
        if position.dice is not None:
            self._check("dice", position.dice, self.lists[0][0], self.lists[-1][0] + 1)

    def menu(self, position: Position, chosen: list[int]) -> int:
        """Return the roll of the turn: that of `position.dice`, else the best one at its start."""
        if len(chosen) == 1:
            return 0
        if position.dice is not None:
            return chosen.index(position.dice)
        worths = [self.worths(position, m)[1] for m in range(len(chosen))]
        return max(range(len(chosen)), key=lambda m: worths[m])

    def worths(self, position: Position, m: int, k: int = 0) -> tuple[Floats, float, float, float]:
        """Return worths: (turn totals 0 …, start of the turn, holding at k, rolling at k)."""
        pad = reach(self.moves)
        moves = self.moves
        top = max(self.hold_worths(position, 1)[1], k)
        hold, _, wipe = self.hold_worths(position, top + pad + 1)
        win, stay, lift = np.zeros(len(hold)), np.zeros(len(hold)), np.zeros(len(hold))
        start, _ = play(moves, m, hold, top, top + pad, wipe, False, True, win, stay, lift)
        if k == 0:
            return win, start, float(hold[0]), start
        if k < 0:
            return win, start, self.hold_below(position, k), self.roll_below(hold, win, wipe, k)
        # Worth of rolling at k, as in `play`, even if holding is better there.
        a, e, j = (slice(at[m], at[m + 1]) for at in (moves.add_at, moves.end_at, moves.jump_at))
        roll = (
            moves.wipe_p[m] * wipe
            + moves.set_p[m] * win[moves.set_n[m]]
            + moves.end_p[e] @ hold[moves.end_n[e]]
            + moves.add_p[a] @ win[k + moves.add_n[a]]
        )
        for p, factor, n in zip(moves.jump_p[j], moves.jump_f[j], moves.jump_n[j]):
            to = min(int(factor * k + n), top + pad)
            roll += p * (win[to] if to >= 0 else self.roll_below(hold, win, wipe, to))
        return win, start, float(hold[k]), float(roll)

    def hold_below(self, position: Position, k: int) -> float:
        """Return the worth of holding at a negative turn total. Raises BadPosition."""
        raise BadPosition(f"turn total: {k} is not allowed; allowed: 0 or more")

    def roll_below(self, hold: Floats, win: Floats, wipe: float, k: int) -> float:
        """Return the worth of rolling on from a negative turn total until it is not negative."""
        moves = self.moves
        if -k > len(moves.below):
            self.moves = moves = moves_of(self.lists, -k)
        row = moves.below[-1 - k]
        exits = moves.wipe_p[0] * wipe + moves.set_p[0] * win[moves.set_n[0]]
        exits += moves.end_p @ hold[moves.end_n]
        share = exits / (moves.wipe_p[0] + moves.set_p[0] + moves.end_p.sum())
        return float(row @ win[: len(row)] + (1.0 - row.sum()) * share)


class FirstSolution(TurnsSolution):
    """The first to bank the target wins, unless the opponent's last roll or turn (if any) beats it.

    value[a - floor, b - floor]: worth at the start of a turn, scores a to b; replies: of
    `race.replies_of`.
    """

    KIND = "first"
    STARTS = ("value",)

    def __init__(self, game: Game, arrays: dict[str, Any]) -> None:
        super().__init__(game, arrays)
        self.value: Floats = arrays["value"]
        self.floor = int(arrays["floor"])
        self.replies = race.replies_of(game, self.moves)

    def within(self, position: Position) -> Position:
        mine, theirs = max(self.floor, position.mine), max(self.floor, position.theirs)
        return replace(position, mine=mine, theirs=theirs)

    def is_last_roll(self, position: Position) -> bool:
        """True if the opponent has banked the target and one roll is left."""
        roll = self.game.options["end"] == "one_more_roll"
        return roll and position.theirs >= self.target

    def check(self, position: Position) -> None:
        super().check(position)
        last = len(self.replies) > 1
        self.check_scores(position, self.floor, None if last else self.target)
        if self.is_last_roll(position) and position.turn_total:
            raise BadPosition("turn total: in the last roll of a game it is 0")

    def odds(self, position: Position) -> Odds:
        self.check(position)
        if self.is_last_roll(position):
            behind = min(position.theirs - position.mine, len(self.replies) - 1)
            return odds_of({ROLL: float(self.replies[behind])})
        return super().odds(position)

    def hold_worths(self, position: Position, length: int) -> tuple[Floats, int, float]:
        i, j, beyond = position.mine, position.theirs, len(self.replies) - 1
        score = i + np.arange(length)
        if j >= self.target:  # the last turn
            return np.heaviside(score - j, 0.5), j - i, 0.0
        others = self.value[j - self.floor]
        hold = 1.0 - np.where(
            score < self.target,
            others[np.minimum(score, self.target - 1) - self.floor],
            self.replies[np.clip(score - j, 0, beyond)],
        )
        wipe = 1.0 - float(others[-self.floor])
        return hold, self.highest(position) - i, wipe

    def highest(self, position: Position) -> int:
        return max(self.target, position.theirs + len(self.replies) - 1) - 1

    def hold_below(self, position: Position, k: int) -> float:
        score = position.mine + k
        self._check("score and turn total together", score, self.floor, None)
        return 1.0 - float(self.value[position.theirs - self.floor, score - self.floor])


class EqualSolution(TurnsSolution):
    """Both have the same number of turns: first[a, b], second[a, b], chase[d] of `race`."""

    KIND = "equal"
    STARTS = ("first", "second")

    def __init__(self, game: Game, arrays: dict[str, Any]) -> None:
        super().__init__(game, arrays)
        self.bust_p = race.least_bust(self.moves)

    def check(self, position: Position) -> None:
        super().check(position)
        self.check_scores(position, 0, None if position.second else self.target)

    def hold_worths(self, position: Position, length: int) -> tuple[Floats, int, float]:
        i, j = position.mine, min(position.theirs, FARTHEST + self.target)
        score = i + np.arange(length)
        top = self.highest(position) - i
        if j >= self.target:
            return np.heaviside(score - j, 0.5), top, 0.0
        others = self.arrays["first" if position.second else "second"][j]
        chase = self.arrays["chase"]
        reply = 0.0 if position.second else chase[np.clip(score - j, 0, len(chase) - 1)]
        capped = np.minimum(score, self.target - 1)
        hold = 1.0 - np.where(score < self.target, others[capped], reply)
        return hold, top, 1.0 - float(others[0])

    def highest(self, position: Position) -> int:
        j = min(position.theirs, FARTHEST + self.target)
        if position.second:
            return max(self.target - 1, j)
        lost = float(self.arrays["second"][j, position.mine])
        chase = self.arrays["chase"]
        return int(race.settled_lead(self.target - j, chase, self.bust_p * lost)) + j - 1


class FixedTurnsSolution(TurnsSolution):
    """Both have so many turns and the most points win: worth[turns over, difference]."""

    KIND = "turns"
    HIGHEST: int | None = None
    LEAD = 360  # greater leads count as this in a table

    def check(self, position: Position) -> None:
        super().check(position)
        below = None if self.HIGHEST is None else self.HIGHEST + 1
        least = self.game.LOWEST
        self._check("the score of the player to move", position.mine, least, below)
        self._check("the opponent's score", position.theirs, least, below)
        self._check("round", position.round, 1, self.game.options["rounds"] + 1)

    def after(self, position: Position) -> Floats:
        """Return the worths of the next turn."""
        worths: Floats = self.arrays["worth"][2 * position.round - 1 + position.second]
        return worths

    def hold_worths(self, position: Position, length: int) -> tuple[Floats, int, float]:
        ahead = position.mine - position.theirs + np.arange(length)
        hold = 1.0 - self.after(position)[np.clip(turns.WIDEST - ahead, 0, 2 * turns.WIDEST)]
        return hold, max(0, self.highest(position) - position.mine), 0.0

    def highest(self, position: Position) -> int:
        return position.theirs + turns.WIDEST

    def by_lead(self, turn: int) -> Floats:
        """Return the worths of the start of a turn, from 1, by the other's lead up to `LEAD`."""
        worths: Floats = self.arrays["worth"][turn - 1]
        return worths[turns.WIDEST - self.LEAD : turns.WIDEST + self.LEAD + 1][::-1]

    def hold_below(self, position: Position, k: int) -> float:
        ahead = position.mine + k - position.theirs
        return 1.0 - float(self.after(position)[np.clip(turns.WIDEST - ahead, 0, 2 * turns.WIDEST)])


class WipedTurnsSolution(FixedTurnsSolution):
    """The same where a score may fall to 0: worth[turns over, mine, theirs]."""

    KIND = "wiped_turns"
    HIGHEST = turns.HIGHEST
    LEAD = 200
    # Points of a turn of Two-Dice Pig: of the player of a turn, in `by_lead`.
    TYPICAL = 8.5

    def by_lead(self, turn: int) -> Floats:
        """Return the same at a typical score of the player, or a greater one of the other."""
        lead = np.arange(-self.LEAD, self.LEAD + 1)
        mine = np.maximum(int(self.TYPICAL * ((turn - 1) // 2)), -lead)
        worths: Floats = self.arrays["worth"][turn - 1][mine, mine + lead]
        return worths

    def within(self, position: Position) -> Position:
        over = max(0, position.mine - turns.HIGHEST, position.theirs - turns.HIGHEST)
        mine, theirs = max(0, position.mine - over), max(0, position.theirs - over)
        return replace(position, mine=mine, theirs=theirs)

    def hold_worths(self, position: Position, length: int) -> tuple[Floats, int, float]:
        after = self.after(position)
        hold = turns.worth_of_holding(after, position.theirs, position.mine + length)
        wipe = turns.after_wipe(after, position.theirs)
        return hold[position.mine :], 2 * turns.HIGHEST - position.mine, wipe

    def highest(self, position: Position) -> int:
        return 2 * turns.HIGHEST


class SharedSolution(Solution):
    """Common part of the solutions of games of shared rolls."""

    def odds(self, position: Position) -> Odds:
        if position.turn_total < 0:
            raise BadPosition(
                f"turn total: {position.turn_total} is not allowed; allowed: 0 or more"
            )
        if position.opponent_sits and not position.turn_total:
            raise BadPosition("turn total: 0 is not allowed when the opponent sits")
        return self.shared_odds(position, min(position.turn_total, FARTHEST))

    def shared_odds(self, position: Position, k: int) -> Odds:
        """Return the odds of a checked position."""
        raise NotImplementedError

    def simultaneous(self, ss: float, sq: float, qs: float, qq: float) -> Odds:
        """Return the odds of the matrix game of `matrix.solve_matrix`."""
        from .matrix import solve_matrix

        worth, mine, theirs = solve_matrix(ss, sq, qs, qq)
        worth = chance(worth)
        stand = chance(theirs * ss + (1.0 - theirs) * sq)
        sit = chance(theirs * qs + (1.0 - theirs) * qq)
        advice = STAND if mine > 0.5 else SIT
        mix = {STAND: mine, SIT: 1.0 - mine} if 0.0 < mine < 1.0 else {}
        return Odds(worth, advice, {STAND: stand, SIT: sit}, mix)

    def chosen(self, position: Position, asked: Floats) -> Odds:
        """Return the odds of what `rounds.solve_round` was asked."""
        ss, sq, qs, qq, stand, sit = (float(worth) for worth in asked)
        return (
            self.alone(stand, sit) if position.opponent_sits else self.simultaneous(ss, sq, qs, qq)
        )

    def alone(self, stand: float, sit: float) -> Odds:
        """Return the odds of a player who stands alone."""
        stand, sit = chance(stand), chance(sit)
        return Odds(max(stand, sit), STAND if stand > sit else SIT, {STAND: stand, SIT: sit})


class RoundsSolution(SharedSolution):
    """A fixed number of rounds: worth[round, difference] of `rounds.solve_rounds`."""

    KIND = "rounds"

    def shared_odds(self, position: Position, k: int) -> Odds:
        worth = self.arrays["worth"]
        self._check("the score of the player to move", position.mine, 0, None)
        self._check("the opponent's score", position.theirs, 0, None)
        self._check("round", position.round, 1, len(worth))
        d = position.mine - position.theirs
        d = max(-rounds.WIDEST, min(rounds.WIDEST, d))
        k = min(k, 2 * rounds.WIDEST)
        if k == 0:
            return odds_of({ROLL: float(worth[position.round - 1, rounds.WIDEST + d])})
        after = worth[position.round]
        # Padded to every difference that sitting at k can make.
        after = np.pad(after, k, constant_values=(after[0], after[-1]))
        asked = rounds.solve_round(self.moves, after, rounds.LONGEST + k, np.zeros((0, 1)), d, k)[1]
        return self.chosen(position, asked)


class WipedRoundsSolution(SharedSolution):
    """A fixed number of rounds where scores may fall to 0: worth[round, mine, theirs]."""

    KIND = "wiped_rounds"

    def shared_odds(self, position: Position, k: int) -> Odds:
        worth = self.arrays["worth"]
        mine, theirs = position.mine, position.theirs
        self._check("the score of the player to move", mine, 0, rounds.HIGHEST + 1)
        self._check("the opponent's score", theirs, 0, rounds.HIGHEST + 1)
        self._check("round", position.round, 1, len(worth))
        self._check("turn total", k, 0, rounds.LAST)
        if k == 0:
            return odds_of({ROLL: float(worth[position.round - 1, mine, theirs])})
        ask = (mine, theirs, k)
        asked = rounds.solve_round_with_wipes(self.moves, worth[position.round], ask)[1]
        return self.chosen(position, asked)


class HerdSolution(SharedSolution):
    """Shared rolls to a target: the arrays of `herd.solve_herd`."""

    KIND = "herd"
    PARTS = ("worth", "chase", "at", "size", "store")

    def shared_odds(self, position: Position, k: int) -> Odds:
        worth, chase, at, size, store = (self.arrays[name] for name in self.PARTS)
        a, b = position.mine, position.theirs
        self.check_scores(position, 0, None if position.opponent_sits else self.target)
        if k == 0:
            return odds_of({ROLL: float(worth[a, b])})
        if position.opponent_sits:
            if b - a >= len(chase):
                chase = herd.chase_alone(self.moves, min(b, FARTHEST) - a + 1)
                b = min(b, FARTHEST)
            stand = herd.roll_alone(self.moves, worth, chase, at, size, store, a, b, k)
            return self.alone(stand, herd.finish(worth, a + k, b))
        pad = reach(self.moves)
        length = self.target + pad + 2
        both, slope, mix = np.zeros(length), np.zeros(length), np.zeros(length)
        bust = float(self.moves.end_p.sum())
        x = float(worth[a, b])
        _, _, top = herd.play_pair(
            self.moves, worth, chase, at, size, store, a, b, x, pad, both, slope, mix
        )
        k = min(k, top)
        ss = bust * x + float(self.moves.add_p @ both[np.minimum(k + self.moves.add_n, top)])
        sq, qs, qq = herd.matrix_at(self.moves, worth, chase, at, size, store, a, b, k)
        return self.simultaneous(ss, sq, qs, qq)


KINDS: dict[str, Any] = {
    kind.KIND: kind
    for kind in (
        FirstSolution, EqualSolution, FixedTurnsSolution, WipedTurnsSolution, RoundsSolution,
        WipedRoundsSolution, HerdSolution,
    )
}  # fmt: skip
ENDS = {
    "first": "first", "one_more_roll": "first", "one_more_turn": "first", "equal_turns": "equal",
    "rounds": "turns",
}  # fmt: skip
MOST_ROUNDS_WITH_WIPES = 20
# Hooks that the solver takes to be the common ones, and those that end a game to a target.
COMMON = ("roll", "apply", "choose", "must_roll", "after_roll", "to_move", "standings")
ENDING = ("bank", "banks_at_once", "end_turn", "is_last_turn", "winners")


def kind_of(game: Game) -> str:
    """Return which of KINDS solves `game`. Raises Unsolvable."""
    end = game.options.get("end")
    hooks: tuple[str, ...] = COMMON
    effects = [effect for _, outcomes in outcome_lists(game) for _, effect in outcomes[1]]
    wipes = not all(effect.keep for effect in effects)
    if game.SHARED_ROLL:
        check_shared(game)
        kind = "herd" if "target" in game.options else "wiped_rounds" if wipes else "rounds"
    elif end in ENDS and "target" in game.options:
        kind = ENDS[end]
        hooks += () if end == "one_more_roll" else ENDING
    else:
        raise Unsolvable(f"{game.ID} cannot be solved: its positions are too many to list")
    if kind == "turns" and wipes:
        kind = "wiped_turns"
        if game.options["rounds"] > MOST_ROUNDS_WITH_WIPES:
            raise Unsolvable(
                f"{game.ID} cannot be solved over more than {MOST_ROUNDS_WITH_WIPES} rounds: with "
                "wipes its positions are too many"
            )
    own = [hook for hook in hooks if not is_common(game, hook)]
    if own:
        raise Unsolvable(f"{game.ID} cannot be solved: it has rules of its own in {', '.join(own)}")
    return kind


def is_common(game: Game, hook: str) -> bool:
    """True if the variant does not override `hook` of the common classes."""
    owner = next(kind for kind in type(game).__mro__ if hook in vars(kind))
    return owner in (Game, SharedRollGame)


def check_shared(game: Game) -> None:
    """Raise Unsolvable if shared rolls do more than add points, bust or, without a target, wipe."""
    for _, (keep, factor, points, goes_on, _) in game.chance_outcomes()[1]:
        if factor != 1 or points < 1 if goes_on else not keep and "target" in game.options:
            raise Unsolvable(f"{game.ID} cannot be solved: shared rolls may only add or bust")
