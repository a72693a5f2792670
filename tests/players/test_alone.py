"""Best play of one player: compared with value iteration that shares nothing with it."""

import random
from itertools import product

import pytest

from shared_rules.game import HOLD, ROLL
from shared_rules.players.alone import advice
from shared_rules.thinking import answer_of
from shared_rules.variants import ids, new_game, variant_class
from tests.support.sampled import sampled

PAIRS = [(a, b) for a in range(1, 7) for b in range(1, 7)]
BUST, WIPE = 0, -1
# {game: what each equally likely roll adds; BUST or WIPE ends the turn}
ROLLS = {
    "pig": [BUST, 2, 3, 4, 5, 6],
    "two_dice bust": [BUST if 1 in pair else sum(pair) for pair in PAIRS],
    "two_dice wipe": [
        WIPE if pair == (1, 1) else BUST if 1 in pair else sum(pair) for pair in PAIRS
    ],
    "piggy": [BUST if a == b else a + b for a, b in PAIRS],
    "piglet": [BUST, 1],
}


def fewest_turns(rolls, target):
    """Return the expected turns from each score, by value iteration until nothing changes."""
    turns = [0.0] * target
    change = 1.0
    while change > 1e-10:
        before = list(turns)
        for score in range(target - 1, -1, -1):
            left = [0.0] * (target + 13)  # turns still to come, by the score if banked now
            for at in range(target - 1, score - 1, -1):
                ends = {BUST: turns[score], WIPE: turns[0]}
                rolled = sum(ends[n] if n in ends else left[at + n] for n in rolls) / len(rolls)
                left[at] = min(rolled, turns[at]) if at > score else rolled
            turns[score] = 1 + left[score]
        change = max(abs(a - b) for a, b in zip(before, turns))
    return turns


def asked(name, target, scores):
    """Return the expected turns of games that begin with these scores."""
    variant, _, word = name.partition(" ")
    found = []
    for score in scores:
        game = new_game(variant, {"target": target, **({"double_one": word} if word else {})}, 1)
        game.scores[0] = score
        found.append(answer_of(advice(game))["expected"])
    return found


@pytest.mark.parametrize("name, target", [*product(ROLLS, [1, 7, 30]), ("two_dice wipe", 60)])
def test_the_fewest_turns_are_those_of_value_iteration(name, target):
    # Wipes are repeated a few times.
    near = (1e-3 if target <= 30 else 1e-2) if "wipe" in name else 1e-6
    expected = fewest_turns(ROLLS[name], target)
    assert asked(name, target, range(target)) == pytest.approx(expected, abs=near)


def test_far_from_the_target_a_turn_gains_what_is_known_to_be_the_most():
    [near], [far] = [asked("pig", target, [0]) for target in (400, 1000)]
    assert 600 / (far - near) == pytest.approx(8.14, abs=0.05)


def sums(dice):
    """Return what each equally likely roll of so many dice adds; a 1 adds nothing."""
    return [BUST if 1 in faces else sum(faces) for faces in product(range(1, 7), repeat=dice)]


@pytest.mark.parametrize("most", [1, 2, 4])
def test_where_a_turn_is_one_roll_the_best_number_of_dice_is_known(most):
    """By plain recursion over the scores."""
    target = 25
    turns = dict.fromkeys(range(target, target + 30), 0.0)
    for score in range(target - 1, -1, -1):
        by_dice = {}
        for dice in range(1, most + 1):
            rolls = sums(dice)
            stays = rolls.count(BUST) / len(rolls)
            moves = sum(turns[score + n] for n in rolls if n != BUST) / len(rolls)
            by_dice[f"roll {dice}"] = (1 + moves) / (1 - stays)
        turns[score] = min(by_dice.values())
        game = new_game("fast", {"target": target, "max_dice": most}, 1)
        game.scores[0] = score
        answer = answer_of(advice(game))
        assert answer["expected"] == pytest.approx(turns[score])
        assert by_dice[answer["action"]] == pytest.approx(turns[score])


@pytest.mark.parametrize("total, action", [(19, "roll"), (21, HOLD)])
def test_in_rounds_a_roll_must_gain(total, action):
    """By hand: at 20 a roll of Pig gains as much as it loses, 20 in six rolls against 20."""
    game = new_game("pig", {"end": "rounds"}, 1)
    game.turn_total, game.roll_number, game.dice = total, 4, (4,)
    told = answer_of(advice(game))
    worths = told["expected_actions"]
    assert told["action"] == action and told["measure"] == "score"
    # The other turns do not change the difference of the choices.
    # In each of the nine others the best that is known of Pig is 8.14 points.
    assert worths[HOLD] == pytest.approx(total + 9 * 8.14, abs=0.05)
    rolled = 4 * 5 / 6 - total / 6 if total >= 20 else None
    assert rolled is None or worths["roll"] - worths[HOLD] == pytest.approx(rolled, abs=1e-9)


ALONE = [name for name in ids() if variant_class(name).MIN_PLAYERS == 1]


@pytest.mark.parametrize("variant", sampled([(name,) for name in ALONE], 3))
def test_the_worths_of_one_question_answer_those_of_the_rest_of_the_game(variant):
    source = random.Random(variant)
    game = new_game(variant, {"end": "rounds"} if variant == "pig_dice" else {}, 1)
    game.scores[0] = max(0, game.goal() - 30)
    solved = []
    first = None
    while not game.over and game.turn < 40:
        assert answer_of(advice(game, solved)) == answer_of(advice(game))
        first = first or solved[0]
        assert solved == [first]
        action = source.choice(game.legal_actions())
        low, high = game.dice_range() or [game.dice_count()] * 2
        dice = source.randint(low, min(high, 4))
        faces = [source.randint(*game.FACES) for _ in range(dice)]
        game.apply(action, faces if action == ROLL else None)
