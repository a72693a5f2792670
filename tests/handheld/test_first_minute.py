"""From power-on to a game in a few presses; the last set-up outlives the power."""

from pathlib import Path

import pytest

from handheld import pages
from handheld.game.names import KINDS, name, named, title
from handheld.game.parts import HUMAN, NAME_CHARS, PERFECT
from handheld.language import CODES, explain, load
from handheld.saves.journal import BUDGET, SETUP
from handheld.service.caller import GAMES
from host_sim.testing import frames
from shared_rules.options import is_range
from shared_rules.players.by_name import names
from shared_rules.variants import ids, variant_class
from tests.support.driven import Driven


def title_line(handheld):
    """Return what the title says that A starts: the line above the bottom line."""
    assert handheld.screen == "title"
    return handheld.words()[-2]


def test_each_rival_shows_a_face_of_its_own(handheld):
    """In the place of the dice, which are there until somebody chooses."""
    faces = {}
    drawn = Path(pages.FOLDER, "pictures.txt").read_text(encoding="utf-8")
    for _ in KINDS.split():
        handheld.press("down")
        kind = handheld.app.setup.kinds[1]
        lines = frames.to_lines(handheld.app.canvas.buffer)
        face = faces[kind] = tuple(line[78:94] for line in lines[25:41])
        rows = drawn.partition(f"[{kind}]\n")[2].split("\n")[:16]
        assert list(face) == rows, f"pictures.txt needs 16 rows of 16 for {kind}"
        around = [line[50:78] + line[94:122] for line in lines[25:41]]
        assert not any("#" in line for line in around + [line[50:122] for line in lines[41:44]])
    assert len(set(faces.values())) == len(faces) == len(KINDS.split())


@pytest.mark.parametrize("variant", ids())
def test_the_longest_set_up_fits_its_budget_and_outlives_the_power(variant):
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


def test_every_game_with_shared_rolls_can_be_called():
    assert [name for name in ids() if variant_class(name).SHARED_ROLL] == list(GAMES)
