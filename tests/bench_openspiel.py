# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Compare with OpenSpiel (the extra `peers`): solving Pig, and playing it with one policy.

Both players hold at 20, or when that wins. OpenSpiel's states are C++, and a loop in Python moves
them, as its own Python algorithms do. Such a loop moves the rules of `shared_rules` too. The games
of `pocketpig simulate` are compiled.
"""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Callable

from host_sim.theory.simulation import contest
from host_sim.theory.simulation.plain import PlainRace
from host_sim.theory.solver.solve import solve
from shared_rules.pcg32 import Pcg32
from shared_rules.players import make
from tests.bench_solver import seconds

# Small enough for OpenSpiel, large enough that Python's overhead is negligible.
WINSCORE = 30
TOLERANCE = 1e-6
TARGET = 100
HOLD = "hold20"
HOLD_AT = 20
ROLL_ACTION, HOLD_ACTION = 0, 1


def is_installed() -> bool:
    """True if OpenSpiel and what its algorithms import are installed."""
    return all(importlib.util.find_spec(name) for name in ("pyspiel", "cvxpy"))


def value_iteration(winscore: int, tolerance: float = TOLERANCE) -> tuple[float, float]:
    """Return (CPU seconds, first player's value from -1 to 1) of OpenSpiel's value iteration."""
    import pyspiel
    from open_spiel.python.algorithms.value_iteration import value_iteration

    game = pyspiel.load_game(f"pig(players=2,winscore={winscore})")
    began = time.process_time()
    values = value_iteration(game, -1, tolerance, cyclic_game=True)
    return time.process_time() - began, values[str(game.new_initial_state())]


def play(games: int, seed: int = 1) -> float:
    """Play games of Pig in OpenSpiel; return the share that the first player wins."""
    import pyspiel

    # By default a game ends without a winner after 1,000 actions.
    game = pyspiel.load_game(f"pig(players=2,winscore={TARGET},horizon=1000000)")
    draw = random.Random(seed).randrange
    won = 0
    for _ in range(games):
        state = game.new_initial_state()
        # Reading them from the state's text or tensor would take longer.
        scores, player, total = [0, 0], 0, 0
        while not state.is_terminal():
            if state.is_chance_node():
                face = draw(6)
                state.apply_action(face)
                total += face + 1
                if face == 0:
                    player, total = 1 - player, 0
            elif total >= HOLD_AT or scores[player] + total >= TARGET:
                state.apply_action(HOLD_ACTION)
                scores[player] += total
                player, total = 1 - player, 0
            else:
                state.apply_action(ROLL_ACTION)
        won += state.returns()[0] > 0.0
    return won / games


def play_rules(games: int) -> None:
    """Play games of Pig by the rules of `shared_rules`."""
    PlainRace("pig", {}, [make(HOLD), make(HOLD)], Pcg32(1)).play(games)


def play_compiled(games: int) -> float:
    """Play games of Pig as `pocketpig simulate` does; return the share that the first wins."""
    return contest("pig", [HOLD, HOLD], games, 1).tally.rate(0, 0)[0]


def games_a_second(work: Callable[[int], object], games: int) -> float:
    """Return the games a CPU second, after some that compile."""
    work(100)
    began = time.process_time()
    work(games)
    return games / (time.process_time() - began)


def figures() -> dict[str, float]:
    """Return the figures for `make bench`; without OpenSpiel only ours."""
    found = {
        "solve_pig_30_seconds": seconds(lambda: solve("pig", {"target": WINSCORE})),
        "hold20_rules_games_per_cpu_second": games_a_second(play_rules, 1000),
        "hold20_games_per_cpu_second": games_a_second(play_compiled, 1_000_000),
    }
    if is_installed():
        spent, _ = value_iteration(WINSCORE)
        found["openspiel_solve_pig_30_seconds"] = spent
        found["openspiel_hold20_games_per_cpu_second"] = games_a_second(play, 2000)
        found["openspiel_ratio_30"] = spent / found["solve_pig_30_seconds"]
    else:
        print("openspiel: left out, OpenSpiel is not installed (extra: peers)")
    return found


if __name__ == "__main__":
    for name, value in figures().items():
        print(f"{name:38} {value:>14,.4f}", flush=True)
