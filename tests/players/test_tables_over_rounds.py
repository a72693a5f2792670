"""The handheld's tables of games over rounds: when they are exact, and how near the others are."""

import pathlib

import numpy as np
import pytest

from handheld.game.table_file import FOLDER
from shared_rules.chance import Pcg32
from shared_rules.players.tables.advice import advice
from shared_rules.players.tables.table import ONE, table_name
from shared_rules.thinking import answer_of
from shared_rules.variants import new_game
from tests.players.perfect_positions import position
from tests.players.test_perfect import perfect_player

numba = pytest.importorskip("numba", reason="needs the extra solve: make setup")

from pocketpig.solver import Position, solved  # noqa: E402
from pocketpig.tables.losses import opened  # noqa: E402
from tests.players.worst_loss import worths_of  # noqa: E402


def at(variant, turn, scores, total=0, players=2, **options):
    """Return the game over rounds at a turn."""
    game = new_game(variant, {"end": "rounds", **options}, players)
    game.turn, game.turn_total = turn, total
    game.scores = list(scores)
    if total:
        game.roll_number, game.dice = 1, (2,) * (game.DICE if variant != "hog" else 1)
    return game


@pytest.mark.parametrize(
    "variant, options",
    [("pig", {}), ("pig", {"rounds": 4}), ("two_dice", {"double_one": "bust"}), ("hog", {})],
)
def test_advice_is_the_solvers(variant, options):
    options = {"end": "rounds", **options}
    source = Pcg32(3)
    solution = solved("pig" if variant == "hog" else variant, options)
    for _ in range(12):
        game = position(variant, options, source)
        if game.dice_range() or len(game.dice) > game.DICE:
            continue
        found = answer_of(advice(perfect_player(), game, game.player))
        odds = solution.odds(Position.of(game, game.player) if variant != "hog" else placed(game))
        assert found["source"] == "perfect" and found["win"] == pytest.approx(odds.win, abs=1e-4)


def placed(game):
    """Return the position of Pig with one die in the hand."""
    return Position.of(game, game.player)._replace(dice=None)


def test_the_last_turn_is_certain():
    behind = at("pig", 20, (50, 20), 30)
    found = answer_of(advice(perfect_player(), behind, 1))
    assert found["actions"] == pytest.approx({"roll": 5 / 6, "hold": 0.5}, abs=1e-5)
    ahead = answer_of(advice(perfect_player(), at("pig", 20, (50, 60), 4), 1))
    assert ahead["action"] == "hold" and ahead["win"] == 1.0


@pytest.mark.parametrize(
    "game, source",
    [
        (at("two_dice", 5, (30, 40), 12), "approximate"),
        (at("pig", 2, (30, 40), 12, rounds=11), "approximate"),
        (at("pig", 7, (30, 40), 12, rounds=13), "perfect"),
        (at("pig", 5, (1300, 40), 12), "perfect"),
        (at("pig", 5, (40, 1300), 12), "perfect"),
    ],
)
def test_which_advice_is_exact(game, source):
    found = answer_of(advice(perfect_player(), game, game.player))
    assert found["source"] == source
    assert 0 <= found["win"] <= 1


@numba.njit
def given_away(rows, seat, adds, points, bust, wipe, top):
    """Return the chance of a player who chooses by `rows` at that seat against the best play.

    rows[n, lead + middle]: worth of the start of turn n (from 0) by the other's lead. Scores count
    to `top`, and turn totals to the same.
    """
    turns, middle = len(rows), rows.shape[1] // 2
    # By the scores of that player and of the other, before a turn and after it.
    after = np.zeros((top + 1, top + 1))
    for a in range(top + 1):
        for b in range(top + 1):
            after[a, b] = 1.0 if a > b else 0.5 if a == b else 0.0
    for n in range(turns - 1, -1, -1):
        before = np.zeros((top + 1, top + 1))
        win, hold = np.zeros(top + 20), np.zeros(top + 20)
        for a in range(top + 1):
            for b in range(top + 1):
                reads = n % 2 == seat
                for k in range(top + 19, -1, -1):
                    mine = min(a + k, top) if reads else a
                    kept = after[mine, b if reads else min(b + k, top)]
                    lead = a + k - b
                    if n + 1 < turns:
                        hold[k] = 1.0 - rows[n + 1, max(0, min(2 * middle, lead + middle))]
                    else:
                        hold[k] = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
                    win[k] = kept
                    if k >= top:
                        continue
                    lost = after[0, b] if reads else after[a, 0]
                    rolled = bust * after[a, b] + wipe * lost
                    guess = wipe * (1.0 - rows[n + 1, max(0, middle - b)]) if n + 1 < turns else 0.0
                    for s in range(len(adds)):
                        rolled += adds[s] * win[k + points[s]]
                        guess += adds[s] * hold[k + points[s]]
                    if not reads:
                        win[k] = min(kept, rolled)
                        before[a, b] = rolled
                        continue
                    base = 0.0
                    start = a - b
                    if n + 1 < turns:
                        base = 1.0 - rows[n + 1, max(0, min(2 * middle, start + middle))]
                    else:
                        base = 1.0 if start > 0 else 0.5 if start == 0 else 0.0
                    guess += bust * base
                    win[k] = kept if hold[k] >= guess else rolled
                    hold[k] = max(hold[k], guess)
                    before[a, b] = rolled
        after = before
    return after[0, 0]


@pytest.mark.slow
def test_what_the_table_with_wipes_gives_away():
    solution = solved("two_dice", {"end": "rounds"})
    name = table_name(solution.game)
    table = opened(pathlib.Path(FOLDER, name).read_bytes(), name)
    rows = np.array([worths_of(table, b"v", turn) for turn in range(2, 21)]) / ONE
    rows = np.vstack([rows[:1], rows])  # nobody reads that of the first turn
    moves = solution.moves
    wins = [
        given_away(
            rows, seat, moves.add_p, moves.add_n, float(moves.end_p.sum()), float(moves.wipe_p[0]),
            240,
        )
        for seat in (0, 1)
    ]  # fmt: skip
    best = solution.start()
    lost = best - wins[0], 1 - best - wins[1]
    print(f"given away as first {lost[0]:.5f}, as second {lost[1]:.5f}")
    assert all(-1e-6 <= part < 0.001 for part in lost)
