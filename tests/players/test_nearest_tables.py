"""What the choices of the nearest table lose, where no table is for the game."""

import pytest

pytest.importorskip("numba", reason="needs the extra solve: make setup")

from handheld.game import table_file
from pocketpig.solver import Position, solved
from shared_rules.chance import Pcg32
from shared_rules.players.perfect import Perfect
from shared_rules.players.tables.advice import advice
from shared_rules.thinking import answer_of
from tests.players.perfect_positions import position

POSITIONS = 200
LOSS, ERROR = 0.01, 0.2  # the most, of a win: mean loss, root mean square error of the odds
GAMES = (
    ("piglet", {"end": "one_more_turn"}),
    ("pig", {"target": 200}),
    ("hog", {"target": 300, "end": "equal_turns"}),
    ("pig", {"end": "rounds", "rounds": 20}),
    ("sevens", {"double_one": "wipe"}),
    ("sevens", {"double_one": "wipe", "end": "equal_turns"}),
    ("piggy", {"end": "one_more_turn"}),
    ("big", {"end": "one_more_turn"}),
    ("sevens", {"end": "one_more_turn"}),
    ("fast", {"end": "one_more_turn"}),
    ("pig_dice", {"end": "one_more_turn"}),
    ("piggy", {"end": "rounds"}),
    ("big", {"end": "rounds"}),
    ("sevens", {"end": "rounds"}),
    ("fast", {"end": "rounds"}),
)
QUICK = 1  # of GAMES are solved in less than a second


@pytest.mark.parametrize(
    "variant, options",
    [
        pytest.param(*game, marks=[pytest.mark.slow] * (place >= QUICK))
        for place, game in enumerate(GAMES)
    ],
)
def test_what_the_nearest_table_loses(variant, options):
    solution = solved(variant, options)
    perfect = Perfect(table_file.Reader)
    source = Pcg32(9)
    lost = squares = 0.0
    for _ in range(POSITIONS):
        game = position(variant, options, source)
        while not 0 <= game.turn_total <= 40 or (game.roll_number and not game.turn_total):
            # The solver takes 0 for the start of a turn, and more seldom comes up.
            game = position(variant, options, source)
        known = answer_of(advice(perfect, game, game.player))
        odds = solution.odds(Position.of(game, game.player))
        assert not perfect.fault
        lost += odds.win - odds.actions[known["action"]]
        squares += (known["win"] - odds.win) ** 2
    loss, error = lost / POSITIONS, (squares / POSITIONS) ** 0.5
    print(f"{variant} {options}: loss {loss:.5f}, error of the odds {error:.3f}")
    assert loss <= LOSS and error <= ERROR
