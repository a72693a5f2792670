# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The file that keeps a simulator's flash: where it is, one writer at a time, faults told."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Callable

from host_sim.simulated.chips.nvm_flash import SECTOR_SIZE

if TYPE_CHECKING:
    from host_sim.simulated.handset import Handset


class StateError(Exception):
    """No state can be kept in that file; the message says why."""


class StateInUse(StateError):
    """Another simulator keeps its state in that file."""


class StateLock:
    """Holds the image at ``path`` until ``release``, or until the process ends however it ends.

    ``path`` is then the file itself, where a symbolic link was named: that one is locked, and that
    one is to be written. The lock is on a file beside it, because the image itself is replaced at
    every change. No folder is made. Raises StateError.
    """

    def __init__(self, path: Path) -> None:
        self._file: IO[bytes] | None = None
        try:
            self.path = path.resolve()
            if not self.path.parent.is_dir():
                raise StateError(
                    f"cannot keep the state in {path}: there is no folder {self.path.parent}"
                )
            if self.path.exists() and not self.path.is_file():
                raise StateError(f"{path} is a folder or a device, not a file")
            self._file = open(self.path.with_name(self.path.name + ".lock"), "ab")
        except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: links in a circle
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise StateError(f"cannot keep the state in {path}: {reason}") from error
        try:
            _lock(self._file)
        except OSError as error:
            self._file.close()
            self._file = None
            raise StateInUse(f"{path} is in use by another simulator") from error

    def release(self) -> None:
        if self._file is not None:
            # The file stays: whoever waits for it may have it open already.
            self._file.close()
            self._file = None

    def __enter__(self) -> StateLock:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()


def _lock(file: IO[bytes]) -> None:
    """Raises OSError at once when somebody else has it."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def keep(path: Path) -> StateLock:
    """Lock the flash image `path`, which need not be there yet. Raises StateError.

    What cannot be read or written is found out now, not at the first save.
    """
    try:
        size = len(path.read_bytes()) if path.is_file() else SECTOR_SIZE
    except OSError as error:
        raise StateError(f"cannot keep the state in {path}: {error.strerror}") from error
    if size < SECTOR_SIZE:
        raise StateError(f"{path} is no flash image: it has {size} bytes, not {SECTOR_SIZE}")
    lock = StateLock(path)
    # The image is written anew beside the old one and then renamed.
    if not os.access(lock.path.parent, os.W_OK):
        lock.release()
        raise StateError(f"cannot keep the state in {path}: its folder cannot be written")
    return lock


def default_path() -> Path:
    """Return where a player's flash image is kept; make the folder. Raises StateError.

    It is in the user's folder for application data.
    """
    try:
        home = Path.home()
    except RuntimeError:
        raise StateError("there is no home folder to keep the state in") from None
    if sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        data = home / "Library" / "Application Support"
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    path = data / "pocketpig" / "handheld.flash"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StateError(f"cannot keep the state in {path}: {error.strerror}") from error
    return path


def contents_of(path: Path) -> bytes:
    """What is kept there now, b"" when nothing is."""
    with contextlib.suppress(OSError):
        return path.read_bytes()
    return b""


class StateWatch:
    """``look`` often; it tells once, through ``say``."""

    # The handheld plays on: its flash is whole, only the file has not followed. The whole image is
    # written at the next change, so a fault may be over by the end.

    def __init__(self, handset: Handset, say: Callable[[str], None]) -> None:
        self._handset = handset
        self._say = say
        self._writes = -1
        self._told = False

    def look(self) -> None:
        """Look at the file if the flash has been written since."""
        writes = self._handset.board.store.flash.writes
        if self._told or writes == self._writes:
            return
        self._writes = writes
        fault = self.fault()
        if fault:
            self._told = True
            self._say(f"{fault}. The game goes on, but it is not saved")

    def fault(self) -> str:
        """What is wrong when the file does not hold what the flash does, else ""."""
        store = self._handset.board.store
        if store.image is None or not store.flash.writes:
            return ""
        try:
            if store.image.read_bytes() == store.contents:
                return ""
            reason = "it cannot be written; is the disk full?"
        except OSError as error:
            reason = str(error.strerror)
        return f"the state is not kept in {store.image}: {reason}"
