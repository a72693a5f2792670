"""The perfect player against several opponents; the documents' tables of strength."""

import pytest

from handheld.game.parts import computer_player
from shared_rules.chance import Pcg32
from shared_rules.game import ROLL
from shared_rules.variants import new_game

SOURCE = Pcg32(1)


def game_at(scores, player, turn_total, **options):
    """Return a game of Pig in which the player must choose after a roll of 2."""
    game = new_game("pig", options, len(scores))
    game.turn = len(scores) + player + 1
    game.scores = list(scores)
    game.apply(ROLL, (2,))
    game.turn_total = turn_total
    return game


@pytest.mark.parametrize("end", ["first", "equal_turns"])
def test_the_tables_and_the_solver_choose_alike(end):
    pytest.importorskip("numba")
    from pocketpig.simulation.optimal import Optimal

    optimal, perfect = Optimal("pig", {"end": end}), computer_player("perfect")
    differ = 0
    for mine in range(0, 100, 9):
        for best in range(0, 100, 9):
            for total in range(14, 30, 3):
                game = game_at((mine, best, 5), 0, total, end=end)
                differ += perfect.choose(game, 0, SOURCE) != optimal.choose(game, 0, SOURCE)
                assert not perfect.fault and not perfect.exact
    # Holding and rolling may be equal within the precision of the table.
    assert differ <= 3


def test_one_who_is_past_the_target_must_be_beaten():
    game = game_at((90, 104, 5), 0, 12, end="equal_turns")
    perfect = computer_player("perfect")
    assert perfect.choose(game, 0, SOURCE)[0] == ROLL
    game.turn_total = 15
    assert perfect.choose(game, 0, SOURCE)[0] == "hold"
