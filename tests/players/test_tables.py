"""The tables of perfect play: they can be reproduced, and choices by them lose nothing."""

import pathlib

import numpy as np
import pytest

from handheld.game.table_file import FOLDER
from host_sim.commands.solve import solve_all
from shared_rules.chance import Pcg32
from shared_rules.players.tables.race import RacePosition
from shared_rules.players.tables.table import ONE, table_name
from shared_rules.players.tables.turn import longest
from shared_rules.thinking import answer_of
from shared_rules.variants import new_game
from tests.players.perfect_positions import position

pytest.importorskip("numba")

from pocketpig.solver import solved  # noqa: E402
from pocketpig.solver.catalogue import product_games  # noqa: E402
from pocketpig.solver.fixed_turns_solution import WipedTurnsSolution  # noqa: E402
from pocketpig.solver.moves import reach, turns_go_on  # noqa: E402
from pocketpig.solver.solve import kind_of  # noqa: E402
from pocketpig.solver.turn_solution import TurnsSolution  # noqa: E402
from pocketpig.tables.device_turn import device_turn, weights_of  # noqa: E402
from pocketpig.tables.losses import (
    Check,
    device_worths,
    opened,
    over_rounds_worths,
    turns_against,
    turns_over_rounds,
)
from pocketpig.tables.write import make_table  # noqa: E402
from tests.players.worst_loss import below_of, replies_of, worst_loss, worths_of  # noqa: E402
from tests.support.sampled import sampled

TABLES = pathlib.Path(FOLDER)
MOST_BYTES = 552 * 1024
PROMISED = 1e-5
GAMES = [
    pytest.param(variant, options, id=" ".join([variant, *map(str, options.values())]))
    for variant, options in product_games()
]
TURNS = [game for game in GAMES if not new_game(*game.values).SHARED_ROLL]
EXACT = [game for game in TURNS if kind_of(new_game(*game.values)) is not WipedTurnsSolution]
QUICK = ["piglet 10 first", "piglet 10 equal_turns"]
SAMPLED = ["pig 100", "two_dice wipe", "big add25 100 first", "fast 20 100 first", "pig_dice end"]
STEP = 61  # of the opponent's scores in the sample


def test_the_table_of_a_game_is_written(tmp_path):
    (game,) = those(GAMES, QUICK[:1])
    (row,) = solve_all([game.values], tmp_path)
    assert (tmp_path / row["table"]).read_bytes() == content(new_game(*game.values))
    assert row["table_bytes"] == (tmp_path / row["table"]).stat().st_size


def those(games, names):
    return [game for game in games if any(game.id.startswith(name) for name in names)]


def content(game):
    return (TABLES / table_name(game)).read_bytes()


def check_made_anew(variant, options):
    solution = solved(variant, options)
    assert make_table(solution) == (table_name(solution.game), content(solution.game))


@pytest.mark.parametrize("variant, options", those(GAMES, QUICK))
def test_a_table_made_anew_is_the_one_in_the_tree(variant, options):
    check_made_anew(variant, options)


@pytest.mark.slow
@pytest.mark.parametrize("variant, options", GAMES)
def test_all_tables_made_anew_are_those_in_the_tree(variant, options):
    check_made_anew(variant, options)


def test_every_game_has_its_table_and_there_is_room_for_all():
    for game in GAMES:
        assert (TABLES / table_name(new_game(*game.values))).is_file()
    assert sum(path.stat().st_size for path in TABLES.iterdir()) <= MOST_BYTES


def test_a_table_for_another_number_is_made_for_it_alone():
    solution = solved("piglet", {"target": 7})
    name, made = make_table(solution)
    assert name == "piglet-first.bin"
    assert opened(made, name).number("target") == 7


def sweep(variant, options, step):
    solution = solved(variant, options)
    loss = worst_loss(solution, content(solution.game), step)
    print(f"{variant} {options}: worst loss {loss:.2e}")
    assert loss <= PROMISED


@pytest.mark.parametrize("variant, options", those(EXACT, SAMPLED))
def test_no_choice_of_a_sample_loses(variant, options):
    sweep(variant, options, STEP)


@pytest.mark.slow
@pytest.mark.parametrize("variant, options", EXACT)
def test_no_choice_loses(variant, options):
    sweep(variant, options, 1)


def test_a_coarse_table_is_detected():
    """With 10 bits for each worth some choice loses more than the bound."""
    solution = solved("pig")
    table = opened(content(solution.game), table_name(solution.game))
    row = worths_of(table, b"v", 40)
    none = np.zeros((0, 1), dtype=np.int64)
    nothing = np.zeros(1, dtype=np.int64)
    check = Check(solution, turns_against(solution, 40, False, 1), none)
    assert check.row_loss(row, nothing, 40) <= PROMISED
    assert check.row_loss(row >> 10 << 10, nothing, 40) > PROMISED


def compiled_worths(solution, table, game, total):
    """Return (worth of holding, of rolling) by the device's arithmetic, compiled."""
    if game.options["end"] == "rounds":
        return compiled_over_rounds(solution, table, game, total)
    shift = table.number("target") - solution.target
    mine = game.scores[game.player] + shift
    theirs = game.scores[1 - game.player] + shift
    second = game.options["end"] == "equal_turns" and game.turn == 2
    target = table.number("target")
    outcomes = game.chance_outcomes()
    below = below_of(table)
    ahead, replies = replies_of(table, solution, second)
    top = max(target, theirs + ahead) - mine - 1 if theirs < target else theirs - mine
    asked = min(total, top + 1)
    top = max(top, asked)
    longest = max(1, *(effect[2] for _, effect in outcomes[1]))
    hold = np.zeros(top + longest + 1, dtype=np.int64)
    wipe = 0
    if theirs < target:
        tag = b"w" if game.options["end"] == "equal_turns" and not second else b"v"
        row = worths_of(table, tag, theirs)
        floor = target - len(row)
        worths = device_worths(row, replies, theirs, target, mine - floor + len(hold))
        hold = worths[mine - floor :]
        wipe = ONE - int(row[len(row) - target])
    else:
        hold[:] = np.heaviside(mine + np.arange(len(hold)) - theirs, 0.5) * ONE
    rolled = device_turn(weights_of(outcomes, below), hold, top, wipe, asked)[1]
    return hold[asked], rolled


def compiled_over_rounds(solution, table, game, total):
    """Return the same over rounds."""
    mine, theirs = game.scores[game.player], game.scores[1 - game.player]
    if game.turn == 2 * game.options["rounds"]:
        row = np.heaviside(-np.arange(-solution.LEAD, solution.LEAD + 1), 0.5) * ONE
    else:
        row = worths_of(table, b"v", game.turn + 1)
    turns = turns_over_rounds(solution, game.turn, theirs, table.section(b"v")[1])
    worths, wipe = over_rounds_worths(row.astype(np.int64), turns, theirs)
    at = mine - max(0, theirs - solution.LEAD)
    top = max(turns.tops[at], total)
    asked = min(total, top)
    outcomes = game.chance_outcomes()
    hold = worths[at : at + top + longest(outcomes) + 1]
    return hold[asked], device_turn(weights_of(outcomes, below_of(table)), hold, top, wipe, asked)[
        1
    ]


@pytest.mark.parametrize("variant, options", sampled(TURNS, 4))
def test_the_compiled_copy_does_what_the_device_does(variant, options):
    solution = solved(variant, options)
    if not turns_go_on(solution.lists):
        pytest.skip("a turn is one roll: nothing to work out")
    assert isinstance(solution, TurnsSolution) and reach(solution.moves)
    table = opened(content(solution.game), table_name(solution.game))
    source = Pcg32(7)
    seen = 0
    while seen < 40:
        game = position(variant, options, source)
        if game.dice_range() or game.turn_total < 0:
            continue
        seen += 1
        device = RacePosition(table, game, game.player)
        outcomes = game.chance_outcomes()
        answer_of(device.work(outcomes, game.turn_total))
        expected = compiled_worths(solution, table, game, game.turn_total)
        assert (device.hold_worth, device.roll_worth) == expected, game.state()
