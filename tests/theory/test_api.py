"""The public package `pocketpig`: its documentation, its games and its odds."""

import collections
import contextlib
import copy
import doctest
import itertools
import pathlib
import random
import re
import subprocess
import sys
from fractions import Fraction

import pytest

import pocketpig
from shared_rules import errors
from shared_rules.notation import position_text
from shared_rules.thinking import answer_of
from shared_rules.variants import ids

ROOT = pathlib.Path(__file__).parents[2]
# The accuracy that docs/api.md promises.
RIGHT_TO = 1e-4
RIGHT_TO_WHERE_SHARED = 1e-2


@pytest.mark.parametrize("page", ["docs/api.md", "README.md", pocketpig.__file__])
def test_the_examples_of_the_pages_and_of_the_module(page):
    found = doctest.testfile(
        str(ROOT / page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert found.attempted and not found.failed


def test_everything_public_is_exported_and_explained():
    for name in pocketpig.__all__:
        assert getattr(pocketpig, name).__doc__, name
    kinds = [
        name
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and issubclass(kind, errors.RulesError)
    ]
    assert set(kinds) <= set(pocketpig.__all__)
    told = (ROOT / "docs/api.md").read_text("utf-8").partition("## Errors")[2]
    assert set(kinds) == {*re.findall(r"`(?:pocketpig\.)?([A-Z]\w+)`", told)} - {"ValueError"}


def test_what_the_variants_tell_is_allowed_and_nothing_beyond():
    for variant in pocketpig.variants():
        least, most = variant.min_players, variant.max_players
        for players in range(least - 1, most + 2):
            alone = {"end": "rounds"} if players == 1 and "end" in variant.options else {}
            fits = least <= players <= most
            with contextlib.nullcontext() if fits else pytest.raises(pocketpig.BadPlayers):
                pocketpig.new_game(variant.id, players=players, **alone)
        for name, option in variant.options.items():
            ends = option.allowed[0], option.allowed[-1]
            for value in ends:
                assert pocketpig.new_game(variant.id, **{name: value}).options[name] == value
            ranged = isinstance(option.allowed, range)
            for value in (ends[0] - 1, ends[1] + 1) if ranged else ("none",):
                with pytest.raises(pocketpig.BadOption):
                    pocketpig.new_game(variant.id, **{name: value})


# What takes longest to import, and is seldom needed.
SLOW_TO_IMPORT = {"copy", "dataclasses", "decimal", "fractions", "hashlib", "pathlib", "struct"}


PLAYED = """
import sys, pocketpig
print(*{name.split(".")[0] for name in sys.modules})
game = pocketpig.new_game("pig", seed=1)
perfect = pocketpig.player("perfect")
while not game.over:
    game.act(perfect.choose(game))
assert perfect.exact
pocketpig.odds(pocketpig.new_game("skunk"))
print("and", *(name for name in ("numpy", "numba", "handheld") if name in sys.modules))
"""


def test_it_imports_nothing_slow_and_nothing_that_must_be_installed():
    # -S: what a site package loads at each start is not the library's.
    command = [sys.executable, "-S", "-c", PLAYED]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    first, then = run.stdout.splitlines()
    loaded = set(first.split()) - {"__main__", "__mp_main__"}
    allowed = sys.stdlib_module_names | {"pocketpig", "shared_rules"}
    assert "pocketpig" in loaded and not loaded - allowed and then == "and"
    advice = "Import it in the function that needs it: `import pocketpig` takes 0.1 s at most."
    assert not loaded & SLOW_TO_IMPORT, advice


@pytest.mark.parametrize("variant", ids())
def test_a_game_of_every_variant_by_legal_actions_alone(variant):
    game = pocketpig.new_game(variant, seed=5)
    assert game.variant == variant and game.players == 2
    players = [pocketpig.player("practical"), pocketpig.player("random")]
    positions = []
    while not game.over:
        seat = game.to_move[-1]
        action = players[seat].choose(game, seat)
        assert action in game.legal_actions
        positions.append(game.state())
        game.act(action, player=seat)
    assert game.winners and game.to_move == game.legal_actions == ()
    assert pocketpig.replay(game.record).state() == game.state()
    # Undo everything, including hidden choices.
    for position in reversed(positions):
        game.undo()
        assert game.state() == position
    with pytest.raises(pocketpig.IllegalAction, match="nothing to take back"):
        game.undo()


def test_a_seed_gives_the_games_of_the_handheld():
    from tests.support.driven import Driven

    handheld = Driven()
    handheld.start("pig")
    handheld.app.cup.seed(8)
    game = pocketpig.new_game("pig", seed=8)
    replayed = pocketpig.replay("pp1 pig players=2 first=0 :", seed=8)
    for _ in range(20):
        handheld.app.act("roll", handheld.game.player, None)
        assert game.act("roll") == replayed.act("roll") == handheld.game.dice


@pytest.mark.parametrize("make", [pocketpig.Game.copy, copy.copy, copy.deepcopy])
def test_a_copy_is_independent(make):
    game = pocketpig.new_game("pig", seed=3)
    game.act("roll", [1])
    game.act("roll", [4])
    other, coin = make(game), pocketpig.player("random")
    assert other == game and other is not game
    choices = [coin.choose(other) for _ in range(20)]
    assert [coin.choose(game) for _ in range(20)] == choices
    faces = [other.act("roll") for _ in range(5)]
    assert game.turn == 2 and game.dice == (4,)
    other.act("roll", [1])
    assert other != game and game.scores == [0, 0]
    assert [game.act("roll") for _ in range(5)] == faces
    for each, actions in (other, 8), (game, 7):
        for _ in range(actions):
            each.undo()
        assert each == pocketpig.new_game("pig")


@pytest.mark.parametrize("variant", ids())
def test_chances_count_all_rolls(variant):
    """Rolls listed one by one, their effects counted, and each example's effect as it says."""
    game = pocketpig.new_game(variant)
    low, high = game.rules.FACES
    for action in game.legal_actions[:3]:
        dice = int(action[5:] or game.rules.dice_count())
        rolls = list(itertools.product(range(low, high + 1), repeat=dice))
        counted = collections.Counter(game.rules.effect(faces) for faces in rolls)
        chances = game.chances(action)
        assert {chance.effect: chance.probability for chance in chances} == {
            effect: Fraction(count, len(rolls)) for effect, count in counted.items()
        }
        for chance in chances:
            assert game.rules.effect(chance.faces) == chance.effect
            assert game.act(action, chance.faces) == chance.faces
            assert game.event == chance.effect.event
            game.undo()


def test_chances_of_a_roll_that_cannot_come():
    game = pocketpig.new_game("hog", max_dice=2)
    for action in ("roll", "roll 3", "hold"):
        with pytest.raises(pocketpig.IllegalAction, match="legal: roll 1, roll 2$"):
            game.chances(action)
    with pytest.raises(pocketpig.IllegalAction, match="the game is over"):
        pocketpig.replay("pp1 pig target=2 : 2 h").chances()
    assert pocketpig.replay("pp1 pig target=2 : 2 h").winner == 0
    assert pocketpig.replay("pp1 pig end=rounds rounds=1 players=2 : 5 h 5 h").winner is None
    # In a shared roll they are those of the roll after the choices.
    assert len(pocketpig.replay("pp1 swine_herd : 4").chances()) == 6


@pytest.mark.parametrize("number", [*range(1, 9), 261122, 999999])
def test_a_challenge_is_that_of_the_handheld(number):
    """The same person's choices there and here give the same record."""
    from handheld.begin.new_match import start_challenge
    from handheld.begin.proof import text
    from tests.support.driven import Driven

    handheld = Driven()
    start_challenge(handheld.app, number)
    match = handheld.app.match
    challenge = pocketpig.challenge(number)
    assert challenge.seats == tuple(kind for kind, _ in match.seats)
    game = challenge.new_game()
    rivals = {seat: pocketpig.player(kind) for seat, kind in enumerate(challenge.seats) if seat}
    person = random.Random(number)
    while not match.game.over:
        seat = match.computer()
        if seat is None:
            seat = match.human()
            action = person.choice(game.legal_actions)
            word, _, dice = action.partition(" ")
            choice = word, int(dice) if dice else None
        else:
            choice = answer_of(match.think())
            action = rivals[seat].choose(game, seat)
        match.apply(choice[0], seat, choice[1])
        game.act(action, player=seat)
        assert position_text(match.game, True) == position_text(game.rules, True)
    assert game.over and text(match).split(" :")[1] == game.record.split(" :")[1]


def test_what_does_not_fit_the_action_changes_nothing():
    game = pocketpig.replay("pp1 hog players=2 first=0 : 34")
    before = game.state(), game.record
    for words in (
        *(("roll", [1, 2, 3]), ("roll", [7, 1]), ("roll 3", [1, 2]), ("hold", [1])),
        ("roll", None, 1),
    ):
        with pytest.raises((pocketpig.IllegalAction, pocketpig.BadDice)):
            game.act(*words)
        assert (game.state(), game.record) == before


@pytest.mark.parametrize("variant", ids())
def test_an_error_names_the_legal_actions_and_no_other_is_taken(variant):
    game = pocketpig.new_game(variant, seed=2)
    rival = pocketpig.player("practical")
    tried = [
        *("roll hold stand sit roll1 Roll".split()),
        *("roll 0", "roll 1", "roll 01", "roll 2", "roll 41", "roll ", "hold 1", "", None, 1),
    ]
    for _ in range(12):
        before = game.state(), game.record
        for action in tried:
            if action not in game.legal_actions:
                with pytest.raises(pocketpig.IllegalAction) as raised:
                    game.act(action)
                assert raised.value.legal == game.legal_actions
                assert raised.value.to_move == list(game.to_move)
                assert str(raised.value).endswith("legal: " + ", ".join(game.legal_actions))
        assert (game.state(), game.record) == before
        game.act(rival.choose(game))


@pytest.mark.parametrize("record", [7, "", "pp1", "pp1 pig : 7", "pp1 pig : h", "pp1 pig : 6 : 6"])
def test_a_record_that_cannot_be_read(record):
    with pytest.raises(pocketpig.BadText):
        pocketpig.replay(record)


def test_a_record_may_be_longer_than_the_handheld_keeps():
    game = pocketpig.new_game("pig")
    for _ in range(2000):
        game.act("roll", [1])
    assert len(game.record.split(":")[1].split()) == 2000
    assert pocketpig.replay(game.record).turn == game.turn == 2001


def test_a_player_cannot_choose_out_of_turn():
    game = pocketpig.new_game("pig")
    with pytest.raises(pocketpig.IllegalAction):
        pocketpig.player("hold20").choose(game, 1)
    with pytest.raises(pocketpig.UnknownStrategy):
        pocketpig.player("nobody")


@pytest.mark.parametrize("name, kind", [("MIA", "medium"), ("ace", "perfect")])
def test_a_rivals_name_on_the_handheld_is_a_players_name(name, kind):
    player = pocketpig.player(name)._strategy
    assert type(player) is type(pocketpig.player(kind)._strategy)


POSITIONS = pathlib.Path(__file__).with_name("positions.txt").read_text("utf-8").splitlines()
SLOW = {"skunk": pytest.mark.slow}


@pytest.mark.parametrize(
    "record",
    [pytest.param(line, marks=SLOW.get(line.split()[1], ())) for line in POSITIONS],
)
def test_tables_and_solver_agree(record):
    pytest.importorskip("numba", reason="the solver needs the extra solve")
    game = pocketpig.replay(record)
    tables, solver = (pocketpig.odds(game, solver=solver) for solver in (False, True))
    assert tables.exact and solver.exact
    assert set(tables.actions) == set(solver.actions)
    for action in {word.split()[0] for word in tables.actions}:
        assert action in game.rules.legal_actions()
    off = RIGHT_TO_WHERE_SHARED if "sit" in solver.actions else RIGHT_TO
    assert tables.win == pytest.approx(solver.win, abs=off)


def no_odds(record, player=None, solver=False):
    with pytest.raises(pocketpig.NoOdds) as raised:
        pocketpig.odds(pocketpig.replay(record), player, solver=solver)
    return str(raised.value)


def test_positions_without_odds():
    assert "over" in no_odds("pp1 pig target=2 players=2 first=0 : 2 h")
    assert "not to move" in no_odds("pp1 pig players=2 first=0 :", 1)
    assert "two players" in no_odds("pp1 pig players=3 first=0 :")
    assert "missing" in no_odds("pp1 piglet end=rounds players=2 first=0 :")
    # The choices are made but the dice are not rolled, so this is not the start of a round.
    assert "next roll" in no_odds("pp1 skunk players=2 first=0 : 53 tt")


@pytest.mark.parametrize("words", ["target=101", "end=rounds rounds=11"])
def test_odds_beyond_a_table_are_estimates(words):
    odds = pocketpig.odds(pocketpig.replay(f"pp1 pig {words} players=2 first=0 :"))
    assert odds.action == "roll" and 0 < odds.win < 1 and not odds.exact


def test_the_solver_without_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "pocketpig.solver", None)
    with pytest.raises(ImportError, match="extra `solve`"):
        pocketpig.odds(pocketpig.new_game("pig"), solver=True)


def test_gran_cerdo_is_approximate():
    game = pocketpig.new_game("gran_cerdo")
    assert not pocketpig.odds(game).exact
    pytest.importorskip("numba", reason="the solver needs the extra solve")
    assert "cannot be solved" in no_odds(game.record, solver=True)


def test_a_missing_table_is_reported(monkeypatch):
    def missing(name):
        raise OSError(name)

    monkeypatch.setattr("pocketpig.computer_players.open_table", missing)
    assert no_odds("pp1 pig players=2 first=0 :") == (
        "no table for this game of pig: pig-first.bin: missing"
    )
    player = pocketpig.player("perfect")
    game = pocketpig.replay("pp1 pig players=2 first=0 : 6")
    assert player.choose(game) == pocketpig.player("practical").choose(game)
    assert not player.exact
    notice = pocketpig.simulate("swine_herd", ["perfect", "random"], games=2).notice
    assert notice.startswith("not perfect play: swine_herd")


@pytest.fixture(params=["as installed", "without the extra"])
def either_way(request, monkeypatch):
    if request.param == "without the extra":
        monkeypatch.setattr("pocketpig.simulation.can_compile", lambda: False)
    return request.param


def test_a_simulation(either_way, monkeypatch):
    monkeypatch.setattr("pocketpig.simulation.plain.LONGEST", 2000)
    found = pocketpig.simulate("piglet", ["perfect", "practical", "hold3"], games=30, target=5)
    assert found.method == ("game" if either_way == "without the extra" else "rolls")
    assert found.games == 30 and [seat.player for seat in found.seats][0] == "perfect"
    assert sum(seat.rate.win for seat in found.seats) == pytest.approx(1)
    for seat in found.seats:
        assert 0 <= seat.rate.low <= seat.rate.win <= seat.rate.high <= 1
        assert len(seat.by_place) == 3
        assert sum(rate.win for rate in seat.by_place) / 3 == pytest.approx(seat.rate.win)
    first, second = pocketpig.simulate("piglet", ["hold1"] * 2, target=1).seats[0].by_place
    assert first.low > 0.6 > 0.4 > second.high
    endless = pocketpig.simulate("pig", ["hold999"] * 2, games=3, target=1000)
    assert endless.games == 0 and "game 1 had not ended after" in endless.notice
    with pytest.raises(pocketpig.BadOption):
        pocketpig.simulate("pig", ["random", "random"], target=0)
