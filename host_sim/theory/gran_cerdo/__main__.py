# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Make and measure the player of Gran Cerdo.

python -m host_sim.theory.gran_cerdo search --pair sum            the best threshold rule
python -m host_sim.theory.gran_cerdo train                        firmware/tables/gran_cerdo-*.bin
python -m host_sim.theory.gran_cerdo match --games 200000 --seed 1
"""

import argparse
import sys
from typing import Any, Callable

import numpy as np

from .best import hold_by_plan, new_plan
from .make import KEPT, SEED, solved, train_table
from .play import match
from .rollout import hold_by_rollout, new_rollout
from .rolls import PAIRS, Rolls, compile_rolls
from .rule import USUAL, hold_by_rule, hold_rule, plain_rule, tuned_rule
from .search import search
from .table import hold_by_net, shipped

Policy = tuple[Callable[..., bool], Any]


def say(text: str) -> None:
    """Print and flush, since the work takes minutes."""
    print(text, flush=True)


def policy(name: str, pair: str, rolls: Rolls, arguments: argparse.Namespace) -> Policy:
    """Return a new policy of that name and its parameters."""
    if name == "strong":
        return hold_by_net, shipped(pair)
    if name == "rollout":
        seed = arguments.seed + 1
        return hold_by_rollout, new_rollout(rolls, tuned_rule(pair), arguments.playouts, seed)
    if name in ("best", "teacher"):
        rival = "best" if name == "best" else "rule"
        return hold_by_plan, new_plan(rolls, np.load(solved(pair, rival, False, say)))
    rules = {
        "tuned": tuned_rule(pair),
        "plain": plain_rule(pair),
        "usual": USUAL,
        "hold20": hold_rule(20),
    }
    return hold_by_rule, rules[name]


POLICIES = ("strong", "tuned", "plain", "usual", "hold20", "rollout", "best", "teacher")


def main(argv: list[str]) -> int:
    """Run the command; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_sim.theory.gran_cerdo", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    commands = parser.add_subparsers(dest="command", required=True)
    part = commands.add_parser("search", help="search for the best threshold rule")
    part.add_argument("--pair", choices=PAIRS, default="sum")
    part.add_argument("--plain", action="store_true", help="one rule for all rounds")
    part.add_argument("--seed", type=int, default=7)
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
    part.add_argument("--playouts", type=int, default=10_000, help="of `rollout`, for each choice")
    arguments = parser.parse_args(argv)
    for pair in [arguments.pair] if arguments.pair else PAIRS:
        rolls = compile_rolls(pair)
        if arguments.command == "search":
            search(rolls, arguments.plain, arguments.seed, say)
        elif arguments.command == "train":
            train_table(pair, arguments.seed, arguments.fresh, say)
        else:
            mine = policy(arguments.player, pair, rolls, arguments)
            other = policy(arguments.against, pair, rolls, arguments)
            result = match(rolls, *mine, *other, arguments.games, arguments.seed)
            say(f"pair={pair} {arguments.player} against {arguments.against}: {result}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
