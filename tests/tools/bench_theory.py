"""Measure the solver and the simulation for `make bench`."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from host_sim.drive.drive_files import drive_files
from pocketpig.simulation import compiled
from pocketpig.simulation.optimal import player_of
from pocketpig.solver.solve import solve

PEAK = """
from pocketpig.solver import solve
import resource
print(solve("pig").start(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


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


def games_a_second(work: Callable[[int], object], games: int) -> float:
    """Return the games a CPU second, after some that compile."""
    work(100)
    began = time.process_time()
    work(games)
    return games / (time.process_time() - began)


def figures() -> dict[str, float]:
    """Return the figures, in CPU seconds except `solve_all_seconds`."""
    return {
        "solve_pig_seconds": seconds(lambda: solve("pig")),
        "solve_pig_mib": pig_mib(),
        **solve_all(),
        "tables_bytes": tables_bytes(),
        "simulate_games_per_cpu_second": optimal_games_a_second(),
    }


if __name__ == "__main__":
    for name, value in figures().items():
        print(f"{name:38} {value:>14,.4f}", flush=True)
