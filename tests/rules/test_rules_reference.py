"""The engine compared with a second implementation of the rules in random games."""

import random
from itertools import product

import pytest

from shared_rules.errors import BadDice, BadOption, BadPlayers, IllegalAction, UnknownVariant
from shared_rules.notation import position_text
from shared_rules.variants import ids, new_game
from tests.rules.made_up import ALL, make_known
from tests.support.reference_rules import VARIANTS, Reference, Refused

ACTIONS = ("roll", "hold", "stand", "sit", "", "over", "Roll", None, 0)
QUICK = {"gran_cerdo": 37}  # short games with rare events: three aces, the third die in mid-round
GAMES_A_VALUE = 1000  # of each option that is a word; the settings are all combinations
LONGEST = 1500


def settings():
    """Return (variant, options): every value of every option, with defaults and in combinations."""
    found = []
    for variant, (_, _, options) in VARIANTS.items():
        words = {name: allowed for name, (_, allowed) in options.items() if type(allowed) is tuple}
        found += [(variant, dict(zip(words, row))) for row in product(*words.values())]
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


def refused_by_both(game, reference, player, action, faces):
    """Try one illegal action on both engines; assert that neither changes."""
    before, text = game.state(), position_text(game, True)
    counted = action == "roll" and isinstance(faces, list) and faces and reference.choosing_dice()
    number = len(faces) if counted else None
    with pytest.raises(Refused):
        reference.act(player, action, faces, number)
    with pytest.raises((IllegalAction, BadDice)) as raised:
        game.apply(action, faces, player)
    if isinstance(raised.value, IllegalAction):
        assert list(raised.value.legal) == reference.legal()
        assert list(raised.value.to_move) == reference.to_move()
    assert game.state() == before == reference.state()
    assert position_text(game, True) == text


def offer_what_is_illegal(dice, game, reference):
    """Try some illegal actions."""
    movers, legal = reference.to_move(), reference.legal()
    everyone = list(range(-1, reference.players + 1))
    strangers = [player for player in everyone if player not in movers] + ["0", 0.0, 1.0, True]
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
            dice.choice((None, 3, "6", "")),
        ]
        if not reference.choosing_dice() and len(good) > 1:
            bad.append(good[:-1])
        refused_by_both(game, reference, movers[0], "roll", dice.choice(bad))
    elif legal:
        refused_by_both(game, reference, movers[0], legal[0], [2])


def play(seed, variant, options, players):
    """Play a random game in the engine and in the reference."""
    dice = random.Random(seed)
    first = 0 if variant in ("skunk", "swine_herd") else dice.randrange(players)
    game = new_game(variant, options, players, first)
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


def fewest_of(variant, options):
    """Return the least number of players: some ends need others."""
    alone = options.get("end", VARIANTS[variant][2].get("end", [""])[0]) in ("first", "rounds")
    return VARIANTS[variant][0] if alone else 2


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("setting", settings(), ids=name_of)
def test_random_games_are_the_same_in_both(setting, every):
    variant, words = setting
    fewest, most = fewest_of(variant, words), VARIANTS[variant][1]
    games = QUICK.get(variant, 4)
    if every:
        others = [options for name, options in settings() if name == variant]
        alike = [sum(o[name] == value for o in others) for name, value in words.items()]
        games = -(-GAMES_A_VALUE // min(alike, default=1))
    for number in range(games):
        seed = f"{name_of(setting)} {number}"
        dice = random.Random(seed)
        players = (fewest, most, dice.randint(fewest, most), fewest)[number % 4]
        play(seed, variant, random_options(dice, variant, words), players)


def test_both_know_the_same_variants():
    assert ids() == list(VARIANTS)


def test_variants_from_elsewhere_follow_by_name(monkeypatch):
    for variant in ALL:
        make_known(monkeypatch, variant)
    assert ids() == [*VARIANTS, "goats", "kraken", "toad_in_the_hole"]


def same_start(kind, *arguments):
    """Assert that both make the same game of the arguments, or the engine raises `kind`."""
    try:
        expected = Reference(*arguments).state()
    except Refused:
        with pytest.raises(kind):
            new_game(*arguments)
    else:
        assert new_game(*arguments).state() == expected


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_every_number_of_players_and_every_first_player(variant):
    fewest, most = fewest_of(variant, {}), VARIANTS[variant][1]
    for players in range(-1, 33):
        same_start(BadPlayers, variant, {}, players)
        if fewest <= players <= min(most, 10) or players == most:
            play(f"players {players}", variant, {}, players)
    for first in range(-1, fewest + 1):
        same_start(BadPlayers, variant, {}, fewest, first)


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_one_who_brings_too_few_players_is_told_the_least(variant):
    least = VARIANTS[variant][0]
    with pytest.raises(BadPlayers, match=f"allowed: {least}"):
        new_game(variant, {}, least - 1)


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_the_same_option_values_are_taken(variant):
    words = {"first", "equal_turns", "one_more_roll", "wipe", "bust", "add25", "bank25", "set25"}
    words |= {"double", "plain", "end", "zero", "sum", "nothing", "", "roll", "banked", "round"}
    words |= {"one_more_turn", "rounds"}
    values = sorted(words) + [-1, 0, 1, 2, 40, 41, 99, 1000, 1001, 1.0, True, False, None, "100"]
    values += [[], (), {}, 10**9]
    names = "target end double_one doubles seven max_dice pair gift rounds x".split()
    for name in (*names, ""):
        for value in values:
            same_start(BadOption, variant, {name: value})


def test_an_unknown_option_is_refused_with_all_that_are_known():
    with pytest.raises(BadOption, match="option 'x'; allowed: max_dice, target, end, rounds$"):
        new_game("hog", {"x": 1})


@pytest.mark.parametrize("bad", ["pigs", "", "PIG", "game", "__init__", "..pig", None, 3, ["pig"]])
def test_an_unknown_variant_is_refused_with_all_that_are_known(bad):
    with pytest.raises(UnknownVariant) as raised:
        new_game(bad)
    assert all(word in str(raised.value) for word in (repr(bad), *VARIANTS))
