# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Make the tables of Gran Cerdo's player: solve, gather lessons, train, write, measure.

It takes an hour, and replaces firmware/tables/gran_cerdo-*.bin.
"""

import argparse

import numpy as np

from pocketpig.computer_players import tables_folder
from pocketpig.simulation import contest
from pocketpig.simulation.gran_cerdo.rolls import PAIRS, TURNS, compile_rolls
from pocketpig.simulation.gran_cerdo.rule import tuned_rule
from pocketpig.simulation.gran_cerdo.table import table_name

from .lessons import Lessons, gather
from .solve import solve_against
from .train import regret_of, train
from .write import net_bytes, table_of

SEED = 3
LESSONS = 2_000_000  # in a batch
BATCHES = 2
GAMES = 200_000  # to measure


def blocks_of(pair: str) -> list[bytes]:
    """Return the table's blocks for one value of the option, one a turn."""
    rolls, rule = compile_rolls(pair), tuned_rule(pair)
    worths = solve_against(rolls, rule)
    batches = [gather(rolls, worths, rule, LESSONS, SEED + n) for n in range(BATCHES)]
    blocks = []
    for turn in range(1, TURNS + 1):
        parts = [[column[batch.states[:, 0] == turn] for column in batch] for batch in batches]
        lessons = Lessons(*(np.concatenate(columns) for columns in zip(*parts)))
        net = train(lessons, SEED)
        blocks.append(net_bytes(net))
        print(f"turn {turn}: {regret_of(net, lessons):.6f} given away in a choice", flush=True)
    return blocks


def main() -> None:
    """Run the command."""
    argparse.ArgumentParser(prog="python -m tools.gran_cerdo", description=__doc__).parse_args()
    for pair in PAIRS:
        print(f"pair={pair}", flush=True)
        content = table_of(pair, blocks_of(pair))
        (tables_folder() / table_name(pair)).write_bytes(content)
        tally = contest("gran_cerdo", ["perfect", "practical"], GAMES, 1, {"pair": pair}).tally
        share, low, high = tally.overall(0)
        print(f"it wins {share:.2%} from the rule (95 %: {low:.2%} to {high:.2%})", flush=True)


if __name__ == "__main__":
    main()
