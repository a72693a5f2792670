"""The tables of perfect play: they can be made anew, and what the device's choices lose by them."""

import pathlib

import numpy as np
import pytest

from handheld.game.table_file import FOLDER, perfect_player
from host_sim.commands.solve import solve_all
from shared_rules.chance import Pcg32
from shared_rules.players.tables.advice import advice
from shared_rules.players.tables.table import ONE, table_name
from shared_rules.thinking import answer_of
from shared_rules.variants import new_game
from tests.players.perfect_positions import position

pytest.importorskip("numba", reason="needs the extra solve: make setup")

from pocketpig.solver import Position, solved  # noqa: E402
from pocketpig.solver.catalogue import product_games  # noqa: E402
from pocketpig.solver.fixed_turns_solution import WipedTurnsSolution  # noqa: E402
from pocketpig.solver.solve import kind_of  # noqa: E402
from pocketpig.tables.losses import opened  # noqa: E402
from pocketpig.tables.write import make_table  # noqa: E402
from tests.players.best_response import worths_of  # noqa: E402

TABLES = pathlib.Path(FOLDER)
MOST_BYTES = 552 * 1024
PROMISED = 1e-5  # the most that a choice loses
MOST_AHEAD = 100  # the tables know no greater lead over a player who may answer
LOSS, ERROR = 0.01, 0.2  # by the nearest table: mean loss, root mean square error of the odds
GAMES = [
    pytest.param(variant, options, id=" ".join([variant, *map(str, options.values())]))
    for variant, options in product_games()
]
EXACT = [
    game
    for game in GAMES
    if not new_game(*game.values).SHARED_ROLL
    and kind_of(new_game(*game.values)) is not WipedTurnsSolution
]
QUICK = ["piglet 10 first", "piglet 10 equal_turns"]
SAMPLED = ["pig 100", "two_dice wipe", "big add25 100 first", "fast 20 100 first", "hog 10 100 fi"]
NEAREST = (
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


def quick(games, names):
    """Return the games, those slow whose names do not begin with one of these."""
    return [
        game
        if game.id.startswith(tuple(names))
        else pytest.param(*game.values, marks=SLOW, id=game.id)
        for game in games
    ]


SLOW = pytest.mark.slow


def content(game):
    return (TABLES / table_name(game)).read_bytes()


@pytest.mark.parametrize("variant, options", quick(GAMES, QUICK))
def test_a_table_made_anew_is_the_one_in_the_tree(variant, options, tmp_path):
    (row,) = solve_all([(variant, options)], tmp_path)
    made = (tmp_path / row["table"]).read_bytes()
    assert row["table"] == table_name(new_game(variant, options))
    assert made == content(new_game(variant, options)) and row["table_bytes"] == len(made)


def test_every_game_has_its_table_and_there_is_room_for_all():
    for game in GAMES:
        assert (TABLES / table_name(new_game(*game.values))).is_file()
    assert sum(path.stat().st_size for path in TABLES.iterdir()) <= MOST_BYTES


def test_a_table_for_another_number_is_made_for_it_alone():
    name, made = make_table(solved("piglet", {"target": 7}))
    assert name == "piglet-first.bin"
    assert opened(made, name).number("target") == 7


def compared(variant, options, count, totals):
    """Yield (what the device's choice loses, how much its odds are off) in random positions."""
    solution, player, source = solved(variant, options), perfect_player(), Pcg32(9)
    while count:
        game = position(variant, options, source)
        reached = game.scores[game.player] + game.turn_total
        if game.turn_total not in totals or reached - game.scores[1 - game.player] > MOST_AHEAD:
            continue
        if game.roll_number and not game.turn_total:  # which the solver takes for a start
            continue
        known = answer_of(advice(player, game, game.player))
        odds = solution.odds(Position.of(game, game.player))
        assert not player.fault
        yield odds.win - odds.actions[known["action"]], known["win"] - odds.win
        count -= 1


@pytest.mark.parametrize("variant, options", quick(EXACT, SAMPLED))
def test_no_choice_of_the_device_loses(variant, options, request):
    slow = request.node.get_closest_marker("slow")
    for loss, error in compared(variant, options, 1000 if slow else 100, range(-40, 120)):
        assert loss <= PROMISED and abs(error) < 1e-4


@pytest.mark.parametrize(
    "variant, options", [NEAREST[0], *(pytest.param(*game, marks=SLOW) for game in NEAREST[1:])]
)
def test_what_the_nearest_table_loses(variant, options):
    losses, errors = np.array(list(compared(variant, options, 200, range(41)))).T
    loss, error = losses.mean(), (errors**2).mean() ** 0.5
    print(f"{variant} {options}: loss {loss:.5f}, error of the odds {error:.3f}")
    assert loss <= LOSS and error <= ERROR


def over_rounds(turn, scores, total, **options):
    """Return what the device says of Pig over rounds in mid-turn."""
    game = new_game("pig", {"end": "rounds", **options})
    game.turn, game.scores, game.turn_total = turn, list(scores), total
    game.roll_number, game.dice = 1, (2,)
    return answer_of(advice(perfect_player(), game, game.player))


def test_the_last_turn_is_certain():
    behind = over_rounds(20, (50, 20), 30)
    assert behind["actions"] == pytest.approx({"roll": 5 / 6, "hold": 0.5}, abs=1e-5)
    ahead = over_rounds(20, (50, 60), 4)
    assert ahead["action"] == "hold" and ahead["win"] == 1.0


@pytest.mark.parametrize(
    "turn, scores, rounds, source",
    [
        (2, (30, 40), 11, "approximate"),
        (7, (30, 40), 13, "perfect"),
        (5, (1300, 40), 10, "perfect"),
        (5, (40, 1300), 10, "perfect"),
    ],
)
def test_advice_over_rounds_is_exact_in_the_last_ten(turn, scores, rounds, source):
    assert over_rounds(turn, scores, 12, rounds=rounds)["source"] == source


def given_away(rows, seat, adds, bust, wipe, top):
    """Return the chance of a player at that seat, who chooses by `rows`, against the best play.

    rows[n]: worths at the start of turn n (from 0), by the lead. adds: chances of points. Scores
    and turn totals count to `top`.
    """
    turns, middle = len(rows), rows.shape[1] // 2
    most = top + max(adds)
    a, b = np.indices((top + 1, top + 1))  # scores of the player, and of the other
    after = np.heaviside(a - b, 0.5)
    for n in range(turns - 1, -1, -1):
        reads = n % 2 == seat
        table = (
            np.heaviside(-np.arange(-middle, middle + 1), 0.5) if n + 1 == turns else rows[n + 1]
        )

        def read(lead, table=table):
            return 1.0 - table[np.clip(lead + middle, 0, 2 * middle)]

        lost = after[:1] if reads else after[:, :1]
        known = bust * read(a - b) + wipe * read(-b)
        win, guess = {}, {}
        for k in range(most, -1, -1):
            kept = after[np.minimum(a + k, top), b] if reads else after[a, np.minimum(b + k, top)]
            win[k], guess[k] = kept, read(a + k - b)
            if k < top:
                rolled = bust * after + wipe * lost + sum(p * win[k + s] for s, p in adds.items())
                told = known + sum(p * guess[k + s] for s, p in adds.items())
                chosen = np.where(guess[k] >= told, kept, rolled)
                win[k] = chosen if reads else np.minimum(kept, rolled)
                guess[k] = np.maximum(guess[k], told)
            win.pop(k + max(adds) + 1, None)
            guess.pop(k + max(adds) + 1, None)
        after = rolled
    return after[0, 0]


@pytest.mark.slow
def test_what_the_table_with_wipes_gives_away():
    solution = solved("two_dice", {"end": "rounds"})
    name = table_name(solution.game)
    table = opened((TABLES / name).read_bytes(), name)
    rows = np.array([worths_of(table, b"v", turn) for turn in range(2, 21)]) / ONE
    rows = np.vstack([rows[:1], rows])  # nobody reads that of the first turn
    moves = solution.moves
    adds = dict(zip(moves.add_n.tolist(), moves.add_p.tolist()))
    bust, wipe = float(moves.end_p.sum()), float(moves.wipe_p[0])
    first, second = (given_away(rows, seat, adds, bust, wipe, 240) for seat in (0, 1))
    best = solution.start()
    print(f"given away as first {best - first:.5f}, as second {1 - best - second:.5f}")
    assert all(-1e-6 <= part < 0.001 for part in (best - first, 1 - best - second))
