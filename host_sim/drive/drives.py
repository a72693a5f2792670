"""Find the drives of CircuitPython boards, and tell whose they are.

A drive is ours if our list of files is on it. So is the drive of a board of ours that holds no
program but the one that CircuitPython writes when it formats a drive.
"""

import glob
import os
import re
import string
from pathlib import Path
from typing import NamedTuple

import board_pico
from host_sim.command_error import CommandError
from host_sim.drive import file_list, inside
from host_sim.drive.drive_files import CODE, MANIFEST, unfinished
from host_sim.drive.uf2 import BOARD_ID, IDENTITY

LENDING = "hold B while you switch the handheld on or plug it in, then run this again"

_WITH_OUR_PINS = {BOARD_ID, "raspberry_pi_pico_w", "raspberry_pi_pico2"}
_STOCK = b"print('Hello World!')"
# CircuitPython runs or imports files of these names.
_PROGRAM = re.compile(r"[^.].*\.(py|mpy)|(code|main|boot|safemode|repl)\.(.*\.)?txt", re.IGNORECASE)
_MOUNTS = (
    "/media/*/CIRCUITPY*",
    "/media/CIRCUITPY*",
    "/run/media/*/CIRCUITPY*",
    "/mnt/CIRCUITPY*",
    "/Volumes/CIRCUITPY*",
)
_MOST_NAMES = 6


class Found(NamedTuple):
    """A drive. ``boot_out``: the text in which CircuitPython names itself and the board.
    ``listed``: our list is there. ``programs``: names of other people's, unless ``listed``."""

    place: Path
    boot_out: str
    listed: bool
    programs: list[str]

    @property
    def ours(self) -> bool:
        board = re.search(r"^Board ID:(\S+)", self.boot_out, re.MULTILINE)
        pins = Path(board_pico.__path__[0]).glob("pins_*.py")
        ours = _WITH_OUR_PINS | {path.stem[len("pins_") :] for path in pins}
        fresh = board is not None and board[1] in ours and not self.programs
        return self.listed or fresh

    def __str__(self) -> str:
        board = re.search(r"; *(.{1,80})", self.boot_out)
        of = f"the board is {board[1].strip()}" if board else f"it has no {IDENTITY}"
        what = f"programs: {some(self.programs)}" if self.programs else "no programs"
        return f"{self.place} is not a handheld's drive: {of}; {what}"


def some(names: list[str]) -> str:
    """Return the names, of many only the first ones."""
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more


def look(place: Path) -> Found:
    """Look at a drive. Raises CommandError if there is no such folder."""
    if not place.is_dir():
        raise CommandError(f"there is no folder {place}")
    code = read_short(place, CODE)
    listed = CODE in file_list.parse(read_short(place, MANIFEST)) or code == unfinished()
    try:
        programs = [] if listed else _programs(place, code)
    except OSError as error:
        programs = [f"files that cannot be read ({error.strerror})"]
    return Found(place, read_short(place, IDENTITY).decode("utf-8", "replace"), listed, programs)


def _programs(place: Path, code: bytes) -> list[str]:
    """Return the names of the programs at the top of a drive, and "lib" unless that is empty."""
    found = [entry for entry in sorted(place.iterdir()) if _PROGRAM.fullmatch(entry.name)]
    names = [entry.name for entry in found if not entry.is_file() or entry.stat().st_size]
    if CODE in names and is_stock(code):
        names.remove(CODE)
    libraries = place / "lib"
    if libraries.is_dir() and any(not name.startswith(".") for name in os.listdir(libraries)):
        names.append(libraries.name)
    return names


def is_stock(code: bytes) -> bool:
    """Return True for the code.py that CircuitPython writes when it formats a drive."""
    return code.strip().replace(b'"', b"'") == _STOCK


def read_short(place: Path, name: str) -> bytes:
    """Return a file's contents, empty if it is not a regular file of a usual length."""
    try:
        if inside.regular(place, name) is not None:
            return inside.read_regular(place / name, file_list.LONGEST_LIST)
    except (inside.Outside, OSError):
        pass
    return b""


def find_drive() -> Found | None:
    """Return our only mounted drive, None if none is mounted. Raises CommandError if there are
    several, or only other people's."""
    places = [Path(place) for pattern in _MOUNTS for place in sorted(glob.glob(pattern))]
    if os.name == "nt":
        letters = (Path(f"{letter}:/") for letter in string.ascii_uppercase[2:])
        places += [place for place in letters if read_short(place, IDENTITY)]
    once = {place.resolve(): place for place in places if place.is_dir()}
    drives = [look(place) for place in once.values()]
    ours = [drive for drive in drives if drive.ours]
    if len(ours) > 1:
        names = ", ".join(str(drive.place) for drive in ours)
        raise CommandError(f"several drives are mounted, name one: {names}")
    if drives and not ours:
        raise CommandError(
            f"{'. '.join(map(str, drives))}. Nothing was copied. If you mean your handheld, "
            f"{LENDING}. If you want to replace what is there, name the drive"
        )
    return ours[0] if ours else None
