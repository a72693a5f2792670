# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""How many games of optimal Pig a second of processor time simulates, compilation left out."""

from __future__ import annotations

import time

from host_sim.theory.simulation import compiled
from host_sim.theory.simulation.optimal import player_of

FIRST = 50_000
GAMES = 2_000_000


def games_per_cpu_second(method: str) -> float:
    """Between two optimal players, once the positions of Pig have been asked for."""
    race = compiled("pig", {}, [0, 0], [player_of("perfect", "pig", {})], 1, method)
    race.play(FIRST)
    began = time.process_time()
    race.play(GAMES)
    return GAMES / (time.process_time() - began)


def figures() -> dict[str, float]:
    """For the table of `make bench`: by single rolls, the very games of `Game`, and by turns."""
    return {
        "simulate_games_per_cpu_second": games_per_cpu_second("rolls"),
        "simulate_games_per_cpu_second_by_turns": games_per_cpu_second("turns"),
    }


if __name__ == "__main__":
    for name, value in figures().items():
        print(f"{name} {value:,.0f}")
