# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Measure the moves of the public package `pocketpig` for `make bench`.

The comparison is with a deep copy of the state before each move, so that the move can be taken
back: what the package did before, and what a caller would do who has no `undo`.
"""

import copy
import time
from collections.abc import Callable

import pocketpig

GAMES = 30
ROUNDS = 12
HOLD_AT = 20


def play(variant: str, before_move: Callable[[pocketpig.Game], object]) -> int:
    """Play games in which all hold at 20; return the number of moves."""
    moves = 0
    for seed in range(GAMES):
        game = pocketpig.new_game(variant, seed=seed)
        while not game.over:
            holds = game.turn_total >= HOLD_AT and "hold" in game.legal_actions
            before_move(game)
            game.act("hold" if holds else "roll")
            moves += 1
    return moves


def moves_a_second(variant: str, ways: list[Callable[[pocketpig.Game], object]]) -> list[float]:
    """Return the moves a CPU second of each of the `ways`, the best of rounds that take turns."""
    best = [0.0] * len(ways)
    for _ in range(ROUNDS):
        for number, way in enumerate(ways):
            began = time.process_time()
            moves = play(variant, way)
            best[number] = max(best[number], moves / (time.process_time() - began))
    return best


def figures() -> dict[str, float]:
    """Return the figures of Pig: moves a CPU second in place, with a copy, and their ratio."""
    in_place, copied = moves_a_second(
        "pig", [lambda game: None, lambda game: copy.deepcopy(game.rules)]
    )
    return {
        "api_moves_per_cpu_second": in_place,
        "api_moves_with_copy_per_cpu_second": copied,
        "api_moves_ratio": in_place / copied,
    }


if __name__ == "__main__":
    for name, value in figures().items():
        print(f"{name:38} {value:>14,.3f}", flush=True)
