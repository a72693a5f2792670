"""Taking back the newest hold or a hidden choice: the rules, the buttons, the save, the dice."""

import random

import pytest

from handheld.begin.moves_read import decode
from handheld.begin.proof import text as record_text
from handheld.board import DOUBLE_MS
from handheld.saves.journal import BUDGET, GAME, STEP_CODES
from host_sim.simulated.board import SimulatedBoard
from shared_rules.errors import BadText, IllegalAction
from shared_rules.game import HOLD, ROLL, SIT, STAND
from shared_rules.notation import Record, position_text
from shared_rules.reading import replay, undo, undoable
from shared_rules.variants import ids, new_game, variant_class
from tests.support.driven import Driven
from tests.support.fair_records import judged
from tests.support.targets import Bench

TURNS = [name for name in ids() if not variant_class(name).SHARED_ROLL]
SHARED = [name for name in ids() if variant_class(name).SHARED_ROLL]
WITH_HOLD = [name for name in TURNS if name != "fast"]  # there each roll ends the turn


class Play:
    """A game of the rules with its record, played at random."""

    def __init__(self, variant, seed, players=2, options=None):
        self.dice = random.Random(seed)
        self.game = new_game(variant, options or {}, players, 0)
        self.record = Record(self.game)

    def do(self, action, player=None):
        game = self.game
        faces = None
        if action == ROLL:
            least, most = game.dice_range() or (game.dice_count(), game.dice_count())
            faces = [self.dice.randint(*game.FACES) for _ in range(self.dice.randint(least, most))]
        token = game.apply(action, faces, player)
        self.record.append(token, game)


class TestRules:
    @pytest.mark.parametrize("variant", WITH_HOLD)
    @pytest.mark.parametrize("players", [2, 3])
    def test_a_hold_leaves_no_trace(self, variant, players):
        most = variant_class(variant).MAX_PLAYERS
        play = Play(variant, variant, min(players, most))
        undone = 0
        for _ in range(400):
            if play.game.over:
                break
            action = play.dice.choice(play.game.legal_actions())
            before = position_text(play.game), play.record.text(), play.game.player
            play.do(action)
            if action == HOLD and not play.game.over:
                assert undoable(play.game, play.record) == [before[2]]
                game, record = undo(play.game, play.record, before[2])
                assert (position_text(game), record.text(), game.player) == before
                assert game is not play.game and record is not play.record
                if play.dice.random() < 0.5:
                    play.game, play.record = game, record
                undone += 1
            else:
                assert undoable(play.game, play.record) == []
        assert undone

    def test_not_by_another_nor_twice(self):
        game, record = replay("pp1 pig players=3 : 6 h 5 h")
        assert undoable(game, record) == [1]
        with pytest.raises(IllegalAction, match="player 0 has nothing to take back"):
            undo(game, record, 0)
        game, record = undo(game, record, None)
        assert record.text().endswith(" : 6 h 5")
        with pytest.raises(IllegalAction):
            undo(game, record, None)

    @pytest.mark.parametrize("variant", SHARED)
    def test_a_hidden_choice(self, variant):
        faces = "65"[: variant_class(variant).DICE]
        game, record = replay(f"pp1 {variant} players=3 : {faces}")
        start = position_text(game, True)
        game.apply(SIT, None, 0)
        game.apply(STAND, None, 2)
        assert undoable(game, record) == [0, 2]
        undo(game, record, 0)
        assert game.to_move() == [0, 1] and undoable(game, record) == [2]
        undo(game, record, 2)
        assert position_text(game, True) == start
        for player, action in enumerate((SIT, STAND, STAND)):
            record.append(game.apply(action, None, player), game)
        assert undoable(game, record) == []


def people(variant="pig", names=("ANN", "BOB"), kinds=None, test_mode=False, seed=5, **options):
    """Return a handheld with a game whose dice follow from a secret."""
    handheld = Driven(SimulatedBoard(entropy=random.Random(seed).randbytes), test_mode)
    kinds = kinds or ["human"] * len(names)
    handheld.app.start_match(variant, options, list(zip(kinds, names)), 0)
    handheld.step(10)
    return handheld


@pytest.fixture
def handheld():
    return people()


def total_on_the_table(handheld):
    """Roll until somebody can hold."""
    for _ in range(50):
        if HOLD in handheld.game.legal_actions():
            return handheld.game.player
        handheld.press("a")
        handheld.step(20)
    raise AssertionError("always a bust")


def undo_by_menu(handheld):
    handheld.app.show("pause")
    handheld.press("down", "a")
    assert handheld.screen == "play"


def footer(handheld):
    return " ".join(handheld.words()[-1].split())


def now(handheld):
    return position_text(handheld.game, True), handheld.app.match.record.text()


class TestButtons:
    def test_a_double_tap_holds_once(self, handheld):
        total_on_the_table(handheld)
        handheld.press("b", "b")
        assert handheld.app.match.record.text().endswith(" h")
        handheld.step(DOUBLE_MS // 50)
        handheld.press("b")
        assert not handheld.app.match.record.text().endswith(" h")

    def test_in_the_menu_of_the_game(self):
        """In Hog B is the menu while dice are chosen."""
        handheld = people("hog")
        total_on_the_table(handheld)
        before = now(handheld)
        handheld.press("b")
        handheld.step(20)
        name = handheld.app.match.name(handheld.app.match.held)
        assert "Undo" not in handheld.words()[-1]
        handheld.press("b")
        assert handheld.screen == "pause" and f"Undo: {name}" in handheld.words()
        handheld.press("down", "a")
        assert handheld.screen == "play" and now(handheld) == before
        handheld.press("down")
        assert handheld.screen == "pause" and "Undo" not in " ".join(handheld.words())

    @pytest.mark.parametrize("speed, ms", [("quick", 900), ("normal", 1400), ("slow", 2100)])
    def test_a_rival_waits_for_it(self, speed, ms):
        handheld = people(kinds=("human", "hold20"))
        handheld.app.settings["speed"] = speed
        while handheld.game.player != 0 or not handheld.game.turn_total:
            handheld.press("a")
            handheld.step(2)
        before = now(handheld)
        handheld.press("b")
        handheld.step(ms // 50 - 1)
        assert handheld.app.match.record.text().endswith(" h")
        assert footer(handheld) == "A Skip B Undo ▼ ≡"
        handheld.press("b")
        assert now(handheld) == before
        handheld.press("b")
        handheld.step(ms // 50 + 4)
        assert not handheld.app.match.record.text().endswith(" h")
        steps = len(handheld.app.match.record.text().split())
        handheld.press("b")
        assert len(handheld.app.match.record.text().split()) >= steps

    def test_not_what_a_rival_chose_in_secret(self):
        kinds = ("human", "human", "hold20")
        handheld = people("skunk", ("ANN", "BOB", "CAT"), kinds, test_mode=True)
        handheld.dice((3, 4))
        handheld.app.act("roll", 0)
        handheld.app.act("stand", 2)
        handheld.app.act("sit", 0)
        undo_by_menu(handheld)
        assert handheld.game.choices == ["", "", "stand"] and handheld.app.match.held is None
        handheld.app.show("pause")
        assert "Undo" not in " ".join(handheld.words())

    def test_a_rival_that_thinks_already_thinks_anew(self):
        handheld = people("hog", kinds=("human", "practical"), test_mode=True)
        handheld.dice((6,))
        handheld.press("a", "b")
        match = handheld.app.match
        assert match.computer() == 1
        handheld.app.think(match.think())
        handheld.press("b")
        assert not handheld.app.job and match.human() == 0
        handheld.press("b")
        handheld.step(100)
        assert handheld.game.turn > 2 or handheld.game.roll_number


class TestSave:
    def test_a_hidden_choice_after_a_power_cut(self):
        handheld = people("skunk", ("ANN", "BOB", "CAT", "DAN"), test_mode=True)
        handheld.dice((3, 4))
        app = handheld.app
        app.act("roll", 0)
        for player, action in ((2, "sit"), (0, "stand"), (1, "sit")):
            app.act(action, player)
        undo_by_menu(handheld)  # of BOB, who was the last
        assert handheld.game.choices == ["stand", "", "sit", ""]
        cut = handheld.again()
        assert cut.game.choices == ["stand", "", "sit", ""] and cut.app.match.held == 2
        undo_by_menu(cut)
        assert cut.again().game.choices == ["stand", "", "", ""]

    def test_where_the_save_begins_anew_with_the_hold(self):
        """A long game is saved from its present position; its last hold can still be undone."""
        anew = 0
        for seed in range(20):
            handheld = people("pig", [str(n) for n in range(10)], seed=seed, target=1000)
            app = handheld.app
            size = 0
            while app.journal.size(GAME) >= size and not handheld.game.over:
                size = app.journal.size(GAME)
                held = now(handheld)
                action = HOLD if HOLD in handheld.game.legal_actions() else ROLL
                app.act(action, handheld.game.player)
            assert size <= BUDGET[GAME] and not handheld.game.over
            if action == HOLD:
                anew += 1
                cut = handheld.again()
                undo_by_menu(cut)
                assert position_text(cut.game) == held[0]
                assert position_text(cut.again().game) == held[0]
                undo_by_menu(handheld)
                assert now(handheld) == held
                assert position_text(handheld.again().game) == held[0]
        assert anew

    def test_a_step_that_no_version_wrote_is_named(self):
        with pytest.raises(BadText, match="newer version"):
            list(decode(STEP_CODES[60:61]))


class TestDice:
    @pytest.mark.parametrize("variant", WITH_HOLD)
    def test_neither_a_power_cut_nor_an_undo_harms_the_game_or_its_proof(self, variant):
        handheld = people(variant, seed=variant)
        commitment = handheld.app.match.fair.commitment
        source = random.Random(variant)
        undone = 0
        while not handheld.game.over:
            game = handheld.game
            legal = game.legal_actions()
            action = source.choice(legal)
            dice = 2 if game.dice_range() and action == ROLL else None
            before = now(handheld)
            handheld.app.act(action, game.player, dice)
            if handheld.app.match.held is not None and source.random() < 0.5:
                assert now(handheld.again()) == now(handheld)
                undo_by_menu(handheld)
                assert now(handheld.again()) == now(handheld) == before
                undone += 1
                if source.random() < 0.5:
                    handheld = handheld.again()
        assert undone and judged(record_text(handheld.app.match), commitment).kind == "proven"


class TestEvent:
    def heard(self, bench):
        return [event for event in bench.client.events if event["kind"] == "undo"]

    def test_of_a_hidden_choice_tells_nothing_of_it(self):
        seen = set()
        for action in ("sit", "stand"):
            bench = Bench(test_mode=True)
            bench.client.call("new_game", variant="skunk", players=[{"kind": "human"}] * 2)
            bench.client.call("dice", faces=[[6, 6]])
            bench.client.call("act", player=0, action="roll")
            bench.client.call("act", player=0, action=action)
            bench.client.call("subscribe", on=True)
            bench.client.call("press", button="b")
            assert bench.client.call("state")["to_move"] == [0, 1]
            events = [{**event, "dropped": 0} for event in bench.client.events]
            seen.add(str(events) + bench.client.call("record")["text"])
            assert self.heard(bench) == [{"kind": "undo", "player": 0, "turn": 1, "scores": [0, 0]}]
        assert len(seen) == 1
