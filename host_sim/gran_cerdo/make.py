# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""From the rules to the device's table: solve, gather lessons, train, write."""

from pathlib import Path
from typing import Callable

import numpy as np

from .lessons import Lessons, gather
from .rolls import TURNS, compile_rolls
from .rule import tuned_rule
from .solve import solve, solve_against
from .table import TABLES, net_bytes, table_name, table_of
from .train import EPOCHS, regret_of, train

KEPT = Path("build/gran_cerdo")
SEED = 3
# The rival that the player is made for follows the tuned rule with this chance in each decision
# and plays best otherwise (docs/gran-cerdo.md).
TRUST = 0.75
LESSONS = 2_000_000
# Where holding shares the win in the last turn there are few lessons, so they are read more often.
LAST_EPOCHS = 3 * EPOCHS

Tell = Callable[[str], None]


def solved(pair: str, trust: float, fresh: bool, tell: Tell) -> Path:
    """The file with the worth of all turns against such a rival; 0: both play best."""
    path = KEPT / f"{pair}_{trust}.npy"
    if fresh or not path.exists():
        rolls = compile_rolls(pair)
        if trust:
            tables, share = solve_against(rolls, tuned_rule(pair), trust, tell)
            tell(f"pair={pair}: best play wins {share:.2%} from a rival of trust {trust}")
        else:
            tables = solve(rolls, tell=tell)
        KEPT.mkdir(parents=True, exist_ok=True)
        np.save(path, tables)
    return path


def lessons_of(pair: str, seed: int, fresh: bool, tell: Tell) -> Lessons:
    """Lessons for one value of the option."""
    path = KEPT / f"{pair}_lessons_{seed}.npz"
    if fresh or not path.exists():
        tables = np.load(solved(pair, TRUST, fresh, tell))
        lessons = gather(compile_rolls(pair), tables, tuned_rule(pair), TRUST, LESSONS, seed)
        np.savez(path, **lessons._asdict())
    return Lessons(**np.load(path))


def blocks_of(pair: str, seed: int, fresh: bool, tell: Tell) -> list[bytes]:
    """The table's blocks for one value of the option, one a turn."""
    lessons = None
    blocks = []
    for turn in range(1, TURNS + 1):
        path = KEPT / f"{pair}_{seed}_turn_{turn}.net"
        if fresh or not path.exists():
            lessons = lessons or lessons_of(pair, seed, fresh, tell)
            rows = lessons.states[:, 0] == turn
            if turn == TURNS:
                rows &= lessons.hold == 0.5
            part = Lessons(*(column[rows] for column in lessons))
            net = train(part, seed, LAST_EPOCHS if turn == TURNS else EPOCHS)
            path.write_bytes(net_bytes(net))
            tell(f"pair={pair} turn {turn}: {regret_of(net, part):.5f} given away in a choice")
        blocks.append(path.read_bytes())
    return blocks


def train_table(pair: str, seed: int, fresh: bool, tell: Tell) -> None:
    """Write the device's table for one value of the option."""
    path = TABLES / table_name(pair)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(table_of(pair, blocks_of(pair, seed, fresh, tell)))
    tell(f"{path}: {path.stat().st_size} bytes")
