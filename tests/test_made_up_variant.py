# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A new variant is one class: nothing else has to know of it for it to be played."""

import pytest

from shared_rules import variants
from shared_rules.chance import fall
from shared_rules.effects import BUST, add, set_total
from shared_rules.errors import BadDice, BadOption, BadText, UnknownVariant
from shared_rules.game import Game
from shared_rules.notation import Record, position_text
from shared_rules.options import END
from shared_rules.pcg32 import Pcg32
from shared_rules.players import make, names
from shared_rules.reading import parse_position, replay


@pytest.fixture
def toad():
    """The class of a variant that is known for as long as the test runs."""

    @variants.register
    class ToadInTheHole(Game):
        """Three eight-sided dice: the sum counts; a triple swallows the turn, all different
        beyond 20 makes the turn total `hole`."""

        ID = "toad_in_the_hole"
        NAME = "Toad in the Hole"
        DICE = 3
        FACES = (1, 8)
        OPTIONS = (("hole", 30, (10, 50)), ("target", 60, (1, 500)), END)

        def effect(self, faces):
            if len(set(faces)) == 1:
                return BUST
            if len(set(faces)) == 3 and sum(faces) > 20:
                return set_total(self.options["hole"])
            return add(sum(faces))

    yield ToadInTheHole
    del variants._classes["toad_in_the_hole"]


def play(game, strategies, source):
    """Play to the end; return the record."""
    record = Record(game)
    while not game.over:
        player = game.to_move()[0]
        action, dice = strategies[player].choose(game, player, source)
        assert action in game.legal_actions() and dice is None
        faces = fall(source, game.FACES, game.dice_count()) if action == "roll" else None
        record.append(game.apply(action, faces, player), game)
        assert parse_position(position_text(game)).state() == game.state()
    return record


def test_it_is_listed_and_made(toad):
    assert variants.ids()[-1] == "toad_in_the_hole" and len(variants.ids()) == 13
    assert variants.variant_class("toad_in_the_hole") is toad
    state = variants.new_game("toad_in_the_hole", {"hole": 40}, 5, 3).state()
    assert state["options"] == {"hole": 40, "target": 60, "end": "first"}
    assert (state["players"], state["to_move"], state["dice_count"]) == (5, [3], 3)
    assert (state["phase"], state["legal"]) == ("roll", ["roll"])


def test_a_game_by_hand(toad):
    game = variants.new_game("toad_in_the_hole")
    for faces, total in (((8, 8, 1), 17), ((2, 3, 4), 26), ((8, 7, 6), 30), ((1, 1, 2), 34)):
        game.apply("roll", faces)
        assert (game.turn_total, game.player) == (total, 0)
    game.apply("roll", (5, 5, 5))
    assert (game.turn_total, game.player, game.scores) == (0, 1, [0, 0])
    for _ in range(2):
        game.apply("roll", (8, 8, 7))
        game.apply("roll", (8, 8, 7))
        game.apply("hold")
        if not game.over:
            game.apply("roll", (1, 1, 1))
    assert game.over and game.winners() == [1] and game.scores == [0, 92]


def test_it_plays_through_records_texts_and_computer_players(toad):
    source = Pcg32(13)
    strategies = [make(name) for name in names()]
    for end in ("first", "equal_turns"):
        game = variants.new_game("toad_in_the_hole", {"end": end}, len(strategies))
        record = play(game, strategies, source)
        again, copy = replay(record.text())
        assert copy.text() == record.text()
        assert again.state() == game.state() and again.winners()


def test_its_chances(toad):
    denominator, outcomes = variants.new_game("toad_in_the_hole").chance_outcomes()
    weights = {effect: weight for weight, effect in outcomes}
    assert denominator == 8**3 == sum(weights.values())
    assert weights[BUST] == 8
    assert weights[set_total(30)] == 6  # 8 + 7 + 6 alone, in any order


def test_it_is_checked_like_the_others(toad):
    with pytest.raises(BadOption, match="10 to 50"):
        variants.new_game("toad_in_the_hole", {"hole": 51})
    with pytest.raises(BadDice, match="1 to 8"):
        variants.new_game("toad_in_the_hole").apply("roll", (1, 2, 9))
    with pytest.raises(BadText, match="2 dice, and a roll has 3 to 3"):
        parse_position("pp1 toad_in_the_hole dice=1,2")


def test_it_is_gone_with_its_class():
    assert "toad_in_the_hole" not in variants.ids()
    with pytest.raises(UnknownVariant):
        variants.new_game("toad_in_the_hole")
