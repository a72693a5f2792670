"""Tables of the shared-roll games: reading, choices, and the most that they can lose."""

import pathlib

import numpy as np
import pytest

pytest.importorskip("numba", reason="needs the extra solve: make setup")

from handheld.game.table_file import FOLDER, perfect_player
from pocketpig.position import Position
from pocketpig.solver import rounds, solved
from pocketpig.solver.herd import solve_herd
from pocketpig.solver.moves import reach
from pocketpig.tables.encode import mix_row
from pocketpig.tables.losses import opened
from shared_rules.chance import Pcg32
from shared_rules.game import SIT, STAND
from shared_rules.players.tables.advice import advice
from shared_rules.players.tables.shared import WHOLE, probability
from shared_rules.players.tables.shared_odds import unsure
from shared_rules.players.tables.table import table_name
from shared_rules.players.tables.turn import LATEST
from shared_rules.thinking import answer_of
from shared_rules.variants import new_game, variant_class
from tests.players.best_response import herd_response, mixes_of, play_of, rounds_response
from tests.players.perfect_positions import shared_position

TARGET = 24  # of a short game to a target: the end of the longer one that has a table


def table_of(variant):
    name = table_name(new_game(variant))
    return opened(pathlib.Path(FOLDER, name).read_bytes(), name)


class Drawn:
    """A source of random numbers that returns one number and records the range asked for."""

    def __init__(self, number=0):
        self.number = number
        self.limit = None

    def below(self, n):
        self.limit = n
        return self.number


@pytest.fixture(scope="module")
def player():
    return perfect_player()


def choosing(variant, scores, total, rival_stands=True, turn=1, **options):
    """Return a game in which player 0 chooses at that round total."""
    game = new_game(variant, options)
    game.scores, game.turn_total, game.turn = list(scores), total, turn
    game.roll_number, game.choosing, game.dice = 1, True, (3,) * game.DICE
    game.standing[1] = rival_stands
    return game


def stands(player, game, source=None):
    """Return whether the player stands."""
    action, dice = player.choose(game, 0, source or Drawn())
    assert dice is None and player.fault == "" and action in (STAND, SIT)
    return action == STAND


MIXES = [
    [1.0] * 100,
    [0.0] * 100,
    [1.0] * 70 + [0.0] * 70,
    [0.25] * 90,
    np.linspace(1, 0, 100),
    [1.0] * 20 + list(np.linspace(0.9, 0.4, 30)) + [0.0, 1.0] * 5 + [0.3],
    [0.5, 0.501, 0.2, 1.0],
    [0.7],
]


@pytest.mark.parametrize("mix", MIXES, ids=range(len(MIXES)))
def test_a_mix_is_read_as_it_was_written(mix):
    length = len(mix) + 30
    near = np.full(len(mix), 2.0)
    row = mix_row(np.array(mix), near)
    read = np.array([probability(row, k) for k in range(1, length + 1)]) / WHOLE
    assert np.abs(read[: len(mix)] - mix).max() <= 2.5 / WHOLE
    assert (read[len(mix) :] == read[len(mix) - 1]).all()
    certain = (np.array(mix) == 0) | (np.array(mix) == 1)
    assert (read[: len(mix)] == mix)[certain].all()
    for total in (0, 1, 25, length - 1):
        sure = bytearray(b"\1" * (length + 1 - total))
        unsure(row, total, sure)
        assert list(sure[1:]) == [chance == 1 for chance in read[total:]]


@pytest.mark.parametrize("scores", [(36, 6), (24, 0), (4, 21)])
def test_a_mix_is_drawn_from_the_source(scores, player):
    mixes = mixes_of(table_of("swine_herd"), scores[0], 102)[scores[1]]
    chances = [round(mix * WHOLE) for mix in mixes[:100]]
    assert {0, WHOLE} < set(chances[1:])  # all three: sit, stand, and mix
    for total, chance in enumerate(chances[1:], 1):
        game = choosing("swine_herd", scores, total)
        for number in {0, max(0, chance - 1), min(chance, WHOLE - 1), WHOLE - 1}:
            source = Drawn(number)
            assert stands(player, game, source) == (number < chance)
            assert source.limit == (None if chance in (0, WHOLE) else WHOLE)


@pytest.mark.slow
@pytest.mark.parametrize("variant, count", [("skunk", 150), ("swine_herd", 2000)])
def test_no_choice_alone_loses(variant, count, player):
    """In random positions, against the solver."""
    solution, source = solved(variant), Pcg32(23)
    while count:
        game = shared_position(new_game(variant), source)
        if not game.standing[1] and len(game.to_move()) == 1:
            odds = solution.odds(Position.of(game, 0))
            assert odds.win - odds.actions[STAND if stands(player, game) else SIT] <= 1e-5
            count -= 1
    assert player.exact


# (variant, number of the round, scores, round total)
PLACES = [
    *[("swine_herd", 1, scores, total) for scores in ((0, 2), (5, 16), (10, 9), (20, 23))
      for total in (2, 11, 17, TARGET + 3)],
    ("swine_herd", 1, (18, 3), 6),  # one would sit, the other mixes
    *[("skunk", turn, (max(0, lead), max(0, -lead)), total) for turn, lead, total in
      ((1, 0, 11), (3, -20, 25), (4, 8, 30), (5, 0, 18), (5, -31, 24))],
]  # fmt: skip


@pytest.mark.parametrize("rival_stands, near", [(True, 3e-3), (False, 2e-5)])
@pytest.mark.parametrize("variant, turn, scores, total", PLACES)
def test_the_advice_is_the_solvers(variant, turn, scores, total, rival_stands, near, player):
    options = {"target": TARGET} if variant == "swine_herd" else {}
    game = choosing(variant, scores, total, rival_stands, turn, **options)
    asked = Position(*scores, total, round=turn, opponent_sits=not rival_stands)
    odds, found = solved(variant, options).odds(asked), answer_of(advice(player, game, 0))
    assert found["source"] == "perfect" and set(found["actions"]) == set(odds.actions)
    assert found["win"] == pytest.approx(odds.win, abs=near)
    for action, worth in odds.actions.items():
        if odds.win - worth < 0.1:  # the tables hold less of what is far worse
            assert found["actions"][action] == pytest.approx(worth, abs=near), action
    for action, chance in found.get("mix", {}).items():
        assert chance == pytest.approx(odds.mix.get(action, odds.action == action), abs=0.05)


def test_advice_reads_the_worths_of_a_round_once(player):
    game = choosing("skunk", (0, 0), 11)
    answer_of(advice(player, game, 0))  # reads the table
    assert len(list(advice(player, game, 0))) < 60  # steps; 140 if each total reads them anew


def test_before_the_first_roll_nobody_is_ahead(player):
    assert answer_of(advice(player, new_game("skunk"), 0))["actions"] == {"roll": 0.5}


# Quickly, the test above compares the choices by these tables with the solver's.
@pytest.mark.slow
@pytest.mark.parametrize("variant", ["skunk", "swine_herd"])
def test_a_best_response_gains_next_to_nothing(variant):
    """And against one who never stands it gains much. The test above bounds what is lost alone."""
    solution = solved(variant)
    moves, worth = solution.moves, solution.arrays["worth"]
    if variant == "skunk":
        stand = play_of(table_of(variant), range(1, 6), LATEST + 1).swapaxes(1, 2)
        start = 0, worth.shape[1] // 2

        def response(stand):
            return rounds_response(moves, worth[-1], stand, rounds.LONGEST)
    else:
        stand = play_of(table_of(variant), range(100), 102)
        start = 0, 0

        def response(stand):
            return herd_response(moves, stand, worth, reach(moves))

    left = response(stand)
    assert 0.5 - left[start] < 1e-4
    assert (left <= worth + 1e-9).all()
    assert response(np.zeros_like(stand))[start] < 0.45


@pytest.mark.slow
def test_the_limit_of_swine_herd():
    """Check docs/internals/tables.md on play that the rules end after some busts in a row."""
    busts = variant_class("swine_herd").BUST_LIMIT
    solution = solved("swine_herd")
    moves, endless = solution.moves, solution.arrays["worth"]
    worth = solve_herd(moves, len(endless), reach(moves), busts)[0]
    changed = np.abs(worth - endless)
    assert changed.max() == pytest.approx(0.0103, abs=5e-5) and worth[0, 0] == 0.5
    assert (worth[22, 45], endless[22, 45]) == pytest.approx((0.3237, 0.3134), abs=5e-5)
    assert changed.mean() == pytest.approx(0.0007, abs=5e-5)
    stand = play_of(table_of("swine_herd"), range(100), 102)
    left = herd_response(moves, stand, endless, reach(moves), busts)
    assert 0.5 - left[0, 0] == pytest.approx(0.0142, abs=5e-5)
    assert (worth - left).max() == pytest.approx(0.0460, abs=5e-5)
