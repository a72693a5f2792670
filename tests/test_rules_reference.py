# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The engine compared with a second implementation of the rules in random games.

Both get the same dice and actions; after each action the whole states must be equal. Illegal
actions in between must be refused by both and change nothing.
"""

import random

import pytest

from shared_rules.errors import BadDice, BadOption, BadPlayers, IllegalAction, RulesError
from shared_rules.game import Game
from shared_rules.notation import position_text
from shared_rules.variants import ids, new_game
from tests.reference_rules import VARIANTS, Reference, Refused

ACTIONS = ("roll", "hold", "stand", "sit")
GAMES_PER_SETTING = 16
GAMES_OF_GRAN_CERDO = 150  # short games with rare events: three aces, the third die in mid-round
LONGEST = 1500


def settings():
    """Return (variant, options): every value of every option, with defaults and in combinations."""
    found = []
    for variant, (_, _, options) in VARIANTS.items():
        rows = [{}]
        words = {name: allowed for name, (_, allowed) in options.items() if type(allowed) is tuple}
        for name, allowed in words.items():
            rows = [dict(row, **{name: value}) for row in rows for value in allowed]
        for row in rows:
            found.append((variant, row))
    return found


def name_of(setting):
    variant, options = setting
    return "-".join([variant] + list(options.values()))


def random_options(dice, variant, words):
    """Return the words of a setting, with integers for the other options, often the extremes."""
    options = dict(words)
    for name, (default, allowed) in VARIANTS[variant][2].items():
        if isinstance(allowed, range):
            choices = [allowed[0], allowed[-1], default, dice.choice(allowed[:60])]
            if name == "target":
                choices += [30, 60, default]
            options[name] = dice.choice(choices)
    return options


def random_roll(dice, reference, luck):
    """Return (number of dice or None, faces); the more `luck`, the fewer ones."""
    count = reference.dice_count()
    number = None
    if count is None:
        most = reference.options["max_dice"]
        number = count = min(dice.choice((1, 2, 3, dice.randint(1, most))), most)
    faces = []
    for die in range(count):
        allowed = reference.faces_of(die)
        face = dice.choice(allowed)
        if face == allowed[0] and dice.random() < luck:
            face = dice.choice(allowed)
        faces.append(face)
    if count > 1 and dice.random() < 0.1:  # test doubles and triples more often
        faces = [dice.choice(reference.faces_of(0))] * count
    return number, faces


def whole(game):
    """Return the complete position as text; nothing of a game that is not in this process."""
    return position_text(game, True) if isinstance(game, Game) else ""


def refused_by_both(game, reference, player, action, faces):
    """Try one illegal action on both engines; assert that neither changes."""
    before, text = game.state(), whole(game)
    number = len(faces) if action == "roll" and faces and reference.choosing_dice() else None
    with pytest.raises(Refused):
        reference.act(player, action, faces, number)
    with pytest.raises((IllegalAction, BadDice)) as raised:
        game.apply(action, faces, player)
    if isinstance(raised.value, IllegalAction):
        assert list(raised.value.legal) == reference.legal()
        assert list(raised.value.to_move) == reference.to_move()
    assert game.state() == before == reference.state()
    assert whole(game) == text


def offer_what_is_illegal(dice, game, reference):
    """Try some illegal actions."""
    movers, legal = reference.to_move(), reference.legal()
    everyone = list(range(-1, reference.players + 1))
    strangers = [player for player in everyone if player not in movers]
    _, good = (None, [2]) if reference.over else random_roll(dice, reference, 0)
    action = dice.choice(ACTIONS)
    refused_by_both(
        game, reference, dice.choice(strangers), action, good if action == "roll" else None
    )
    for action in ACTIONS:
        if action not in legal:
            for player in movers or everyone[:2]:
                refused_by_both(game, reference, player, action, good if action == "roll" else None)
    if "roll" in legal:
        too_many = reference.options["max_dice"] if reference.choosing_dice() else len(good)
        bad = [
            [],
            good + [good[0]] * (too_many - len(good) + 1),
            good[:-1] + [dice.choice((7, -1, 1.0, "1", None, True))],
            [2 if reference.variant == "piglet" else 0] + good[1:],
        ]
        if not reference.choosing_dice() and len(good) > 1:
            bad.append(good[:-1])
        refused_by_both(game, reference, movers[0], "roll", dice.choice(bad))
    elif legal:
        with pytest.raises(Refused):
            reference.act(movers[0], legal[0], [2])


def play(seed, variant, options, players, new=new_game):
    """Play a random game in the engine that `new` makes and in the reference; return the first."""
    dice = random.Random(seed)
    first = 0 if variant in ("skunk", "swine_herd") else dice.randrange(players)
    game = new(variant, options, players, first)
    reference = Reference(variant, options, players, first)
    boldness = dice.choice((0.3, 0.6, 0.8, 0.9))
    luck = dice.choice((0, 0.5, 0.9))
    steps = 0
    assert game.state() == reference.state()
    while not reference.over and steps < LONGEST:
        if dice.random() < 0.05:
            offer_what_is_illegal(dice, game, reference)
        player = dice.choice(reference.to_move())
        legal = reference.legal()
        action = legal[0] if len(legal) == 1 or dice.random() < boldness else legal[1]
        number, faces = random_roll(dice, reference, luck) if action == "roll" else (None, None)
        reference.act(player, action, faces, number)
        game.apply(action, faces, player)
        assert game.state() == reference.state(), (variant, options, action, faces)
        steps += 1
    if reference.over:
        offer_what_is_illegal(dice, game, reference)
    return game


@pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("setting", settings(), ids=name_of)
def test_random_games_are_the_same_in_both(setting, share):
    variant, words = setting
    fewest, most, _ = VARIANTS[variant]
    games = GAMES_OF_GRAN_CERDO if variant == "gran_cerdo" else GAMES_PER_SETTING
    for number in range(games // share):
        seed = f"{name_of(setting)} {number}"
        dice = random.Random(seed)
        players = (fewest, most, dice.randint(fewest, most), fewest)[number % 4]
        play(seed, variant, random_options(dice, variant, words), players)


def test_both_know_the_same_variants():
    assert ids() == [
        "pig",
        "two_dice",
        "big",
        "sevens",
        "piggy",
        "fast",
        "hog",
        "skunk",
        "swine_herd",
        "pig_dice",
        "piglet",
        "gran_cerdo",
    ]
    assert sorted(ids()) == sorted(VARIANTS)


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_every_number_of_players(variant):
    fewest, most, _ = VARIANTS[variant]
    for players in range(-1, 33):
        if fewest <= players <= most:
            assert new_game(variant, {}, players).state() == Reference(variant, {}, players).state()
            play(f"players {players}", variant, {}, players)
        else:
            with pytest.raises(BadPlayers):
                new_game(variant, {}, players)


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_every_first_player(variant):
    fewest, most, _ = VARIANTS[variant]
    for first in range(-1, fewest + 1):
        try:
            expected = Reference(variant, {}, fewest, first).state()
        except Refused:
            with pytest.raises(BadPlayers):
                new_game(variant, {}, fewest, first)
        else:
            assert new_game(variant, {}, fewest, first).state() == expected


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_the_same_option_values_are_taken(variant):
    words = {"first", "equal_turns", "one_more_roll", "wipe", "bust", "add25", "bank25", "set25"}
    words |= {"double", "plain", "end", "zero", "sum", "nothing", "", "roll"}
    values = sorted(words) + [-1, 0, 1, 2, 40, 41, 99, 1000, 1001, 1.0, True, False, None, "100"]
    values += [[], (), {}, 10**9]
    for name in ("target", "end", "double_one", "doubles", "seven", "max_dice", "pair", "x", ""):
        for value in values:
            try:
                expected = Reference(variant, {name: value}).state()
            except Refused:
                with pytest.raises(BadOption):
                    new_game(variant, {name: value})
            else:
                assert new_game(variant, {name: value}).state() == expected


class TestWhatIsRefusedSaysWhatIsAllowed:
    def message(self, kind, *arguments):
        with pytest.raises(kind) as raised:
            new_game(*arguments)
        assert isinstance(raised.value, RulesError)
        return str(raised.value)

    def test_an_unknown_variant(self):
        for bad in ("pigs", "", "PIG", "game", "__init__", "..pig", None, 3, ["pig"]):
            with pytest.raises(RulesError) as raised:
                new_game(bad)
            assert type(raised.value).__name__ == "UnknownVariant"
            assert repr(bad) in str(raised.value)
            for variant in VARIANTS:
                assert variant in str(raised.value)

    def test_an_unknown_option(self):
        message = self.message(BadOption, "two_dice", {"taget": 50})
        assert "'taget'" in message
        for name in ("double_one", "target", "end"):
            assert name in message

    def test_a_word_that_is_no_value(self):
        message = self.message(BadOption, "big", {"double_one": "add26"})
        for word in ("double_one", "'add26'", "add25", "bank25", "set25", "wipe", "bust"):
            assert word in message

    def test_a_number_out_of_range(self):
        message = self.message(BadOption, "hog", {"max_dice": 41})
        for word in ("max_dice", "41", "1 to 40"):
            assert word in message

    def test_too_many_players(self):
        message = self.message(BadPlayers, "pig", {}, 11)
        for word in ("11", "2", "10"):
            assert word in message
        message = self.message(BadPlayers, "gran_cerdo", {}, 3)
        assert "3" in message and "2" in message

    def test_a_first_player_who_does_not_play(self):
        message = self.message(BadPlayers, "pig", {}, 4, 4)
        assert "4" in message and "0" in message and "3" in message
        message = self.message(BadPlayers, "skunk", {}, 4, 1)
        assert "1" in message and "0" in message

    def test_a_hold_before_the_first_roll(self):
        game = new_game("pig")
        with pytest.raises(IllegalAction) as raised:
            game.apply("hold")
        assert "hold" in str(raised.value) and "roll" in str(raised.value)

    def test_a_player_not_to_move(self):
        with pytest.raises(IllegalAction) as raised:
            new_game("pig", {}, 3, 1).apply("roll", [3], 2)
        assert "2" in str(raised.value) and "1" in str(raised.value)

    def test_after_the_end(self):
        game = new_game("piglet", {"target": 1})
        game.apply("roll", [1])
        game.apply("hold")
        with pytest.raises(IllegalAction) as raised:
            game.apply("roll", [1])
        assert "over" in str(raised.value)
        assert list(raised.value.legal) == [] and list(raised.value.to_move) == []

    def test_more_dice_than_allowed(self):
        with pytest.raises(BadDice) as raised:
            new_game("hog", {"max_dice": 3}).apply("roll", [2, 2, 2, 2])
        assert "4" in str(raised.value) and "1 to 3" in str(raised.value)

    def test_faces_that_cannot_fall(self):
        with pytest.raises(BadDice) as raised:
            new_game("pig").apply("roll", [7])
        assert "7" in str(raised.value) and "1 to 6" in str(raised.value)
        with pytest.raises(BadDice) as raised:
            new_game("piglet").apply("roll", [2])
        assert "2" in str(raised.value) and "0 to 1" in str(raised.value)
