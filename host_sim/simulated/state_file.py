"""The file that keeps a simulator's flash: its place, its lock, its faults."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout
from platformdirs import user_data_path

from handheld.saves.journal import ERASED, START, signed
from host_sim.command_error import CommandError
from host_sim.simulated.chips.nvm_flash import SECTOR_SIZE

if TYPE_CHECKING:
    from host_sim.simulated.handset import Handset


class StateInUse(CommandError):
    """Another simulator keeps its state in that file."""


@contextlib.contextmanager
def lock_state(path: Path) -> Iterator[Path]:
    """Lock the flash image at ``path``, which need not exist; yield the file to write.

    That is the target if the path is a symbolic link. Check now, not at the first save, that the
    image can be read and written, and that it is one: no other file is written. Other users of
    this computer can no longer read it. Raises CommandError, also if the folder does not exist.
    """
    try:
        if path.is_file() and not _is_state(path):
            raise CommandError(
                f"{path} is not the state of a handheld. Name a file that does not exist yet"
            )
        file = path.resolve()
        # FileLock makes folders that do not exist.
        if not file.parent.is_dir():
            raise CommandError(f"cannot keep the state in {path}: there is no folder {file.parent}")
        if file.exists() and not file.is_file():
            raise CommandError(f"{path} is a folder or a device, not a file")
        # Beside the image, because that itself is replaced at every change.
        lock = FileLock(f"{file}.lock", timeout=0).acquire()
    except Timeout as error:
        raise StateInUse(f"{path} is in use by another simulator") from error
    except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: a symlink loop
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CommandError(f"cannot keep the state in {path}: {reason}") from error
    with lock:
        # A new image is written beside the old one and renamed, so the folder must be writable.
        if not os.access(file.parent, os.W_OK):
            raise CommandError(f"cannot keep the state in {path}: its folder cannot be written")
        with contextlib.suppress(OSError):  # where the file system can
            file.chmod(0o600)
        yield file


def _is_state(path: Path) -> bool:
    """Return True for a flash with a journal's header or none; a copy may follow the flash."""
    with open(path, "rb") as file:
        data = file.read(2 * SECTOR_SIZE + 1)
    head = data[:START]
    known = head[:3] == b"PP\1" or (head[:2] == b"PP" and head[:10] == signed(head[:7]))
    return SECTOR_SIZE <= len(data) <= 2 * SECTOR_SIZE and (known or head == ERASED * START)


def data_folder() -> Path:
    """Return our folder in the user's folder for application data. Raises CommandError."""
    try:
        # Without a home folder older platformdirs leave the "~".
        folder: Path = user_data_path("pocketpig", appauthor=False).expanduser()
    except RuntimeError:
        raise CommandError("there is no home folder to keep anything in") from None
    return folder


def default_path() -> Path:
    """Return the default path of the flash image; make its folder. Raises CommandError."""
    path = data_folder() / "handheld.flash"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"cannot keep the state in {path}: {error.strerror}") from error
    return path


class StateWatch:
    """Report a fault of the image once, through ``say``. Call ``check`` often."""

    # The handheld plays on: its flash is intact, only the file is not up to date. The next change
    # writes the whole image, so the fault may pass.

    def __init__(self, handset: Handset, say: Callable[[str], None]) -> None:
        self._handset = handset
        self._say = say
        self._writes = -1
        self._told = False

    def check(self) -> None:
        """Check the file if the flash has been written since the last call."""
        writes = self._handset.board.store.writes
        if self._told or writes == self._writes:
            return
        self._writes = writes
        fault = self.fault()
        if fault:
            self._told = True
            self._say(f"{fault}. The game goes on, but it is not saved")

    def fault(self) -> str:
        """Return what is wrong if the file differs from the flash, else ""."""
        store = self._handset.board.store
        if store.image is None or not store.writes:
            return ""
        try:
            if store.image.read_bytes() == store.contents:
                return ""
            reason = "it cannot be written; is the disk full?"
        except OSError as error:
            reason = str(error.strerror)
        return f"the state is not kept in {store.image}: {reason}"
