"""The solver compared with two slow methods that share only the rules of the dice with it."""

import itertools

import pytest

pytest.importorskip("numba", reason="needs the extra solve: make setup")

from pocketpig.position import Position
from pocketpig.solver.fixed_turns_solution import WipedTurnsSolution
from pocketpig.solver.herd import solve_herd
from pocketpig.solver.moves import Unsolvable, moves_of, outcome_lists, reach
from pocketpig.solver.shared_solution import RoundsSolution, WipedRoundsSolution
from pocketpig.solver.solve import arrays_of, kind_of, solve
from shared_rules.variants import new_game, variant_class
from shared_rules.variants.skunk import Skunk
from shared_rules.variants.two_dice import TwoDice
from tests.rules.test_rules_reference import settings
from tests.theory.brute_force import Graph
from tests.theory.value_iteration import solved_race

FEW_DICE = {"fast": {"max_dice": 4}, "hog": {"max_dice": 3}}
# Every value of every option that is a word; tests set `end`.
VARIANTS = [
    (variant, {**words, **FEW_DICE.get(variant, {})})
    for variant, words in settings()
    if words.get("end") == "first"
]


def check(graph, solution, tolerance, lead):
    """Compare every position of the graph, up to a lead, in which only player 0 chooses."""
    rounds = solution.game.options["end"] == "rounds"
    dice = solution.game.dice_range() is not None
    compared = 0
    for key, (player, branches) in graph.nodes.items():
        scores, _, turn, total, rolled, _, n, *_ = key
        goal = scores[1] if rounds else solution.target
        beyond = max(scores[1] - goal, scores[0] + total - max(scores[1], goal))
        if player == 1 or (total == 0) == rolled or total < 0 or beyond > lead:
            continue
        second, number = (turn % 2 == 0, (turn + 1) // 2) if rounds else (turn == 1, 1)
        odds = solution.odds(Position(*scores, total, second, n if dice else None, number))
        assert odds.win == pytest.approx(graph.worth[key], abs=tolerance), key
        for choices, outcomes in branches:
            name = choices[0] if len(choices) == 1 else f"roll {choices[1]}"
            assert odds.actions[name] == pytest.approx(graph.mean(outcomes), abs=tolerance), key
        compared += 1
    assert compared >= 9


def goal_of(options, target):
    """Return a small target that 25 points at once do not always reach."""
    return 27 if options.get("double_one") in ("bank25", "set25", "add25") else target


@pytest.mark.parametrize("variant, options", VARIANTS)
def test_first_to_the_target(variant, options):
    options = dict(options, target=goal_of(options, 8))
    start = new_game(variant, options)
    if options["target"] > 8:
        start.scores = [options["target"] - 5] * 2
    graph = Graph(start, 8).solve(1e-13)
    check(graph, solve(variant, options), 1e-11, 8)


# Beyond these leads holding is certainly best, so the graph may end there.
LEADS = {"piglet": 12, "fast": 24, "pig": 60, "two_dice": 60, "hog": 60}
QUICK = ("piglet", "fast")


@pytest.mark.parametrize("end", ["equal_turns", "one_more_turn"])
@pytest.mark.parametrize(
    "variant, options",
    [
        pytest.param(*row, marks=[] if row[0] in QUICK else pytest.mark.slow)
        for row in VARIANTS
        if row[0] in LEADS
    ],
)
def test_another_end(variant, options, end):
    options = dict(options, end=end, target=4)
    if variant == "hog":
        options["max_dice"] = 2
    solution = solve(variant, options)
    for first in (0, 1) if end == "equal_turns" else (0,):
        start = new_game(variant, options, first=first)
        graph = Graph(start, LEADS[variant]).solve(1e-13)
        check(graph, solution, 1e-11, LEADS[variant])


@pytest.mark.parametrize(
    "scores", [(2, 1), *(pytest.param(pair, marks=pytest.mark.slow) for pair in ((0, 2), (-3, 2)))]
)
def test_one_more_roll(scores):
    options = {"target": 3}
    start = new_game("pig_dice", options)
    start.scores = list(scores)
    graph = Graph(start, 20, least=-160).solve(1e-12)
    # Few scores fall to -160, and hardly any recover.
    check(graph, solve("pig_dice", options), 1e-8, 20)


@pytest.mark.parametrize(
    "variant, rounds, most",
    [
        ("piglet", 2, 9),
        pytest.param("piglet", 3, 12, marks=pytest.mark.slow),
        pytest.param("fast", 2, 24, marks=pytest.mark.slow),
        ("pig", 1, 30),
    ],
)
def test_over_rounds(variant, rounds, most):
    options = {**FEW_DICE.get(variant, {}), "end": "rounds", "rounds": rounds, "target": 1}
    graph = Graph(new_game(variant, options), most).solve(1e-12)
    check(graph, solve(variant, options), 1e-9, most - 6)


class CoinPig(TwoDice):
    """Two-Dice Pig with coins: two 1s wipe, one busts, two 2s add 4."""

    FACES = (1, 2)


@pytest.mark.parametrize("rounds", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_over_rounds_with_wipes(rounds):
    start = CoinPig({"end": "rounds", "rounds": rounds, "target": 1})
    assert kind_of(start) is WipedTurnsSolution
    solution = WipedTurnsSolution(start, arrays_of(start, 0))
    check(Graph(start, 24).solve(1e-12), solution, 1e-9, 20)


def test_too_many_rounds_with_wipes():
    with pytest.raises(Unsolvable, match="more than 20 rounds"):
        solve("two_dice", {"end": "rounds", "rounds": 21})
    assert solve("two_dice", {"end": "rounds", "rounds": 1}).start() < 0.5


def test_the_last_to_play_wins_if_no_turn_ends():
    options = {"end": "rounds", "seven": "zero"}
    solution = solve("pig_dice", options)
    assert solution.odds(Position(round=10)).win == 0.0
    assert solution.odds(Position(0, 300, 0, True, round=10)).win == 1.0
    assert solve("pig_dice", {"target": 4, "seven": "zero"}).odds(Position()).win == 1.0
    with pytest.raises(Unsolvable, match="would not end"):
        solve("pig_dice", {"end": "one_more_turn", "seven": "zero"})


@pytest.mark.parametrize("goal", [2, 5, pytest.param(9, marks=pytest.mark.slow)])
def test_shared_roll_to_a_target(goal):
    options = {"target": goal}
    graph = Graph(new_game("swine_herd", options), goal + 1, wraps=True).solve(1e-12)
    solution = solve("swine_herd", options)
    for key in graph.nodes:
        scores, _, _, total, _, _, _, (standing, choosing), _ = key
        if choosing == (total > 0) and standing[0]:
            odds = solution.odds(Position(*scores, total, opponent_sits=not standing[1]))
            assert odds.win == pytest.approx(graph.worth[key], abs=1e-9), key


def test_shared_roll_to_a_target_with_its_limit(monkeypatch):
    """The rules end play after some busts in a row; a limit of two suffices for the test."""
    monkeypatch.setattr(variant_class("swine_herd"), "BUST_LIMIT", 2)
    goal, scores = 14, (0, 13)
    start = new_game("swine_herd", {"target": goal})
    start.scores = list(scores)
    graph = Graph(start, goal + 1, wraps=True, counts=True).solve(1e-12)
    moves = moves_of(outcome_lists(start))
    worth = solve_herd(moves, goal, reach(moves), 2)[0]
    assert worth[scores] == pytest.approx(graph.worth[graph.key(start)], abs=1e-9)
    # Without the limit the worth differs.
    assert abs(solve_herd(moves, goal, reach(moves), 0)[0][scores] - worth[scores]) > 1e-4


class CoinSkunk(Skunk):
    """Two rounds with two coins: two 1s wipe, one busts, two 2s add 4."""

    FACES = (1, 2)

    def is_last_turn(self):
        return self.turn == 2


@pytest.mark.parametrize(
    "scores, most", [((0, 0), 24), pytest.param((9, 4), 80, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("ones, kind", [("bust", RoundsSolution), ("wipe", WipedRoundsSolution)])
def test_shared_roll_of_rounds(ones, kind, scores, most):
    start = CoinSkunk({"double_one": ones})
    start.scores = list(scores)
    assert kind_of(start) is kind
    solution = kind(start, arrays_of(start, 0))
    graph = Graph(start, most).solve(1e-12)
    starts, asked = 0, {}
    for key in graph.nodes:
        scores, _, turn, total, _, _, _, (standing, choosing), _ = key
        place = Position(*scores, total, round=turn, opponent_sits=not standing[1])
        if total == 0 and not choosing:
            if abs(scores[0] - scores[1]) <= most // 2:  # who is further behind needs more
                assert solution.odds(place).win == pytest.approx(graph.worth[key], abs=1e-8), key
                starts += 1
        elif choosing and standing[0] and 0 < total < 24:
            asked[turn, standing] = (place, graph.worth[key])
    assert starts >= 20 and len(asked) == 4
    for place, worth in asked.values():
        assert solution.odds(place).win == pytest.approx(worth, abs=1e-8), place


@pytest.mark.parametrize("variant", ["piggy", pytest.param("two_dice", marks=pytest.mark.slow)])
def test_whole_games(variant):
    solution, (worth, _) = solve(variant), solved_race(variant)[0]
    for i, j in itertools.product(range(0, 100, 9), repeat=2):
        assert solution.odds(Position(i, j)).win == pytest.approx(worth[i, j], abs=1e-6), (i, j)
