"""The compiled simulation: the same games as by the rules, and published strengths."""

import json
import math

import pytest

pytest.importorskip("numba")
import numpy as np

from host_sim.cli import main
from pocketpig.simulation import contest
from pocketpig.simulation.decision_tables import ENDS, DecisionTables
from pocketpig.simulation.optimal import Optimal, player_of
from pocketpig.simulation.pcg import below, next32, seeded
from pocketpig.simulation.plain import PlainRace, takes_turns
from pocketpig.simulation.probe import NotCompilable
from pocketpig.simulation.race import HELD, STEPS, Race
from pocketpig.simulation.rolls import MOST_COMBINATIONS, bounds_of, rolls_of
from pocketpig.simulation.tally import interval
from shared_rules.chance import Pcg32, fall
from shared_rules.game import HOLD, ROLL, SIT
from shared_rules.players.by_name import make
from shared_rules.variants import ids, new_game, variant_class
from tests.support.exact import Duel
from tests.support.sampled import sampled

SEED = 2026


def test_the_compiled_generator_gives_the_same_numbers():
    for seed, stream in ((1, 0), (2**64 - 1, 5), (0, 0)):
        source, rng = Pcg32(seed, stream), seeded(seed, stream)
        assert [int(next32(rng)) for _ in range(100)] == [source.next32() for _ in range(100)]
        for n in (1, 2, 6, 100, 3_000_000_000):
            assert [below(rng, n) for _ in range(20)] == [source.below(n) for _ in range(20)]


def step_of(game, faces):
    """Return a roll as in a trace: its combination of faces, or its effect."""
    low, high = game.FACES
    if (high - low + 1) ** len(faces) > MOST_COMBINATIONS:
        return game.effect(faces)[:4]
    number = 0
    for face in faces:
        number = number * (high - low + 1) + face - low
    return number


def faces_with(game, n, effect):
    """Return some faces of n dice with that effect."""
    low, high = game.FACES
    for total in range(n * low, n * high + 1):
        faces = [low] * n
        for i in range(n):
            more = min(high - low, total - sum(faces))
            faces[i] += more
        for candidate in (tuple(faces), spread(total, n)):
            if game.effect(candidate)[:4] == effect[:4]:
                return candidate
    raise AssertionError(effect)


def spread(total, n):
    """Return n faces with that sum, as equal as possible."""
    return tuple((total + i) // n for i in range(n))


def played_by_the_rules(variant, options, names, games, seed):
    """Return (steps, shares of wins by player and place) of games played by `Game`."""
    source = Pcg32(seed)
    strategies = [player_of(name, variant, options) for name in names]
    players = len(names)
    steps, won = [], np.zeros((players, players))
    for number in range(games):
        first = number % players
        game = new_game(variant, options, players, first if takes_turns(variant) else 0)
        sitting = 0
        while not game.over:
            player = game.to_move()[0]
            action, dice = strategies[player].choose(game, player, source)
            faces = None
            if action == ROLL:
                n = dice or game.dice_count()
                if (game.FACES[1] - game.FACES[0] + 1) ** n > MOST_COMBINATIONS:
                    bits = source.next32() << 32 | source.next32()
                    bounds = bounds_of(*game.chance_outcomes(n))
                    effect = next(effect for limit, effect in bounds if bits <= limit)
                    faces = faces_with(game, n, effect)
                else:
                    faces = fall(source, game.FACES, n)
                steps.append(step_of(game, faces))
            elif action == HOLD:
                steps.append(HELD)
            elif action == SIT:
                sitting |= 1 << player
            token = game.apply(action, faces, player)
            if token and token[0] in "ts":
                steps.append(-1 - sitting)
                sitting = 0
        for winner in game.winners():
            won[winner, (winner - first) % players] += 1 / len(game.winners())
    return steps, won


def compiled_game(variant, options, names, seed):
    different = sorted(set(names))
    seats = [different.index(name) for name in names]
    strategies = [player_of(name, variant, options) for name in different]
    tables = DecisionTables(variant, options, len(names), strategies)
    return Race(tables, seats, seeded(seed))


def option_sets(variant):
    """Return option settings: every word of every option, and a small target."""
    sets = [{}]
    for name, default, allowed in variant_class(variant).OPTIONS:
        if isinstance(allowed[0], str):
            compiled = [word for word in allowed if name != "end" or word in ENDS]
            sets += [{name: word} for word in compiled if word != default]
    if "target" in new_game(variant).options:
        sets.append({"target": 23, **({} if variant in ("pig_dice", "swine_herd") else
                                      {"end": "equal_turns"})})  # fmt: skip
    return sets


COMPILED = [
    (variant, options)
    for variant in ids()
    if variant != "gran_cerdo"
    for options in option_sets(variant)
]


NAMES = ("practical", "random"), ("gambler", "easy", "hold20"), ("keep_pace", "banker") * 3
# The first of three in a row, which `make test` runs, is another one for the next game.
PLAYED = [
    (variant, options, NAMES[(number + place) % 3])
    for number, (variant, options) in enumerate(COMPILED)
    for place in range(3)
]


@pytest.mark.parametrize("variant, options, names", sampled(PLAYED, 3))
def test_the_compiled_game_is_the_game_move_for_move(variant, options, names):
    check_move_for_move(variant, options, names)


# Quick to solve: only a small target among the options.
SMALL = [row for row in COMPILED if "target" in row[1]]


@pytest.mark.parametrize("variant, options", SMALL)
def test_the_compiled_perfect_player_is_the_same_move_for_move(variant, options):
    check_move_for_move(variant, options, ("perfect", "medium"))
    several = ("perfect", "hold20", "perfect", "random")
    if takes_turns(variant):
        check_move_for_move(variant, options, several)
    else:
        with pytest.raises(NotCompilable):
            compiled_game(variant, options, several, SEED)


def check_move_for_move(variant, options, names):
    games = 2 * len(names)
    steps, won = played_by_the_rules(variant, options, names, games, SEED)
    race = compiled_game(variant, options, names, SEED)
    race.trace = np.zeros(len(steps) + 100, dtype=np.int64)
    race.play(games)
    traced = race.trace[: race._at[STEPS]].tolist()
    rolls = race.tables.rolls
    if rolls.most > 4:
        traced = effects_for_numbers(rolls, traced, steps)
    assert traced == steps
    assert np.allclose(race.tally.won, won)


def effects_for_numbers(rolls, traced, steps):
    """Replace the trace's number of an effect by the effect, if a step was drawn by its effect."""
    rows = zip(rolls.keep, rolls.factor, rolls.points, rolls.goes_on)
    effects = [(int(k), int(f), int(p), bool(g)) for k, f, p, g in rows]
    return [
        effects[number] if isinstance(step, tuple) else number
        for number, step in zip(traced, steps)
    ] + traced[len(steps) :]


def check_one_seed(variant, names):
    """Compare the wins of compiled games with those of games by the rules."""
    compiled = contest(variant, names, 60, 5)
    plain = contest(variant, names, 60, 5, method="game")
    assert (compiled.method, plain.method) == ("rolls", "game")
    assert np.array_equal(compiled.tally.won, plain.tally.won)
    assert np.array_equal(compiled.tally.squares, plain.tally.squares)


@pytest.mark.parametrize(
    "variant, names", [("two_dice", ["practical", "easy"]), ("skunk", ["hold20", "random"])]
)
def test_one_seed_gives_the_same_wins_by_every_way_of_rolling(variant, names):
    check_one_seed(variant, names)


def test_games_that_cannot_be_compiled_are_played_with_a_notice():
    outcome = contest("gran_cerdo", ["banker", "hold20"], 10, 1)
    assert outcome.method == "game" and "gran_cerdo" in outcome.notice
    assert np.sum(outcome.tally.won) == outcome.tally.games == 10


@pytest.mark.parametrize("variant", ["pig", "two_dice"])
@pytest.mark.parametrize(
    "turn, scores, total, holds",
    [
        (10, (0, 40), 41, True),
        (10, (0, 40), 40, False),
        (10, (60, 40), 6, True),
        (9, (300, 500), 150, False),
        (1, (0, 0), 41, True),
    ],
)
def test_optimal_play_over_rounds_knows_the_turn(variant, turn, scores, total, holds):
    """The second player of five rounds plays turn 10, the first plays 1 and 9."""
    game = new_game(variant, {"end": "rounds", "rounds": 5})
    game.turn, game.turn_total, game.roll_number = turn, total, 1
    game.scores = list(scores) if turn % 2 else list(scores[::-1])
    choice = Optimal(variant, game.options).choose(game, game.player, None)
    assert choice[0] == ("hold" if holds else "roll")


def test_a_turn_in_print():
    # Neller & Presser 2004, table 1: probabilities of 0 and 20 to 25 points.
    scores, chances = Duel("pig", {}, ["hold20"]).turns.turn(0, 0, 0, 0)
    assert scores.tolist() == [0, 20, 21, 22, 23, 24, 25]
    printed = [0.624541, 0.099713, 0.094991, 0.074189, 0.054196, 0.035198, 0.017173]
    assert chances == pytest.approx(printed, abs=5e-7)


@pytest.mark.slow
def test_published_strengths_against_optimal_pig():
    """Neller & Presser 2010: the loss of practical rules, twice the shortfall from 50 %."""
    players = [Optimal("pig", {}), make("hold20"), make("hold25"), make("keep_pace")]
    duel = Duel("pig", {}, [], players)
    assert duel.first_mover(0, 0) == pytest.approx(0.5305927, abs=5e-8)
    for player, given_away in ((1, 0.080), (2, 0.042), (3, 0.009)):
        assert 1 - 2 * duel.average(player, 0) == pytest.approx(given_away, abs=0.0005)


EXACT = [
    ("piglet", {}),
    ("pig", {"target": 30}),
    ("pig", {"target": 30, "end": "equal_turns"}),
    ("two_dice", {"target": 40}),
    ("big", {"target": 40, "double_one": "set25", "end": "equal_turns"}),
    ("pig_dice", {"target": 30}),
    ("pig_dice", {"target": 30, "seven": "zero"}),
    ("fast", {"target": 40, "max_dice": 6}),
    ("hog", {"target": 25, "max_dice": 3, "end": "equal_turns"}),
]


@pytest.mark.slow
@pytest.mark.parametrize("variant, options", EXACT)
def test_exact_odds_are_what_games_approach(variant, options):
    games = 100_000
    # With players who may hold below 0, Pig Dice has too many positions for a quick test.
    names = ["practical", "banker" if variant == "pig_dice" else "easy"]
    exact = Duel(variant, options, [], [make(name) for name in names]).average(0, 1)
    mean = contest(variant, names, games, SEED, options).tally.overall(0)[0]
    assert mean == pytest.approx(exact, abs=4 * 0.5 / math.sqrt(games))


@pytest.mark.slow
@pytest.mark.parametrize("variant, options", EXACT)
def test_optimal_play_has_the_value_of_the_solver(variant, options):
    from pocketpig.solver.solve import solve

    optimal = Optimal(variant, options)
    assert Duel(variant, options, [], [optimal]).first_mover(0, 0) == pytest.approx(
        solve(variant, options).start(), abs=1e-9
    )


def test_rolls_of_many_dice_are_drawn_with_their_chances():
    game = new_game("fast", {"max_dice": 8})
    rolls = rolls_of(game)
    denominator, outcomes = game.chance_outcomes(8)
    bounds = rolls.bound[rolls.drawn_at[8] : rolls.drawn_at[9]].tolist()
    weights = np.diff([-1] + bounds)
    assert bounds[-1] == 2**64 - 1
    assert [float(w) / 2**64 for w in weights] == pytest.approx(
        [w / denominator for w, _ in outcomes], abs=1e-15
    )


def test_intervals():
    """Wilson 1927; the figures by hand."""
    mean, low, high = interval(5, 5, 10)
    assert mean == 0.5 and (low, high) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert interval(0, 0, 100)[0] == 0 and interval(0, 0, 100)[2] == pytest.approx(0.037, abs=1e-3)
    # Ten shared games have no variance.
    assert interval(5, 2.5, 10) == (0.5, 0.5, 0.5)
    assert interval(0, 0, 0)[1:] == (0, 1)


def test_the_command_in_json(capsys):
    words = ["simulate", "piglet", "--players", "practical,hold3,random", "--games", "3000"]
    assert main([*words, "--option", "target=5", "--seed", "9", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["options"] == {"target": 5, "end": "first", "rounds": 10}
    assert [row["player"] for row in report["players"]] == ["practical", "hold3", "random"]
    assert sum(row["win"] for row in report["players"]) == pytest.approx(1)
    for row in report["players"]:
        assert row["low"] < row["win"] < row["high"]
        assert len(row["by_place"]) == 3
    assert main([*words, "--option", "target=5", "--seed", "9", "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert {**again, "cpu_seconds": 0} == {**report, "cpu_seconds": 0}


def test_the_command_in_words(capsys):
    assert main(["simulate", "piglet", "--players", "practical,hold3", "--games", "1000"]) == 0
    shown = capsys.readouterr().out
    assert "1,000 games" in shown and shown.count("as player 1 of 2") == 2
    assert main(["simulate", "skunk", "--players", "practical,hold20", "--games", "50"]) == 0
    assert "moving as" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "words, message",
    [
        (["pgi", "--players", "hold20,hold20"], "unknown variant"),
        (["pig", "--players", "hold20"], "players"),
        (["pig", "--players", "hold20,nobody"], "unknown strategy 'nobody'; allowed: perfect, "),
        (["pig", "--players", "hold20,hold20", "--option", "target"], "name=value"),
        (["pig", "--players", "hold20,hold20", "--option", "target=x"], "target"),
        (["pig", "--players", "hold20,hold20", "--option", "goal=1"], "unknown option"),
        (["pig", "--players", "hold20,hold20", "--games", "0"], "'0' is not a whole number"),
        (["pig", "--players", "hold20,hold20", "--seed", "-1"], "--seed"),
        (["pig"], "--players"),
    ],
)
def test_the_command_says_what_is_wrong(words, message, capsys):
    assert main(["simulate", *words]) == 2
    assert message in capsys.readouterr().err


# Both wait for a turn of 1000 points, which hardly ever happens.
ENDLESS = ["pig", "--option", "target=1000", "--players", "hold999,hold999", "--games", "3"]


@pytest.mark.parametrize("method", ["rolls", "game"])
def test_a_game_that_does_not_end_is_reported(method, monkeypatch, capsys):
    monkeypatch.setattr("pocketpig.simulation.plain.LONGEST", 2000)
    assert main(["simulate", *ENDLESS, "--method", method, "--json"]) == 1
    captured = capsys.readouterr()
    report = json.loads(captured.out)
    assert report["games"] == 0 and report["players"][0]["win"] is None
    assert "game 1 had not ended after" in captured.err


@pytest.mark.parametrize("players", ["perfect,perfect", "perfect,perfect,perfect"])
def test_perfect_players_of_swine_herd_share(players, capsys):
    words = ["swine_herd", "--players", players, "--games", "10", "--json"]
    assert main(["simulate", *words]) == 0
    report = json.loads(capsys.readouterr().out)
    share = 1 / len(report["players"])
    assert report["games"] == 10
    assert [row["win"] for row in report["players"]] == [pytest.approx(share)] * round(1 / share)


def test_the_compiled_herd_ends_as_the_rules_say():
    check_move_for_move("swine_herd", {}, ("perfect", "perfect"))
    check_move_for_move("swine_herd", {"target": 60}, ("hold60", "hold50", "hold60"))


@pytest.mark.parametrize("method", ["rolls", "game"])
def test_what_was_counted_is_printed_when_interrupted(method, monkeypatch, capsys):
    kind = {"rolls": Race, "game": PlainRace}[method]
    play = kind.play
    monkeypatch.setattr("pocketpig.simulation.PIECE", 10)

    def interrupted(race, games):
        if race.tally.games == 20:
            raise KeyboardInterrupt
        play(race, games)

    monkeypatch.setattr(kind, "play", interrupted)
    words = ["piglet", "--players", "hold3,hold2", "--games", "99", "--method", method, "--json"]
    assert main(["simulate", *words]) == 130
    captured = capsys.readouterr()
    report = json.loads(captured.out)
    assert report["games"] == 20 and sum(row["win"] for row in report["players"]) == 1
    assert "interrupted" in captured.err
