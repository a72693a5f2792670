"""Copy the firmware onto a board's CIRCUITPY drive."""

import errno
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from host_sim.command_error import CommandError
from host_sim.drive import file_list, inside
from host_sim.drive.bytecode import NoCompiler
from host_sim.drive.drive_files import (
    CODE,
    MANIFEST,
    SAFEMODE,
    SETTINGS,
    digest,
    drive_files,
    manifest,
    unfinished,
)
from host_sim.drive.drives import LENDING, is_stock, read_short, some
from host_sim.drive.settings import check_settings
from host_sim.drive.uf2 import BOOTED, IDENTITY
from host_sim.replace_file import replace_file

TEMPORARY = "pocketpig.tmp"
# Never removed, even if the drive's file list names them.
KEPT = (IDENTITY,)
# What CircuitPython wrote there before it ran a boot.py.
_UNBOOTED = re.compile(rb"Adafruit CircuitPython .*\r\nBoard ID:.*\r\nUID:[0-9A-F]+\r\n")

_READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)


class Changed(CommandError):
    """The files would replace what is somebody else's. ``what``: says what."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what}. Nothing was copied there. --yes replaces what is in the way, and keeps a "
            "copy of it on this computer"
        )
        self.what = what


def firmware(why: str) -> dict[str, bytes]:
    """Return the files for a drive. Raises CommandError if nothing can be compiled for its board.

    `why` the board cannot load bytecode, "" if it can.
    """
    try:
        if not why:
            return drive_files()
    except NoCompiler as error:
        why = str(error)
    raise CommandError(f"{why}. A Pico has too little memory for modules that are not compiled")


def copy_files(
    files: Mapping[str, bytes], drive: Path, copies: Path, replace: bool = False
) -> dict[str, list[str]]:
    """Make the drive hold `files`; return the names {"copied": …, "removed": …, "left": …} and,
    as "kept", the copies that were made of what others had there, in a new folder in `copies`.

    During the copy, code.py is a stand-in (`unfinished`), so that old and new modules never run
    together. Stale files of an earlier deploy are removed first. Then files that shrink are
    written before files that grow, to make room. Files that the list names and that somebody has
    changed are left, and so are settings. Raises Changed unless `replace`, if files in the way are
    not as listed; CommandError if a link, a device or a folder has the name of a file, if the
    handheld cannot start with the settings, if the drive is read-only, or if no copy can be kept
    (all before any change); if the drive is full (before any change where that can be foreseen);
    or if a file does not read back as written.
    """
    kept: list[str] = []
    try:
        drive.mkdir(parents=True, exist_ok=True)
        for name in (*files, MANIFEST, CODE, TEMPORARY):
            _size(drive, name)
        (drive / TEMPORARY).unlink(missing_ok=True)
        listed = _list(drive)
        stale, left = _stale(drive, files, listed)
        others = _of_others(drive, files, listed)
        if SETTINGS in others and SETTINGS in listed:
            check_settings(inside.read_regular(drive / SETTINGS, file_list.LONGEST_LIST))
            others.remove(SETTINGS)
            left.append(SETTINGS)
        if others and not replace:
            what = "has files in the way that are not as deploy wrote them"
            raise Changed(f"{drive} {what}: {some(others)}")
        stale += [name for name in others if name not in files]
        left = [name for name in left if name not in others]
        wanted = {name: data for name, data in files.items() if name not in left}
        differing = [name for name, data in wanted.items() if not _holds(drive, name, data)]
        if (stale or differing) and _is_read_only(drive):
            raise OSError(errno.EROFS, "read-only")
        final = manifest(files)
        if differing:
            written = {**{name: files[name] for name in differing}, MANIFEST: final}
            missing = _room_needed(drive, written, stale) - _free(drive)
            if missing > 0:
                raise CommandError(_full(drive, missing))
        kept = _keep(drive, others, copies)
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
        raise CommandError(f"{error}. Remove it from {drive} and try again.") from error
    except OSError as error:
        copies_of = f" Copies of what was replaced: {', '.join(kept)}" if kept else ""
        raise CommandError(_explained(error, files, drive) + copies_of) from error
    return {"copied": differing, "removed": stale, "left": left, "kept": kept}


def _keep(drive: Path, names: list[str], copies: Path) -> list[str]:
    """Copy files of the drive into a new folder in `copies`; return the paths of the copies."""
    kept: list[str] = []
    try:
        if names:
            copies.mkdir(parents=True, exist_ok=True)
            folder = Path(tempfile.mkdtemp(prefix=time.strftime("%Y-%m-%d-%H%M%S-"), dir=copies))
        for name in names:
            contents = inside.read_regular(drive / name, file_list.LONGEST_FILE)
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            _write(folder / name, contents)
            kept.append(str(folder / name))
    except OSError as error:
        raise CommandError(
            f"no copy of {some(names)} can be kept in {copies}: {error.strerror or error}. Nothing "
            f"was copied to {drive}. Move these files away yourself and try again"
        ) from error
    return kept


def _order(name: str, files: Mapping[str, bytes], drive: Path) -> tuple[int, int]:
    """Sort key: files in folders first, and of these the files that grow least first."""
    if "/" not in name:
        return 1, list(files).index(name)
    return 0, len(files[name]) - _size(drive, name)


def _explained(error: OSError, files: Mapping[str, bytes], drive: Path) -> str:
    if error.errno == errno.ENOSPC:
        rest = {name: data for name, data in files.items() if not _holds(drive, name, data)}
        missing = max(_room_needed(drive, rest, ()) - _free(drive), 1)
        return _full(drive, missing)
    if error.errno in _READ_ONLY:
        return f"{drive} is read-only: {LENDING}."
    return f"{drive}: {error.strerror or error}"


def _full(drive: Path, missing: int) -> str:
    room = "1 byte" if missing == 1 else f"{missing:,} bytes"
    return f"{drive} is full: it lacks {room}. Delete some of your files and try again."


# -- the drive's room ------------------------------------------------------------------------------


def _free(drive: Path) -> int:
    return shutil.disk_usage(drive).free


def _is_read_only(drive: Path) -> bool:
    return hasattr(os, "statvfs") and bool(os.statvfs(drive).f_flag & os.ST_RDONLY)


def _block(drive: Path) -> int:
    """Return the size of a cluster."""
    return os.statvfs(drive).f_frsize if hasattr(os, "statvfs") else 4096


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
        raise CommandError(
            f"{drive / MANIFEST} cannot be read: {error.strerror}. Remove it and try again."
        ) from error


def _of_others(drive: Path, files: Mapping[str, bytes], listed: file_list.Listed) -> list[str]:
    """Return the files in the way of `files` that deploy did not write: those in their places, and
    sources that CircuitPython would import instead of a compiled module."""
    ours = {CODE} if is_stock(read_short(drive, CODE)) else set()
    if _holds(drive, CODE, unfinished()):
        ours = set(listed) - {SETTINGS}  # an interrupted deploy may have written parts of them
    sources = [f"{name[:-4]}.py" for name in files if name.endswith(".mpy")]
    # CircuitPython makes empty settings.
    found = [name for name in files if _size(drive, name) and not _holds(drive, name, files[name])]
    if not listed and _size(drive, MANIFEST):
        found.append(MANIFEST)
    return [
        name
        for name in [*sources, *found]
        if inside.regular(drive, name)
        and name not in ours
        and not file_list.is_as_listed(drive, name, listed)
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
    replace_file(drive / name, new)


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
        raise CommandError(f"{path} does not read back as written: is the drive damaged?")
