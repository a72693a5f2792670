# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The sheets to print: a page for each game, its rules in six lines, true in each language."""

import configparser
import itertools
import re
import sys
from pathlib import Path

import pytest
from reportlab.platypus import Paragraph, Table

from handheld import language
from host_sim import cli
from host_sim.sheets import pages
from host_sim.sheets.games import SHEETS
from shared_rules.variants import ORDER, gran_cerdo, new_game, pig_dice, skunk, swine_herd

WORDS = configparser.ConfigParser(interpolation=None)
WORDS.read(Path(pages.__file__).with_name("words.ini"), "utf-8")
A4, LETTER = (595.28, 841.89), (612, 792)


def test_every_game_has_a_sheet():
    assert tuple(SHEETS) == ORDER


def test_every_language_has_the_same_words_with_the_same_numbers_and_marks():
    assert WORDS.sections() == ["en", "es", "de"]
    assert set(WORDS.sections()) == set(language.CODES)
    english = WORDS["en"]
    for code in WORDS.sections():
        assert list(WORDS[code]) == list(english)
        for key, text in WORDS[code].items():
            marks = re.findall(r"\{\w*\}|_{2,}|</?b>|\d+", re.sub(r"(\d),(\d)", r"\1.\2", text))
            assert marks == re.findall(r"\{\w*\}|_{2,}|</?b>|\d+", english[key]), (code, key)


@pytest.mark.parametrize("code", language.CODES)
def test_a_file_has_a_page_for_each_sheet_on_paper_of_both_sizes(code):
    made = pages.pdf(code)
    assert made == pages.pdf(code)  # whenever it is made
    assert re.findall(rb"/Count (\d+) /Kids", made) == [b"%d" % (len(SHEETS) + 2)]
    for box in re.findall(rb"/MediaBox \[ ([^]]*) \]", made):
        left, bottom, width, height = map(float, box.split())
        assert left == bottom == 0
        for paper in (A4, LETTER):
            assert width <= paper[0] + 0.01 and height <= paper[1] + 0.01


# -- the rules in the box --------------------------------------------------------------------------


def points(variant, faces):
    return new_game(variant).effect(faces).points


def bust_face(variant, dice):
    """Return the one face that makes a roll of different faces a bust."""
    rolls = [
        set(faces)
        for faces in itertools.permutations(range(1, 7), dice)
        if new_game(variant).effect(faces).event == "bust"
    ]
    (face,) = set.intersection(*rolls)
    return face


def option(variant, name):
    return new_game(variant).options[name]


def of_two(variant, event):
    """Return the sums of the rolls of two dice with this event."""
    effect = new_game(variant).effect
    rolls = itertools.product(range(1, 7), repeat=2)
    return {sum(faces) for faces in rolls if effect(faces).event == event}


def harmless(variant):
    """Return 1 if a 1 counts as a point like any other."""
    assert points(variant, (1, 2)) == 3
    return 1


def numbers_of(variant):
    """Return all numbers that the text of the rules has, by the rules and the usual options."""
    target = {option(variant, "target")} if "target" in new_game(variant).options else set()
    own = {
        "pig": lambda: {bust_face("pig", 1)},
        "two_dice": lambda: {bust_face("two_dice", 2)},
        "big": lambda: {bust_face("big", 2), points("big", (1, 1))},
        "sevens": lambda: {*of_two("sevens", "bust"), harmless("sevens"), points("sevens", (1, 1))},
        "piggy": lambda: {harmless("piggy")},
        "fast": lambda: {1, bust_face("fast", 3), option("fast", "max_dice")},
        "hog": lambda: {1, bust_face("hog", 3), option("hog", "max_dice")},
        "skunk": lambda: {bust_face("skunk", 2)},
        "swine_herd": lambda: {bust_face("swine_herd", 1), swine_herd.SwineHerd.BUST_LIMIT},
        "pig_dice": lambda: {pig_dice.HEAD, pig_dice.TAIL, 0, *of_two("pig_dice", "bust")},
        "piglet": lambda: {points("piglet", (1,))},
        "gran_cerdo": lambda: {
            *(bust_face("gran_cerdo", 2), gran_cerdo.THIRD_DIE_ABOVE),
            *(gran_cerdo.MOST_TRUFFLES, gran_cerdo.FIFTY, gran_cerdo.OINK, gran_cerdo.GREEDY),
        },
    }
    return own[variant]() | target


@pytest.mark.parametrize("code", language.CODES)
@pytest.mark.parametrize("variant", ORDER)
def test_the_numbers_in_the_rules_are_those_of_the_game(variant, code):
    language.load(code)
    text = pages.rules_text(variant)
    assert "{" not in text
    assert {int(number) for number in re.findall(r"\d+", text)} == numbers_of(variant)


def test_the_rounds_in_words():
    language.load("en")
    for variant, rounds in (("skunk", skunk.ROUNDS), ("gran_cerdo", gran_cerdo.ROUNDS)):
        assert rounds == 5 and "five rounds" in pages.rules_text(variant).lower()
        assert rounds in (SHEETS[variant].rows, "".join(SHEETS[variant].columns).find("sum"))


@pytest.mark.parametrize("code", language.CODES)
@pytest.mark.parametrize("variant", ORDER)
def test_the_rules_are_six_lines_at_most_of_a_readable_size(variant, code):
    language.load(code)
    ((text,),) = pages.rules_box(variant)._cellvalues
    text.wrap(pages.WIDTH - 6 * pages.mm, pages.HEIGHT)
    assert len(text.blPara.lines) <= 6
    assert text.style.fontSize >= 6.5


@pytest.mark.parametrize("code", language.CODES)
def test_every_word_of_a_table_fits_its_cell(code):
    words = pages.Words(code)
    story = [*pages.data_sheet(words), *pages.answers(words)]
    for variant, sheet in SHEETS.items():
        story += pages.score_sheet(words, variant, sheet)
    tables = [flowable for flowable in story if isinstance(flowable, Table)]
    assert len(tables) > len(SHEETS) * 2
    for table in tables:
        for row, height in zip(table._cellvalues, table._rowHeights):
            for cell, width in zip(row, table._colWidths):
                if isinstance(cell, Paragraph) and height:  # the box of rules is as high as they
                    room = width - 2 * pages.CELL_PADDING
                    assert cell.minWidth() <= room, cell.getPlainText()
                    assert cell.wrap(room, height)[1] <= height, cell.getPlainText()


# -- the command -----------------------------------------------------------------------------------


def test_the_command_writes_one_language_or_all(tmp_path, capsys):
    folder = tmp_path / "new"
    assert cli.main(["sheets", str(folder), "--language", "es"]) == 0
    assert [path.name for path in folder.iterdir()] == ["sheets-es.pdf"]
    assert cli.main(["sheets", str(folder)]) == 0
    made = sorted(path.name for path in folder.iterdir())
    assert made == sorted(f"sheets-{code}.pdf" for code in language.CODES)
    assert (folder / "sheets-es.pdf").read_bytes() == pages.pdf("es")
    assert capsys.readouterr().out.splitlines()[0] == str(folder / "sheets-es.pdf")


def test_a_file_in_the_place_of_the_folder_is_left_alone(tmp_path, capsys):
    file = tmp_path / "file"
    file.write_text("mine")
    assert cli.main(["sheets", str(file)]) == 1
    assert str(file) in capsys.readouterr().err
    assert file.read_text() == "mine"


def test_an_unknown_language_is_refused(tmp_path, capsys):
    assert cli.main(["sheets", str(tmp_path), "--language", "xx"]) == 2
    assert "xx" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_without_the_library_it_says_what_to_install(tmp_path, monkeypatch, capsys):
    for name in [name for name in sys.modules if name.startswith("host_sim.sheets.pages")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("host_sim.sheets.pages", raising=False)
    for name in [name for name in sys.modules if name.split(".")[0] == "reportlab"]:
        monkeypatch.setitem(sys.modules, name, None)
    assert cli.main(["sheets", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert "'reportlab'" in told and "[sheets]" in told
