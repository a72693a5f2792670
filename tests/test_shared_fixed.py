# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Fifty fixed strategies play against the tables of the shared-roll games."""

import math
import pathlib
import random
from collections import namedtuple

import numpy as np
import pytest

pytest.importorskip("numba", reason="needs the extra solve: make setup")

from host_sim.theory.pcg import seeded
from host_sim.theory.simulation.probe import Script, Stop
from host_sim.theory.simulation.race_tables import DRAW, ROLL, STOP, UNKNOWN
from host_sim.theory.simulation.shared import SharedRace
from host_sim.theory.tables.shared_play import herd_play, round_play
from host_sim.theory.tally import Tally
from shared_rules.game import SIT, STAND
from shared_rules.players.tables.shared import WHOLE
from shared_rules.variants import new_game

TABLES = pathlib.Path(__file__).parents[1] / "firmware" / "tables"
SEED = 1848
GOES = ROLL
WIDTH = 128

# Sit from a round total of `at` on. Add `phases` (a number for each fifth of the game), one for
# each `spread` points behind, and `alone` once the rival sits. With `race`, sit in what would be
# the last round only when ahead.
Rule = namedtuple("Rule", "at spread alone phases race", defaults=(0, 0, (0,) * 5, False))

FIFTY = [
    *[Rule(at) for at in (1, 6, 10, 14, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 28, 32, 40, 60)],
    *[Rule(at, race=True) for at in (12, 16, 18, 20, 22, 24, 26, 30, 36)],
    *[Rule(20, spread) for spread in (2, 4, 8, 12, -4, -8)],
    *[Rule(22, spread, race=True) for spread in (3, 6, 8, 10, -8)],
    *[Rule(20, 8, alone) for alone in (-5, 5, 12)],
    Rule(24, 8, -24, race=True),  # sits as soon as the rival does
    Rule(18, 0, 6, race=True),
    Rule(26, 0, -8, race=True),
    Rule(22, 0, 0, (6, 3, 0, -3, -6)),
    Rule(22, 0, 0, (-6, -3, 0, 3, 6), race=True),
    Rule(20, 8, 0, (4, 2, 0, 0, 8), race=True),
    Rule(25, 6, 4, (0, 0, 0, 0, 10), race=True),
    Rule(18, 4, 8, (0, 2, 4, 6, 8), race=True),
    Rule(30, 0, 0, (0, 0, 0, -10, -20)),
]


class Fixed:
    """A strategy by a rule, with the information of `SharedRace`."""

    def __init__(self, rule):
        self.rule = rule

    def total(self, goal, turn, stands, me, rival):
        """Return the round total from which it sits. Scores may be arrays; goal None: rounds."""
        rule = self.rule
        best = np.maximum(me, rival)
        phase = np.minimum(4, best * 5 // goal) if goal else np.full_like(best, turn - 1)
        at = rule.at + np.array(rule.phases)[phase]
        at = at + ((rival - me) // rule.spread if rule.spread else 0)
        at = at + (0 if stands else rule.alone)
        ends = best >= goal if goal else turn == 5
        return np.where(rule.race and not stands and ends, rival - me + 1, at)

    def choose(self, game, player, source):
        stands = game.standing[1 - player]
        scores = np.array([game.scores[player], game.scores[1 - player]])
        at = self.total(game.options.get("target"), game.turn, stands, *scores)
        return (SIT if game.turn_total >= at else STAND), None


class FromTable:
    """The player of the product's table, by `herd_play` or `round_play`."""

    def __init__(self, variant):
        outcomes = new_game(variant).chance_outcomes()
        name = variant + ".bin"
        content = (TABLES / name).read_bytes()
        self.to_target = variant == "swine_herd"
        if self.to_target:
            self.stand, self.alone = herd_play(content, name, outcomes)
        else:
            stand, alone = round_play(content, name, outcomes, 5)
            # Indexed by round, lead and total.
            self.stand, self.alone = stand.transpose(0, 2, 1), alone.transpose(0, 2, 1)

    def row(self, where, stands, me, rival):
        """Return the probabilities of standing by round total, in units of 1/WHOLE."""
        if self.to_target:
            if stands:
                return np.rint(self.stand[me, rival] * WHOLE)
            return WHOLE * self.alone[me, min(rival, self.alone.shape[1] - 1)]
        rows = self.stand[where] if stands else self.alone[where]
        middle = len(rows) // 2
        row = rows[middle + max(-middle, min(middle, me - rival))]
        return np.rint(row * WHOLE)

    def choose(self, game, player, source):
        rival = 1 - player
        where = 0 if self.to_target else game.turn - 1
        row = self.row(where, game.standing[rival], game.scores[player], game.scores[rival])
        stand = int(row[min(game.turn_total, len(row) - 1)])
        stands = source.below(WHOLE) < stand if 0 < stand < WHOLE else stand == WHOLE
        return (STAND if stands else SIT), None


class Contests:
    """Games of the product's table against fixed strategies."""

    def __init__(self, variant):
        shipped = FromTable(variant)
        self.race = SharedRace(variant, {}, [0, 1], [shipped, None], seeded(SEED))
        race = self.race
        if not shipped.to_target:
            # Scores up to 329 are looked up.
            race.row_of = np.full((2, 5, 2, 330, 330), UNKNOWN, dtype=np.int32)
        race._stops = {Stop(False, True, stand, WHOLE): stand for stand in range(WHOLE + 1)}
        rows, numbers = [], {}
        _, rounds, _, size, _ = race.row_of.shape
        for where in range(rounds):
            for stands in (0, 1):
                for me in range(100 if shipped.to_target else size):
                    for rival in range(100 if shipped.to_target and stands else size):
                        key = (where, stands, me - rival)
                        if shipped.to_target or key not in numbers:
                            numbers[key] = len(rows)
                            rows.append(shipped.row(where, stands, me, rival)[:WIDTH])
                        race.row_of[0, where, stands, me, rival] = numbers[key]
        width = max(len(row) for row in rows)
        known = np.array([np.pad(row, (0, width - len(row)), mode="edge") for row in rows])
        codes = np.where(known == 0, STOP, np.where(known == WHOLE, GOES, DRAW + known))
        # Followed by a row for each round total from which a fixed strategy sits.
        race.rows = np.full((len(rows) + WIDTH + 64, WIDTH), UNKNOWN, dtype=np.int32)
        race.rows[: len(rows), :width] = codes
        self.fixed_rows = len(rows)
        totals = np.arange(WIDTH)
        sits = totals[None, :] >= totals[:, None]
        race.rows[len(rows) : len(rows) + WIDTH] = np.where(sits, STOP, GOES)
        self.known = race.used = len(rows) + WIDTH

    def win(self, rule, games):
        """Return (share of games won by the rule, its standard error)."""
        race = self.race
        race.strategies[1] = fixed = Fixed(rule)
        _, rounds, _, size, _ = race.row_of.shape
        me, rival = np.mgrid[:size, :size]
        for where in range(rounds):
            for stands in (0, 1):
                at = fixed.total(race.target or None, where + 1, stands, me, rival)
                rows = self.fixed_rows + np.clip(at, 0, WIDTH - 1)
                race.row_of[1, where, stands] = np.where(at < WIDTH, rows, UNKNOWN)
        race.rows[self.known :] = UNKNOWN
        race.used = self.known
        race.tally = Tally(2)
        race._at[:] = 0
        race.play(games)
        mean = np.asarray(race.tally.won)[1].sum() / games
        square = np.asarray(race.tally.squares)[1].sum() / games
        return mean, math.sqrt((square - mean * mean) / games)


@pytest.fixture(scope="module", params=["skunk", "swine_herd"])
def contests(request):
    return Contests(request.param)


def test_there_are_fifty():
    assert len(FIFTY) == len(set(FIFTY)) == 50


@pytest.mark.parametrize("rule", FIFTY[::10], ids=str)
def test_a_few_do_not_beat_the_table(contests, rule):
    mean, error = contests.win(rule, 20_000)
    assert mean <= 0.5 + 3 * error
    assert 0 < error < 0.0036


@pytest.mark.slow
@pytest.mark.parametrize("rule", FIFTY, ids=str)
def test_none_beats_the_table_over_a_million_games(contests, rule):
    mean, error = contests.win(rule, 1_000_000)
    assert mean <= 0.5 + 3 * error


def test_the_rows_equal_the_answers_of_the_players(contests):
    race, draw = contests.race, random.Random(SEED)
    contests.win(FIFTY[-1], 1)
    game = race.game
    for _ in range(500):
        where, total = draw.randrange(race.row_of.shape[1]), draw.randrange(1, 60)
        scores, stands = [draw.randrange(100), draw.randrange(100)], draw.random() < 0.5
        game.turn, game.scores, game.turn_total = where + 1, scores, total
        game.standing = [True, stands]
        for seat, strategy in enumerate(race.strategies):
            row = race.row_of[seat, where, int(stands), scores[0], scores[1]]
            code = race.rows[row, total]
            for number in (0, 100, 200, WHOLE - 1):
                sits = code == STOP if code < DRAW else number >= code - DRAW
                action, _ = strategy.choose(game, 0, Script(number))
                assert (action == SIT) == sits
