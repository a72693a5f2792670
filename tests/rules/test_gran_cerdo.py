"""The arithmetic of Gran Cerdo's network, by hand. test_gran_cerdo_player.py has its play."""

import random
from math import exp
from types import SimpleNamespace

import pytest

from shared_rules.players.tables.gran_cerdo import (
    FULL,
    LOGIT,
    SHIFT,
    SIZES,
    _share_if_held,
    fill_inputs,
    outputs,
    worth,
)
from shared_rules.players.tables.table import ONE
from shared_rules.thinking import answer_of
from shared_rules.variants import new_game


@pytest.mark.parametrize(
    "position, inputs",
    [
        # 51 truffles if banked, one fewer than the other's; an oink fewer; the longest round is
        # ours. Victory points if held: -2 for the oink, 1 - 1 for the fifties, -5 and 3.
        (
            (37, 52, 14, 4, 1, -1, 5, 4),
            [14, 42, 18, 26, 25, -1, -3, -15, -120, -15, -60, 2, 74, 4, -24, -80, -45, 120, 120,
             48, 50, 120, 0, 0, -80, -120],
        ),
        (
            (60, 50, 0, 3, 0, 1, 2, 3),
            [0, 0, 30, 25, 30, 10, 30, 120, 120, 10, 40, 20, 20, 0, 24, 80, 30, 0, 0, 36, 30,
             -120, 0, 120, 80, 120],
        ),
        (
            (20, 20, 0, 1, 0, 0, 2, 2),
            [0, 0, 10, 10, 10, 0, 0, 0, 0, 0, 0, 40, 40, 40, 0, 0, 0, 0, 0, 12, 20, 0, 20, 0, 0,
             0],
        ),
        # Both longest rounds have as many rolls as this one.
        (
            (20, 20, 5, 2, 0, 0, 2, 2),
            [5, 15, 10, 10, 12, 5, 15, 75, 120, 0, 0, 50, 40, 40, 0, 0, 0, 0, 0, 24, 20, 0, 0, 120,
             100, 120],
        ),
    ],
)  # fmt: skip
def test_inputs(position, inputs):
    out = [None] * SIZES[0]
    fill_inputs(out, *position)
    assert out == inputs and len(out) == len(inputs)
    assert max(map(abs, out)) <= FULL


def neuron(factor, bias, *weights):
    signs = bytes(128 + weight for weight in weights)
    return factor.to_bytes(2, "little") + bias.to_bytes(4, "little", signed=True) + signs


def test_a_logit_becomes_a_chance():
    """By 1 / (1 + exp(-x)), exact to a thousandth at each half, and linear between them."""
    for halves in range(-11, 12):
        assert worth(halves * LOGIT // 2) / ONE == pytest.approx(
            1 / (1 + exp(-halves / 2)), abs=6e-4
        )
    for logit in range(1, 420, 7):
        assert worth(logit) / ONE == pytest.approx(1 / (1 + exp(-logit / LOGIT)), abs=0.004)
        assert abs(worth(logit) + worth(-logit) - ONE) <= 1
    assert worth(LOGIT // 4) == (500 + 122 // 2) * ONE // 1000
    assert worth(10**6) == worth(6 * LOGIT - 1) == 997 * ONE // 1000


@pytest.mark.parametrize("points, share", [([5, 3], ONE), ([3, 5], 0), ([4, 4], ONE // 2)])
def test_the_worth_of_holding_in_the_last_turn(points, share):
    last = SimpleNamespace(is_last_turn=lambda: True, points_if_banked=lambda: points)
    assert _share_if_held(last, 0) == share and _share_if_held(last, 1) == ONE - share
    assert _share_if_held(SimpleNamespace(is_last_turn=lambda: False), 0) is None


def test_the_network_of_a_turn_is_computed_layer_by_layer():
    """Against plain arithmetic, with made-up weights; the hidden layers are limited."""
    chance = random.Random(1)
    game = new_game("gran_cerdo")
    game.turn, game.roll_number, game.turn_total, game.scores = 4, 2, 17, [30, 41]
    xs = [0] * SIZES[0]
    fill_inputs(xs, 41, 30, 17, 2, 0, 0, 0, 0)
    data = b""
    for size in SIZES[1:]:
        out = []
        for _ in range(size):
            weights = [chance.randint(-9, 9) for _ in xs]
            bias, factor = chance.randint(-2000, 2000), chance.randint(1000, 9000)
            data += neuron(factor, bias, *weights)
            given = (bias + sum(x * weight for x, weight in zip(xs, weights))) * factor >> SHIFT
            out.append(given if size == SIZES[-1] else min(max(given, 0), 127))
        xs = out
    turns, head = 3, b"head" + bytes(2 * 5 + 2)
    rows = head + bytes(len(data)) * (turns - 1) + data  # that of turn 4 is the third

    def fill(at, buffer):
        buffer[:] = rows[at : at + len(buffer)]
        return len(buffer)

    table = SimpleNamespace(
        name="made up",
        section=lambda tag: (tag, 0, 2, 5, len(data), 4),
        reader=SimpleNamespace(fill=fill),
    )
    assert answer_of(outputs(SimpleNamespace(table=table), game, 1)) == xs
