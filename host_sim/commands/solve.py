# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Compute perfect play for two players; make the handheld's tables.

It solves every game of a variant: all values of the options that are words, and the default
numbers. Several games are solved in several processes. With --option it solves that one game. A
cache keeps the solutions, so the next time is quick; POCKETPIG_CACHE names another folder for it.

  pocketpig solve pig                          the chance of the first player to win
  pocketpig solve pig --option target=500      any target
  pocketpig solve all --tables firmware/tables make all tables of the handheld
  pocketpig solve all --export solved          write the chances to win for other programs
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host_sim.commands import CommandError
from host_sim.commands.arguments import add_option, read_options
from shared_rules.errors import RulesError
from shared_rules.variants import variant_class

ALL = "all"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the subcommand."""
    parser.add_argument("variant", metavar="VARIANT|all", help="pig, two_dice, …, or all of them")
    add_option(parser)
    parser.add_argument(
        "--tables", type=Path, metavar="DIR", help="write the handheld's tables into this folder"
    )
    parser.add_argument(
        "--export",
        type=Path,
        metavar="DIR",
        help="write the solver's arrays into this folder, as NPZ with a README",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a game")


def games(args: argparse.Namespace) -> Iterator[tuple[str, dict[str, Any]]]:
    """(variant, options) of the games asked for. Raises RulesError."""
    from pocketpig.solver.catalogue import product_games

    if args.option:
        yield args.variant, read_options(args.variant, args.option)
        return
    if args.variant != ALL:
        variant_class(args.variant)
    found = [game for game in product_games() if args.variant in (ALL, game[0])]
    if not found:
        # One that cannot be solved: the solver says why.
        yield args.variant, read_options(args.variant, [])
    yield from found


def line(row: dict[str, Any]) -> str:
    """A report in words."""
    words = " ".join(f"{name}={value}" for name, value in row["options"].items())
    text = f"{row['variant']:10} {row['states']:>9,} states  first wins {row['win']:.7f}"
    text += f"  {row['seconds']:7.2f} s"
    if "table" in row:
        text += f"  {row['table_bytes']:>7,} bytes"
    if "file" in row:
        text += f"  {row['file_bytes']:>9,} bytes"
    return f"{text}\n    {words}" if words else text


def run(args: argparse.Namespace) -> int:
    """Print what was solved; exit status 0.

    Raises CommandError: 1 if a file cannot be written, 2 when the question makes no sense.
    """
    from pocketpig.solver import Unsolvable
    from pocketpig.tables.batch import solve_all

    if args.option and args.variant == ALL:
        raise CommandError("--option needs one variant, not all", 2)
    sizes: dict[str, int] = {}
    try:
        for row in solve_all(list(games(args)), args.tables, args.export):
            print(json.dumps(row) if args.json else line(row), flush=True)
            if "table" in row:
                sizes[row["table"]] = row["table_bytes"]
    except (RulesError, Unsolvable, OverflowError) as error:
        raise CommandError(error, 2) from None
    except OSError as error:
        raise CommandError(error) from None
    if sizes and not args.json:
        print(f"{len(sizes)} tables, {sum(sizes.values()):,} bytes, in {args.tables}")
    return 0
