# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the rules refuse, in the exact words that a person reads."""

import pytest

from shared_rules.checks import quote
from shared_rules.errors import RulesError
from shared_rules.reading import parse_position, replay, undo
from shared_rules.variants import new_game

WHOLE = "is not a whole number from"


def refusal(do, *arguments):
    with pytest.raises(RulesError) as raised:
        do(*arguments)
    return str(raised.value)


@pytest.mark.parametrize(
    "text, words",
    [
        (None, "a position is text, not None"),
        ("", "a position begins with 'pp1', not ''"),
        ("pp2 pig and more", "a position begins with 'pp1', not 'pp2 pig and '"),
        ("pp1", "no variant after 'pp1'"),
        ("pp1 pig x", "'x': expected name=value, each name once"),
        ("pp1 pig turn=", f"turn: '' {WHOLE} 0 to {10**18}"),
        ("pp1 pig turn=-", f"turn: '-' {WHOLE} 0 to {10**18}"),
        ("pp1 pig turn=" + "0" * 20, f"turn: '{'0' * 20}' {WHOLE} 0 to {10**18}"),
        (f"pp1 pig turn={10**18 + 1}", f"turn: '{10**18 + 1}' {WHOLE} 0 to {10**18}"),
        ("pp1 pig over=2", f"over: '2' {WHOLE} 0 to 1"),
        ("pp1 pig dice=10", f"dice: '10' {WHOLE} 0 to 9"),
        ("pp1 pig scores=1", "scores: 1 values, not 2"),
        ("pp1 pig scores=-1,0", f"scores: '-1' {WHOLE} 0 to {10**18}"),
        ("pp1 skunk choices=run,", "choices: 'run' is no choice; allowed: stand, sit"),
        ("pp1 pig busts=1", "unknown field 'busts' in a position of pig"),
    ],
)
def test_a_position(text, words):
    assert refusal(parse_position, text) == words


def test_the_largest_number_of_a_position_is_read():
    assert parse_position(f"pp1 pig turn={10**18}").turn == 10**18
    assert parse_position("pp1 pig turn=" + "0" * 18 + "1").turn == 1


@pytest.mark.parametrize(
    "text, words",
    [
        (b"pp1 pig :", "a record is text, not b'pp1 pig :'"),
        (": pp1 pig", "a position begins with 'pp1', not ''"),
        ("pp1 pig : 4 x", "'x' does not fit: 1 players choose"),
        ("pp1 pig : 4 h h", "step 3 'h': action 'hold' is not legal now; legal: roll"),
        ("pp1 pig : 44", "step 1 '44': dice: 2 is not allowed; allowed: 1"),
        ("pp1 hog max_dice=3 : 2222", "step 1 '2222': dice: 4 is not allowed; allowed: 1 to 3"),
        ("pp1 pig : 7", "step 1 '7': faces: 7 cannot fall; allowed: 1 to 6"),
        ("pp1 pig target=2 : 2 h 3", "step 3 '3': the game is over; no action is allowed"),
        ("pp1 skunk players=3 : 43 tt", "'tt' does not fit: 3 players choose"),
        ("pp1 skunk players=3 : 43 ttx", "'ttx': expected t (stand) or s (sit)"),
    ],
)
def test_a_record(text, words):
    assert refusal(replay, text) == words


@pytest.mark.parametrize(
    "start, action, words",
    [
        ("pig players=3 first=1", ("roll", [3], 2), "player 2 is not to move; to move: 1"),
        ("pig", ("roll", [3], True), "player True is not to move; to move: 0"),
        ("pig", ("roll", 3), "faces: 3 is not a list of faces"),
        ("pig", ("roll", [True]), "faces: True cannot fall; allowed: 1 to 6"),
        ("piglet", ("roll", [2]), "faces: 2 cannot fall; allowed: 0 to 1"),
        ("skunk players=3 roll_number=1 dice=2,2 choosing=1 choices=,sit,",
         ("sit", None, 3), "player 3 is not to move; to move: 0, 2"),
    ],
)  # fmt: skip
def test_an_action(start, action, words):
    assert refusal(replay("pp1 " + start)[0].apply, *action) == words


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("pig", {"targt": 5}), "unknown option 'targt'; allowed: target, end, rounds"),
        (("pig", {"target": 0}), "option target: 0 is not allowed; allowed: 1 to 1000"),
        (("pig", {"target": 1001}), "option target: 1001 is not allowed; allowed: 1 to 1000"),
        (("pig", {"rounds": 51}), "option rounds: 51 is not allowed; allowed: 1 to 50"),
        (("pig", {}, 11), "players: 11 is not allowed; allowed: 1 to 10"),
        (("pig", {}, 0), "players: 0 is not allowed; allowed: 1 to 10"),
        (("pig", {}, 3, 3), "first: 3 is not allowed; allowed: 0 to 2"),
        (("skunk", {}, 4, 1), "first: 1 is not allowed; allowed: 0 (all play at once)"),
        (("big", {"double_one": "add26"}),
         "option double_one: 'add26' is not allowed; allowed: add25, bank25, set25, wipe, bust"),
        (("gran_cerdo", {}, 3), "players: 3 is not allowed; allowed: 2 to 2"),
        (("pig_dice", {}, 1),
         "players: 1 is not allowed with end=one_more_roll; allowed: with end=rounds"),
        (("pig", {"end": "equal_turns"}, 1),
         "players: 1 is not allowed with end=equal_turns; allowed: with end=first or rounds"),
    ],
)  # fmt: skip
def test_a_new_game(arguments, words):
    assert refusal(new_game, *arguments) == words


def test_taking_back():
    game, record = replay("pp1 pig : 4")
    assert refusal(undo, game, record, 0) == "player 0 has nothing to take back"
    game, record = replay("pp1 pig players=3 : 4 h 5 h")
    assert refusal(undo, game, record, 2) == "player 2 has nothing to take back"
    assert undo(game, record, 1)[0].scores == [4, 0, 0]


def test_of_several_choices_the_last_is_taken_back_unless_somebody_is_named():
    for player, left in ((None, ["sit", "", ""]), (0, ["", "stand", ""])):
        game, record = replay("pp1 skunk players=3 roll_number=1 dice=2,2 choosing=1")
        assert game.apply("sit", None, 0) == ""  # not before all have chosen
        game.apply("stand", None, 1)
        assert undo(game, record, player)[0].choices == left


def test_a_long_value_is_cut_in_a_message():
    assert quote("x" * 60) == repr("x" * 60)
    assert quote("x" * 61) == repr("x" * 57) + "..."
    assert (quote([1]), quote({"a": 1}), quote(3)) == ("a list", "an object", "3")
