"""The compiled simulation: the same games as by the rules, and published strengths."""

import json
import re

import pytest

pytest.importorskip("numba")
import numpy as np

from host_sim.cli import main
from host_sim.commands import simulate
from pocketpig.simulation import compiled, contest, strategy_of
from pocketpig.simulation.decision_tables import ENDS
from pocketpig.simulation.optimal import Optimal
from pocketpig.simulation.plain import PlainRace, takes_turns
from pocketpig.simulation.probe import NotCompilable
from pocketpig.simulation.race import Race
from pocketpig.simulation.rolls import rolls_of
from pocketpig.simulation.tally import interval
from shared_rules.chance import Pcg32
from shared_rules.dice_pool import DicePool
from shared_rules.variants import ids, new_game, variant_class
from tests.support.sampled import sampled

SEED = 2**64 - 2026


def check_same_games(variant, options, names, games=0):
    """Compare compiled games with those by the rules: each draws as many numbers, for as much."""
    options = dict(options)
    if issubclass(variant_class(variant), DicePool):
        options["max_dice"] = 4  # more dice are drawn by their effect
    seats = [sorted(set(names)).index(name) for name in names]
    strategies = [strategy_of(name, variant, options) for name in sorted(set(names))]
    race = compiled(variant, options, seats, strategies, SEED)
    plain = PlainRace(variant, options, [strategies[seat] for seat in seats], Pcg32(SEED))
    for number in range(games or 2 * len(names)):
        race.play(1)
        plain.play(1)
        assert int(race.rng[0]) == plain.source._state, number
        assert np.allclose(race.tally.won, plain.tally.won)
        assert np.allclose(race.tally.squares, plain.tally.squares)


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
def test_the_compiled_game_is_the_game(variant, options, names):
    check_same_games(variant, options, names)


# Quick to solve: only a small target among the options.
SMALL = [row for row in COMPILED if "target" in row[1]]


@pytest.mark.parametrize("variant, options", SMALL)
def test_the_compiled_perfect_player_is_the_same(variant, options):
    check_same_games(variant, options, ("perfect", "medium"))
    several = ("perfect", "hold20", "perfect", "random")
    if takes_turns(variant):
        check_same_games(variant, options, several)
    else:
        with pytest.raises(NotCompilable):
            check_same_games(variant, options, several)


def test_games_that_cannot_be_compiled_are_played_with_a_notice():
    outcome = contest("gran_cerdo", ["banker", "hold20"], 10, 1)
    assert outcome.method == "game" and "gran_cerdo" in outcome.notice
    assert np.sum(outcome.tally.won) == outcome.tally.games == 10


@pytest.mark.parametrize(
    "turn, scores, total, holds",
    [(10, (0, 40), 41, True), (10, (0, 40), 40, False), (9, (300, 500), 150, False)],
)
def test_optimal_play_over_rounds_knows_the_turn(turn, scores, total, holds):
    """The second player of five rounds plays turn 10, the first plays 9."""
    game = new_game("two_dice", {"end": "rounds", "rounds": 5})
    game.turn, game.turn_total, game.roll_number = turn, total, 1
    game.scores = list(scores) if turn % 2 else list(scores[::-1])
    choice = Optimal("two_dice", game.options).choose(game, game.player, None)
    assert choice[0] == ("hold" if holds else "roll")


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


def test_the_command_in_json_and_in_words(capsys):
    words = ["simulate", "piglet", "--players", "practical,hold3,random", "--games", "3000"]
    words += ["--option", "target=5"]
    reports = []
    for seed in "998":
        assert main([*words, "--json", "--seed", seed]) == 0
        reports.append({**json.loads(capsys.readouterr().out), "cpu_seconds": 0})
    report, again, other = reports
    assert report == again and report["players"] != other["players"]
    assert report["options"] == {"target": 5, "end": "first", "rounds": 10}
    assert [row["player"] for row in report["players"]] == ["practical", "hold3", "random"]
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "3,000 games" in shown and re.findall("as player (.) of 3", shown) == [*"123" * 3]


def test_how_far_it_is_is_told_and_erased_at_the_end(capsys):
    simulate._progress(25_000, 100_000, 3.0)
    simulate._progress(100_000, 100_000, 12.0)
    first, *erased = capsys.readouterr().err.split("\r")[1:]
    assert first.rstrip() == "25,000 of 100,000 games, 9 s left"
    assert erased == [" " * 60, ""]


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


def test_the_compiled_herd_ends_as_the_rules_say():
    check_same_games("swine_herd", {}, ("perfect", "perfect"))
    check_same_games("swine_herd", {"target": 60}, ("hold60", "hold50", "hold60"))


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
