"""Invariants of every game of every variant, for any rolls and choices (hypothesis)."""

import pathlib
import sys
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.errors import BadText, IllegalAction, RulesError
from shared_rules.notation import PIECE, RECORD_LIMIT, ROOM_FOR_PROOF, Record, position_text
from shared_rules.options import stepped
from shared_rules.reading import LARGEST, parse_position, replay, undo
from shared_rules.variants import ids, new_game, variant_class
from tests.support.sampled import examples

ALL = ids()


def values_of(allowed):
    """Return a strategy for the values of an option row."""
    if isinstance(allowed[0], int):
        low, high = allowed
        return st.one_of(st.sampled_from([low, high, min(high, 20)]), st.integers(low, high))
    return st.sampled_from(allowed)


@st.composite
def new_games(draw, variant=None):
    """Draw a new game with any variant, options, number of players and first player."""
    rules = variant_class(variant or draw(st.sampled_from(ALL)))
    options = {row[0]: draw(values_of(row[2])) for row in rules.OPTIONS if draw(st.booleans())}
    end = options.get("end", [row[1] for row in rules.OPTIONS if row[0] == "end"])
    least = rules.MIN_PLAYERS if end in ("first", "rounds", ["first"]) else 2
    players = draw(st.integers(least, rules.MAX_PLAYERS))
    shared = hasattr(rules, "reveal")
    return new_game(rules.ID, options, players, 0 if shared else draw(st.integers(0, players - 1)))


def step(game, number):
    """Do the legal action, with the dice, that `number` encodes; return its record token."""
    number, choice = divmod(number, 8)
    legal = game.legal_actions()
    action = legal[0] if choice else legal[-1]  # go on in seven of eight cases
    movers = game.to_move()
    number, place = divmod(number, len(movers))
    if action != "roll":
        return game.apply(action, None, movers[place])
    count = game.dice_count()
    if count is None:
        least, most = game.dice_range()
        number, more = divmod(number, min(most - least + 1, 12))
        count = least + more
    low, high = game.FACES
    faces = []
    for _ in range(count):
        number, face = divmod(number, high - low + 1)
        faces.append(low + face)
    return game.apply(action, faces)


STEPS = st.lists(st.integers(0, 2**40), max_size=60)


@st.composite
def games(draw):
    """Draw a game of any variant in any reachable position."""
    game = draw(new_games())
    for number in draw(STEPS):
        if game.over:
            break
        step(game, number)
    return game


def identity(game):
    """Return the complete position as text."""
    return position_text(game, True)


def check_sound(game):
    """Assert the invariants of every position."""
    state = game.state()
    low, high = game.FACES
    scores, movers, legal = state["scores"], state["to_move"], tuple(state["legal"])
    assert game.ID == "pig_dice" or (min(scores) >= 0 and state["turn_total"] >= 0)
    assert state["turn"] >= 1 and state["roll_number"] >= 0
    assert all(low <= face <= high for face in state["dice"])
    assert state["dice"] or state["roll_number"] == 0
    least, most = game.dice_limits()
    assert not state["dice"] or least <= len(state["dice"]) <= most
    assert state["turn_total"] == 0 or state["roll_number"] > 0
    assert state["over"] == (not legal) == (not movers) == bool(state["winners"])
    if state["over"]:
        assert state["turn_total"] == state["roll_number"] == 0
        shares = game.outcome()
        assert len({below for _, below in shares}) == 1
        assert sum(above for above, _ in shares) == shares[0][1] == len(state["winners"])
        return
    assert game.outcome() is None
    assert legal in (("roll",), ("roll", "hold"), ("stand", "sit"))
    assert "hold" not in legal or state["roll_number"] > 0
    if state["roll_number"]:
        assert game.effect(tuple(state["dice"]))[3], "a turn goes on after a roll that ends it"
    target = state["options"].get("target", 10**9)
    if state["options"].get("end") == "first":
        assert max(scores) < target
    if game.SHARED_ROLL:
        assert any(state["standing"])
        assert legal == ("roll",) or all(state["standing"][p] for p in movers)
        assert state["roll_number"] or all(state["standing"])
    if game.ID == "gran_cerdo":
        assert 1 <= state["round"] <= 5
        assert state["most_rolls"][movers[0]] >= state["roll_number"]
        assert state["three_dice"] or (min(scores) <= 50 and len(state["dice"]) != 3)
    if game.closing >= 0:
        assert scores[game.closing] >= target
        assert state["options"]["end"] == "one_more_turn" or legal == ("roll",)


@examples(300)
@given(games())
def test_a_position_is_the_same_after_its_text_and_the_public_text_hides_choices(game):
    text = identity(game)
    copy, public = parse_position(text), parse_position(position_text(game))
    assert identity(copy) == text
    assert copy.state() == game.state()
    assert text.isascii() and text.isprintable() and len(text) <= RECORD_LIMIT
    for name in game.FIELDS:
        assert getattr(copy, name) == getattr(public, name) == getattr(game, name)
    for name in game.HIDDEN:
        assert getattr(copy, name) == getattr(game, name)
        assert not any(getattr(public, name))
        assert name + "=" not in position_text(game)


@examples(200)
@given(new_games(), STEPS, STEPS)
def test_a_record_replays_to_the_same_game(game, numbers, more):
    record = Record(game)
    for number in numbers:
        if not game.over:
            record.append(step(game, number), game)
    text = record.text()
    again, copy = replay(text)
    assert copy.text() == text
    assert again.state()["scores"] == game.state()["scores"]
    assert position_text(again) == position_text(game) or game.HIDDEN
    # A saved game continues from its position, including hidden choices.
    saved = parse_position(identity(game))
    record = Record(saved)
    for number in more:
        if not saved.over:
            record.append(step(saved, number), saved)
            assert len(record.text()) <= RECORD_LIMIT
    while getattr(saved, "choosing", False):  # hidden choices are not in the record
        record.append(saved.apply("sit", None, saved.to_move()[0]), saved)
    assert identity(replay(record.text())[0]) == identity(saved)


def check_read(text):
    """Assert that a text is properly refused, or is a game that can be played on."""
    try:
        game = parse_position(text)
    except RulesError as error:
        assert str(error)
        return
    check_sound(game)
    assert identity(parse_position(identity(game))) == identity(game)
    for number in range(1, 40):
        if game.over:
            break
        step(game, number * 7919)
        check_sound(game)


def another(value):
    """Return a strategy for the text of another value of the same type as `value`."""
    if isinstance(value, (bool, int)):
        return st.sampled_from(["0", "1", "2", "3", "10", "51", "100", "-1"])
    if isinstance(value, str):
        return st.sampled_from(["", "stand", "sit"])
    if isinstance(value, tuple):
        face = st.sampled_from(["1", "1", "2", "3", "6", "0"])
        return st.lists(face, min_size=1, max_size=4).map(",".join)
    return st.tuples(*[another(item) for item in value]).map(",".join)


@st.composite
def altered(draw):
    """Draw the text of a position with some fields replaced by values of the same type."""
    game = draw(games())
    words = identity(game).split()
    names = st.sampled_from(game.FIELDS + game.HIDDEN)
    for name in draw(st.lists(names, min_size=1, max_size=4, unique=True)):
        words = [word for word in words if not word.startswith(name + "=")]
        words.append(name + "=" + draw(another(getattr(game, name))))
    return " ".join(words)


@examples(300)
@given(altered())
def test_fields_that_do_not_fit_together_are_refused(text):
    check_read(text)


# What no game can reach, and records; each with its refusal.
POSITIONS, RECORDS = [
    [line.split(" | ") for line in part.splitlines() if line[:1] != "#"]
    for part in pathlib.Path(__file__).with_name("refused.txt").read_text("utf-8").split("\n\n")
]


@pytest.mark.parametrize("text, fault", POSITIONS)
def test_positions_that_no_game_can_reach(text, fault):
    with pytest.raises(BadText) as raised:
        parse_position("pp1 " + text)
    assert fault in str(raised.value)


@pytest.mark.parametrize("text, fault", RECORDS)
def test_a_record_names_the_step_that_is_refused(text, fault):
    with pytest.raises(RulesError) as raised:
        replay(text)
    assert str(raised.value) == fault


START = position_text(new_game("two_dice", {"target": 1000}, 2))


def test_usual_rounds_are_told_only_where_they_count():
    assert START == "pp1 two_dice double_one=wipe target=1000 end=first players=2 first=0"
    assert " rounds=5 " in position_text(new_game("two_dice", {"rounds": 5}))
    assert " rounds=10 " in position_text(new_game("two_dice", {"end": "rounds"}))


def longest():
    """Return a record of the longest length: over 1,100 two-digit tokens, every second a bust."""
    rolls = ("23", "41", "35", "16")
    text = START + " :"
    number = 0
    while len(text) + 5 <= RECORD_LIMIT:  # there is always room for a hold
        text += " " + rolls[number % len(rolls)]
        number += 1
    return text


def test_a_long_record_comes_back_and_needs_no_list_of_all_tokens():
    text = longest()
    replay(text)
    tracemalloc.start()
    record = replay(text)[1]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < len(text.split()) * sys.getsizeof("23") // 2
    assert record.text() == text and len(text) > RECORD_LIMIT - 6
    assert list(record.tokens()) == text.partition(":")[2].split()
    assert max(map(len, record.pieces())) <= PIECE


def test_a_record_begins_anew_only_before_a_step_without_room():
    """At the position before it. The steps have 1 to 40 dice, and the edge falls on any byte."""
    for shift in range(82):
        room = ROOM_FOR_PROOF * (shift % 2)
        game = new_game("hog", {"max_dice": 40})
        record = Record(game, room) if room else Record(game)
        for n in range(60):
            dice = 1 + (7 * n if n else shift // 2) % 40
            record.append(game.apply("roll", [1] * dice), game)
        assert record.rolls == 60 and max(map(len, record.pieces()[1:])) <= PIECE
        fits = True
        while fits:
            before, position = record.text(), position_text(game)
            token = game.apply("roll", [1] * 40)
            record.append(token, game)
            fits = len(before) + 1 + len(token) <= RECORD_LIMIT - room
            assert record.text() == f"{before if fits else position + ' :'} {token}"
        assert record.rolls == 1


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("pp1 pig : 4", []),
        ("pp1 pig : 4 h", [0]),
        ("pp1 pig : 4 h 1", []),
        ("pp1 pig players=3 first=1 : 4 h 3 h", [2]),
        ("pp1 pig target=4 : 4 h", []),
        ("pp1 skunk : 43 tt", []),
        ("pp1 skunk players=3 roll_number=1 dice=2,2 choosing=1 choices=sit,stand, :", [0, 1]),
    ],
)
def test_only_the_newest_choice_can_be_taken_back_and_any_last_step_on_demand(text, players):
    shorter = text.rpartition(" ")[0]
    for player in (None, 0, 1, 2, 3):
        if player in players or (players and player is None):
            game, record = undo(*replay(text), player)
            if game.SHARED_ROLL:
                left = [
                    ("sit", "stand")[n] for n in (0, 1) if n != (1 if player is None else player)
                ]
                assert [choice for choice in game.choices if choice] == left
            else:
                assert identity(game) == identity(replay(shorter)[0])
        else:
            with pytest.raises(IllegalAction, match="has nothing to take back"):
                undo(*replay(text), player)
    if not text.endswith(":"):
        game, record = undo(*replay(text), None, True)
        assert (identity(game), record.text()) == (
            identity(replay(shorter)[0]),
            replay(shorter)[1].text(),
        )


def test_the_largest_number_of_a_position():
    assert parse_position(f"pp1 pig turn={LARGEST}").turn == 10**18


def test_up_and_down_change_a_number_within_its_range_and_go_round_the_words():
    words = ("a", "b", "c")
    assert [stepped(n, (1, 9), step) for n in (1, 5, 9) for step in (1, -1)] == [2, 1, 6, 4, 9, 8]
    assert [stepped(word, words, 1) for word in words] == ["c", "a", "b"]
    assert [stepped(word, words, -1) for word in words] == ["b", "c", "a"]
