"""From power-on to a game in a few presses; the last set-up outlives the power."""

from pathlib import Path

import pytest

from handheld import pages, settings
from handheld.game.names import KINDS, name, named, title
from handheld.game.parts import HUMAN, NAME_CHARS, PERFECT
from handheld.language import CODES, explain, load
from handheld.saves.journal import BUDGET, GAME, SETUP
from host_sim.testing import frames
from shared_rules.options import is_range
from shared_rules.players.by_name import names
from shared_rules.variants import ids, variant_class
from tests.support.driven import Driven


@pytest.fixture(params=[False, True], ids=["", "test_mode"])
def handheld(request):
    """Two handhelds, because scripts press buttons in test mode."""
    return Driven(test_mode=request.param)


def after_a_power_cut(handheld):
    return Driven(handheld.board, test_mode=handheld.app.test_mode)


def kinds(handheld):
    return [kind for kind, _ in handheld.app.match.seats]


def title_line(handheld):
    """Return what the title says that A starts: the line above the bottom line."""
    assert handheld.screen == "title"
    return handheld.words()[-2]


def saved(text, board=None):
    """Return a handheld that was switched on with this set-up saved."""
    handheld = Driven(board)
    handheld.app.journal.put(SETUP, text)
    return Driven(handheld.board, test_mode=False)


class TestPresses:
    def test_one_press_starts_pig_with_a_medium_rival(self, handheld):
        assert title_line(handheld) == "Pig with MIA"
        handheld.press("a")
        assert (handheld.screen, handheld.game.ID) == ("play", "pig")
        assert kinds(handheld) == [HUMAN, "medium"]
        assert handheld.game.to_move() == [0]

    def test_the_last_rival_is_the_next_one(self, handheld):
        handheld.press("up", "up", "down", "up", "a")
        again = after_a_power_cut(handheld)
        assert title_line(again) == "Pig with ACE"
        again.press("b", "a")
        assert kinds(again) == [HUMAN, PERFECT]
        assert again.game.turn == 1

    def test_each_rival_shows_a_face_of_its_own(self, handheld):
        """In the place of the dice, which are there until somebody chooses."""
        faces = set()
        kinds = KINDS.split(" ")
        drawn = Path(pages.FOLDER, "pictures.txt").read_text(encoding="utf-8")
        for _ in kinds:
            handheld.press("down")
            kind = handheld.app.setup.kinds[1]
            lines = frames.to_lines(handheld.app.canvas.buffer)
            face = [line[78:94] for line in lines[25:41]]
            rows = drawn.partition(f"[{kind}]\n")[2].split("\n")[:16]
            assert face == rows, f"pictures.txt needs 16 rows of 16 for {kind}"
            around = [line[50:78] + line[94:122] for line in lines[25:41]]
            assert not any("#" in line for line in around + [line[50:122] for line in lines[41:44]])
            faces.add((kind, *face))
        assert {kind for kind, *_ in faces} == {*kinds}
        assert len({tuple(face) for _, *face in faces}) == len(kinds)

    @pytest.mark.parametrize(
        "game, presses, most, people",
        [
            ("pig", "b down a up a up up a", 8, 2),
            ("skunk", "b down a up up a a up up up up up a a", 14, 3),
        ],
    )
    def test_so_few_presses_set_up_a_game_of_people(self, handheld, game, presses, most, people):
        handheld.press(*presses.split(" "))
        assert len(presses.split(" ")) <= most
        assert (handheld.screen, handheld.game.ID) == ("play", game)
        assert kinds(handheld) == [HUMAN] * people


def test_a_kept_game_goes_on_and_another_begins_only_in_its_place(handheld):
    handheld.start("two_dice", kinds=[HUMAN, "hold20"])
    handheld.dice((2, 3))
    handheld.press("a")
    handheld = after_a_power_cut(handheld)
    handheld.press("b", "b", "a")  # "Play" in the menu asks
    assert handheld.screen != "play"
    handheld.press("a")  # a double press loses nothing
    assert (handheld.screen, handheld.game.ID, handheld.game.turn_total) == ("play", "two_dice", 5)
    handheld = after_a_power_cut(handheld)
    handheld.press("b")
    assert title_line(handheld) == "Pig with MIA" and handheld.app.journal.size(GAME)
    handheld.press("a")
    assert handheld.game.ID == "pig"


class TestSetUp:
    @pytest.mark.parametrize("variant", ids())
    def test_the_longest_set_up_fits_its_budget_and_outlives_the_power(self, variant):
        handheld = Driven(test_mode=False)
        handheld.press("b")
        setup = handheld.app.setup
        setup.choose_variant(variant)
        setup.choose_players(29, 1)
        setup.kinds[1:3] = [HUMAN, "gambler"][: len(setup.kinds) - 1]
        setup.step_first(1)
        for option, default, allowed in setup.variant.OPTIONS:
            words = [allowed[1]] if is_range(allowed) else [w for w in allowed if w != default]
            setup.options[option] = max(words or [default], key=lambda word: len(str(word)))
        handheld.press("b")
        line = title_line(handheld)
        assert 0 < handheld.app.journal.size(SETUP) <= BUDGET[SETUP]
        again = Driven(handheld.board, test_mode=False)
        assert title_line(again) == line
        again.press("b")
        assert vars(again.app.setup) == vars(setup)

    @pytest.mark.parametrize(
        "text, options, count, first",
        [
            (b"hog .A 7", {}, 2, 0),
            (b"hog .A x", {}, 2, 0),
            (b"hog .A 1 target=5000 end=equal_turns", {"end": "equal_turns"}, 2, 1),
            (b"hog .A 0 end=never speed=9 =", {}, 2, 0),
            (b"hog . 0 end=equal_turns", {"end": "equal_turns"}, 2, 0),
            (b"hog ............. 0", {}, 10, 0),
        ],
    )
    def test_what_does_not_fit_the_game_is_replaced_and_told(self, text, options, count, first):
        handheld = saved(text)
        handheld.press("b")
        setup = handheld.app.setup
        defaults = {option: default for option, default, _ in variant_class("hog").OPTIONS}
        assert setup.options == {**defaults, **options}
        assert (setup.variant.ID, len(setup.kinds), setup.first) == ("hog", count, first)
        assert handheld.app.journal.damaged


class TestNames:
    def test_all_computer_players_are_in_the_list(self):
        # Saved set-ups have their places.
        assert set(KINDS.split()) == {PERFECT, *names()}
        assert KINDS.split()[:3] == [PERFECT, "hard", "medium"]

    @pytest.mark.parametrize(
        "seats, given, shown",
        [
            ([HUMAN, PERFECT], [], "YOU ACE"),
            ([PERFECT, HUMAN], ["", "JO"], "ACE JO"),
            ([HUMAN] * 3, ["", "JO"], "P1 JO P3"),
            ([HUMAN, "easy", "easy"], [], "YOU PIP PI2"),
        ],
    )
    def test_names(self, seats, given, shown):
        load("en")
        assert named(seats, given) == list(zip(seats, shown.split()))

    def test_many_rivals_of_a_kind_have_different_names(self):
        load("en")
        found = [word for _, word in named([HUMAN] + ["easy"] * 11, [])]
        assert len(set(found)) == 12 and max(map(len, found)) <= NAME_CHARS

    @pytest.mark.parametrize("code", CODES)
    def test_texts_fit_in_every_language(self, code):
        load(code)
        try:
            found = [name(kind) for kind in KINDS.split()]
            assert len(set(found)) == len(found) and max(map(len, found)) <= NAME_CHARS
            assert len(named([HUMAN, "easy"], [])[0][1]) <= NAME_CHARS
            for variant in ids():
                for seats in ([HUMAN] * 30, [HUMAN, PERFECT]):
                    assert title(variant, seats).endswith(("30", name(PERFECT)))
            keys = [(key, "") for key in (*ids(), HUMAN, *KINDS.split())]
            for variant in ids():
                for option, _, allowed in variant_class(variant).OPTIONS:
                    values = [5] if is_range(allowed) else allowed
                    keys += [(option, value) for value in values]
            for key, detail in keys:
                assert 0 < len(explain(key, detail)) <= 21, (key, detail)
            assert explain(PERFECT, "gran_cerdo") != explain(PERFECT, "pig")
        finally:
            load("en")


def test_you_are_you_in_the_language_that_is_spoken_when_the_game_goes_on():
    handheld = Driven(test_mode=False)
    handheld.press("a")
    for code, you in (("es", "TÚ"), ("de", "DU")):
        handheld.set(language=code)
        settings.save(handheld.app.journal, handheld.app.settings)
        assert handheld.app.match.name(0) == you  # while the game is there
        handheld = Driven(handheld.board, test_mode=False)
        handheld.press("a")
        assert [word for _, word in handheld.app.match.seats] == [you, "MIA"]
    load("en")


class TestHints:
    @pytest.fixture
    def first(self):
        handheld = Driven(test_mode=False)
        handheld.set(motion="off")
        handheld.press("a")
        return handheld

    def test_they_say_what_the_buttons_do_and_when_to_stop(self, first):
        said = [first.words()[0]]
        for face in (4, 6, 6, 5):
            first.dice((face,))
            first.press("a")
            said.append(first.words()[0])
        first.game.scores[0] = 80
        first.dice((2,))
        first.press("a")
        said.append(first.words()[0])
        assert said == [
            "To roll press A",
            "A: roll, B: hold 4",
            "A 1 would lose the 10",
            "A: roll, B: hold 16",
            "20 or more? Hold: B",
            "Press B to win",
        ]

    @pytest.mark.parametrize("end", ["equal_turns", "one_more_turn", "rounds"])
    def test_none_tells_of_a_win_that_the_rival_can_still_prevent(self, first, end):
        first.start("pig", options={"end": end}, kinds=[HUMAN, "medium"])
        first.game.scores[0] = 85
        first.dice((6,), (6,), (6,))
        first.press("a", "a", "a")
        assert first.words()[0] == "A: roll, B: hold 18"

    def test_they_tell_of_a_bust_and_the_rival_and_end_with_the_first_game(self, first):
        first.dice((1,), (3,))
        first.press("a")
        assert first.words()[0] == "A 1: nothing for you"
        first.step(20)
        assert first.words()[0] == "MIA rolls: just watch"
        first.start("pig", kinds=[HUMAN, "medium"], options={"target": 2})
        first.dice((2,))
        first.press("a", "b", "a", "a")
        assert (first.screen, first.words()[0][:2]) == ("play", "P2")

    @pytest.mark.parametrize(
        "seats, variant, test_mode",
        [
            ([HUMAN, HUMAN], "pig", False),
            (["hold20", "hold20"], "pig", False),
            ([HUMAN, "medium"], "hog", False),
            ([HUMAN, "medium"], "pig", True),
        ],
    )
    def test_there_are_none_in_other_games(self, seats, variant, test_mode):
        handheld = Driven(test_mode=test_mode)
        handheld.start(variant, kinds=seats)
        assert handheld.words()[0].startswith("P1")
