# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The flash behind ``microcontroller.nvm`` of an RP2040, a file on the drive, and power cuts.

Source: CircuitPython 10 ``ports/raspberrypi/common-hal/nvm/ByteArray.c``; times from the W25Q16JV
data sheet (typical).
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Callable

SECTOR_SIZE = 4096
_PAGE_SIZE = 256
_ERASED = 0xFF
_SECTOR_ERASE_US = 45_000
_PAGE_PROGRAM_US = 400


class PowerCut(BaseException):
    """The power fails here. No ``except Exception`` of a program can live on after it."""


class PowerSupply:
    """What the chips that write draw on. Without ``cut_after`` or ``cut_in_erase`` it lasts."""

    def __init__(self) -> None:
        self.on = True
        self._bytes_left: int | None = None
        self._cuts_in_erase = False

    def cut_after(self, n_bytes: int) -> None:
        """Fail once ``n_bytes`` more bytes are programmed; 0: before the next, or in an erase."""
        self._bytes_left = n_bytes

    def cut_in_erase(self) -> None:
        """Fail in the middle of the next erase."""
        self._cuts_in_erase = True

    def restore(self) -> None:
        """Power is back and lasts."""
        self.on = True
        self._bytes_left = None
        self._cuts_in_erase = False

    def check(self) -> None:
        """Raise PowerCut when the power is off."""
        if not self.on:
            raise PowerCut

    def spend(self, n_bytes: int) -> int:
        """How many of ``n_bytes`` are programmed before the power fails."""
        if self._bytes_left is None:
            return n_bytes
        lasting = min(n_bytes, self._bytes_left)
        self._bytes_left -= lasting
        self.on = self._bytes_left > 0
        return lasting

    def lasts_through_erase(self) -> bool:
        """False: the power fails in this erase."""
        self.on = not (self._cuts_in_erase or self._bytes_left == 0)
        return self.on


class NvmFlash:
    """One sector of 4,096 bytes.

    A write to bytes that are all 0xFF programs them alone. Any other write erases the sector and
    programs it anew, which is slow, wears it, and loses everything when power fails in between.
    ``erases`` and ``writes`` count, ``bytes_programmed`` sums up. ``keeps`` False: it is worn out,
    and its cells stay as they are, without a word.
    """

    size = SECTOR_SIZE

    def __init__(
        self,
        contents: bytes = b"",
        *,
        supply: PowerSupply | None = None,
        busy_us: Callable[[float], None] = lambda microseconds: None,
        seed: int = 0,
    ) -> None:
        if len(contents) > SECTOR_SIZE:
            raise ValueError(f"{len(contents)} bytes do not fit into {SECTOR_SIZE}")
        self.supply = supply or PowerSupply()
        self.erases = 0
        self.writes = 0
        self.bytes_programmed = 0
        self.keeps = True
        self._cells = bytearray(contents.ljust(SECTOR_SIZE, bytes([_ERASED])))
        self._busy_us = busy_us
        self._random = random.Random(seed)

    @property
    def contents(self) -> bytes:
        """What the cells hold, powered or not."""
        return bytes(self._cells)

    def read(self, offset: int, n: int) -> bytes:
        """``n`` bytes at ``offset``; ValueError outside the sector."""
        self.supply.check()
        self._check_range(offset, n)
        return bytes(self._cells[offset : offset + n])

    def write(self, offset: int, data: bytes | bytearray | memoryview) -> None:
        """As ``microcontroller.nvm[offset:offset + len(data)] = data``."""
        self.supply.check()
        self._check_range(offset, len(data))
        self.writes += 1
        if not self.keeps:
            return
        data = bytes(data)
        if self._cells.count(_ERASED, offset, offset + len(data)) == len(data):
            self._program(offset, data)
            return
        sector = bytes(self._cells[:offset]) + data + bytes(self._cells[offset + len(data) :])
        self._erase_cells()
        self._program(0, sector)

    def erase(self) -> None:
        """All bytes to 0xFF, written as any program must: no bare erase is to be had."""
        self.write(0, bytes([_ERASED]) * SECTOR_SIZE)

    def _check_range(self, offset: int, n: int) -> None:
        if not 0 <= offset <= offset + n <= SECTOR_SIZE:
            raise ValueError(f"{n} bytes at {offset} are not within {SECTOR_SIZE}")

    def _erase_cells(self) -> None:
        self.erases += 1
        if not self.supply.lasts_through_erase():
            # Cells creep up to 1 at different speeds: some have arrived, some have not.
            for index in range(SECTOR_SIZE):
                self._cells[index] |= self._random.getrandbits(8)
            self.supply.check()
        self._busy_us(_SECTOR_ERASE_US)
        self._cells[:] = bytes([_ERASED]) * SECTOR_SIZE

    def _program(self, offset: int, data: bytes) -> None:
        pages = (offset + len(data) + _PAGE_SIZE - 1) // _PAGE_SIZE - offset // _PAGE_SIZE
        self._busy_us(pages * _PAGE_PROGRAM_US)
        lasting = self.supply.spend(len(data))
        self.bytes_programmed += lasting
        for index in range(lasting):
            # Programming only ever clears bits.
            self._cells[offset + index] &= data[index]
        self.supply.check()


class DriveFile:
    """One file on the drive, replaced as a whole; a power cut leaves the beginning of the new one.

    ``writable`` is False while the drive belongs to the computer.
    """

    def __init__(
        self,
        contents: bytes | None = None,
        *,
        supply: PowerSupply | None = None,
        writable: bool = True,
    ) -> None:
        self.contents = contents
        self.supply = supply or PowerSupply()
        self.writable = writable

    def read(self) -> bytes | None:
        """The file, or None when there is none."""
        self.supply.check()
        return self.contents

    def write(self, data: bytes | bytearray | memoryview) -> bool:
        """Replace it; False when the drive is not ours."""
        self.supply.check()
        if not self.writable:
            return False
        self.contents = bytes(data[: self.supply.spend(len(data))])
        self.supply.check()
        return True


class SimulatedStore:
    """The board's ``store``: the flash sector and a second copy as a file on the drive.

    With ``image`` both outlive the process: that file holds the sector's 4,096 bytes and, after
    them, the drive's file if there is one. It is replaced atomically after every change. Without
    one ``contents`` (as ``contents`` gives them) is what they hold at first.
    """

    size = SECTOR_SIZE

    def __init__(
        self,
        image: str | os.PathLike[str] | None = None,
        *,
        contents: bytes = b"",
        supply: PowerSupply | None = None,
        drive_lent: bool = False,
        busy_us: Callable[[float], None] = lambda microseconds: None,
    ) -> None:
        self.image = None if image is None else Path(image)
        self.supply = supply or PowerSupply()
        kept = self.image.read_bytes() if self.image and self.image.exists() else contents
        self.flash = NvmFlash(kept[:SECTOR_SIZE], supply=self.supply, busy_us=busy_us)
        self.file = DriveFile(
            kept[SECTOR_SIZE:] or None, supply=self.supply, writable=not drive_lent
        )

    @property
    def contents(self) -> bytes:
        """The sector and, after it, the drive's file: what an image file holds."""
        return self.flash.contents + (self.file.contents or b"")

    def read(self, offset: int, n: int) -> bytes:
        return self.flash.read(offset, n)

    def write(self, offset: int, data: bytes | bytearray | memoryview) -> None:
        try:
            self.flash.write(offset, data)
        finally:
            self._keep()

    def erase(self) -> None:
        try:
            self.flash.erase()
        finally:
            self._keep()

    def read_file(self) -> bytes | None:
        return self.file.read()

    def write_file(self, data: bytes | bytearray | memoryview) -> bool:
        try:
            return self.file.write(data)
        finally:
            self._keep()

    def _keep(self) -> None:
        if self.image is None:
            return
        new = self.image.with_name(self.image.name + ".new")
        new.write_bytes(self.contents)
        os.replace(new, self.image)
