"""The strong player of Gran Cerdo: its table, its choices, its strength."""

import math
import pathlib

import pytest

from pocketpig.computer_players import Bytes
from shared_rules.chance import Pcg32, fall
from shared_rules.game import HOLD, ROLL
from shared_rules.players.perfect import Perfect
from shared_rules.players.practical import Practical
from shared_rules.players.tables import advice as coach
from shared_rules.thinking import answer_of
from shared_rules.variants import new_game
from tests.support.micropython_vm import run_on_micropython

TABLES = pathlib.Path(__file__).parents[2] / "firmware" / "tables"
PAIRS = ("sum", "nothing")
NAMES = [f"gran_cerdo-{pair}.bin" for pair in PAIRS]
SEED = 20260
SOURCE = Pcg32(0)  # no player here draws from it


class Drive(Bytes):
    """The tables in memory, opened as on the device; records the reads."""

    def __init__(self, change=bytes):
        self.change = change
        self.reads = []

    def open(self, name):
        self.content = self.change((TABLES / name).read_bytes())
        return self

    def fill(self, offset, buffer):
        self.reads.append(len(buffer))
        return super().fill(offset, buffer)


@pytest.fixture(scope="module")
def drive():
    return Drive()


@pytest.fixture(scope="module")
def player(drive):
    return Perfect(drive.open)


# Print the choices in random games. The player's choice is followed half the time, so that other
# states are reached too. Runs on both interpreters.
WALK = """
from shared_rules.chance import fall
from shared_rules.game import HOLD, ROLL
from shared_rules.chance import Pcg32
from shared_rules.variants import new_game

def walk(player, choices, seed):
    source = Pcg32(seed)
    out = []
    while len(out) < choices:
        pair = ("sum", "nothing")[source.below(2)]
        game = new_game("gran_cerdo", {"pair": pair}, 2, source.below(2))
        while not game.over:
            mover = game.to_move()[0]
            action, dice = player.choose(game, mover, source)
            assert dice is None and action in game.legal_actions()
            if not game.must_roll():
                out.append("h" if action == HOLD else "r")
                if source.below(2):
                    action = (ROLL, HOLD)[source.below(2)]
            faces = fall(source, game.FACES, game.dice_count()) if action == ROLL else None
            game.apply(action, faces)
    return "".join(out)
"""
ON_THE_DEVICE = """
from handheld.game.table_file import perfect_player
from shared_rules.players.practical import Practical
strong = perfect_player()
"""


@pytest.mark.parametrize(
    "choices", [300, pytest.param(10_000, marks=pytest.mark.slow)], ids=("few", "many")
)
def test_choices_are_legal_and_the_same_on_micropython(player, choices):
    """Those of the strong player, and of the practical rule."""
    names = {}
    exec(WALK, names)
    here = [names["walk"](each, choices, SEED) for each in (player, Practical())]
    assert 0.2 < here[0].count("h") / len(here[0]) < 0.8
    script = f"{ON_THE_DEVICE}{WALK}for each in strong, Practical():\n"
    script += f"    print(walk(each, {choices}, {SEED}))\n"
    files = {"/tables/" + name: TABLES / name for name in NAMES}
    assert run_on_micropython(script, files=files, timeout=300).split() == here


def states(count):
    """Return games from random play in which there is a choice."""
    source = Pcg32(SEED, 1)
    while count:
        pair = PAIRS[source.below(2)]
        game = new_game("gran_cerdo", {"pair": pair}, 2, source.below(2))
        while not game.over and count:
            action = ROLL
            if not game.must_roll():
                yield game
                count -= 1
                action = HOLD if source.below(4) == 0 else ROLL
            faces = fall(source, game.FACES, game.dice_count()) if action == ROLL else None
            game.apply(action, faces)


def test_a_choice_is_spread_over_steps_reads_little_and_changes_nothing(player, drive):
    for game in states(50):
        player.choose(game, game.player, SOURCE)  # the first choice of a game checks the table
        drive.reads.clear()
        before = game.state()
        steps = list(player.think(game, game.player, SOURCE))
        assert set(steps) <= {None}
        # A weight is a byte and takes about 17 us on a Pico: 70 ms in all, in steps of 12 ms.
        assert sum(drive.reads) < 4100
        assert max(drive.reads, default=0) <= 720
        assert game.state() == before


def advice(player, game):
    return answer_of(coach.advice(player, game, game.player))


def test_advice_is_the_choice_with_chances_to_win(player):
    for game in states(500):
        found = advice(player, game)
        action = player.choose(game, game.player, SOURCE)[0]
        assert found["action"] == action and found["source"] == "approximate"
        assert found["win"] == found["actions"][action]
        assert sorted(found["actions"]) == sorted(game.legal_actions())
        worths = found["actions"]
        assert all(0 <= worth <= 1 for worth in worths.values())
        assert worths[action] == max(worths.values())


@pytest.mark.parametrize(
    "choice, hold, roll",
    [
        (1, 128, -64),
        (-1, -128, 64),
        (-1, 128, -64),  # the choice is to roll, though the estimates say hold
        (1, -128, 64),
        (0, 128, -64),  # a choice that is neither is to roll
    ],
)
def test_chances_are_estimates_unless_they_contradict_the_choice(monkeypatch, choice, hold, roll):
    def outputs(*_):
        yield None
        return choice, hold, roll

    def chance(logit):
        return 1 / (1 + math.exp(-logit / 64))

    monkeypatch.setattr("shared_rules.players.tables.gran_cerdo.outputs", outputs)
    game = next(game for game in states(100) if not game.is_last_turn())
    player = Perfect(Drive().open)
    found = advice(player, game)["actions"]
    best, other = (HOLD, ROLL) if choice > 0 else (ROLL, HOLD)
    assert player.choose(game, game.player, None) == (best, None)
    wanted = {HOLD: chance(hold), ROLL: chance(roll)}
    if wanted[best] < wanted[other]:
        wanted = dict.fromkeys(wanted, (chance(hold) + chance(roll)) / 2)
    assert found == pytest.approx(wanted, abs=0.004)
    assert found[best] > found[other]


def test_the_last_turn_is_decided_by_victory_points(player):
    decided = 0
    for game in states(3000):
        if game.is_last_turn():
            points = game.points_if_banked()
            lead = points[game.player] - points[1 - game.player]
            if lead:
                decided += 1
                assert advice(player, game)["actions"][HOLD] == (lead > 0)
                wanted = HOLD if lead > 0 else ROLL
                assert player.choose(game, game.player, SOURCE) == (wanted, None)
    assert decided > 100


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda data: data[:1000], "damaged"),
        (lambda data: b"XXXX" + data[4:], "not a table"),
        (lambda data: data[:8] + bytes([99]) + data[9:], "version 99"),
        (lambda data: data[:5000] + bytes([data[5000] ^ 1]) + data[5001:], "damaged"),
        (lambda data: b"", "cut off"),
    ],
)
def test_with_a_bad_table_the_rule_plays_and_the_fault_is_named(change, words):
    player = Perfect(Drive(change).open)
    rule = Practical()
    for game in states(20):
        assert player.choose(game, game.player, SOURCE) == rule.choose(game, game.player, None)
        found = advice(player, game)
        assert words in player.fault and "gran_cerdo-" in player.fault
        assert "win" not in found
        assert found["action"] == rule.choose(game, game.player, SOURCE)[0]


def compiled():
    """Return the host's package; skip the test without it."""
    pytest.importorskip("numba")
    from pocketpig.simulation.gran_cerdo import play, policies, rolls

    return play, rolls, policies


@pytest.mark.parametrize("pair", PAIRS)
def test_compiled_games_are_those_of_the_rules(pair, player):
    """The same rolls and choices by the device's arithmetic and by the host's."""
    play, rolls, policies = compiled()
    from pocketpig.simulation.pcg import seeded
    from pocketpig.simulation.plain import play_game

    mine, tuned = policies.shipped(pair), policies.tuned_rule(pair)
    rng, source = seeded(SEED), Pcg32(SEED)
    for number in range(40):
        first = number % 2
        position = play.start_position(first)
        points = play.play_on(
            rolls.compile_rolls(pair), position, policies.hold_by_net, mine,
            policies.hold_by_rule, tuned, rng,
        )  # fmt: skip
        game = new_game("gran_cerdo", {"pair": pair}, 2, first)
        play_game(game, (player, Practical()), source)
        assert int(rng[0]) == source._state  # after as many rolls of as many dice
        assert game.over
        standings = game.standings()
        assert points == standings[0] - standings[1]
        assert game.scores == position[play.SCORES : play.SCORES + 2].tolist()
        assert game.most_rolls == position[play.MOST : play.MOST + 2].tolist()
        assert game.oinks == position[play.OINKS : play.OINKS + 2].tolist()


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize(
    "games, bound", [(20_000, 0.52), pytest.param(200_000, 0.5255, marks=pytest.mark.slow)]
)
def test_it_beats_the_best_threshold_rule(pair, games, bound):
    """The bounds are three standard errors, 0.35 % and 0.11 %, below its win rate (52.88 % in
    docs/internals/tables.md)."""
    compiled()
    from pocketpig.simulation import contest

    outcome = contest("gran_cerdo", ["perfect", "practical"], games, SEED, {"pair": pair})
    assert outcome.method == "rolls"
    assert outcome.tally.overall(0)[0] > bound


@pytest.mark.parametrize("names", [["practical", "hold25"], ["perfect", "practical"]])
def test_one_seed_gives_the_same_wins_by_every_way_of_rolling(names):
    """As in test_simulation.py; here because a process compiles these games once."""
    compiled()
    from tests.theory.test_simulation import check_one_seed

    check_one_seed("gran_cerdo", names)
