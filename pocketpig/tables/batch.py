# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Solve many games, and write their tables, in several processes."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from shared_rules.players.tables.table import table_name
from shared_rules.variants import new_game

from ..solver import solved
from ..solver.export import export_game
from ..solver.moves import outcome_lists
from .write import make_table

# Processes at most. Each compiles the solver for itself, so more gain little.
MOST_WORKERS = 4
# (variant, options)
Choice = tuple[str, dict[str, Any]]


def solve_sharing(
    choices: list[Choice], folder: Path | None, export: Path | None
) -> list[dict[str, Any]]:
    """Solve games that share a table; return a row for each game.

    Write the table if there is a `folder`, the solver's arrays if there is an `export`.
    """
    rows: list[dict[str, Any]] = []
    for variant, options in choices:
        began = time.perf_counter()
        solution = solved(variant, options)
        rows.append(
            {
                "variant": variant,
                "options": solution.game.options,
                "states": solution.states(),
                "win": solution.start(),
                "seconds": round(time.perf_counter() - began, 3),
            }
        )
        if export:
            rows[-1]["file"], rows[-1]["file_bytes"] = export_game(solution, export)
    if folder:
        name, content = make_table(solution)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
        for row in rows:
            row.update(table=name, table_bytes=len(content))
    return rows


def solve_all(
    choices: list[Choice], folder: Path | None, export: Path | None = None
) -> Iterator[dict[str, Any]]:
    """Yield a row of each game, in order: its size, the first player's chance, the time, the table.

    Several processes solve several games. `export`: the folder for the solver's arrays.
    """
    if len(choices) == 1:
        yield from solve_sharing(choices, folder, export)
        return
    shared: dict[str, list[Choice]] = {}
    for choice in choices:
        shared.setdefault(table_name(new_game(*choice)), []).append(choice)
    workers = min(MOST_WORKERS, os.cpu_count() or 1)
    # Ctrl-C ends the processes without a word.
    quiet = (signal.SIGINT, signal.SIG_DFL)
    with ProcessPoolExecutor(workers, initializer=signal.signal, initargs=quiet) as pool:
        jobs = {
            name: pool.submit(solve_sharing, shared[name], folder, export)
            for name in sorted(shared, key=lambda name: -_work(shared[name]))
        }
        for name in shared:
            yield from jobs[name].result()


def _work(choices: list[Choice]) -> int:
    """Estimate how long games take to solve: the outcomes of their rolls."""
    lists = [outcome_lists(new_game(*choice)) for choice in choices]
    return sum(len(outcomes) for rolls in lists for _, (_, outcomes) in rolls)
