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
from host_sim.simulated.chips.nvm_flash import open_private
from host_sim.simulated.state_file import StateError, StateLock, make_private

SIZE = 0x200000
DRIVE = 0x100000  # CircuitPython 10 on the Pico uses the second half

_ERASED = 0xFF
_BOOT_STAGE = 252  # bytes, then their checksum


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
            raise EmulatorError(str(error)) from error
        path = self._lock.path
        try:
            if path.exists():
                with open(path, "rb") as file:
                    self.contents = bytearray(file.read(SIZE + 1))
                if len(self.contents) != SIZE or not _is_flash(self.contents):
                    self.close()
                    raise EmulatorError(
                        f"{path} is not a Pico's flash of {SIZE:,} bytes. Name a file that "
                        "does not exist yet, and it is made"
                    )
            else:
                with open(path, "xb", opener=open_private) as file:
                    file.write(self.contents)
            self._file = open(path, "r+b", buffering=0)
            make_private(path)
        except OSError as error:
            self.close()
            raise EmulatorError(f"{path}: {error.strerror}") from error

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


def _is_flash(contents: bytearray) -> bool:
    """Return True if the flash starts with what the boot ROM starts, or is erased there."""
    head = contents[:_BOOT_STAGE]
    stored = int.from_bytes(contents[_BOOT_STAGE : _BOOT_STAGE + 4], "little")
    return head.count(_ERASED) == _BOOT_STAGE or checksum_at_boot(head) == stored


def checksum_at_boot(data: bytes | bytearray) -> int:
    """Return the checksum that the RP2040's boot ROM compares: CRC-32/MPEG-2."""
    checksum = 0xFFFFFFFF
    for byte in data:
        checksum ^= byte << 24
        for _ in range(8):
            checksum = checksum << 1 ^ (0x104C11DB7 if checksum >> 31 else 0)
    return checksum
