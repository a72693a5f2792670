"""At which turn total the computer players stop, where their rules say so in numbers."""

import pytest

from shared_rules.errors import UnknownStrategy
from shared_rules.game import HOLD, ROLL, SIT, STAND
from shared_rules.players.by_name import make, names
from shared_rules.players.crowd import SHARE, rival_to_beat
from shared_rules.variants import new_game


def at(variant, scores, turn=1, **options):
    """Return a game in mid-turn."""
    game = new_game(variant, options, len(scores))
    game.scores = list(scores)
    game.turn = turn
    game.roll_number = 1
    if variant == "gran_cerdo":
        game.three_dice = min(scores) > 50
    game.dice = (2,) * (game.dice_count() or 1)
    game.choosing = game.SHARED_ROLL
    return game


class SureHand:
    """A source of random numbers with which no level slips."""

    @staticmethod
    def below(n):
        return n - 1


def least(name, game, player=0):
    """Return the least turn total, 0 or more, at which the player stops."""
    strategy = make(name)
    for total in range(400):
        game.turn_total = total
        if strategy.choose(game, player, SureHand)[0] in (HOLD, SIT):
            return total
    raise AssertionError("it never stops")


# (variant, options, hold when level, race from so many points before the target)
RULES = [
    ("pig", {}, 21, 29),
    ("hog", {}, 21, 29),
    ("two_dice", {}, 18, 20),
    ("piggy", {}, 33, 30),
    ("piglet", {"target": 40}, 2, 2),
    ("pig_dice", {}, 33, 20),
    ("big", {"double_one": "add25"}, 32, 30),
    ("big", {"double_one": "bank25"}, 24, 25),
    ("big", {"double_one": "set25"}, 24, 25),
    ("big", {"double_one": "wipe"}, 23, 22),
    ("big", {"double_one": "bust"}, 23, 25),
    ("sevens", {"doubles": "double"}, 50, 40),
    ("sevens", {"doubles": "plain"}, 33, 30),
]


@pytest.mark.parametrize("variant, options, hold, race", RULES)
def test_keep_pace_and_end_race(variant, options, hold, race):
    def stop(*scores, player=0):
        return least("practical", at(variant, scores, **options), player)

    assert stop(0, 0) == hold
    assert stop(1, 8) == hold and stop(0, 8) == hold + 1 and stop(0, 16) == hold + 2
    assert stop(1, 0) == stop(8, 0) == hold - 1
    assert stop(0, 0, 8) == stop(0, 8, 0) == hold + 1  # the best rival counts
    target = options.get("target", 100)
    assert stop(0, target - race) == target
    assert stop(target - race, 0) == race
    assert stop(0, target - race - 1) == min(hold + (target - race - 1) // 8, target)
    ahead = hold - -(-(target - race - 1) // 8)
    assert stop(target - race - 1, 0) == max(0, min(ahead, race + 1))  # the latter wins


def test_alone_and_over_rounds():
    assert least("practical", at("pig", [30])) == 21
    assert least("practical", at("pig", [79])) == 21 and least("practical", at("pig", [80])) == 20
    assert least("practical", at("pig", [30], end="rounds")) == 20  # a roll no longer gains
    assert least("practical", at("pig", [0, 16], end="rounds")) == 23
    assert least("practical", at("pig", [0, 90], end="rounds")) == 32  # nothing to race to
    last = at("pig", [0, 16], turn=20, end="rounds")
    assert least("practical", last, 1) == 0  # ahead already
    last.scores = [16, 3]
    assert least("practical", last, 1) == 14


def test_who_may_still_answer_must_be_ahead():
    assert least("practical", at("pig", [104, 80], turn=2, end="equal_turns"), 1) == 25


@pytest.mark.parametrize("name, hold", [("practical", 20), ("easy", 20), ("hard", 20)])
@pytest.mark.parametrize("variant", ["skunk", "swine_herd"])
def test_shared_rolls_of_two(variant, name, hold):
    game = at(variant, [0, 0])
    assert least(name, game) == hold
    game.scores = [0, 16]
    assert least(name, game) == hold + 2
    game.scores = [16, 0]
    assert least(name, game) == hold


@pytest.mark.parametrize(
    "name, hold", [("practical", 20), ("careless", 24), ("easy", 24), ("medium", 20), ("hard", 28)]
)
def test_shared_rolls_of_three(name, hold):
    assert least(name, at("skunk", [0, 0, 0])) == hold


def test_the_last_round_once_all_rivals_sit():
    game = at("skunk", [10, 25, 30], turn=5)
    assert least("practical", game) == 22
    game.standing = [True, False, False]
    assert least("practical", game) == 21  # 31 points


def test_gran_cerdo():
    """In hundredths: 4276 level in the third round, and so on (docs/internals/tables.md)."""
    assert least("practical", at("gran_cerdo", [0, 0], turn=5)) == 43
    assert least("practical", at("gran_cerdo", [0, 0], turn=6), 1) == 43
    assert least("practical", at("gran_cerdo", [0, 10], turn=5)) == 48  # 47.66
    assert least("practical", at("gran_cerdo", [0, 0], turn=1)) == 56  # 55.34
    assert least("practical", at("gran_cerdo", [0, 0], turn=7)) == 37  # 36.47
    assert least("practical", at("gran_cerdo", [0, 46], turn=7)) == 60  # 59.01
    assert least("practical", at("gran_cerdo", [0, 0], turn=9)) == 30  # 30.18 less 1.01
    assert least("practical", at("gran_cerdo", [0, 67], turn=9)) == 62  # 30.18 less 1.01, and 32.83
    assert least("practical", at("gran_cerdo", [0, 0], turn=5, pair="nothing")) == 49
    assert least("practical", at("gran_cerdo", [0, 13], turn=7, pair="nothing")) == 50  # 49.01
    # With three dice, once both have more than 50.
    assert least("practical", at("gran_cerdo", [51, 76], turn=5)) == 21  # 13.27 and 25 * 0.30
    assert least("practical", at("gran_cerdo", [51, 51], turn=7)) == 13  # 13.27 less 0.45
    assert least("practical", at("gran_cerdo", [51, 51], turn=7, pair="nothing")) == 9  # 7.62, 1.18


def test_keep_pace_rounds_the_eighth():
    for rival, stop in ((0, 21), (3, 21), (4, 22), (11, 22), (12, 23), (70, 30), (71, 100)):
        assert least("keep_pace", at("pig", [0, rival])) == stop
    for mine, stop in ((4, 21), (5, 20), (70, 12), (71, 29)):
        assert least("keep_pace", at("pig", [mine, 0])) == stop
    # Elsewhere, and against one who has banked the target, it plays the practical rule.
    assert least("keep_pace", at("two_dice", [0, 4])) == 18
    assert least("keep_pace", at("pig", [100, 80], turn=2, end="equal_turns"), 1) == 21


def test_hold_at_and_tempers():
    assert least("hold7", at("pig", [0, 0])) == 7
    assert least("hold20", at("pig", [85, 0])) == 15
    # 5 faces in 6 gain 20 / 6 on average, 1 in 6 loses the total, which counts 2 / 3 or twice.
    assert least("gambler", at("pig", [0, 0])) == 30 and least("banker", at("pig", [0, 0])) == 10
    assert least("gambler", at("pig", [85, 0])) == least("banker", at("pig", [92, 0])) + 7 == 15
    # Near the end both play the practical rule.
    for name in ("gambler", "banker"):
        assert least(name, at("pig", [104, 80], turn=2, end="equal_turns"), 1) == 25


class Source:
    """A source of random numbers that gives the ones it was told."""

    def __init__(self, *numbers):
        self.numbers = list(numbers)
        self.asked = []

    def below(self, n):
        self.asked.append(n)
        return self.numbers.pop(0)


@pytest.mark.parametrize("name, slips", [("careless", 18), ("easy", 9), ("medium", 4), ("hard", 1)])
def test_a_level_slips_so_often_of_64(name, slips):
    def chosen(game, number):
        source = Source(number)
        return make(name).choose(game, 0, source), source.asked

    game = at("pig", [0, 0])
    game.turn_total = 5
    assert chosen(game, slips) == ((ROLL, None), [64])
    assert chosen(game, slips - 1) == ((HOLD, None), [64])
    game.turn_total = 60
    assert chosen(game, slips) == ((HOLD, None), [64])
    assert chosen(game, slips - 1) == ((ROLL, None), [64])
    # Not if it must roll, or stopping wins, or in the last turn.
    game.scores = [50, 0]
    assert chosen(game, 0) == ((HOLD, None), [])
    game = at("pig", [0, 0])
    game.roll_number, game.dice = 0, ()
    assert chosen(game, 0) == ((ROLL, None), [])
    assert chosen(at("pig", [0, 16], turn=19, end="rounds"), 0)[1] == [64]
    last = at("pig", [20, 16], turn=20, end="rounds")
    assert make(name).choose(last, 1, Source()) == (ROLL, None)
    shared = at("skunk", [0, 0])
    shared.turn_total = 5
    assert chosen(shared, slips) == ((STAND, None), [64])
    assert chosen(shared, slips - 1) == ((SIT, None), [64])


def test_a_slip_takes_any_number_of_dice():
    for draw, dice in ((0, 1), (1, 3), (2, 6), (3, 8), (4, 5)):
        game = new_game("fast", {"max_dice": 10})
        assert make("medium").choose(game, 0, Source(draw)) == (ROLL, dice)


@pytest.mark.parametrize(
    "name, most, dice",
    [("practical", 10, 5), ("practical", 3, 3), ("practical", 1, 1), ("gambler", 10, 8),
     ("gambler", 4, 4), ("banker", 10, 3), ("banker", 2, 2), ("banker", 1, 1)],
)  # fmt: skip
def test_the_number_of_dice_of_a_single_roll(name, most, dice):
    assert make(name).choose(new_game("fast", {"max_dice": most}), 0, Source()) == (ROLL, dice)
    # One die where the turn goes on.
    assert make(name).choose(new_game("hog", {"max_dice": most}), 0, Source()) == (ROLL, 1)


def test_the_random_player_takes_all_choices():
    game = at("pig", [0, 0])
    for number, action in ((0, ROLL), (1, HOLD)):
        source = Source(number)
        assert make("random").choose(game, 0, source) == (action, None) and source.asked == [2]
    source = Source(6)
    assert make("random").choose(new_game("hog", {"max_dice": 7}), 0, source) == (ROLL, 7)
    assert source.asked == [7]


def test_names():
    known = "careless easy medium hard practical keep_pace gambler banker hold20 random"
    assert names() == known.split(" ")
    assert (make("hold1").n, make("hold999").n) == (1, 999)
    for name in ("hold", "hold0", "hold1000", "easy1", "pig", "", "20", None, 3):
        with pytest.raises(UnknownStrategy) as raised:
            make(name)
        allowed = "perfect, " + ", ".join(names())
        assert str(raised.value) == (
            f"unknown strategy {name!r}; allowed: {allowed} (a number in a name is 1 to 999)"
        )


def test_the_best_of_several_rivals_is_moved_on():
    """By SHARE / 64 of the way; over rounds the way is 8 points for each turn that is left."""
    assert SHARE == (0, 8, 11, 12, 13, 14, 15, 15, 16)
    for players, share in enumerate(SHARE, 2):
        assert rival_to_beat(at("pig", [0, 36] + [0] * (players - 2)), 0) == 36 + share
    game = at("pig", [0, 36, 0], turn=7, end="rounds")
    assert rival_to_beat(game, 0) == 36 + 8 * 7 * 8 // 64  # (10 rounds * 3 - 7) // 3 turns
    game.scores, game.options["end"] = [0, 130, 0], "equal_turns"
    assert rival_to_beat(game, 0) == 130
