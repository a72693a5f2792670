"""Tables of the shared-roll games: reading, choices, and the most that they can lose."""

import pathlib

import numpy as np
import pytest

pytest.importorskip("numba", reason="needs the extra solve: make setup")

from pocketpig.computer_players import Bytes
from pocketpig.position import Position
from pocketpig.solver import rounds
from pocketpig.solver.herd import solve_herd
from pocketpig.solver.moves import reach
from pocketpig.solver.shared_solution import HerdSolution
from pocketpig.solver.solve import solve
from pocketpig.tables.encode import mix_row, quantised
from pocketpig.tables.losses import opened
from pocketpig.tables.shared_rows import (
    TRIFLE,
    WORTH_BITS,
    herd_mix,
    tolerances,
)
from pocketpig.tables.write import make_table
from shared_rules.game import SIT, STAND
from shared_rules.players.perfect import Perfect
from shared_rules.players.tables.advice import advice
from shared_rules.players.tables.shared import WHOLE, probability
from shared_rules.players.tables.shared_odds import unsure
from shared_rules.players.tables.table import ONE, SHIFT, table_name
from shared_rules.players.tables.turn import LATEST
from shared_rules.thinking import answer_of
from shared_rules.variants import new_game, variant_class
from tests.players.best_response import (
    herd_play,
    herd_response,
    mixes_of,
    round_play,
    rounds_response,
)
from tests.players.worst_loss import worths_of

TARGET = 24
TABLES = pathlib.Path(__file__).parents[2] / "firmware" / "tables"


class Drawn:
    """A source of random numbers that returns one number and records the range asked for."""

    def __init__(self, number):
        self.number = number
        self.limit = None

    def below(self, n):
        self.limit = n
        return self.number


FIXED = Drawn(0)


@pytest.fixture(scope="module")
def herd():
    """(solution, contents of its table) of a short game to a target."""
    solution = solve("swine_herd", {"target": TARGET})
    return solution, make_table(solution)[1]


@pytest.fixture(scope="module")
def skunk():
    return solve("skunk"), (TABLES / "skunk-bust.bin").read_bytes()


def player_of(content, variant):
    """Return the perfect player with that table."""

    def open_table(name):
        assert name.startswith(variant)
        return Bytes(content)

    return Perfect(open_table)


def choosing(variant, options, scores, total, rival_stands=True, turn=1):
    """Return a game in which player 0 chooses at that round total."""
    game = new_game(variant, options)
    game.scores, game.turn_total, game.turn = list(scores), total, turn
    game.roll_number, game.choosing, game.dice = 1, True, (3,) * game.DICE
    game.standing[1] = rival_stands
    return game


def decision(player, game, source=FIXED):
    """Return the action chosen."""
    action, dice = player.choose(game, 0, source)
    assert dice is None and player.fault == ""
    return action


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


def test_sections_are_read_as_they_were_written(herd):
    solution, content = herd
    table = opened(content, "swine_herd.bin")
    parts = solution.parts()
    stand = herd_mix(solution.moves, parts)
    near = tolerances(stand.shape[2] - 1) + 0.5
    for a in range(TARGET):
        worths = quantised(solution.arrays["worth"][a], WORTH_BITS) << (SHIFT - WORTH_BITS)
        assert (worths_of(table, b"n", a) == worths).all()
        read = mixes_of(table, a, TARGET + 2)
        assert (np.abs(read - stand[a])[:, 1:] * WHOLE <= near).all()


def test_sections_over_rounds_are_read_as_they_were_written(skunk):
    solution, content = skunk
    table = opened(content, "skunk-bust.bin")
    worth = solution.arrays["worth"]
    middle = worth.shape[1] // 2
    for row in range(len(worth)):
        read = worths_of(table, b"n", row + 1)
        ahead = worth[row, middle + 1 : middle + 1 + len(read)]
        assert (read == quantised(ahead, WORTH_BITS) << (SHIFT - WORTH_BITS)).all()
        # A player who leads by more than the row's end wins, to the table's precision.
        assert read[-1] == ONE or row == 0
        assert 1 - worth[row, middle + 1 + len(read)] < 1e-6


@pytest.mark.parametrize("scores", [(36, 6), (32, 3), (24, 0), (4, 21), (44, 9)])
def test_a_mix_is_drawn_from_the_source(scores):
    content = (TABLES / "swine_herd.bin").read_bytes()
    player = player_of(content, "swine_herd")
    mixes = mixes_of(opened(content, "swine_herd.bin"), scores[0], 102)[scores[1]]
    stands = [round(mix * WHOLE) for mix in mixes[:100]]
    assert {0, WHOLE} < set(stands[1:])  # all three: sit, stand, and mix
    for total, stand in enumerate(stands[1:], 1):
        game = choosing("swine_herd", {}, scores, total)
        if stand in (0, WHOLE):
            assert decision(player, game) == (STAND if stand else SIT)
            continue
        for number in (0, stand - 1, stand, WHOLE - 1):
            source = Drawn(number)
            assert decision(player, game, source) == (STAND if number < stand else SIT)
            assert source.limit == WHOLE


def test_alone_the_device_plays_as_restated_to_a_target(herd):
    solution, content = herd
    alone = herd_play(content, "swine_herd.bin", solution.game.chance_outcomes())[1]
    player = player_of(content, "swine_herd")
    for a in range(0, TARGET, 6):
        for s in range(1, 2 * TARGET, 7):
            for total in range(2, TARGET, 7):
                game = choosing("swine_herd", {"target": TARGET}, (a, s), total, False)
                assert (decision(player, game) == STAND) == alone[a, s, total], (a, s, total)
    assert player.exact


@pytest.mark.parametrize("turn", [1, 4, 5])
def test_alone_the_device_plays_as_restated_over_rounds(skunk, turn):
    solution, content = skunk
    alone = round_play(content, "skunk-bust.bin", solution.game.chance_outcomes(), 5)[1][turn - 1]
    player = player_of(content, "skunk")
    for lead in list(range(-130, 130, 23)) + [-400, -300, -149, 150, 201, 240, 260, 301]:
        for total in (4, 13, 29, 30, 41, 80, 150, 299, 300, 301, 500):
            scores = (max(0, lead), max(0, -lead))
            game = choosing("skunk", {}, scores, total, False, turn)
            column = LATEST + max(-LATEST, min(LATEST, lead))
            stands = alone[min(total, LATEST), column]
            assert (decision(player, game) == STAND) == stands, (lead, total)


def test_a_smaller_target_is_the_end_of_a_longer_race(herd):
    player = player_of(herd[1], "swine_herd")
    small = solve("swine_herd", {"target": 9})
    for scores in ((0, 0), (3, 8), (8, 7)):
        game = new_game("swine_herd", {"target": 9})
        game.scores = list(scores)
        found = answer_of(advice(player, game, 0))
        assert found["win"] == pytest.approx(small.odds(Position(*scores)).win, abs=2e-5)
        assert found["source"] == "perfect"


def check_advice(player, solution, game, total, rival_sits, tolerance):
    found = answer_of(advice(player, game, 0))
    asked = Position(*game.scores, total, round=game.turn, opponent_sits=rival_sits)
    if isinstance(solution, HerdSolution):
        asked = asked._replace(round=1)
    odds = solution.odds(asked)
    assert set(found["actions"]) == set(odds.actions)
    assert found["win"] == pytest.approx(odds.win, abs=tolerance), (game.scores, total)
    for action, worth in odds.actions.items():
        if odds.win - worth < 0.1:  # the tables hold less of what is far worse
            assert found["actions"][action] == pytest.approx(worth, abs=tolerance), action
    mix = found.get("mix", {})
    for action in mix:
        assert mix[action] == pytest.approx(odds.mix.get(action, odds.action == action), abs=0.05)


@pytest.mark.parametrize("rival_sits, tolerance", [(False, 1e-3), (True, 1e-5)])
def test_worths_to_a_target(herd, rival_sits, tolerance):
    solution, content = herd
    player = player_of(content, "swine_herd")
    for a in range(0, TARGET, 5):
        for b in range(2, TARGET, 7):
            for total in (2, 5, 11, 17, TARGET + 3):
                options = {"target": TARGET}
                game = choosing("swine_herd", options, (a, b), total, not rival_sits)
                check_advice(player, solution, game, total, rival_sits, tolerance)


@pytest.mark.parametrize("rival_sits, tolerance", [(False, 3e-3), (True, 1e-5)])
def test_worths_over_rounds(skunk, rival_sits, tolerance):
    solution, content = skunk
    player = player_of(content, "skunk")
    for turn, lead, total in ((1, 0, 11), (3, -20, 25), (4, 8, 30), (5, 0, 18), (5, -31, 24)):
        scores = (max(0, lead), max(0, -lead))
        game = choosing("skunk", {}, scores, total, not rival_sits, turn)
        check_advice(player, solution, game, total, rival_sits, tolerance)
    start = new_game("skunk")
    assert answer_of(advice(player, start, 0))["actions"] == {"roll": 0.5}


# Quickly, `test_worths_*` compare the choices by these tables with the solver's.
@pytest.mark.slow
def test_nothing_is_gained_against_the_equilibrium(herd):
    """Test the measure: an exact mix loses nothing, a bad one much."""
    solution, content = herd
    alone = herd_play(content, "swine_herd.bin", solution.game.chance_outcomes())[1]
    parts = solution.parts()
    stand = herd_mix(solution.moves, parts)
    pad = reach(solution.moves)
    left = herd_response(solution.moves, stand, alone, pad)
    # The rule that ends endless play costs a trifle, see `herd_mix`.
    assert (solution.arrays["worth"] - left).max() < 5 * TRIFLE
    assert (left - solution.arrays["worth"]).max() < 1e-6
    never = np.zeros_like(stand)
    assert herd_response(solution.moves, never, alone, pad)[0, 0] < 0.45


@pytest.mark.parametrize("variant", ["skunk", pytest.param("swine_herd", marks=pytest.mark.slow)])
def test_a_best_response_gains_next_to_nothing(variant):
    solution = solve(variant)
    content = (TABLES / table_name(solution.game)).read_bytes()
    outcomes, worth = solution.game.chance_outcomes(), solution.arrays["worth"]
    if variant == "skunk":
        plays = round_play(content, "skunk-bust.bin", outcomes, 5)
        left = rounds_response(solution.moves, worth[-1], *plays, rounds.LONGEST)
        start = left[0, worth.shape[1] // 2]
    else:
        plays = herd_play(content, "swine_herd.bin", outcomes)
        left = herd_response(solution.moves, *plays, reach(solution.moves))
        start = left[0, 0]
    assert 0.5 - start < 1e-4
    assert (left <= worth + 1e-9).all()


@pytest.mark.slow
def test_the_limit_of_swine_herd():
    """Check docs/internals/tables.md on play that the rules end after some busts in a row."""
    busts = variant_class("swine_herd").BUST_LIMIT
    solution = solve("swine_herd")
    moves, endless = solution.moves, solution.arrays["worth"]
    worth = solve_herd(moves, len(endless), reach(moves), busts)[0]
    changed = np.abs(worth - endless)
    assert changed.max() == pytest.approx(0.0103, abs=5e-5) and worth[0, 0] == 0.5
    assert (worth[22, 45], endless[22, 45]) == pytest.approx((0.3237, 0.3134), abs=5e-5)
    assert changed.mean() == pytest.approx(0.0007, abs=5e-5)
    content = (TABLES / "swine_herd.bin").read_bytes()
    stand, alone = herd_play(content, "swine_herd.bin", solution.game.chance_outcomes())
    left = herd_response(moves, stand, alone, reach(moves), busts)
    assert 0.5 - left[0, 0] == pytest.approx(0.0142, abs=5e-5)
    assert (worth - left).max() == pytest.approx(0.0460, abs=5e-5)
    for target, most in ((50, 0.00105), (20, 1e-11)):
        free, limited = (solve_herd(moves, target, reach(moves), n)[0] for n in (0, busts))
        assert np.abs(free - limited).max() < most
