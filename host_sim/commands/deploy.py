# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Put the firmware onto a board's CIRCUITPY drive.

It assembles the drive in build/drive. Then it copies the files that differ to DIR, or to the only
CIRCUITPY drive that is mounted. Modules are compiled, so the handheld starts sooner and they take
less room; --source leaves them readable. It reads every file back and compares it, and writes
code.py last. If a deploy is interrupted, run it again; until then the handheld says so and does not
play. What you saved stays.

In play mode a handheld shows no drive to a computer. So:

  unplug the handheld, hold B, plug it in, release B; then    pocketpig deploy

Afterwards start it again without B.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from host_sim.drive.deploy import (
    IDENTITY,
    LENDING,
    DeployError,
    DriveFull,
    check_identity,
    find_drive,
    firmware,
    put,
)
from host_sim.drive.drive_files import AssemblyError
from host_sim.link.visible import visible

BUILD = Path("build/drive")
AFTERWARDS = "Start the handheld again without B to play."
_SMALLER = "Compiled modules take less than half of the room; these are sources: {}."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("dir", nargs="?", type=Path, metavar="DIR", help="the folder of the drive")
    parser.add_argument(
        "--build",
        type=Path,
        default=BUILD,
        metavar="DIR",
        help="assemble the drive there (build/drive)",
    )
    parser.add_argument(
        "--force", action="store_true", help=f"copy to DIR even if it has no {IDENTITY}"
    )
    parser.add_argument(
        "--source", action="store_true", help="compile nothing: leave the modules readable"
    )
    parser.add_argument("--json", action="store_true", help="print what was done as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Assemble and copy; the exit status."""
    report: dict[str, object] = {"build": str(arguments.build), "drive": None}
    why = ""
    try:
        drive = arguments.dir or find_drive()
        if drive is not None:
            report["drive"] = str(drive)
            if not arguments.force:
                check_identity(drive)
        files, why = firmware(drive, arguments.source)
        report["files"] = len(files)
        report["bytes"] = sum(map(len, files.values()))
        report["source"] = why
        put(files, arguments.build)
        if drive is not None:
            report.update(put(files, drive))
            report["next"] = AFTERWARDS
    except DriveFull as error:
        report["error"] = f"{error} {_SMALLER.format(why)}" if why else str(error)
    except (AssemblyError, DeployError) as error:
        report["error"] = str(error)
    _print(report, arguments.json)
    return 1 if "error" in report else 0


def _print(report: Mapping[str, object], as_json: bool) -> None:
    if as_json:
        print(json.dumps(report))
        return
    if "files" in report:
        print(f"{report['files']} files, {report['bytes']:,} bytes, assembled in {report['build']}")
        if report["source"]:
            print(visible(f"The modules are sources: {report['source']}."))
    if "error" in report:
        print(visible(f"pocketpig deploy: {report['error']}"), file=sys.stderr)
    elif report["drive"] is None:
        print(
            "No CIRCUITPY drive is mounted, so nothing was copied. In play mode a handheld shows "
            f"none: {LENDING}. Or name the drive."
        )
    else:
        copied, removed = report["copied"], report["removed"]
        assert isinstance(copied, list) and isinstance(removed, list)
        for sign, names in (("+", copied), ("-", removed)):
            for name in names:
                print(visible(f"  {sign} {name}"))
        print(f"{report['drive']}: {len(copied)} copied, {len(removed)} removed, all verified")
        print(report["next"])
