"""The sentence of the review: numbers of dice, and room for it; presses.txt has the others."""

import re

import pytest

from handheld import language
from handheld.coach.chances import action_name, coach_lines
from handheld.ui.text_screen import LINES
from pocketpig.solver import Position, solved
from tests.support.driven import Driven

CHARS = 21  # of a line


def sentence(handheld, record):
    """Return the first page of the review of a record as text."""
    handheld.app.load_match(record)
    handheld.app.match.seats = [("human", "YOU"), ("medium", "MIA")]
    handheld.app.show("result")
    handheld.press("up")
    while handheld.app.job:
        handheld.step()
    return " ".join(handheld.app.screen.shown()).strip()


def test_it_compares_numbers_of_dice(handheld):
    words = sentence(handheld, "pp1 fast players=2 scores=0,90 : 2 1 3 666")
    found = re.fullmatch(
        r"You rolled 1 die at ([02]):90\. "
        r"Better (\d+): (\d+)% bust, not 17%, the others make (\d+), not 4\.",
        words,
    )
    assert found, words
    score, best, busts, points = map(int, found.groups())
    # n dice show no 1 in (5/6)**n of all rolls; then each makes 4 on average.
    assert (busts, points) == (round(100 * (1 - (5 / 6) ** best)), 4 * best)
    solution = solved("fast", {})
    actions = solution.odds(Position(score, 90)).actions
    assert actions[f"roll {best}"] == pytest.approx(max(actions.values()), abs=1e-4)


@pytest.mark.parametrize("code", language.CODES)
def test_every_sentence_fits_a_page(code, monkeypatch):
    Driven()
    language.load(code)
    rolls = [("little is at stake", (27,)), ("it takes few points", (44,)),
             ("the rival takes few points", (64,)), ("the rival is ahead", (118,)),
             ("much is at stake", (48,))]  # fmt: skip
    holds = [
        ("all is at stake", (48, 3, 119)),
        ("much is at stake", (48,)),
        ("it wins at once", ()),
    ]
    texts = []
    for done, better, whys in (
        ("hold", "roll", rolls), ("hold", "flip", rolls), ("sit", "stand", rolls),
        ("roll", "hold", holds), ("stand", "sit", holds),
    ):  # fmt: skip
        for key, values in whys:
            text = coach_lines("what you did: " + done, 48, 119, 120)
            text += coach_lines("what was better", action_name(better, {}).lower())
            odds = () if key == "it wins at once" else (31,)
            texts.append(text + (coach_lines(key, *(odds + values)) if odds else coach_lines(key)))
    dice = coach_lines("so many dice are better", 15, 94, 89, 60, 48)
    texts.append(coach_lines("you rolled so many", "12 " + language.say("dice"), 119, 120) + dice)
    for text in texts:
        lines = language.wrap(" ".join(["ANN:", *text]))
        assert len(lines) <= LINES and max(map(len, lines)) <= CHARS, lines
    language.load("en")
