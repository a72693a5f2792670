"""The solver compared with published figures and with consequences of the rules."""

import pickle
import sys
from unittest.mock import Mock

import pytest

pytest.importorskip("numba", reason="needs the extra solve: make setup")

from pocketpig.position import BadPosition, Position
from pocketpig.solver.moves import Unsolvable, moves_of, outcome_lists
from pocketpig.solver.solve import solve
from shared_rules.effects import BUST, add, set_total
from shared_rules.variants import new_game


@pytest.mark.parametrize(
    "variant, mine, win",
    [
        # Neller and Presser, Optimal Play of the Dice Game Pig, UMAP Journal 25 (2004).
        ("pig", 0, 0.5305927),
        ("pig", 22, 0.6940987),
        # The variant of Neller and Presser's Pigtail (2005); seven digits by plain value iteration,
        # which a slow test repeats: `test_all_positions_of_whole_games`.
        ("two_dice", 0, 0.5195589),
    ],
)
def test_the_published_chances(variant, mine, win):
    """At the start of a turn, at that score to 0."""
    assert solve(variant).odds(Position(mine, 0)).win == pytest.approx(win, abs=5e-8)


@pytest.mark.parametrize(
    "variant, position",
    [
        ("pig", Position(100, 0)),
        ("pig", Position(0, 100)),
        ("pig", Position(-1, 0)),
        ("pig", Position(0, 0, -3)),
        ("fast", Position(0, 0, 4)),
        ("hog", Position(0, 0, 4, dice=11)),
        ("skunk", Position(0, 0, 9, round=6)),
        ("swine_herd", Position(0, 5, 0, opponent_sits=True)),
    ],
)
def test_impossible_positions_are_refused(variant, position):
    few = {} if variant in ("pig", "skunk") else {"target": 12}
    with pytest.raises(BadPosition, match="allowed"):
        solve(variant, few).odds(position)


def test_a_cache_is_read_and_one_that_is_damaged_or_of_other_rules_is_not(tmp_path, monkeypatch):
    module = sys.modules["pocketpig.solver.solve"]
    solves = Mock(side_effect=solve)
    monkeypatch.setattr(module, "solve", solves)
    monkeypatch.setenv("POCKETPIG_CACHE", str(tmp_path))

    def wins(times):
        wins = [module.solved("pig", {"target": 5}).start() for _ in range(3)]
        assert solves.call_count == times and len({*wins}) == 1
        return wins[0]

    first = wins(1)
    (file,) = tmp_path.iterdir()
    for damage in (b"damaged", file.read_bytes()[:-100]):
        file.write_bytes(damage)
        assert wins(solves.call_count + 1) == first
    monkeypatch.setattr(module, "outcome_lists", lambda game: outcome_lists(new_game("piglet")))
    assert wins(4) != first


@pytest.mark.parametrize(
    "effects, why",
    [
        ([set_total(5)], "always sets"),
        ([set_total(5), set_total(6), BUST], "several values"),
        ([add(1), (1, 3, 0, False, "")], "the effect"),
    ],
)
def test_a_roll_without_a_method_is_refused(effects, why):
    with pytest.raises(Unsolvable, match=why):
        moves_of([(1, (len(effects), [(1, effect) for effect in effects]))])


@pytest.mark.parametrize(
    "variant, options",
    [
        ("pig", {"target": 20, "end": "equal_turns"}),
        ("pig", {"end": "rounds", "rounds": 2}),
        ("pig_dice", {"target": 20}),
        ("swine_herd", {"target": 20}),
    ],
)
def test_a_question_changes_nothing(variant, options):
    def picture():
        return {name: pickle.dumps(value) for name, value in vars(solution).items()}

    solution = solve(variant, options)
    before = picture()
    answered = 0
    for total in (0, 5, 3000, -20, -120):
        for sits in (False, True):
            for mine, theirs in ((0, 0), (11, 4), (130, 3), (2, 4000)):
                position = Position(mine, theirs, total, sits, opponent_sits=sits)
                try:
                    solution.odds(position)
                    answered += 1
                except BadPosition:
                    pass
    assert answered > 10 and picture() == before
