# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""How the perfect player plays against more than one."""

import pytest

from handheld.match import computer_player
from shared_rules.game import ROLL
from shared_rules.pcg32 import Pcg32
from shared_rules.players.crowd import rival_to_beat
from shared_rules.variants import new_game

SOURCE = Pcg32(1)


def game_at(scores, player, turn_total, **options):
    """Pig with the player about to choose after a roll of 2."""
    game = new_game("pig", options, len(scores))
    game.turn = len(scores) + player + 1
    game.scores = list(scores)
    game.apply(ROLL, (2,))
    game.turn_total = turn_total
    return game


def test_against_one_the_rival_is_where_it_is():
    for score in (0, 40, 99):
        assert rival_to_beat(game_at((12, score), 0, 2), 0) == score


def test_against_several_the_best_is_seen_further_ahead_but_short_of_the_target():
    three, six = game_at((90, 50, 10), 0, 2), game_at((90, 50, 10, 0, 0, 0), 0, 2)
    # An eighth of the way with three players.
    assert rival_to_beat(three, 0) == 50 + 50 // 8
    assert rival_to_beat(six, 0) > rival_to_beat(three, 0)
    assert rival_to_beat(three, 1) == 90 + 10 // 8
    for players in range(2, 11):
        for score in range(100):
            game = game_at((0, score) + (0,) * (players - 2), 0, 2)
            assert score <= rival_to_beat(game, 0) < 100


@pytest.mark.parametrize("end", ["first", "equal_turns"])
def test_the_tables_and_the_solver_choose_alike(end):
    pytest.importorskip("numba")
    from host_sim.simulation.optimal import Optimal

    optimal, perfect = Optimal("pig", {"end": end}), computer_player("perfect")
    differ = 0
    for mine in range(0, 100, 9):
        for best in range(0, 100, 9):
            for total in range(14, 30, 3):
                game = game_at((mine, best, 5), 0, total, end=end)
                differ += perfect.choose(game, 0, SOURCE) != optimal.choose(game, 0, SOURCE)
                assert not perfect.fault and not perfect.exact
    # Holding and rolling may be worth the same to the last bits that a table keeps.
    assert differ <= 3


def test_one_who_is_past_the_target_must_be_beaten():
    game = game_at((90, 104, 5), 0, 12, end="equal_turns")
    perfect = computer_player("perfect")
    assert perfect.choose(game, 0, SOURCE)[0] == ROLL
    game.turn_total = 15
    assert perfect.choose(game, 0, SOURCE)[0] == "hold"
