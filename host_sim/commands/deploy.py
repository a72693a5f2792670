"""Put the firmware onto a board's CIRCUITPY drive.

It assembles the drive in build/drive. Then it copies the files that differ to DIR, or to the only
handheld's drive that is mounted, and compares each with what it reads back. If a deploy is
interrupted, run it again; until then the handheld says so and does not play. What you saved stays.

A drive is a handheld's if an earlier deploy was there, or if a Pico has a new CircuitPython. Any
other drive must be named, and deploy asks before it writes there. It also asks before it replaces
files that it did not write. Of these it keeps a copy on this computer and says where. Without a
terminal it copies nothing then, and ends with exit status 1; --yes agrees to all questions. Your
settings.toml stays, unless the handheld could not start with it.

In play mode a handheld shows no drive to a computer. So:

  unplug the handheld, hold B, plug it in, release B; then    pocketpig deploy

Afterwards start it again without B.

A new Pico needs a single copy. This joins the CircuitPython that you downloaded with the drive:

  pocketpig deploy --uf2 CIRCUITPYTHON.uf2 -o pocketpig.uf2

Hold BOOTSEL on the Pico, plug it in, and copy the file onto the drive RPI-RP2. That replaces
CircuitPython and everything on the drive CIRCUITPY: files of your own there are lost. What the
handheld has saved stays.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from host_sim.command_error import CommandError
from host_sim.commands.arguments import Arguments
from host_sim.drive import uf2
from host_sim.drive.bytecode import refused_by
from host_sim.drive.deploy import Changed, copy_files, firmware
from host_sim.drive.drive_files import MANIFEST, manifest
from host_sim.drive.drives import LENDING, find_drive, look
from host_sim.link.visible import visible
from host_sim.simulated.state_file import data_folder

BUILD = Path("build/drive")
AFTERWARDS = "Start the handheld again without B to play."
FLASHING = (
    "Hold BOOTSEL on the Pico, plug it in, and copy {} onto the drive RPI-RP2. That replaces "
    "CircuitPython and everything on the drive CIRCUITPY: files of your own there are lost. What "
    "the handheld has saved stays."
)


ARGUMENTS: Arguments = {
    "DIR": ("the folder of the drive", {"nargs": "?", "type": Path}),
    "--build DIR": ("assemble the drive there (build/drive)", {"type": Path, "default": BUILD}),
    "--yes": "do not ask: write onto DIR, whoever's it is; replace what is in the way there, and "
    "the file of -o",
    "--uf2 FILE": (
        "no drive: write CircuitPython, from this UF2 file, and the drive into one UF2 file",
        {"type": Path},
    ),
    "-o --output FILE": ("the file that --uf2 writes", {"type": Path}),
    "--json": "print what was done as JSON",
}


def run(arguments: argparse.Namespace) -> int:
    """Assemble and copy, or write a UF2 file; the exit status."""
    if (arguments.uf2 is None) != (arguments.output is None):
        raise CommandError("--uf2 FILE and -o FILE belong together", 2)
    if arguments.uf2 and arguments.dir:
        raise CommandError("--uf2 writes a file and copies nothing to DIR", 2)
    report = _join(arguments) if arguments.uf2 else _copy(arguments)
    _print(report, arguments.json)
    nowhere = not arguments.uf2 and report["drive"] is None
    return 1 if "error" in report or nowhere else 0


def _join(arguments: argparse.Namespace) -> dict[str, Any]:
    """Write the UF2 file; return the report."""
    output = arguments.output
    report: dict[str, Any] = {"uf2": str(output)}
    try:
        circuitpython = uf2.read_circuitpython(arguments.uf2)
        files = firmware(refused_by(circuitpython.banner))
        report.update(_described(files), circuitpython=circuitpython.version)
        contents = uf2.join(circuitpython, {**files, MANIFEST: manifest(files)})
        _write(output, contents, arguments.yes)
        report["next"] = FLASHING.format(output.name)
    except FileExistsError:
        report["error"] = f"{output} exists already: --yes replaces it"
    except OSError as error:
        report["error"] = f"{output}: {error.strerror}"
    except CommandError as error:
        report["error"] = str(error)
    return report


def _write(path: Path, contents: bytes, replace: bool) -> None:
    """Write a file, whole or not at all."""
    with open(path, "wb" if replace else "xb") as file:
        try:
            file.write(contents)
            file.flush()
        except OSError:
            path.unlink()
            raise


def _described(files: Mapping[str, bytes]) -> dict[str, Any]:
    return {"files": len(files), "bytes": sum(map(len, files.values()))}


def _copy(arguments: argparse.Namespace) -> dict[str, Any]:
    """Assemble the drive and copy it; return the report."""
    report: dict[str, Any] = {"build": str(arguments.build), "drive": None}
    try:
        found = look(arguments.dir) if arguments.dir else find_drive()
        if found is not None:
            report["drive"] = str(found.place)
        files = firmware(refused_by(found.boot_out) if found and found.boot_out else "")
        report.update(_described(files))
        _put(files, arguments.build, arguments)
        if found is not None:
            foreign = "" if found.ours else str(found)
            report.update(_put(files, found.place, arguments, foreign))
            report["next"] = AFTERWARDS
    except CommandError as error:
        report["error"] = str(error)
    return report


def _put(
    files: Mapping[str, bytes], drive: Path, arguments: argparse.Namespace, foreign: str = ""
) -> dict[str, list[str]]:
    """Copy; ask at a terminal before anything of a person is replaced. Raises CommandError.

    ``foreign``: what is there, if it must be agreed to first.
    """
    copies = data_folder() / "replaced"
    try:
        if foreign and not arguments.yes:
            raise Changed(foreign)
        return copy_files(files, drive, copies, arguments.yes)
    except Changed as changed:
        if arguments.json or not _agreed(f"{changed.what}."):
            raise
    return copy_files(files, drive, copies, True)


def _agreed(what: str) -> bool:
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        return False
    print(visible(what))
    try:
        answer = input("Replace that, and keep a copy on this computer? [y/N] ")
    except EOFError:
        return False
    return answer.strip().lower() in ("y", "yes")


def _print(report: Mapping[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(report))
        return
    if "files" in report:
        place = f"assembled in {report['build']}" if "build" in report else "for the drive"
        print(f"{report['files']} files, {report['bytes']:,} bytes, {place}")
    if "error" in report:
        print(visible(f"pocketpig deploy: {report['error']}"), file=sys.stderr)
    elif "uf2" in report:
        print(f"{report['uf2']}: CircuitPython {report['circuitpython']} and these files")
        print(report["next"])
    elif report["drive"] is None:
        print(
            "No CIRCUITPY drive is mounted, so nothing was copied. In play mode a handheld shows "
            f"none: {LENDING}. Or name the drive."
        )
    else:
        copied, removed = report["copied"], report["removed"]
        for sign, names, why in (
            ("+", copied, ""),
            ("-", removed, ""),
            ("!", report["left"], ": left, because it was changed on the drive"),
            (">", report["kept"], ": a copy of what was replaced"),
        ):
            for name in names:
                print(visible(f"  {sign} {name}{why}"))
        print(f"{report['drive']}: {len(copied)} copied, {len(removed)} removed, all verified")
        print(report["next"])
