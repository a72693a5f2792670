"""Compiled games of 2 players or more: by turns to a target, or of shared rolls.

Numba compiles each loop best as a whole with its state in variables, so `play_turns` and
`play_rounds` share all but that. tests/theory/test_simulation.py checks the games against `Game`.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from ..solver.moves import Floats
from .decision_tables import (
    DRAW,
    LEAD,
    SHARED,
    STOP,
    UNKNOWN,
    DecisionTables,
    Ints,
    Setting,
    Tables,
)
from .pcg import Words, below, next32
from .tally import LONGEST, EndlessGame, Tally

FIRST, EQUAL_TURNS, ONE_MORE_ROLL = 0, 1, 2
# Why a loop returned.
DONE, MISSING, ENDLESS = range(3)
# Indexes of `at`: the state of the game in progress. ROLLED: rolls of the turn; in a round, 1 if
# those who stand choose now.
GAME, TURN, TOTAL, ROLLED, DICE, CLOSING, BUSTS, LENGTH = range(8)
# Numba counts references to the arrays that a function passes on, which takes half the time of a
# loop. Nothing here makes an array, so nothing need be counted.
loop = njit(cache=True, _nrt=False)


class State(NamedTuple):
    """What a game changes.

    at: see its indexes. scores, standing, codes (of decisions): by player. asked: the missing
    entry, (strategy, context, me, rival, dice, total). won[player, place]: sum of the player's
    shares of wins in games in which it had that place in the round; squares: sum of their squares.
    """

    at: Ints
    scores: Ints
    standing: Ints
    codes: Ints
    asked: Ints
    rng: Words
    won: Floats
    squares: Floats


@loop
def fall(rng: Words, sides: int, dice: int) -> int:
    """Return the combination of faces of a roll."""
    combination = 0
    for _ in range(dice):
        combination = combination * sides + below(rng, sides)
    return combination


@loop
def draw(rng: Words, bound: Words, first: int) -> int:
    """Return the index of a roll drawn by its effect."""
    bits = next32(rng) << np.uint64(32)
    bits |= next32(rng)
    while bound[first] < bits:
        first += 1
    return first


@loop
def best_of(scores: Ints, but: int) -> int:
    """Return the best score; that of player `but` does not count, if there is such a player."""
    best = scores[but - 1]
    for p in range(len(scores)):
        if p != but:
            best = max(best, scores[p])
    return best


@loop
def ask(scores: Ints, asked: Ints, strategy: int, context: int, player: int) -> None:
    """Fill `asked` with what a choice of the player depends on, but for dice and total."""
    asked[0], asked[1], asked[2] = strategy, context, scores[player]
    asked[3] = best_of(scores, player)


@loop
def row_of(rows: Ints, low_score: int, asked: Ints) -> int:
    """Return the row of what is asked, or UNKNOWN."""
    me, rival = asked[2] - low_score, asked[3] - low_score
    if min(me, rival) < 0 or max(me, rival) >= rows.shape[4]:
        return UNKNOWN
    return rows[asked[0], asked[1], asked[4], me, rival]


@loop
def code_of(rows: Ints, row: int, place: int) -> int:
    """Return the decision in a row, or UNKNOWN."""
    return UNKNOWN if row == UNKNOWN or not 0 <= place < rows.shape[1] else rows[row, place]


@loop
def one_of(numbers: Ints, first: int, past: int, rng: Words) -> int:
    """Return one of numbers[first:past], at random if there are several."""
    return numbers[first + (below(rng, past - first) if past - first > 1 else 0)]


@loop
def stops_by(stops: Ints, code: int, rng: Words) -> bool:
    """True if the decision is to stop."""
    if code < DRAW:
        return code == STOP
    decision = stops[code - DRAW]
    return decision[0 if below(rng, decision[3]) < decision[2] else 1] > 0


@loop
def is_over(at: Ints, scores: Ints, end: int, target: int, player: int) -> bool:
    """True if the game is over after this turn of the player."""
    n = len(scores)
    if end == FIRST:
        return scores[player] >= target
    if end == EQUAL_TURNS:
        return at[TURN] % n == 0 and best_of(scores, n) >= target
    if at[CLOSING] < 0 and scores[player] >= target:
        at[CLOSING] = player
    return (player + 1) % n == at[CLOSING]


@loop
def count_win(at: Ints, scores: Ints, won: Floats, squares: Floats) -> None:
    """Add the shares of the winners of a game, by player and place: see `State`. Begin a game."""
    n = len(scores)
    best, winners = best_of(scores, n), 0
    for p in range(n):
        winners += scores[p] == best
    share = 1.0 / winners
    for p in range(n):
        if scores[p] == best:
            place = (p - at[GAME]) % n
            won[p, place] += share
            squares[p, place] += share * share
    at[GAME] += 1
    at[TURN], at[CLOSING], at[BUSTS], at[LENGTH] = 0, -1, 0, 0
    scores[:] = 0


@loop
def play_turns(rules: Setting, tables: Tables, state: State, games: int) -> int:
    """Play by turns until `games` games are over; return DONE, ENDLESS or MISSING.

    MISSING: an entry of the tables, see `asked`; fill it in and call again. The first player
    changes from game to game.
    """
    at, scores, _, _, asked, rng, won, squares = state
    rolls, end, n = rules.rolls, rules.end, len(scores)
    total, rolled, dice, length = at[TOTAL], at[ROLLED], at[DICE], at[LENGTH]
    row, limit, reason, one_kind = UNKNOWN, 0, DONE, rolls.least == rolls.most
    while at[GAME] < games:
        if length >= LONGEST:
            reason = ENDLESS
            break
        player = (at[GAME] + at[TURN] - 1) % n
        stops = False
        if at[CLOSING] < 0 and (rolled > 0 or not one_kind):
            if row == UNKNOWN:
                role = n - 1 - (at[TURN] - 1) % n if end == EQUAL_TURNS else 0
                ask(scores, asked, rules.seats[player], role, player)
                limit = max(rules.target, asked[3]) - scores[player] + LEAD
                asked[4] = dice - rolls.least + 1 if rolled else 0
                row = row_of(tables.row_of, tables.low_score, asked)
            known = max(-LEAD, min(total, limit))
            code = code_of(tables.rows, row, known - tables.low_total) if rolled else row
            if code == UNKNOWN:
                asked[5] = known
                reason = MISSING
                break
            if rolled:
                stops = stops_by(tables.stops, code, rng)
            else:
                dice = one_of(tables.dice, tables.dice_at[code], tables.dice_at[code + 1], rng)
                row = UNKNOWN
        if not stops:
            if rolls.faces_at[dice] >= 0:
                faces = fall(rng, rolls.sides, dice)
                effect = rolls.by_faces[rolls.faces_at[dice] + faces]
            else:
                effect = rolls.drawn[draw(rng, rolls.bound, rolls.drawn_at[dice])]
            scores[player] *= rolls.keep[effect]
            total = rolls.factor[effect] * total + rolls.points[effect]
            rolled += 1
        length += 1
        if stops or not rolls.goes_on[effect] or at[CLOSING] >= 0:
            scores[player] += total
            total, rolled, row, dice = 0, 0, UNKNOWN, rolls.least
            if is_over(at, scores, end, rules.target, player):
                count_win(at, scores, won, squares)
                length = 0
            at[TURN] += 1
    at[TOTAL], at[ROLLED], at[DICE], at[LENGTH] = total, rolled, dice, length
    return reason


@loop
def play_rounds(rules: Setting, tables: Tables, state: State, games: int) -> int:
    """Play shared rolls: see `play_turns`."""
    at, scores, standing, codes, asked, rng, won, squares = state
    rolls, n = rules.rolls, len(scores)
    total, stand = at[TOTAL], 0
    for p in range(n):
        stand += standing[p]
    while at[GAME] < games:
        if at[LENGTH] >= LONGEST:
            return ENDLESS
        at[LENGTH] += 1
        goes_on = True
        if at[ROLLED]:
            # First check that all entries are known: a return to fill one must not repeat a draw.
            context = (2 * (at[TURN] - 1) if rules.rounds else 0) + (stand > 1)
            for p in range(n):
                if standing[p]:
                    ask(scores, asked, rules.seats[p], context, p)
                    asked[4] = 1
                    row = row_of(tables.row_of, tables.low_score, asked)
                    codes[p] = code_of(tables.rows, row, total - tables.low_total)
                    if codes[p] == UNKNOWN:
                        asked[5] = at[TOTAL] = total
                        return MISSING
            for p in range(n):
                if standing[p] and stops_by(tables.stops, codes[p], rng):
                    scores[p] += total
                    standing[p] = 0
                    stand -= 1
            at[ROLLED] = 0
        else:
            faces = fall(rng, rolls.sides, rolls.least)
            effect = rolls.by_faces[rolls.faces_at[rolls.least] + faces]
            total = rolls.factor[effect] * total + rolls.points[effect]
            goes_on = rolls.goes_on[effect] > 0
            for p in range(n):
                if standing[p]:
                    scores[p] *= rolls.keep[effect]
            at[ROLLED] = goes_on
        if not goes_on or not stand:
            at[BUSTS] = at[BUSTS] + 1 if stand == n else 0
            total, stand, standing[:] = 0, n, 1
            if rules.most_busts and at[BUSTS] == rules.most_busts:
                scores[:] = 0
                count_win(at, scores, won, squares)
            elif at[TURN] == rules.rounds or best_of(scores, n) >= rules.target:
                count_win(at, scores, won, squares)
            at[TURN] += 1
    at[TOTAL] = total
    return DONE


class Race:
    """Games of one variant between `strategies`, one a seat, by one seeded generator."""

    def __init__(self, tables: DecisionTables, seats: list[int], rng: Words) -> None:
        """seats[player]: index of its strategy in `tables`."""
        self.tables = tables
        self.setting = tables.setting(np.array(seats, dtype=np.int64))
        self.rng = rng
        self.tally = Tally(len(seats))
        self._scores = np.zeros(len(seats), dtype=np.int64)
        self._standing = np.ones(len(seats), dtype=np.int64)
        self._at = np.array([0, 1, 0, 0, tables.rolls.least, -1, 0, 0], dtype=np.int64)

    def play(self, games: int) -> None:
        """Play `games` more games."""
        asked = np.zeros(6, dtype=np.int64)
        tally, goal = self.tally, self.tally.games + games
        state = State(
            self._at, self._scores, self._standing, np.zeros_like(self._scores), asked, self.rng,
            np.asarray(tally.won), np.asarray(tally.squares),
        )  # fmt: skip
        play = play_rounds if self.setting.end == SHARED else play_turns
        reason = MISSING
        while reason == MISSING:
            reason = play(self.setting, self.tables.tables(), state, goal)
            tally.games = int(self._at[GAME])
            if reason == MISSING:
                self.tables.supply(asked)
        if reason == ENDLESS:
            raise EndlessGame(LONGEST)
