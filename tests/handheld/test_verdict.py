"""The sentence of the review: what the dearest decision was, what was right, and why."""

import re

import pytest

from handheld import language
from handheld.coach.chances import action_name, coach_lines
from handheld.ui.text_screen import LINES
from pocketpig.solver import Position, solved
from tests.support.driven import Driven

CHARS = 21  # of a line


def sentence(handheld, record, seats=("human", "medium"), names=("YOU", "MIA")):
    """Return the first page of the review of a record as text."""
    handheld.app.load_match(record)
    handheld.app.match.seats = list(zip(seats, names))
    handheld.app.show("result")
    handheld.press("up")
    while handheld.app.job:
        handheld.step()
    shown = handheld.app.screen.shown()
    assert all(len(line) <= CHARS for line in shown)
    return " ".join(shown).strip()


@pytest.mark.parametrize(
    "record, words",
    [
        # A 1 of six faces; a roll gains 20/6 on average and risks 8/6.
        ("pp1 pig players=2 scores=79,62 : 4 4 h 6 6 6 6 6 6 6 h",
         "You held 8 at 79:62. Better to roll: 17% of rolls bust, with only 8 at stake."),
        # 27 at stake: 27/6 is more than 20/6.
        ("pp1 pig players=2 scores=30,20 : 6 6 6 6 3 1 6 6 6 6 6 6 6 6 6 6 6 6 6 6 h",
         "You risked 27 at 30:20. Better to hold: 17% of rolls bust, with 27 at stake."),
        # The rival at 97 wins with nearly any roll.
        ("pp1 pig players=2 scores=60,97 : 6 6 6 6 h 6 h",
         "You held 24 at 60:97. Better to roll: 17% of rolls bust, but the rival needs only 3."),
        ("pp1 pig players=2 scores=75,60 : 6 6 6 4 h 6 6 6 6 6 6 6 h",
         "You held 22 at 75:60. Better to roll: 17% of rolls bust, but you need only 3 more."),
        ("pp1 pig players=2 scores=90,62 : 6 5 1 6 6 6 6 6 6 6 h",
         "You risked 11 at 90:62. Better to hold: it would have won."),
        # 11 of 36 rolls have a 1, one has two.
        ("pp1 two_dice players=2 scores=38,0 : 66 66 41 " + "66 " * 9 + "h",
         "You risked 24 at 38:0. Better to hold: 31% of rolls lose these 24, 3% your 38 too."),
        # One flip of two is a tail.
        ("pp1 piglet players=2 scores=0,5 : 1 1 1 0 1 1 1 1 1 h",
         "You risked 3 at 0:5. Better to hold: 50% of rolls bust, with 3 at stake."),
        # The last turn of equal ones: who holds now has lost.
        ("pp1 pig end=equal_turns players=2 first=1 scores=90,104 turn=2 : 6 6 h",
         "You held 12 at 90:104. Better to roll: 17% of rolls bust, but the rival was 2 ahead."),
        # The last round of Skunk.
        ("pp1 skunk players=2 scores=40,60 turn=5 : 65 ss",
         "You sat with 11 at 40:60. Better to stand: "
         "31% of rolls bust, but the rival was 9 ahead."),
        # The rival has sat with 104.
        ("pp1 swine_herd players=2 scores=90,94 : 6 tt 4 ts 3 s",
         "You sat with 13 at 90:104. Better to stand: "
         "17% of rolls bust, but the rival was 1 ahead."),
        ("pp1 swine_herd players=2 scores=90,94 : 6 tt 4 ts 6 t 1",
         "You stood on 16 at 90:104. Better to sit: it would have won."),
    ],
)  # fmt: skip
def test_it_says_what_was_done_what_was_better_and_why(record, words, handheld):
    assert sentence(handheld, record) == words


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


def test_several_people_are_named(handheld):
    record = "pp1 pig players=2 scores=79,62 : 4 4 h 6 6 6 6 6 6 6 h"
    words = sentence(handheld, record, ("human", "human"), ("ANN", "BEN"))
    assert words.startswith("ANN: You held 8 at 79:62.")


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
