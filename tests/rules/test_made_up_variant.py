"""A new variant is one class: nothing else must change to play it anywhere."""

import json
import pathlib

import pytest

from handheld.game.parts import HUMAN, PERFECT
from host_sim.cli import main
from host_sim.simulated.board import SimulatedBoard
from host_sim.testing.bench import Bench
from shared_rules import variants
from shared_rules.chance import Pcg32
from shared_rules.dice_pool import DicePool
from shared_rules.effects import add
from shared_rules.notation import position_text
from shared_rules.players.by_name import make, names
from shared_rules.reading import replay
from shared_rules.thinking import answer_of
from tests.rules import made_up
from tests.support.driven import Driven
from tests.support.micropython_vm import run_on_micropython
from tests.tools.bench import BOARD


@pytest.fixture
def toad(monkeypatch):
    return made_up.make_known(monkeypatch, made_up.ToadInTheHole)


@pytest.fixture(params=made_up.ALL, ids=lambda variant: variant.ID)
def variant(request, monkeypatch):
    """Each of the made-up variants."""
    return made_up.make_known(monkeypatch, request.param)


@pytest.mark.parametrize("last", [False, True], ids=["usual options", "their last values"])
def test_computers_play_it_over_the_line_and_its_record_comes_back(variant, last):
    bench = Bench()
    options = {name: allowed[-1] for name, _, allowed in variant.OPTIONS if last}
    players = [{"kind": kind} for kind in (PERFECT, *names()[1:])]
    state = bench.client.call("new_game", variant=variant.ID, options=options, players=players)
    record = bench.client.call("record")["text"]
    game, copy = replay(record)
    assert state["over"] and game.winners() == state["winners"]
    assert record.startswith(copy.start) and record.endswith(copy.text().partition(":")[2])


def test_the_page_that_teaches_it(toad):
    """Its example is this variant, except for the names of its events."""
    page = (pathlib.Path(__file__).parents[2] / "docs" / "extending.md").read_text("utf-8")
    exec(page.partition("```python")[2].partition("```")[0], {"__name__": "example"})
    taught = variants.new_game(toad.ID)
    assert type(taught) is not toad
    known, ours = (
        (total, sorted((weight, effect[:4]) for weight, effect in effects))
        for total, effects in (taught.chance_outcomes(), toad().chance_outcomes())
    )
    assert known == ours


def at_the_menu():
    """Return a handheld not in test mode, with nothing saved, and its last game chosen."""
    handheld = Driven(test_mode=False)
    handheld.set(motion="off")
    handheld.choose("game")
    handheld.press(*["up"] * len(variants.ORDER))  # from Pig, which is the first
    handheld.choose(variants.ids()[-1])
    handheld.app.setup.kinds = [HUMAN, HUMAN]
    return handheld


class TestHandheld:
    def test_the_rules_are_the_docstring_and_the_options(self, variant):
        handheld = at_the_menu()
        handheld.app.setup.options[variant.OPTIONS[0][0]] = 9
        handheld.choose("others", "rules")
        assert handheld.words()[0] == variant.NAME
        lines = []
        for _ in range(handheld.app.screen.pages()):
            lines += handheld.app.screen.shown()
            handheld.press("down")
        text = " ".join(lines)
        assert text.startswith(" ".join(variant.__doc__.split()))
        assert f"{variant.OPTIONS[0][0]}: 9" in text.replace("Most dice", "max_dice")

    @pytest.mark.parametrize("players, code", [(2, "en"), (10, "de")])
    def test_every_picture_of_a_game(self, variant, players, code):
        """All faces can be drawn, also in motion."""
        handheld = Driven(test_mode=False)
        handheld.set(language=code, motion="full")
        handheld.start(variant.ID, players, kinds=["practical"] * players)
        handheld.app.cup.seed(3)
        while not handheld.game.over:
            handheld.step()
        handheld.press("a")
        assert handheld.screen == "result"


class TestSaves:
    def test_a_game_goes_on_after_every_action(self, variant):
        handheld = Driven(test_mode=False)
        handheld.start(variant.ID, 4)
        source = Pcg32(1)
        players = [make("random"), make("practical")]
        for _ in range(60):
            game = handheld.game
            if game.over:
                break
            player = game.to_move()[-1]
            action, dice = players[source.below(2)].choose(game, player, source)
            handheld.app.act(action, player, dice)
            if not game.over:
                before = handheld.app.match
                handheld = handheld.again()
                after = handheld.app.match
                assert position_text(after.game, True) == position_text(before.game, True)
                assert after.record.text() == before.record.text()

    def test_the_game_of_a_variant_that_is_gone_is_put_away(self, variant, monkeypatch):
        handheld = Driven(test_mode=False)
        handheld.start(variant.ID)
        monkeypatch.delitem(variants._others, variant.ID)
        board = SimulatedBoard(contents=handheld.board.store.contents)
        handheld = Driven(board, test_mode=False)
        handheld.press("a")
        assert handheld.screen == "title" and not handheld.app.screen.resumes
        handheld.press("a", "a", "a")
        assert handheld.game.ID == "pig"


ON_MICROPYTHON = """
from handheld.runner import Runner
from made_up import ToadInTheHole
from portable_board import Player, PortableBoard
from shared_rules import variants

variants.register(ToadInTheHole)
player = Player(Runner(PortableBoard("/store.bin")))
player.step()
player.choose_game(len(variants.ORDER))
player.app.screen.seek("others")
player.press("a")
player.app.screen.seek("rules")
player.press("a")
for _ in range(player.app.screen.pages()):
    print(player.app.screen.shown())
    player.press("down")
player.press("b", "b")
player.app.screen.seek("play")
player.play(20)
print(player.app.match.game.over, player.app.match.record.text())
"""


def test_on_micropython():
    """Menu, rules and a game on the MicroPython VM."""
    files = {"/portable_board.py": BOARD, "/made_up.py": pathlib.Path(made_up.__file__)}
    said = run_on_micropython(ON_MICROPYTHON, files=files)
    assert "'hole: 30'" in said and "True pp1 toad_in_the_hole " in said


class TestCommands:
    """`pocketpig` in this process, in which the variant is registered."""

    @pytest.fixture(autouse=True)
    def cache(self, tmp_path, monkeypatch):
        monkeypatch.setenv("POCKETPIG_CACHE", str(tmp_path))

    def run(self, capsys, *words):
        status = main(list(words))
        return status, capsys.readouterr()

    def simulated(self, capsys, variant, method, *options):
        status, said = self.run(
            capsys, "simulate", variant.ID, "--players", "practical,hold20,easy",
            "--games", "50", "--method", method, "--json", *options,
        )  # fmt: skip
        assert status == 0
        return json.loads(said.out)

    def test_simulation_compiled_and_by_the_rules_is_the_same(self, variant, capsys):
        # Only rolls of up to four dice are tabulated by faces.
        few = ("--option", "max_dice=4") if issubclass(variant, DicePool) else ()
        fast, slow = (self.simulated(capsys, variant, how, *few) for how in ("rolls", "game"))
        assert (fast["method"], slow["method"]) == ("rolls", "game")
        assert fast["players"] == slow["players"]
        assert sum(player["win"] for player in fast["players"]) == pytest.approx(1)

    def test_odds(self, toad, capsys):
        status, said = self.run(capsys, "odds", toad.ID, "--turn-total", "20", "--json", "--exact")
        exact = json.loads(said.out)
        assert status == 0 and set(exact["actions"]) == {"roll", "hold"}
        status, said = self.run(capsys, "odds", toad.ID, "--turn-total", "20")
        assert status == 0 and "toad_in_the_hole-first.bin: missing" in said.out
        handheld = Driven()
        handheld.start(toad.ID)
        handheld.dice((8, 7, 5))
        handheld.press("a")
        advice = answer_of(handheld.app.match.advice(0))
        assert advice["action"] == exact["advice"]

    def test_odds_of_a_variant_that_has_changed(self, toad, monkeypatch, capsys, tmp_path):
        """A cached solution of the same name is not used."""
        _, before = self.run(capsys, "odds", toad.ID, "--exact")
        monkeypatch.setattr(toad, "effect", lambda game, faces: add(sum(faces)))
        status, after = self.run(capsys, "odds", toad.ID, "--exact")
        # No turn is lost now: the first player rolls until the win.
        assert status == 0 and "win 1.000000" in after.out and before.out != after.out
        assert len(list(tmp_path.glob("*.npz"))) == 2
