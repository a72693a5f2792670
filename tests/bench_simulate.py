# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Measure how many games of optimal Pig are simulated a CPU second, without compilation."""

from __future__ import annotations

import time

from host_sim.theory.simulation import compiled
from host_sim.theory.simulation.optimal import player_of

FIRST = 50_000
GAMES = 2_000_000


def games_per_cpu_second() -> float:
    """Return the games a CPU second between two optimal players, with Pig solved beforehand."""
    race = compiled("pig", {}, [0, 0], [player_of("perfect", "pig", {})], 1)
    race.play(FIRST)
    began = time.process_time()
    race.play(GAMES)
    return GAMES / (time.process_time() - began)


def figures() -> dict[str, float]:
    """Return the figures for `make bench`."""
    return {"simulate_games_per_cpu_second": games_per_cpu_second()}


if __name__ == "__main__":
    for name, value in figures().items():
        print(f"{name} {value:,.0f}")
