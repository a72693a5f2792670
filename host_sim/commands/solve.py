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
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host_sim.command_error import CommandError
from host_sim.commands.arguments import OPTION, Arguments, read_options
from host_sim.plain_text import read_text
from shared_rules import __version__
from shared_rules.errors import RulesError
from shared_rules.players.tables.table import table_name
from shared_rules.variants import new_game, variant_class

README = Path(__file__).with_name("exported.txt")  # of the folder of --export
ALL = "all"
# (variant, options)
Choice = tuple[str, dict[str, Any]]
# Processes at most. Each compiles the solver for itself, so more gain little.
MOST_WORKERS = 4


_FOLDER = {"type": Path}
ARGUMENTS: Arguments = {
    "variant": ("pig, two_dice, …, or all of them", {"metavar": "VARIANT|all"}),
    **OPTION,
    "--tables DIR": ("write the handheld's tables into this folder", _FOLDER),
    "--export DIR": ("write the solver's arrays into this folder, as NPZ with a README", _FOLDER),
    "--json": "print one JSON object a game",
}


def games(args: argparse.Namespace) -> Iterator[Choice]:
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


def export_game(solution: Any, folder: Path) -> tuple[str, int]:
    """Write a game's file, and the README beside it; return its name and bytes."""
    import numpy as np

    from pocketpig.solver.solve import name_of

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "README.txt").write_text(
        read_text(README).format(version=__version__), "utf-8", newline="\n"
    )
    path = folder / f"{name_of(solution.game)}.npz"
    np.savez(path, **solution.arrays)
    return path.name, path.stat().st_size


def solve_sharing(
    choices: list[Choice], folder: Path | None, export: Path | None
) -> list[dict[str, Any]]:
    """Solve games that share a table; return a row for each game.

    Write the table if there is a `folder`, the solver's arrays if there is an `export`.
    """
    from pocketpig.solver import solved
    from pocketpig.tables.write import make_table

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
    from concurrent.futures import ProcessPoolExecutor  # slow to import

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
    from pocketpig.solver.moves import outcome_lists

    lists = [outcome_lists(new_game(*choice)) for choice in choices]
    return sum(len(outcomes) for rolls in lists for _, (_, outcomes) in rolls)


def run(args: argparse.Namespace) -> int:
    """Print what was solved; exit status 0.

    Raises CommandError: 1 if a file cannot be written, 2 when the question makes no sense.
    """
    from pocketpig.solver import Unsolvable

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
