"""Lists draw only the rows that have changed, and the picture is as if all were drawn."""

import random

import pytest

from handheld import language
from tests.support.driven import Driven

BUTTONS = ("up", "up", "down", "down", "down", "a", "a", "b")


@pytest.mark.parametrize("first", ["menu", "settings", "pause"])
def test_a_picture_drawn_in_part_is_the_one_drawn_whole(first, monkeypatch):
    handheld = Driven(test_mode=False)
    handheld.start("skunk", kinds=["human", "medium", "human"])
    whole = type(handheld.app.canvas)
    drawn_whole = []
    clear = whole.clear
    monkeypatch.setattr(whole, "clear", lambda canvas: drawn_whole.append(clear(canvas)))
    chance = random.Random(5)
    presses = []
    in_part = 0
    for _ in range(300):
        if not hasattr(handheld.app.screen, "rows"):
            handheld.app.show(first)
            handheld.step()
        presses.append(chance.choice(BUTTONS))
        drawn_whole.clear()
        handheld.press(presses[-1])
        screen = handheld.app.screen
        if hasattr(screen, "rows") and not handheld.app.test_mode:  # the app draws a mark
            in_part += not drawn_whole
            frame, words = handheld.frame(), handheld.words()
            canvas = whole()
            screen.draw(canvas)
            assert (frame, words) == (bytes(canvas.buffer), canvas.lines()), presses[-9:]
    assert in_part > 50


@pytest.mark.parametrize("code", language.CODES)
def test_the_explanation_of_a_special_case_is_found(code):
    with open(f"{language.FOLDER}{code}/explanations.txt", encoding="utf-8") as file:
        lines = file.read().splitlines()
    special = [line[1:-1] for line in lines if line.startswith("[") and " " in line]
    assert len(special) > 20
    language.load(code)
    for section in special:
        assert language.explain(*section.split(" ", 1)) == lines[lines.index(f"[{section}]") + 1]
    language.load("en")
