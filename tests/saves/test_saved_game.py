"""The saved game: actions as steps and back, the longest and fullest games, weak power."""

import pathlib
import random
from types import SimpleNamespace

import pytest

from handheld import language
from handheld.begin.proof import text
from handheld.begin.resume import kept_match, mark_unproven, save
from handheld.game.match import Match
from handheld.records import stats
from handheld.saves.journal import BUDGET, GAME, SETTINGS
from handheld.saves.journal_start import open_journal
from host_sim.simulated.board import SimulatedBoard
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from shared_rules.errors import RulesError
from shared_rules.game import ROLL
from shared_rules.notation import RECORD_LIMIT, ROOM_FOR_PROOF, position_text
from shared_rules.variants import ids, new_game, variant_class
from tests.support.driven import Driven
from tests.support.fair_records import act, again, handheld_of, judged, options_of
from tests.support.sampled import sampled

NO_CUP = SimpleNamespace(forced=False)


def switched_on(contents=b"", weak=False):
    board = SimulatedBoard(contents=contents)
    board.weak = weak
    return Driven(board, test_mode=False)


def now(handheld):
    return position_text(handheld.game, True), handheld.app.match.record.text()


DICE = ("secret", "script")
# Quickly each game with dice of one kind.
BY_TURNS = [(name, DICE[(n + at) % 2]) for n, name in enumerate(ids()) for at in (0, 1)]


@pytest.mark.parametrize("variant, dice", sampled(BY_TURNS, 2))
def test_any_game_is_kept_by_its_steps_and_what_is_taken_back_leaves_no_trace(variant, dice):
    """Hidden choices too. Its dice are saved, or follow from a secret, whose proof stays right."""
    source = random.Random(variant + dice)
    handheld = handheld_of(variant)
    if dice == "script":
        handheld.app.cup.seed(8)
    most = variant_class(variant).MAX_PLAYERS
    options = (
        {"target": 5 if variant == "piglet" else 60} if "target" in options_of(variant) else {}
    )
    handheld.start(variant, most if dice == "script" else min(3, most), options)
    commitment = dice == "secret" and handheld.app.match.fair.commitment
    undone = 0

    def check():
        kept = kept_match(handheld.app.journal, handheld.app.cup)
        assert (position_text(kept.game, True), kept.record.text()) == now(handheld)
        assert (kept.held is None) == (handheld.app.match.held is None)

    for _ in range(150 if dice == "script" else 1000):
        before = now(handheld)
        act(handheld, source)
        if handheld.game.over:
            break
        check()
        if handheld.app.match.held is not None and (not undone or source.random() < 0.5):
            handheld.undo()
            assert handheld.screen == "play"
            assert now(handheld) == before
            check()
            undone += 1
            if source.random() < 0.3:
                handheld = handheld.again()
                assert now(handheld) == before
    if dice == "secret":
        assert undone or variant == "fast"  # there each roll ends the turn
        assert judged(text(handheld.app.match), commitment).kind == "proven"


class TestLength:
    @pytest.mark.parametrize("variant, begins", [("pig", {"roll", "hold"}), ("hog", {"roll"})])
    def test_a_long_game_begins_anew_from_its_position(self, variant, begins):
        """Where that is a hold, it can still be taken back."""
        source = random.Random(variant)
        options = {"target": 1000, "max_dice": 40} if variant == "hog" else {"target": 1000}
        handheld = switched_on()
        handheld.start(variant, 10, options)
        app = handheld.app
        anew = set()
        while anew != begins:
            before, size = now(handheld), app.journal.size(GAME)
            if variant == "hog":  # nobody scores
                action, dice = "roll", (1, *[2, 3, 4] * 13)
            else:
                action, dice = source.choice(handheld.game.legal_actions()), (2,)
            handheld.dice(dice)
            app.act(action, handheld.game.player, len(dice) if variant == "hog" else None)
            if not app.journal.saved:
                handheld.step(1, ms=1000)
            assert app.journal.size(GAME) <= BUDGET[GAME] and not handheld.game.over
            if app.journal.size(GAME) < size:
                anew.add(action)
                cut = handheld.again()
                assert now(cut)[0] == now(handheld)[0]
                for each in (cut, handheld) if action == "hold" else ():
                    each.undo()
                    assert now(each)[0] == now(each.again())[0] == before[0]

    @pytest.mark.parametrize("variant", ["skunk", "swine_herd"])
    def test_the_fullest_game(self, variant):
        """Thirty players with the longest names, kinds and scores, and a choice pending."""
        journal = open_journal(SimulatedStore())
        game = new_game(variant, {}, 30, 0)
        game.apply(ROLL, [3, 4][: game.dice_count()], 0)
        game.scores = [90 + place % 10 for place in range(30)]
        for place in range(29):
            game.apply(("sit", "stand")[place % 2], None, place)
        match = Match(game, [("human", "WWW")] * 30, NO_CUP)
        match.number = 99_999
        save(journal, match)
        assert journal.size(GAME) <= BUDGET[GAME]
        # Including all steps until the record restarts.
        assert journal.size(GAME) > 300


@pytest.fixture
def journal():
    language.load("en")
    return open_journal(SimulatedStore())


UNREADABLE = pathlib.Path(__file__).with_name("unreadable_games.txt").read_text("utf-8")


@pytest.mark.parametrize("line", UNREADABLE.splitlines())
def test_what_cannot_be_read(journal, line):
    value, words = line.split(" -> ")
    journal.put(GAME, value.encode("latin-1"))
    with pytest.raises(RulesError) as raised:
        kept_match(journal, NO_CUP)
    assert str(raised.value) == words


class TestPowerNotGood:
    @pytest.fixture
    def handheld(self):
        """A handheld whose sector is due for a rewrite while the power is not good."""
        handheld = switched_on()
        while not handheld.app.journal.due:
            handheld.app.journal.put(SETTINGS, b"language=en contrast=%d" % random.randint(1, 9))
        handheld.board.weak = True
        return handheld

    def play(self, handheld, actions):
        for _ in range(actions):
            handheld.dice((2,))
            handheld.app.act("roll", handheld.game.player)
            handheld.app.act("hold", handheld.game.player)

    def marked(self, handheld):
        """Return True if the mark, which blinks every other second, appears on the panel."""
        for _ in range(40):
            if any("NOT SAVED" in line for line in handheld.words()):
                return True
            handheld.step()
        return False

    def test_the_game_goes_on_and_says_so_and_is_saved_when_the_power_is_good(self, handheld):
        flash = handheld.board.store
        handheld.start("pig", options={"target": 1000})
        assert not self.marked(handheld) and flash.erases == 1  # that of the first start
        while handheld.app.journal.saved:
            saved = position_text(handheld.game, True)
            self.play(handheld, 1)
        self.play(handheld, 50)
        handheld.step(100, ms=1000)
        assert self.marked(handheld) and flash.erases == 1
        handheld.app.show("menu")
        assert self.marked(handheld)
        now = position_text(handheld.game, True)
        # After a cut now it goes on from what was saved, at most one turn back.
        survivor = handheld.again()
        kept = position_text(survivor.game, True)
        assert kept != now and kept.split(" turn")[0] == saved.split(" turn")[0]
        handheld.board.weak = False
        handheld.step(2, ms=1000)
        assert not self.marked(handheld) and flash.erases == 2 and not handheld.app.journal.due
        assert position_text(handheld.again().game, True) == now

    def test_a_game_that_ends_unsaved_counts_once(self, handheld):
        handheld.start("pig", options={"target": 300})
        while not handheld.game.over:
            self.play(handheld, 1)
        assert not handheld.app.journal.saved
        assert stats.report(handheld.app.journal)["games"] == 1
        handheld.board.weak = False
        handheld.app.show("title")
        handheld.step(2, ms=1000)
        survivor = switched_on(handheld.board.store.contents)
        assert stats.report(survivor.app.journal)["games"] == 1 and not survivor.app.screen.resumes


class TestByHand:
    def test_each_number_of_dice(self):
        handheld = handheld_of(1)
        handheld.start("fast", options={"max_dice": 40, "target": 1000})
        for dice in (1, 2, 39, *[40] * 90):
            handheld.app.act("roll", handheld.game.player, dice)
            if dice < 40 or handheld.game.turn % 20 == 0:
                before = now(handheld)
                handheld = again(handheld)
                assert now(handheld) == before
            # A power cut leaves the room for the proof.
            assert len(handheld.app.match.record.text()) <= RECORD_LIMIT - ROOM_FOR_PROOF

    @pytest.mark.parametrize(
        "name, kept",
        [*[(name, name) for name in ("A0Z", "Z9A", "Ñ Ñ", "a5z", "B")], ("", "P1"),
         ("a|b c=d:é", "a b"), ("ÑÑÑÑ", "ÑÑÑ")],
    )  # fmt: skip
    def test_each_character_of_a_name(self, name, kept):
        handheld = switched_on()
        handheld.app.start_match("pig", {}, [("human", name), ("hold20", "P2")], 0)
        assert handheld.again().app.match.seats == [("human", kept), ("hold20", "P2")]

    def test_a_kept_game_is_marked_as_not_proven_once(self):
        handheld = handheld_of(1)
        handheld.start("pig")
        journal, ends = handheld.app.journal, []
        for _ in range(3):
            mark_unproven(journal)
            ends.append(journal.end)
        assert ends[0] == ends[1] == ends[2]
        assert kept_match(journal, handheld.app.cup).fair.commitment == ""
