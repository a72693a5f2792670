# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Make the device's table from the rules: solve, gather lessons, train, write."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from pocketpig.computer_players import tables_folder
from pocketpig.simulation.gran_cerdo.rolls import TURNS, compile_rolls
from pocketpig.simulation.gran_cerdo.rule import tuned_rule
from pocketpig.simulation.gran_cerdo.table import table_name

from .lessons import Lessons, gather
from .solve import solve, solve_against
from .train import regret_of, train
from .write import net_bytes, table_of

KEPT = Path("build/gran_cerdo")
SEED = 3
LESSONS = 2_000_000  # in a batch
BATCHES = 2

Tell = Callable[[str], None]


def solved(pair: str, rival: str, fresh: bool, tell: Tell) -> Path:
    """Return the file of worths of turns against the rival "rule" or "best"; solve if needed."""
    path = KEPT / f"{pair}_{rival}.npy"
    if fresh or not path.exists():
        rolls = compile_rolls(pair)
        if rival == "rule":
            tables, share = solve_against(rolls, tuned_rule(pair), tell)
            tell(f"pair={pair}: best play wins {share:.2%} from the tuned rule")
        else:
            tables = solve(rolls, tell=tell)
        KEPT.mkdir(parents=True, exist_ok=True)
        np.save(path, tables)
    return path


def lessons_of(pair: str, seed: int, fresh: bool, tell: Tell) -> Lessons:
    """Return a batch of lessons for one value of the option `pair`."""
    path = KEPT / f"{pair}_lessons_{seed}.npz"
    if fresh or not path.exists():
        tables = np.load(solved(pair, "rule", fresh, tell))
        lessons = gather(compile_rolls(pair), tables, tuned_rule(pair), LESSONS, seed)
        np.savez(path, **lessons._asdict())
    return Lessons(**np.load(path))


def blocks_of(pair: str, seed: int, fresh: bool, tell: Tell) -> list[bytes]:
    """Return the table's blocks for one value of the option, one a turn."""
    batches = [lessons_of(pair, seed + n, fresh, tell) for n in range(BATCHES)]
    blocks = []
    for turn in range(1, TURNS + 1):
        parts = [[column[batch.states[:, 0] == turn] for column in batch] for batch in batches]
        lessons = Lessons(*(np.concatenate(columns) for columns in zip(*parts)))
        net = train(lessons, seed)
        blocks.append(net_bytes(net))
        tell(f"pair={pair} turn {turn}: {regret_of(net, lessons):.6f} given away in a choice")
    return blocks


def train_table(pair: str, seed: int, fresh: bool, tell: Tell) -> None:
    """Write the device's table for one value of the option."""
    path = tables_folder() / table_name(pair)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(table_of(pair, blocks_of(pair, seed, fresh, tell)))
    tell(f"{path}: {path.stat().st_size} bytes")
