"""Train a small network on lessons to decide when to hold.

The loss is logistic. Each lesson is weighted by the win chance that the wrong choice costs, so that
the network learns to give away little. Two more outputs learn the worth of both choices.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pocketpig.simulation.gran_cerdo.policies import fill_inputs
from pocketpig.simulation.gran_cerdo.rolls import TURNS
from shared_rules.players.tables.gran_cerdo import FULL, SIZES

from .lessons import Lessons

Floats = NDArray[np.float32]

BATCH = 512
EPOCHS = 20
RATE = 4e-3
WORTH_WEIGHT = 0.2
EDGE = 0.01  # targets of worths are clipped to EDGE … 1 - EDGE


class Net(NamedTuple):
    """Layers of weights (from, to) and biases; outputs of hidden layers are clipped to 0 … 1."""

    weights: list[Floats]
    biases: list[Floats]


@njit
def inputs_of(states: NDArray[np.int64]) -> Floats:
    """Return the inputs, (n, SIZES[0]) between -1 and 1."""
    out = np.zeros((len(states), SIZES[0]), dtype=np.int64)
    for i in range(len(states)):
        s = states[i]
        fill_inputs(out[i], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8])
    return (out / FULL).astype(np.float32)


def forward(net: Net, x: Floats) -> list[Floats]:
    """Return `x` and the output of every layer, the last one without clipping."""
    given = [x]
    for layer, (w, b) in enumerate(zip(net.weights, net.biases)):
        y = given[-1] @ w + b
        given.append(np.clip(y, 0, 1) if layer < len(net.weights) - 1 else y)
    return given


def slope(given: Floats, holds: Floats, weight: Floats, hold: Floats, roll: Floats) -> Floats:
    """Return the derivative of the loss by the outputs."""
    chance = np.asarray(1 / (1 + np.exp(-given)), dtype=given.dtype)
    out = np.empty_like(chance)
    out[:, 0] = weight * (chance[:, 0] - holds)
    out[:, 1] = WORTH_WEIGHT * (chance[:, 1] - hold)
    out[:, 2] = WORTH_WEIGHT * (chance[:, 2] - roll)
    return out / np.float32(len(given))


def train(lessons: Lessons, seed: int) -> Net:
    """Return a network trained for EPOCHS passes by Adam, with a cosine learning rate."""
    random = np.random.default_rng(seed)
    x = inputs_of(lessons.states)
    gain = lessons.hold - lessons.roll
    holds = (gain > 0).astype(np.float32)
    weight = np.abs(gain)
    # In the last turn the player needs no network where holding wins or loses for certain.
    weight[(lessons.states[:, 0] == TURNS) & (lessons.hold != 0.5)] = 0
    weight /= weight.mean()
    hold, roll = (np.clip(worth, EDGE, 1 - EDGE) for worth in (lessons.hold, lessons.roll))
    weights = [
        (random.standard_normal((a, b)) * (1.5 / a) ** 0.5).astype(np.float32)
        for a, b in zip(SIZES, SIZES[1:])
    ]
    net = Net(weights, [np.full(b, 0.1, dtype=np.float32) for b in SIZES[1:]])
    parts = net.weights + net.biases
    first, second = ([np.zeros_like(part) for part in parts] for _ in range(2))
    steps = EPOCHS * (len(x) // BATCH)
    step = 0
    for _ in range(EPOCHS):
        order = random.permutation(len(x))
        for at in range(0, len(x) - BATCH + 1, BATCH):
            rows = order[at : at + BATCH]
            given = forward(net, x[rows])
            back = slope(given[-1], holds[rows], weight[rows], hold[rows], roll[rows])
            slopes_w: list[Any] = []
            slopes_b: list[Any] = []
            for layer in range(len(SIZES) - 2, -1, -1):
                slopes_w.insert(0, given[layer].T @ back)
                slopes_b.insert(0, back.sum(axis=0))
                open_ = (given[layer] > 0) & (given[layer] < 1)
                back = (back @ net.weights[layer].T) * open_
            step += 1
            rate = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
            for part, m, v, d in zip(parts, first, second, slopes_w + slopes_b):
                m += np.float32(0.1) * (d - m)
                v += np.float32(0.002) * (d * d - v)
                part -= np.float32(rate) * m / (np.sqrt(v) + np.float32(1e-7))
    return net
