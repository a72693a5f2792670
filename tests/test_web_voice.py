# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the page tells a blind person: each outcome of their own presses, when it happens."""

import random
import re

from shared_rules.reading import parse_position, replay_token
from tests.web.built import node

TEST_MODE = ["a", "b"]


def players(*kinds):
    return [{"kind": kind} for kind in kinds]


def new_game(variant, *kinds, **options):
    return ["new_game", {"variant": variant, "players": players(*kinds), "options": options}]


def dice(*faces):
    return ["dice", {"faces": [[int(face) for face in roll] for roll in faces]}]


def heard(setup, presses, **more):
    """Return what is told after each press."""
    walk = {"held": TEST_MODE, "setup": setup, "presses": presses, **more}
    return [press["heard"] for press in node("transcript.mjs", [walk])[0][1:]]


def test_a_turn_with_a_rival():
    setup = [new_game("pig", "human", "hold20"), dice("3", "1", *"66664614615", "3")]
    assert heard(setup, ["a", "a", ["", 4000], "a", ["b", 900], ["", 4000], "a"]) == [
        ["rolled 3, turn total 3, holding makes 3"],
        ["rolled 1. P1 bust -3"],
        ["P2 plus 24. P1 to play. P1 0, P2 24"],
        ["rolled 4, turn total 4, holding makes 4"],
        ["P1 plus 4"],
        ["P2 bust -6. P1 to play. P1 4, P2 24"],
        ["rolled 4, turn total 4, holding makes 8"],
    ]


def test_the_same_outcome_twice_is_told_twice():
    setup = [new_game("pig", "human", end="rounds"), dice(*"1166")]
    told = heard(setup, ["a", "a", "a", "b"])
    assert told[:2] == [["rolled 1. bust. Turn 2. P1 0"], ["rolled 1. bust. Turn 3. P1 0"]]
    assert told[3] == ["plus 6. Turn 4. P1 6"]


def test_of_a_changed_number_of_dice_only_that_is_told():
    told = heard([new_game("hog", "human", "human")], ["down", "up", "down"])
    assert told[1:] == [["2 dice"], ["1 die"]]


def test_what_is_taken_back():
    setup = [new_game("pig", "human", "human"), dice(*"66")]
    assert heard(setup, ["a", "b", "b"])[1:] == [
        ["P1 plus 6. P2 to play. P1 6, P2 0"],
        ["Undo. rolled 6, turn total 6, holding makes 6"],
    ]


def test_a_question_before_a_costly_choice():
    practice = ["python", "program.runner.app.settings['practice'] = 1"]
    setup = [practice, new_game("pig", "human", "hold20"), dice(*"61")]
    told = heard(setup, ["a", "b", "b", "a"])
    assert "Hold anyway?" in told[1][-1]
    assert told[2] == ["rolled 6, turn total 6, holding makes 6"]
    assert told[3][0] == "rolled 1. P1 bust -6"


def test_one_roll_for_all():
    setup = [new_game("skunk", "human", "hold20"), dice("34", "12", "55", "66")]
    assert heard(setup, ["a", "a", "a", "a", "b"], rest=4000) == [
        ["rolled 3 4, turn total 7", "rolled 3 4, turn total 7, holding makes 7"],
        ["standing: P1, P2. All roll. P1 0, P2 0"],
        ["rolled 1 2. bust -7. All roll. P1 0, P2 0"],
        ["rolled 5 5, turn total 10", "rolled 5 5, turn total 10, holding makes 10"],
        ["P1: sitting down with 10. standing: P2. All roll. P1 10 sits, P2 0"],
    ]


def test_people_who_choose_openly():
    setup = [new_game("skunk", "human", "human"), dice("34", "56")]
    assert heard(setup, ["a", "down", "b", "up", "b", "b", "a"]) == [
        ["rolled 3 4, turn total 7, holding makes 7. P1"],
        ["P2"],
        ["P2: sitting down with 7. Menu"],
        ["P2 sits"],
        ["standing: P2"],
        ["P2: sitting down with 7. Menu"],
        [
            "P2: sitting down with 7. standing: P1. "
            "rolled 5 6, turn total 18, holding makes 18. P1",
        ],
    ]


def test_a_mark_that_comes_and_goes_is_no_news():
    setup = [new_game("pig", "human", "human")]
    told = heard(setup, ["a", ["", 8000], "down", ["", 8000], "b", ["", 8000]], full=True)
    assert told[1::2] == [[], [], []]
    assert [len(lines) for lines in told[::2]] == [1, 1, 1]


def test_a_list_tells_that_a_value_can_be_changed():
    walk = {"presses": ["b", "down", "a", "up", "a"]}
    told = [press["heard"] for press in node("transcript.mjs", [walk])[0]]
    assert told[2:5] == [
        ["People 1, 2 of 10. How many people play"],
        ["People 1: up and down change it"],
        ["People 2: up and down change it"],
    ]


# -- each outcome of any game, by somebody who also presses fast -----------------------------------


def outcomes(record, people):
    """Return what the rules say that a person should hear, as patterns in order."""
    start, _, steps = record.partition(" :")
    game = parse_position(start)
    found = []
    for step in steps.split():
        before, mover, scores = game.turn, game.player, list(game.scores)
        stood = getattr(game, "standing", None) and list(game.standing)
        replay_token(game, step)
        faces = " ".join(step)
        ended = game.turn != before or game.over
        if game.SHARED_ROLL and step.isdigit():
            found.append(rf"rolled {faces}(\. |,)" if game.choosing else rf"rolled {faces}\. \w+")
        elif game.SHARED_ROLL:
            names = [f"P{at + 1}" for at, stands in enumerate(stood) if stands]
            for letter, words in (("s", "{}: sitting down with"), ("t", "standing: {}")):
                them = ", ".join([name for name, each in zip(names, step) if each == letter])
                found += [words.format(them)] if them else []
        elif mover in people and ended and step.isdigit():
            found.append(rf"rolled {faces}\. ")
        elif mover in people and ended:
            points = game.scores[mover] - scores[mover]
            sign = "plus " if points > 0 else ""
            found.append(rf"(P{mover + 1} |^|\. ){sign}{points}\b" if points else "")
    return found


GAMES = [
    ("pig", ("human", "hold20"), {}),
    ("pig", ("human", "human", "random"), {"target": 40}),
    ("two_dice", ("random", "human"), {}),
    ("pig_dice", ("human", "random"), {"target": 30}),
    ("gran_cerdo", ("human", "random"), {}),
    ("piglet", ("human", "human"), {}),
    ("skunk", ("human", "hold20", "random"), {}),
    ("skunk", ("random", "human"), {}),
    ("swine_herd", ("human", "human", "random"), {}),
]


def walk(place):
    """Return a walk through a game: presses in a hurry and at leisure."""
    variant, kinds, options = GAMES[place]
    chance = random.Random(place)
    waits = (60, 800, 800, 3000)
    presses = [[chance.choice("aab"), chance.choice(waits)] for _ in range(30)]
    # Natural pace, with moving dice: no test mode once the game is there.
    quiet = ["python", "program.runner.app.test_mode = False"]
    setup = [new_game(variant, *kinds, **options), quiet]
    return {"held": TEST_MODE, "setup": setup, "presses": [*presses, ["", 9000]]}


def test_each_outcome_of_a_persons_presses_is_told_in_order():
    count = 0
    for (variant, kinds, _), told in zip(
        GAMES, node("transcript.mjs", [walk(place) for place in range(len(GAMES))])
    ):
        ends = [at for at, press in enumerate(told) if press["screen"] == "result"]
        told = told[: ends[0] + 1] if ends else told
        record = told[-1]["record"]
        text = ". ".join(line for press in told for line in press["heard"])
        at = 0
        for pattern in outcomes(record, [p for p, kind in enumerate(kinds) if kind == "human"]):
            found = re.compile(pattern).search(text, at)
            assert found, (variant, pattern, text[at:], record)
            at = found.end()
            count += 1
    assert count > 60
