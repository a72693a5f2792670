# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Measure the solver and the simulation for `make bench`, beside OpenSpiel (the extra `peers`).

Both solve Pig, and play it with one policy: the players hold at 20, or when that wins. OpenSpiel's
states are C++, and a loop in Python moves them, as its own Python algorithms do. Such a loop moves
the rules of `shared_rules` too. The games of `pocketpig simulate` are compiled.
"""

import importlib.util
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from host_sim.drive.drive_files import drive_files
from pocketpig.simulation import compiled, contest
from pocketpig.simulation.optimal import player_of
from pocketpig.simulation.plain import PlainRace
from pocketpig.solver.solve import solve
from shared_rules.chance import Pcg32
from shared_rules.players import make

PEAK = """
from pocketpig.solver import solve
import resource
print(solve("pig").start(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""

# Small enough for OpenSpiel, large enough that Python's overhead is negligible.
WINSCORE = 30
TOLERANCE = 1e-6
TARGET = 100
HOLD = "hold20"
HOLD_AT = 20
ROLL_ACTION, HOLD_ACTION = 0, 1


def seconds(work: Callable[[], Any], times: int = 5) -> float:
    """Return the CPU seconds of the fastest of several runs, after one run that compiles."""
    work()
    spent = []
    for _ in range(times):
        began = time.process_time()
        work()
        spent.append(time.process_time() - began)
    return min(spent)


def pig_mib() -> float:
    """Return the peak memory in MiB of a process that solves Pig, with interpreter and compiler."""
    run = subprocess.run([sys.executable, "-c", PEAK], capture_output=True, text=True, check=True)
    peak = int(run.stdout.split()[1])
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


def solve_all() -> dict[str, float]:
    """Return the seconds to make every table of the product: solve, compile, write."""
    with tempfile.TemporaryDirectory() as folder:
        places = {"POCKETPIG_CACHE": f"{folder}/cache", "NUMBA_CACHE_DIR": f"{folder}/numba"}
        command = [sys.executable, "-m", "host_sim.cli", "solve", "all", "--tables", folder]
        before, began = os.times(), time.perf_counter()
        subprocess.run(command, env={**os.environ, **places}, capture_output=True, check=True)
        passed, after = time.perf_counter() - began, os.times()
    spent = after.children_user + after.children_system
    spent -= before.children_user + before.children_system
    return {"solve_all_seconds": passed, "solve_all_cpu_seconds": spent}


def tables_bytes() -> int:
    """Return the bytes of all tables on the drive."""
    files = drive_files(source=True)
    return sum(len(data) for name, data in files.items() if name.startswith("tables/"))


def optimal_games_a_second() -> float:
    """Return the games a CPU second between two optimal players, with Pig solved beforehand."""
    race = compiled("pig", {}, [0, 0], [player_of("perfect", "pig", {})], 1)
    race.play(50_000)
    return games_a_second(race.play, 2_000_000)


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
    """Return the figures, in CPU seconds except `solve_all_seconds`; OpenSpiel's if it is there."""
    found = {
        "solve_pig_seconds": seconds(lambda: solve("pig")),
        "solve_pig_mib": pig_mib(),
        **solve_all(),
        "tables_bytes": tables_bytes(),
        "simulate_games_per_cpu_second": optimal_games_a_second(),
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
