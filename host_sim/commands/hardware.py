# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Check circuits, board and cases, and make their files from hardware/pins.toml and carrier.toml.

It writes pin files, drawings, netlists, lists of parts, tables, the files for the board's fab,
KiCad's board and STL files. The maker and its files are in the sources, not in a wheel.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from host_sim.commands import CommandError
from host_sim.install_hint import install_hint

FOLDER = Path(__file__).parents[2] / "hardware"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing; exit 1 when a generated file does not match",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="leave out tracks, cases and pictures (needs no extra packages)",
    )
    parser.add_argument("--pins", type=Path, metavar="FILE", help="read FILE instead of pins.toml")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write below DIR instead of into the checkout"
    )
    parser.add_argument(
        "--panel",
        metavar="ID",
        default="",
        help="make only the case, for this panel of pins.toml, below build/panel_ID or --out",
    )
    parser.add_argument(
        "--energy", action="store_true", help="print how long a charge lasts, and do nothing else"
    )
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Return 0, 1 when the design or a file is at fault, 2 when pins.toml cannot be read.

    Raises CommandError if a file cannot be written; with status 2, where the maker is not.
    """
    if not (FOLDER / "maker").is_dir():
        raise CommandError("run it in a checkout: the maker is in its folder hardware", 2)
    sys.path[:0] = [] if str(FOLDER) in sys.path else [str(FOLDER)]
    from maker import energy, generate, model

    result: dict[str, Any] = {"faults": [], "stale": [], "written": []}
    try:
        design = model.load(arguments.pins, arguments.panel)
        if arguments.energy:
            print(energy.text(design), end="")
            return 0
        result["faults"] = generate.faults(design)
    except (OSError, KeyError, ValueError) as error:
        print(f"{arguments.pins or 'pins.toml'}: {error}", file=sys.stderr)
        return 2
    root = arguments.out or model.root()
    try:
        outputs = generate.texts(design)
        if arguments.panel:
            root = arguments.out or root / "build" / f"panel_{arguments.panel}"
            result["faults"] += generate.case_faults(design)
            outputs = generate.case(design)
        elif not arguments.quick:
            result["faults"] += generate.shape_faults(design)
            outputs = generate.everything(design)
    except ImportError as error:
        print(
            f"{error.name} is missing. Use --quick, or install it with: {install_hint('hardware')}",
            file=sys.stderr,
        )
        return 2
    # A faulty design writes nothing: nobody shall solder from it.
    if not result["faults"]:
        kind = "stale" if arguments.check else "written"
        try:
            result[kind] = list(generate.stale(outputs, root, write=not arguments.check))
        except OSError as error:
            raise CommandError(error) from None
    bad = bool(result["faults"] or result["stale"])
    if arguments.json:
        print(json.dumps({"ok": not bad, **result}))
    else:
        _report(result, len(outputs))
    return 1 if bad else 0


def _report(result: dict[str, list[str]], count: int) -> None:
    for fault in result["faults"]:
        print(f"fault: {fault}")
    for path in result["stale"]:
        print(f"does not follow from hardware/pins.toml: {path}")
    for path in result["written"]:
        print(f"written: {path}")
    if result["stale"]:
        print("Run `pocketpig hardware` and commit what it writes.")
    elif not result["faults"] and not result["written"]:
        print(f"{count} generated files are up to date.")
