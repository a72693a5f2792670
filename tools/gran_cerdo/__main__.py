"""Make the tables of Gran Cerdo's player: solve, gather lessons, train, write, measure.

It takes half an hour, and replaces firmware/tables/gran_cerdo-*.bin.
"""

import argparse
import struct

import numpy as np

from pocketpig.computer_players import tables_folder
from pocketpig.simulation import contest
from pocketpig.simulation.gran_cerdo.policies import table_name, tuned_rule
from pocketpig.simulation.gran_cerdo.rolls import PAIRS, TURNS, compile_rolls
from pocketpig.tables.encode import Section
from pocketpig.tables.write import table_bytes
from shared_rules.players.tables.gran_cerdo import FULL, LOGIT, MOST, SHIFT

from .lessons import Lessons, gather
from .solve import solve_against
from .train import Floats, Net, train

SEED = 3
LESSONS = 2_000_000  # in a batch
BATCHES = 2
GAMES = 200_000  # to measure
LARGEST_WEIGHT = 127
SMALL_INT = 1 << 30  # smaller integers need no heap on the device


def layer_bytes(weights: Floats, biases: Floats, one_in: int, one_out: int) -> bytes:
    """Return a layer for `gran_cerdo.run_layer`; `one_in` and `one_out` are the fixed-point 1s."""
    parts = []
    for w, b in zip(weights.T.astype(float), biases.astype(float)):
        scale = max(float(np.abs(w).max()), 1e-6) / LARGEST_WEIGHT
        # The factor is an integer, so compute the scale from it.
        factor = max(1, round(scale * one_out / one_in * (1 << SHIFT)))
        scale = factor * one_in / one_out / (1 << SHIFT)
        q = np.clip(np.rint(w / scale), -LARGEST_WEIGHT, LARGEST_WEIGHT).astype(int)
        bias = round(b / scale * one_in)
        if (int(np.abs(q).sum()) * one_in + abs(bias)) * factor >= SMALL_INT:
            raise OverflowError(f"factor {factor}, bias {bias}, weights {q.tolist()}")
        parts.append(struct.pack("<Hi", factor, bias) + bytes(int(n) + 128 for n in q))
    return b"".join(parts)


def net_bytes(net: Net) -> bytes:
    """Return the block of a turn."""
    ones = ((FULL, MOST), (MOST, MOST), (MOST, LOGIT))
    return b"".join(layer_bytes(w, b, *one) for w, b, one in zip(net.weights, net.biases, ones))


def table_of(pair: str) -> bytes:
    """Return the table for one value of the option."""
    rolls, rule = compile_rolls(pair), tuned_rule(pair)
    worths = solve_against(rolls, rule)
    batches = [gather(rolls, worths, rule, LESSONS, SEED + n) for n in range(BATCHES)]
    blocks = []
    for turn in range(1, TURNS + 1):
        parts = [[column[batch.states[:, 0] == turn] for column in batch] for batch in batches]
        lessons = Lessons(*(np.concatenate(columns) for columns in zip(*parts)))
        blocks.append(net_bytes(train(lessons, SEED)))
    sections = [Section("n", blocks, len(blocks[0]), 1)]
    return table_bytes(table_name(pair)[: -len(".bin")], "", sections)


def main() -> None:
    """Make and measure both tables."""
    argparse.ArgumentParser("python -m tools.gran_cerdo", description=__doc__).parse_args()
    for pair in PAIRS:
        print(f"pair={pair}", flush=True)
        (tables_folder() / table_name(pair)).write_bytes(table_of(pair))
        tally = contest("gran_cerdo", ["perfect", "practical"], GAMES, 1, {"pair": pair}).tally
        share, low, high = tally.overall(0)
        print(f"it wins {share:.2%} from the rule (95 %: {low:.2%} to {high:.2%})", flush=True)


if __name__ == "__main__":
    main()
