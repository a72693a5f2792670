"""Goldens of the panel: the SSD1306 model's picture and the text."""

import itertools
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import types

import pytest

from handheld import language, settings
from handheld.drawing.font import EXTRA
from handheld.game.parts import HUMAN, PERFECT
from handheld.menu.list_screen import SettingRow
from handheld.ui.base import FOOTER_Y
from host_sim.speech.sentences import Sentences
from host_sim.speech.told_app import row_or_position
from shared_rules.errors import BadPlayers
from shared_rules.options import is_range
from shared_rules.players.by_name import names
from shared_rules.variants import ids, variant_class
from tests.handheld.test_keys import unsigned
from tests.support.driven import Driven
from tests.support.sampled import sampled
from tests.tools.catalogue import GOLDENS, change, drawn, in_state, summary
from tests.tools.gallery import SCREENS, rules

PAGES = pathlib.Path(language.FOLDER)
LISTS = ("menu", "pause", "settings", "service", "feats", "names")


def golden_of(name, show, code, boxes):
    """Return a state as a golden; no word is clipped or overlaps another one, a screen reader hears
    the row or the scores."""
    handheld = in_state(show, code)
    golden = drawn(handheld)
    assert not boxes, (name, boxes)
    assert not unsigned(handheld), name
    assert not touched_keys(handheld.app.canvas), name
    told = row_or_position(handheld.app) or {}
    assert told.get("row", "").split(" ")[0].rstrip(":") in " ".join(handheld.words()), name
    screen = handheld.app.screen
    assert ("row" in told, "scores" in told) == (screen.ID in LISTS, screen.ID == "play"), name
    return golden


@pytest.mark.parametrize("name, show", SCREENS, ids=[name for name, _ in SCREENS])
def test_the_panel_matches_its_golden(name, show, boxes, update_goldens):
    golden = golden_of(name, show, "en", boxes)
    if update_goldens:
        (GOLDENS / f"en/{name}.txt").write_text(golden, encoding="utf-8")
    assert not (changed := change(name, "en", golden)), changed


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("code", language.CODES[1:])
def test_the_panel_matches_its_goldens_in(code, every, boxes, update_goldens):
    """Quickly every fifth screen, others in each language."""
    shown = SCREENS if update_goldens else SCREENS[language.CODES.index(code) :: every]
    goldens = [(name, golden_of(name, show, code, boxes)) for name, show in shown]
    path = GOLDENS / f"{code}.txt"
    if update_goldens:
        lines = [summary(name, golden) for name, golden in goldens]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    changed = [change(name, code, golden) for name, golden in goldens]
    assert not any(changed), "\n".join(filter(None, changed))
    assert len(path.read_text("utf-8").splitlines()) == len(SCREENS)


def test_every_golden_is_used():
    assert {path.stem for path in (GOLDENS / "en").iterdir()} == {name for name, _ in SCREENS}


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("old, new", [("▌", "▙"), ("\n", "!\n")])
def test_a_changed_picture_or_word_is_told_and_how_to_see_and_accept_it(code, old, new):
    golden = drawn(in_state(dict(SCREENS)["menu"], code))
    told = change("menu", code, new.join(golden.rsplit(old, 1)))
    assert f"menu in {code!r} has changed" in told and "--pocketpig-update-goldens" in told
    assert f"tests.tools.catalogue menu, then build/screens/{code}/menu.png" in told


def speaking(code):
    """Return a handheld that uses the language `code`."""
    handheld = Driven(test_mode=False)
    handheld.set(language=code, motion="off")
    return handheld


# The state that shows a screen, where it has another name.
SHOWN = {"ask": "erase", "play": "hint", "reckoning": "gran_cerdo_status"}


def test_every_screen_is_in_the_gallery_and_shows_test_mode():
    files = PAGES.parent.glob("*/*.py")
    there = [path.stem for path in files if "\nclass Screen(" in path.read_text("utf-8")]
    assert len(there) > 20
    for screen in there:
        states = [show for name, show in SCREENS if name.startswith(SHOWN.get(screen, screen))]
        assert states, f"gallery.txt needs a state whose name begins with {screen}"
        handheld = Driven()
        handheld.set(motion="off")
        states[0](handheld)
        assert type(handheld.app.screen).__module__.endswith("." + screen)
        assert "TEST" in " ".join(handheld.words()), screen


def touched_keys(canvas):
    """Return the columns in which a text touches a boxed key of the bottom line from above.

    Tall digits may: they have no other room.
    """
    above = canvas.buffer[6 * 128 : 7 * 128]  # page 6: rows 48 to 55
    keys = [x for y, x, word in canvas.words if y == FOOTER_Y and word in ("A", "B")]
    tall = {n for y, x, word in canvas.words if y in (31, 39) for n in range(x, x + 16 * len(word))}
    columns = {x for key in keys for x in range(key - 1, key + 6)} - tall
    return sorted(x for x in columns if above[x] >> 6 & 1)


NAMES = ("ÑWM", "WWW", "MÜM")
CROWDS = (2, 3, 4, 5, 6, 10, 30)
LOWEST = -105  # score, where a game has scores below 0


def crowded_game(handheld, variant, players, score):
    """Start a game with long names, great options, and scores from this one down."""
    kind = variant_class(variant)
    options = {name: allowed[1] for name, _, allowed in kind.OPTIONS if is_range(allowed)}
    if "target" in options and score < 200:
        options["target"] = 200
    seats = [("human", NAMES[place % 3]) for place in range(players)]
    handheld.app.start_match(variant, options, seats, 0)
    lowest = LOWEST if kind.LOWEST < 0 else 0
    handheld.game.scores = [max(lowest, score - place) for place in range(players)]
    handheld.app.show("play")


def crowded_turns(handheld, chance):
    """Roll mostly high, then choose; yield before each picture."""
    app, game = handheld.app, handheld.game
    for number in range(16):
        yield number
        if game.over:
            break
        legal = game.legal_actions()
        action = "roll" if "roll" in legal and number % 8 < 6 else chance.choice(legal)
        player = chance.choice(game.to_move())
        dice = None
        if action == "roll":
            if game.dice_range():
                dice = app.screen.dice = game.dice_range()[1]
                app.screen.rule = []
                yield "choosing"
            low, high = game.FACES
            faces = (low, high) if number % 8 > 4 else (high - 1, high)
            handheld.dice([chance.choice(faces) for _ in range(dice or game.dice_count())])
        app.act(action, player, dice)
    if game.ID == "gran_cerdo":
        app.show("reckoning")
        yield "status"
    game.over = True
    app.show("result")
    yield "result"


@pytest.mark.parametrize("share", [12, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("code", language.CODES)
def test_long_names_and_scores_overlap_nothing(code, share, boxes):
    handheld = speaking(code)
    crowds = [
        (variant, players, score)
        for variant, players, score in itertools.product(ids(), CROWDS, (0, LOWEST, 188, 994))
        if variant_class(variant).MIN_PLAYERS <= players <= variant_class(variant).MAX_PLAYERS
        # Five turns make no four digits.
        and (variant, score) != ("skunk", 994)
    ]
    for number in range(language.CODES.index(code), len(crowds), share):
        handheld.set(large="on" if (number + number // 4) % 2 else "off")
        crowded_game(handheld, *crowds[number])
        for what in crowded_turns(handheld, random.Random(number)):
            handheld.app.dirty = True
            handheld.words()
            assert not boxes, (crowds[number], what, boxes)


def every_option(variant):
    """Yield {option: value}: the defaults, each word instead of its default, greatest numbers."""
    rows = variant_class(variant).OPTIONS
    yield {}
    yield {name: allowed[1] for name, _, allowed in rows if is_range(allowed)}
    for name, default, allowed in rows:
        if not is_range(allowed):
            yield from ({name: value} for value in allowed if value != default)


@pytest.mark.parametrize("every", [len(language.CODES), pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("code", language.CODES)
def test_the_first_picture_tells_the_aim_until_the_first_roll(code, every, boxes):
    """In every game, with every option, for one player to thirty; a screen reader tells it too.

    Quickly each of them in one of the languages.
    """
    handheld = speaking(code)
    app, told = handheld.app, Sentences()
    games = list(itertools.product((2, 1, 5, 30), ids()))
    for players, variant in games[language.CODES.index(code) % every :: every]:
        kind = variant_class(variant)
        for options in every_option(variant):
            try:
                app.start_match(variant, options, [("human", "ÑWM")] * players, 0)
            except BadPlayers:
                continue
            game = handheld.game
            shown = "\n".join(handheld.words())
            spoken = told.tell(code, "play", handheld.words(), row_or_position(app))
            told.forget()
            name, aim, *dangers = rule = app.screen.rule
            number = game.goal() or game.options.get("rounds") or game.ROUNDS
            assert re.search(rf"\b{number}\b", aim), rule
            assert dangers and name == game.NAME and len(rule) <= 4
            assert all(line in shown for line in rule[-3:]), (rule, shown)
            assert all(line in spoken for line in rule[1:]), (rule, spoken)
            if kind.DICE == 2 and code == "en" and variant != "gran_cerdo":
                assert ("Two 1s lose all" in dangers) == (game.effect((1, 1)).keep == 0), rule
                busts = [f for f in ((1, 2), (3, 4), (2, 2)) if game.effect(f).factor == 0]
                says = {(1, 2): "A 1 ", (3, 4): "Sum 7", (2, 2): "Doubles"}
                before = "Sit before a 1" if variant == "skunk" else says[busts[0]]
                assert dangers[0].startswith(before) and len(busts) == 1, rule
            assert not boxes, (variant, options, players, boxes)
            handheld.dice(tuple(kind.FACES[1] for _ in range(game.dice_count() or 1)))
            app.act("roll", game.to_move()[0], 1 if game.dice_range() else None)
            assert aim not in "\n".join(handheld.words())
            assert not boxes, (variant, options, players, boxes)


# Quickly each game in one language; the languages take turns.
IN_TURN = [
    (language.CODES[(place + turn) % len(language.CODES)], variant)
    for place, variant in enumerate(ids())
    for turn in range(len(language.CODES))
]


@pytest.mark.parametrize("code, variant", sampled(IN_TURN, len(language.CODES)))
def test_every_page_of_the_rules(code, variant, boxes):
    """Pages are numbered from 1, none is empty or full beyond its lines, none repeats a line."""
    for options in every_option(variant):
        handheld = speaking(code)
        rules(handheld, variant, **options)
        total = handheld.app.screen.pages()
        assert total <= 9
        first = handheld.words()
        for number in range(1, total + 1):
            heading, *lines, footer = handheld.words()
            assert footer.endswith(f" {number}/{total}")
            assert heading and 1 <= len(lines) <= 5 and all(len(line) <= 21 for line in lines)
            assert lines[-1][-1] in ".!", "a sentence runs over two pages"
            assert not boxes, (options, number, boxes)
            handheld.press("down")
        assert handheld.words() == first  # after the last page
        assert {"{", "=", "+"}.isdisjoint("".join(lines))
        for _ in range(total):
            handheld.press("up")
        assert handheld.words()[-1].endswith(f" 1/{total}")


@pytest.mark.parametrize("code", language.CODES)
def test_no_row_of_a_menu_cuts_its_value(code):
    """A row has 19 characters, one of them between label and value, and cuts longer values."""
    language.load(code)
    rows = []
    for name, _, allowed in settings.ROWS[:-1]:
        values = (0, allowed[1]) if is_range(allowed) else allowed
        values = (code,) if name == "language" else values
        for value in values:
            app = types.SimpleNamespace(settings={name: value}, journal=None)
            row = SettingRow(app, (name, value, allowed))
            rows.append(row.shown())
    opened = [("P10", language.text_or(kind, kind)) for kind in (HUMAN, PERFECT, *names())]
    for variant in ids():
        opened.append((language.say("game"), language.say(variant)))
        for name, _, allowed in variant_class(variant).OPTIONS:
            words = (str(allowed[1]),) if is_range(allowed) else allowed
            rows += [(language.say(name), language.text_or("=" + word, word)) for word in words]
    language.load("en")
    assert [row for row in rows if len(row[0] + row[1]) > 17] == []
    assert [row for row in opened if len(row[0] + row[1]) > 18] == []


@pytest.mark.parametrize("code", language.CODES)
def test_the_font_has_every_character_of_the_texts(code):
    for path in PAGES.joinpath(code).iterdir():
        for char in set(path.read_text("utf-8")) - {"\n"}:
            assert " " <= char <= "~" or char in EXTRA, (path.name, char)


def test_a_new_folder_is_a_new_language(tmp_path):
    """Nothing else knows which languages there are."""
    handheld = shutil.copytree(PAGES.parent, tmp_path / "handheld")
    words = shutil.copytree(PAGES / "de", handheld / "pages/xx") / "words.txt"
    words.write_text(words.read_text("utf-8").replace("\nde=Deutsch\n", "\nxx=Xish\n"), "utf-8")
    script = """
from tests.support.driven import Driven
handheld = Driven(test_mode=False)
handheld.set(language="xx")
handheld.app.show("settings", "menu")
print(*handheld.words())
"""
    path = f"{tmp_path}{os.pathsep}{PAGES.parents[2]}"
    said = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        encoding="utf-8",
    ).stdout
    assert "Einstellungen" in said and "Xish" in said
