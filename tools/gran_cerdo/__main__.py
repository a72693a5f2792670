# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Make and measure the player of Gran Cerdo.

python -m tools.gran_cerdo train                        firmware/tables/gran_cerdo-*.bin
python -m tools.gran_cerdo match --games 200000 --seed 1
"""

import argparse
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from pocketpig.simulation.gran_cerdo.play import match
from pocketpig.simulation.gran_cerdo.rolls import PAIRS, Rolls, compile_rolls
from pocketpig.simulation.gran_cerdo.rule import USUAL, hold_by_rule, hold_rule, tuned_rule
from pocketpig.simulation.gran_cerdo.table import hold_by_net, shipped

from .best import hold_by_plan, new_plan
from .make import KEPT, SEED, solved, train_table

Policy = tuple[Callable[..., bool], Any]


def say(text: str) -> None:
    """Print and flush, since the work takes minutes."""
    print(text, flush=True)


def policy(name: str, pair: str, rolls: Rolls) -> Policy:
    """Return a new policy of that name and its parameters."""
    if name == "strong":
        return hold_by_net, shipped(pair)
    if name in ("best", "teacher"):
        rival = "best" if name == "best" else "rule"
        return hold_by_plan, new_plan(rolls, np.load(solved(pair, rival, False, say)))
    rules = {"tuned": tuned_rule(pair), "usual": USUAL, "hold20": hold_rule(20)}
    return hold_by_rule, rules[name]


POLICIES = ("strong", "tuned", "usual", "hold20", "best", "teacher")


def main(argv: list[str]) -> int:
    """Run the command; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.gran_cerdo", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    commands = parser.add_subparsers(dest="command", required=True)
    part = commands.add_parser("train", help="solve, learn, write the table")
    part.add_argument("--pair", choices=PAIRS, help="one value of the option only")
    part.add_argument("--seed", type=int, default=SEED)
    part.add_argument("--fresh", action="store_true", help=f"use nothing kept in {KEPT}")
    part = commands.add_parser(
        "match", help="let two policies play",
        description="best: near-optimal play; teacher: best against the tuned rule.",
    )  # fmt: skip
    part.add_argument("--games", type=int, default=200_000)
    part.add_argument("--seed", type=int, default=1)
    part.add_argument("--pair", choices=PAIRS, help="one value of the option only")
    part.add_argument("--player", choices=POLICIES, default="strong")
    part.add_argument("--against", choices=POLICIES, default="tuned")
    arguments = parser.parse_args(argv)
    for pair in [arguments.pair] if arguments.pair else PAIRS:
        rolls = compile_rolls(pair)
        if arguments.command == "train":
            train_table(pair, arguments.seed, arguments.fresh, say)
        else:
            mine = policy(arguments.player, pair, rolls)
            other = policy(arguments.against, pair, rolls)
            result = match(rolls, *mine, *other, arguments.games, arguments.seed)
            say(f"pair={pair} {arguments.player} against {arguments.against}: {result}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
