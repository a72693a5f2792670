"""The saved game: actions as steps and back, the longest and fullest games, weak power."""

import random
from types import SimpleNamespace

import pytest

from handheld import language
from handheld.begin.proof import text
from handheld.begin.resume import kept_match, match_of_record, save
from handheld.game.match import Match
from handheld.game.parts import seats_of
from handheld.records.account import count
from handheld.records.records import SIZE, Records
from handheld.records.stats import judge, report
from handheld.saves.journal import BUDGET, GAME, SETTINGS, STATISTICS
from handheld.saves.journal_start import open_journal
from host_sim.simulated.board import SimulatedBoard
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from shared_rules.errors import RulesError
from shared_rules.fair_dice import FairDice
from shared_rules.game import ROLL
from shared_rules.notation import position_text
from shared_rules.proof import split_head
from shared_rules.reading import parse_position
from shared_rules.variants import ids, new_game, variant_class
from tests.support.driven import Driven
from tests.support.fair_records import act

NO_CUP = SimpleNamespace(typed=False, forced=False)


def switched_on(contents=b"", weak=False):
    board = SimulatedBoard(contents=contents)
    board.weak = weak
    return Driven(board, test_mode=False)


@pytest.mark.parametrize("variant", ids())
@pytest.mark.parametrize("seats", ["few", "many"])
def test_a_game_is_kept_step_by_step(variant, seats):
    """With its faces, where they follow from no secret, and hidden choices of any player."""
    handheld = switched_on()
    handheld.app.cup.seed(3)
    handheld.start(variant, variant_class(variant).MAX_PLAYERS if seats == "many" else 2)
    source = random.Random(variant)
    for _ in range(150):
        if handheld.game.over:
            break
        act(handheld, source)
        match, app = handheld.app.match, handheld.app
        if app.journal.size(GAME):
            kept = kept_match(app.journal, app.cup)
            assert position_text(kept.game, True) == position_text(match.game, True)
            assert kept.record.text() == match.record.text()


class TestLength:
    @pytest.mark.parametrize(
        "variant, options",
        [("piglet", {"target": 1000}), ("hog", {"target": 1000, "max_dice": 40})],
    )
    def test_a_long_game_begins_anew_from_its_position(self, variant, options):
        allowed = {row[0]: row[2] for row in variant_class(variant).OPTIONS}
        options = {name: min(value, allowed[name][-1]) for name, value in options.items()}
        handheld = switched_on()
        handheld.start(variant, options=options)
        app = handheld.app
        anew, longest, actions = 0, 0, 0
        while actions < 2500 and not handheld.game.over:
            game = handheld.game
            before = app.journal.size(GAME)
            if game.dice_range():
                # Rolls of 40 dice with a 1: nobody scores.
                handheld.dice((1, *[2, 3, 4] * 13))
                app.act("roll", game.player, 40)
            else:
                handheld.dice((0,) if game.turn_total else (1,))
                app.act("roll", game.player)
            if not app.journal.saved:
                handheld.step(1, ms=1000)
            actions += 1
            longest = max(longest, app.journal.size(GAME))
            if app.journal.size(GAME) < before:
                anew += 1
                now = position_text(game, True)
                assert position_text(handheld.again().game, True) == now
        assert anew >= 2 and longest <= BUDGET[GAME]
        assert position_text(kept_match(app.journal, app.cup).game, True) == position_text(
            app.match.game, True
        )

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


# Positions with a word for everything that may differ from the start of a game.
PLACES = {
    "the third die after mud": "gran_cerdo pair=nothing gift=round first=1 scores=0,30 turn=3 "
    "dice=1,1 three_dice=1 oinks=1,0 most_rolls=3,2",
    "a gift in the round": "gran_cerdo gift=round scores=0,10 turn_total=60 turn=2 dice=1,1,1 "
    "three_dice=1 most_rolls=3,0",
    "an Oink": "gran_cerdo scores=60,20 turn_total=12 roll_number=1 turn=5 dice=3,3 forced=1 "
    "oinks=1,0 most_rolls=2,2",
    "a banked target": "pig target=50 end=one_more_turn players=3 scores=20,55,10 turn=6 dice=3 "
    "closing=1",
    "a number of rounds": "two_dice double_one=bust end=rounds rounds=7 scores=3,140 turn=12",
    "busts in a row": "swine_herd players=3 turn=4 dice=1 busts=3",
    "one who sits": "skunk double_one=wipe players=3 scores=9,0,0 turn_total=9 roll_number=2 "
    "turn=2 dice=2,2 standing=0,1,1 choosing=1",
    "alone": "pig players=1 scores=40 turn_total=5 roll_number=1 turn=3 dice=5",
}


@pytest.mark.parametrize("words", PLACES.values(), ids=PLACES)
def test_every_word_of_the_position_that_a_game_began_at_is_saved(words):
    app = switched_on().app
    match = match_of_record(app.cup, "pp1 " + words)
    save(app.journal, match)
    kept = kept_match(app.journal, app.cup).game
    assert position_text(kept) == position_text(match.game)
    first, *pairs = words.split()
    for pair in pairs:
        name, _, value = pair.partition("=")
        if name in kept.options:
            assert str(kept.options[name]) == value
        else:
            found = getattr(kept, name)
            found = found if isinstance(found, (list, tuple)) else [found]
            assert ",".join([str(int(number)) for number in found]) == value


SECRET = bytes(range(16)).hex()
PIG = "pp1 pig target=100 end=first players=2 first=0"


@pytest.fixture
def journal():
    language.load("en")
    return open_journal(SimulatedStore())


def test_the_head_is_that_of_the_record_but_for_commitment_seal_and_usual_options(journal):
    game = new_game("pig", {"target": 6})
    seats = [("human", "YOU"), ("hold20", "BEN")]
    match = Match(game, seats, NO_CUP, None, FairDice(SECRET))
    save(journal, match)
    head = journal.get(GAME).decode().partition(" ")[2].partition(" ")[2].partition(" :")[0]
    match.fair.throw = lambda faces, count: (6,) * count
    match.apply("roll", 0)
    match.apply("hold", 0)
    position, words = split_head(text(match).partition(" :")[0])
    assert match.game.over and words.pop("seal") and words.pop("commitment")
    start, saved_words = split_head(head)  # without options at their defaults
    assert (position_text(parse_position(start)), saved_words) == (position, words)


NO_DICE = "a kept game says how its dice came about"


@pytest.mark.parametrize(
    "value, words",
    [
        ("x , pp1 pig:", "a kept game begins with its number"),
        ("-x , pp1 pig:", "a kept game begins with its number"),
        ("1234567890 , pp1 pig:", "a kept game begins with its number"),
        ("7 A\x80 pp1 pig:", "a kept game begins with ASCII"),
        (f"7 , {PIG} secret={SECRET} roll=x seats=human,human:", NO_DICE),
        (f"7 , {PIG} secret={SECRET} roll=0 seats=human,human:", NO_DICE),
        (f"7 , {PIG} secret={SECRET} roll=1234567890 seats=human,human:", NO_DICE),
        (f"7 , {PIG} secret={SECRET} seats=human,human:", NO_DICE),
        (f"7 , {PIG} secret={SECRET} again=x roll=1 seats=human,human:", NO_DICE),
        (f"7 , {PIG} secret={SECRET} addition=1x roll=1 seats=human,human:", NO_DICE),
        (f"7 , {PIG} secret={SECRET} rolloff=1,x roll=1 seats=human,human:", NO_DICE),
        (f"7 , {PIG} secret={SECRET[1:]} roll=1 seats=human,human:", NO_DICE),
        (f"7 , {PIG} secret=G{SECRET[1:]} roll=1 seats=human,human:", NO_DICE),
        (f"7 , {PIG}:", "players: 1 seats for 2 players"),
        (f"7 , {PIG} seats=human:", "players: 1 seats for 2 players"),
    ],
)
def test_what_cannot_be_read(journal, value, words):
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
        assert handheld.app.stats()["games"] == 1
        handheld.board.weak = False
        handheld.app.show("title")
        handheld.step(2, ms=1000)
        survivor = switched_on(handheld.board.store.contents)
        assert survivor.app.stats()["games"] == 1 and not survivor.app.screen.resumes


class TestStatistics:
    def finished(self, variant, kinds, number):
        game = new_game(variant, {}, len(kinds), 0)
        match = Match(game, seats_of(kinds), NO_CUP)
        game.over = True
        game.scores[0] = 100
        match.number = number
        return match

    @pytest.mark.parametrize("games", [250, pytest.param(1000, marks=pytest.mark.slow)])
    def test_many_games_stay_in_the_budget_and_none_is_lost(self, games):
        handheld = switched_on()
        app = handheld.app
        expected = dict.fromkeys(ids(), 0)
        longest = 0
        for number in range(1, games + 1):
            variant = ids()[number * 7 % len(ids())]
            kinds = ["human", ("hold20", "practical", "random", "hold25")[number % 4]]
            count(app.journal, self.finished(variant, kinds, number))
            count(app.journal, self.finished(variant, kinds, number))  # again: it counts once
            expected[variant] += 1
            longest = max(longest, app.journal.size(STATISTICS))
            assert longest <= BUDGET[STATISTICS]
            if app.journal.due:
                app.rewrite()
                assert app.journal.size(STATISTICS) <= SIZE
                assert app.journal.saved and not app.journal.due
        assert longest > SIZE  # the latest games come on top
        told = switched_on(handheld.board.store.contents).app.stats()
        assert {name: row["games"] for name, row in told["variants"].items()} == expected
        assert told["games"] == games

    def test_the_shortest_form_says_the_same(self):
        journal = open_journal(SimulatedStore())
        for number in range(1, 9):
            count(journal, self.finished("pig", ["human", "hold20"], number))
            records = Records(journal)
            judge(records, 100 * number, number)
            records.save()
        before = report(Records(journal))
        length = journal.size(STATISTICS)
        Records(journal).compact()
        assert journal.size(STATISTICS) < length / 2
        assert report(Records(journal)) == before
        assert before["decisions"] == 36 and before["loss"] == 3600 / 100000
        assert before["variants"]["pig"]["players"]["hold20"]["games"] == 8
