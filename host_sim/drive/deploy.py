# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Copy the firmware onto a board's CIRCUITPY drive."""

from __future__ import annotations

import errno
import glob
import os
import re
import shutil
import string
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from host_sim.drive import file_list, inside
from host_sim.drive.bytecode import NoCompiler, refused_by
from host_sim.drive.drive_files import (
    MANIFEST,
    AssemblyError,
    digest,
    drive_files,
    manifest,
    unfinished,
)
from host_sim.drive.uf2 import BOOTED, IDENTITY

CODE, SAFEMODE, SETTINGS = "code.py", "safemode.py", "settings.toml"
TEMPORARY = "pocketpig.tmp"
# Never removed, even if the drive's file list names them.
KEPT = (IDENTITY,)
LENDING = "hold B while you switch the handheld on or plug it in, then run this again"
# What CircuitPython wrote there before it ran a boot.py.
_UNBOOTED = re.compile(rb"Adafruit CircuitPython .*\r\nBoard ID:.*\r\nUID:[0-9A-F]+\r\n")

_MOUNTS = (
    "/media/*/CIRCUITPY*",
    "/media/CIRCUITPY*",
    "/run/media/*/CIRCUITPY*",
    "/mnt/CIRCUITPY*",
    "/Volumes/CIRCUITPY*",
)
_READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)


class DeployError(Exception):
    """The files could not be copied; the message says why and what to do."""


class Changed(DeployError):
    """The files would replace what a person has changed on the drive. ``what``: says which."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}. Nothing was copied there. Keep a copy, then add --force")
        self.what = what


class DriveFull(DeployError):
    """The drive has no room for the files."""


def firmware(why: str) -> dict[str, bytes]:
    """Return the files for a drive. Raises AssemblyError if nothing can be compiled for its board.

    `why` the board cannot load bytecode, "" if it can.
    """
    try:
        if not why:
            return drive_files()
    except NoCompiler as error:
        why = str(error)
    raise AssemblyError(f"{why}. A Pico has too little memory for modules that are not compiled")


def no_bytecode(drive: Path | None) -> str:
    """Return why the board with this drive cannot load bytecode, "" if it can or is unknown."""
    if drive is None or not _is_circuitpy(drive):
        return ""
    try:
        text = inside.read_regular(drive / IDENTITY, file_list.LONGEST_LIST).decode(
            "utf-8", "replace"
        )
    except OSError as error:
        return f"{IDENTITY} cannot be read ({error.strerror})"
    return refused_by(text)


def find_drive() -> Path | None:
    """Return the mounted CIRCUITPY drive or None. Raises DeployError if there are several."""
    places = [Path(place) for pattern in _MOUNTS for place in sorted(glob.glob(pattern))]
    if os.name == "nt":
        places += [Path(f"{letter}:/") for letter in string.ascii_uppercase[2:]]
    drives = [place for place in places if _is_circuitpy(place)]
    if len(drives) > 1:
        raise DeployError("several drives are mounted, name one: " + ", ".join(map(str, drives)))
    return drives[0] if drives else None


def _is_circuitpy(drive: Path) -> bool:
    try:
        return inside.regular(drive, IDENTITY) is not None
    except (inside.Outside, OSError):
        return False


def check_identity(drive: Path) -> None:
    """Raise DeployError unless CircuitPython has written its identity onto this drive."""
    if not drive.is_dir():
        raise DeployError(f"there is no folder {drive}")
    if not _is_circuitpy(drive):
        raise DeployError(
            f"{drive} is not a CIRCUITPY drive: it has no {IDENTITY}. To copy there anyway: --force"
        )


def copy_files(
    files: Mapping[str, bytes], drive: Path, replace: bool = False
) -> dict[str, list[str]]:
    """Make the drive hold `files`; return the names {"copied": …, "removed": …, "left": …}.

    During the copy, code.py is a stand-in (`unfinished`), so that old and new modules never run
    together. Stale files of an earlier deploy are removed first. Then files that shrink are
    written before files that grow, to make room. Files that the list names and that somebody has
    changed are left. Raises Changed unless `replace`, if somebody's settings or sources are in the
    way; DeployError if a link, a device or a folder has the name of a file, or if the drive is
    read-only (all before any change); if the drive is full (before any change where that can be
    foreseen); or if a file does not read back as written.
    """
    try:
        drive.mkdir(parents=True, exist_ok=True)
        for name in (*files, MANIFEST, CODE, TEMPORARY):
            _size(drive, name)
        (drive / TEMPORARY).unlink(missing_ok=True)
        listed = _list(drive)
        stale, left = _stale(drive, files, listed)
        others = _of_others(drive, files, listed)
        if others and not replace:
            names = ", ".join(others)
            raise Changed(f"{drive} has changes of your own in {names}, which deploy would replace")
        stale += [name for name in others if name not in files]
        left = [name for name in left if name not in others]
        differing = [name for name in files if not _holds(drive, name, files[name])]
        if (stale or differing) and _is_read_only(drive):
            raise OSError(errno.EROFS, "read-only")
        final = manifest(files)
        if differing:
            written = {**{name: files[name] for name in differing}, MANIFEST: final}
            missing = _room_needed(drive, written, stale) - _free(drive)
            if missing > 0:
                raise DriveFull(_full(drive, missing))
        late = set(differing)
        if stale or late - {CODE}:
            if SAFEMODE in late:
                _replace(drive, SAFEMODE, files[SAFEMODE])  # it draws the stand-in's message
            if not _holds(drive, CODE, unfinished()):
                _replace(drive, CODE, unfinished())
            late = late - {SAFEMODE} | {CODE} & set(files)
        for name in stale:
            file_list.remove(drive, name)
        if SETTINGS in late:
            # Before the list: with the old list, the old settings are not taken for somebody's.
            _replace(drive, SETTINGS, files[SETTINGS])
            late.remove(SETTINGS)
        if not _holds(drive, MANIFEST, final):
            # Before the files themselves: the next deploy must know what an interrupted one copied.
            _replace(drive, MANIFEST, final)
        for name in sorted(late, key=lambda name: _order(name, files, drive)):
            if "/" in name:
                (drive / name).parent.mkdir(parents=True, exist_ok=True)
                _write(drive / name, files[name])
            else:
                _replace(drive, name, files[name])
        if inside.regular(drive, IDENTITY):
            told = inside.read_regular(drive / IDENTITY, file_list.LONGEST_LIST)
            if _UNBOOTED.fullmatch(told):
                # What CircuitPython will tell: else its next start writes the drive.
                _replace(drive, IDENTITY, told + BOOTED.encode())
    except inside.Outside as error:
        raise DeployError(f"{error}. Remove it from {drive} and try again.") from error
    except OSError as error:
        raise _explained(error, files, drive) from error
    return {"copied": differing, "removed": stale, "left": left}


def _order(name: str, files: Mapping[str, bytes], drive: Path) -> tuple[int, int]:
    """Sort key: files in folders first, and of these the files that grow least first."""
    if "/" not in name:
        return 1, list(files).index(name)
    return 0, len(files[name]) - _size(drive, name)


def _explained(error: OSError, files: Mapping[str, bytes], drive: Path) -> DeployError:
    if error.errno == errno.ENOSPC:
        rest = {name: data for name, data in files.items() if not _holds(drive, name, data)}
        missing = max(_room_needed(drive, rest, ()) - _free(drive), 1)
        return DriveFull(_full(drive, missing))
    if error.errno in _READ_ONLY:
        return DeployError(f"{drive} is read-only: {LENDING}.")
    return DeployError(f"{drive}: {error.strerror or error}")


def _full(drive: Path, missing: int) -> str:
    room = "1 byte" if missing == 1 else f"{missing:,} bytes"
    return f"{drive} is full: it lacks {room}. Delete some of your files and try again."


# -- the drive's room ------------------------------------------------------------------------------


def _block(drive: Path) -> int:
    """Return the size of a cluster of the file system in bytes."""
    return os.statvfs(drive).f_frsize if hasattr(os, "statvfs") else 4096


def _free(drive: Path) -> int:
    return shutil.disk_usage(drive).free


def _is_read_only(drive: Path) -> bool:
    return hasattr(os, "statvfs") and bool(os.statvfs(drive).f_flag & os.ST_RDONLY)


def _room_needed(drive: Path, written: Mapping[str, bytes], stale: Iterable[str]) -> int:
    """Return by how many bytes (whole clusters) the used space grows at most during the copy."""
    block = _block(drive)

    def clusters(size: int) -> int:
        return -(-size // block) * block

    freed = sum(clusters(_size(drive, name)) for name in (*written, *stale))
    taken = sum(clusters(len(data)) for data in written.values())
    folders = {folder for name in written for folder in PurePosixPath(name).parents}
    taken += sum(block for folder in folders if not (drive / folder).is_dir())
    # While code.py or the file list is replaced, the old and the new one both take space.
    twice = [clusters(_size(drive, name)) for name in written if "/" not in name]
    stand_in = clusters(len(unfinished()))
    before_any_is_freed = stand_in + clusters(len(written.get(SAFEMODE, b"")))
    return max(taken - freed + max(stand_in, *twice, 0), before_any_is_freed)


# -- files -----------------------------------------------------------------------------------------


def _stale(
    drive: Path, files: Mapping[str, bytes], listed: file_list.Listed
) -> tuple[list[str], list[str]]:
    """Return the files that the drive's list names and `files` does not: those that are as listed,
    and those that are not.

    The list is untrusted: a name that is not valid inside the drive, or is not a regular file
    there, is skipped.
    """
    # FAT ignores case: CODE.PY is code.py.
    seen = {name.casefold() for name in (*files, *KEPT, MANIFEST)}
    stale: list[str] = []
    left: list[str] = []
    for name in listed:
        try:
            if name.casefold() in seen or inside.regular(drive, name) is None:
                continue
        except (inside.Outside, OSError):
            continue
        seen.add(name.casefold())
        (stale if file_list.is_as_listed(drive, name, listed) else left).append(name)
    return stale, left


def _list(drive: Path) -> file_list.Listed:
    try:
        return file_list.read_list(drive, MANIFEST)
    except OSError as error:
        raise DeployError(
            f"{drive / MANIFEST} cannot be read: {error.strerror}. Remove it and try again."
        ) from error


def _of_others(drive: Path, files: Mapping[str, bytes], listed: file_list.Listed) -> list[str]:
    """Return the files in the way of `files` that a person has made or changed: the settings, and
    sources that CircuitPython would import instead of a compiled module."""
    found = [f"{name[:-4]}.py" for name in files if name.endswith(".mpy")]
    # CircuitPython makes an empty file of this name.
    if (
        SETTINGS in files
        and _size(drive, SETTINGS)
        and not _holds(drive, SETTINGS, files[SETTINGS])
    ):
        found.append(SETTINGS)
    return [
        n
        for n in found
        if inside.regular(drive, n) and not file_list.is_as_listed(drive, n, listed)
    ]


def _holds(drive: Path, name: str, contents: bytes) -> bool:
    """Return True if the file holds exactly `contents`."""
    if _size(drive, name) != len(contents):
        return False
    try:
        return inside.read_regular(drive / name, len(contents)) == contents
    except FileNotFoundError:
        return False


def _size(drive: Path, name: str) -> int:
    """Return a file's size in bytes, 0 if there is none. Raises Outside unless it is a regular
    file inside the drive."""
    found = inside.regular(drive, name)
    return found.st_size if found else 0


def _replace(drive: Path, name: str, contents: bytes) -> None:
    """Replace a file atomically."""
    new = drive / TEMPORARY
    _write(new, contents)
    os.replace(new, drive / name)
    if os.name == "posix":
        descriptor = os.open(drive, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _write(path: Path, contents: bytes) -> None:
    """Write a file and read it back."""
    if path.exists() and path.stat().st_nlink > 1:
        path.unlink()  # a hard link: its other name may be outside the drive
    with open(path, "wb") as file:
        file.write(contents)
        file.flush()
        os.fsync(file.fileno())
        if hasattr(os, "posix_fadvise"):
            # Drop the cache, so that reading back reads the drive.
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    if digest(path.read_bytes()) != digest(contents):
        raise DeployError(f"{path} does not read back as written: is the drive damaged?")
