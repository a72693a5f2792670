# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Two simulators must not write the same flash image: the first one locks it."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from types import TracebackType
from typing import IO


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
                raise StateError(f"there is no folder {self.path.parent}")
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


def contents_of(path: Path) -> bytes:
    """What is kept there now, b"" when nothing is."""
    with contextlib.suppress(OSError):
        return path.read_bytes()
    return b""
