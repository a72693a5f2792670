# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A Pico's 2 MiB of flash: firmware, non-volatile memory and drive; optionally kept in a file.

The file holds the whole flash, in the format of `picotool save --all`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from host_sim.drive import fat12
from host_sim.emulator import EmulatorError
from host_sim.simulated.state_file import StateError, StateLock

SIZE = 0x200000
DRIVE = 0x100000  # CircuitPython 10 on the Pico uses the second half

_ERASED = 0xFF


class Flash:
    """``path`` None keeps nothing. The file is locked until ``close``.

    Raises EmulatorError if the file cannot be used.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self._file: BinaryIO | None = None
        self._lock: StateLock | None = None
        self.contents = bytearray([_ERASED]) * SIZE
        if path is None:
            return
        try:
            self._lock = StateLock(Path(path))
        except StateError as error:
            raise EmulatorError(f"--flash: {error}") from error
        path = self._lock.path
        try:
            if path.exists():
                self.contents = bytearray(path.read_bytes())
            else:
                path.write_bytes(self.contents)
            self._file = open(path, "r+b", buffering=0)
        except OSError as error:
            self.close()
            raise EmulatorError(f"--flash {path}: {error.strerror}") from error
        if len(self.contents) != SIZE:
            self.close()
            raise EmulatorError(
                f"--flash {path} has {len(self.contents):,} bytes; a Pico's flash has {SIZE:,}. "
                "Name a file that does not exist yet, and it is made"
            )

    def put(self, offset: int, data: bytes) -> None:
        """Write bytes at an offset, also to the file."""
        self.contents[offset : offset + len(data)] = data
        if self._file is not None:
            self._file.seek(offset)
            self._file.write(data)

    def erase(self, offset: int, length: int) -> None:
        self.put(offset, bytes([_ERASED]) * length)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        if self._lock is not None:
            self._lock.release()

    @property
    def formatted(self) -> bool:
        """True if the flash holds a drive."""
        try:
            fat12.shape(bytes(self.contents[DRIVE:]))
        except fat12.VolumeError:
            return False
        return True

    def read_drive(self) -> dict[str, bytes]:
        """Return {path: contents} of the drive's files. Raises EmulatorError."""
        try:
            return fat12.read_files(bytes(self.contents[DRIVE:]))
        except fat12.VolumeError as error:
            raise EmulatorError(str(error)) from error

    def write_drive(self, files: Mapping[str, bytes]) -> None:
        """Make the drive hold exactly these files. Raises EmulatorError."""
        try:
            self.put(DRIVE, fat12.with_files(bytes(self.contents[DRIVE:]), files))
        except fat12.VolumeError as error:
            raise EmulatorError(str(error)) from error
