# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Goldens of the panel: the SSD1306 model's picture as 64 lines of `.` and `#`, and the text."""

import pathlib

import pytest

from handheld import language
from tests.driven import Driven
from tests.gallery import SCREENS

GOLDENS = pathlib.Path(__file__).with_name("goldens")


@pytest.mark.parametrize("code", language.CODES)
@pytest.mark.parametrize("name, show", SCREENS, ids=[name for name, _ in SCREENS])
def test_the_panel_matches_its_golden(name, show, code, update_goldens):
    handheld = Driven(test_mode=False)
    handheld.set(language=code, motion="off")
    handheld.app.show("title")
    show(handheld)
    picture = "\n".join(handheld.seen()) + "\n\n" + "\n".join(handheld.words()) + "\n"
    golden = GOLDENS / code / f"{name}.txt"
    if update_goldens:
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(picture, encoding="utf-8")
    expected = golden.read_text(encoding="utf-8")
    assert picture == expected, f"\nexpected:\n{expected}\nshown:\n{picture}"


def test_every_golden_is_used():
    known = {f"{name}.txt" for name, _ in SCREENS}
    for code in language.CODES:
        assert {path.name for path in (GOLDENS / code).iterdir()} == known


@pytest.mark.parametrize("name, show", SCREENS, ids=[name for name, _ in SCREENS])
def test_test_mode_is_shown_on_every_screen(name, show):
    handheld = Driven()
    show(handheld)
    assert any("TEST" in line for line in handheld.words())


def test_the_panel_shows_what_the_app_drew():
    """The picture goes through driver, bus and chip, for any sequence of screens."""
    handheld = Driven()
    for _, show in SCREENS:
        show(handheld)
        seen = handheld.seen()
        frame = handheld.frame()
        drawn = [
            "".join(".#"[frame[(y >> 3) * 128 + x] >> (y & 7) & 1] for x in range(128))
            for y in range(64)
        ]
        assert seen == drawn
        handheld.app.show("title")
    assert handheld.board.panel.unknown_commands == []


@pytest.mark.parametrize("code", language.CODES)
def test_no_word_is_clipped(code, monkeypatch):
    """On every screen each text is completely on the panel and overlaps no other."""
    from handheld.drawing.canvas import Canvas

    clipped = []
    row = []
    word = Canvas.word
    clear = Canvas.clear

    def checked(canvas, x, y, string, w=8, h=8):
        if x < 0 or y < 0 or x + w > 128 or y + h > 64:
            clipped.append((string, x, y, w, h))
        clipped.extend(
            (string, other) for other, ox, oy, ow in row if oy == y and x < ox + ow and ox < x + w
        )
        if string.strip():
            row.append((string, x, y, w))
        word(canvas, x, y, string, w, h)

    def cleared(canvas):
        row.clear()
        clear(canvas)

    monkeypatch.setattr(Canvas, "word", checked)
    monkeypatch.setattr(Canvas, "clear", cleared)
    for name, show in SCREENS:
        handheld = Driven(test_mode=False)
        handheld.set(language=code, motion="off")
        show(handheld)
        handheld.words()
        assert not clipped, (name, clipped)


def test_both_languages_have_the_same_texts():
    keys = []
    for code in language.CODES:
        lines = (pathlib.Path(language.FOLDER) / f"words_{code}.txt").read_text("utf-8").split("\n")
        texts = [line for line in lines if line and line != language.MENUS.strip()]
        assert all("=" in line for line in texts)
        names = [line[0] + line[1:].partition("=")[0] for line in texts]
        assert len(names) == len(set(names))
        keys.append(sorted(names))
    assert keys[0] == keys[1]


def test_both_languages_have_the_same_rules_lines():
    conditions = []
    for code in language.CODES:
        text = (pathlib.Path(language.FOLDER) / f"rules_{code}.txt").read_text("utf-8")
        marks = []
        for line in text.splitlines():
            head = line.partition(":")[0]
            marks.append(line if line.startswith("[") else head if "=" in head else "")
        conditions.append([mark for mark in marks if mark])
    assert conditions[0] == conditions[1]
