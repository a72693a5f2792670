# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The flash sector behind ``microcontroller.nvm`` of an RP2040, and power cuts.

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
_BITS = [1 << bit for bit in range(8)]
_SECTOR_ERASE_US = 45_000
_PAGE_PROGRAM_US = 400


def open_private(path: str, flags: int) -> int:
    """An opener for `open`: a new file is its user's alone, because it holds the secret of the
    dice."""
    return os.open(path, flags, 0o600)


class PowerCut(BaseException):
    """The power fails. It is a BaseException, so that ``except Exception`` does not catch it."""


class PowerSupply:
    """The power supply of the chips that write. It fails only if a cut is requested."""

    def __init__(self) -> None:
        self.on = True
        self._bytes_left: int | None = None
        self._cuts_in_erase = False
        self._cuts_in_program = False
        self.risen: int | None = None

    def cut_after(self, n_bytes: int) -> None:
        """Fail after programming ``n_bytes`` more bytes; 0: before the next byte or in an erase."""
        self._bytes_left = n_bytes

    def cut_in_erase(self, bits: int | None = None) -> None:
        """Fail in the middle of the next erase, or when at most so many bits have risen to 1."""
        self._cuts_in_erase = True
        self.risen = bits

    def cut_in_program(self) -> None:
        """Fail while the next bytes are programmed: some bits of each are still set."""
        self._cuts_in_program = True

    def restore(self) -> None:
        """Restore the power and cancel all requested cuts."""
        self.on = True
        self._bytes_left = None
        self._cuts_in_erase = False
        self._cuts_in_program = False

    def check(self) -> None:
        """Raise PowerCut if the power is off."""
        if not self.on:
            raise PowerCut

    def spend(self, n_bytes: int) -> int:
        """Return how many of ``n_bytes`` are programmed before the power fails."""
        if self._bytes_left is None:
            return n_bytes
        lasting = min(n_bytes, self._bytes_left)
        self._bytes_left -= lasting
        self.on = self._bytes_left > 0
        return lasting

    def lasts_through_erase(self) -> bool:
        """Return False if the power fails in this erase."""
        self.on = not (self._cuts_in_erase or self._bytes_left == 0)
        return self.on

    def lasts_through_program(self) -> bool:
        """Return False if the power fails while these bytes are programmed."""
        self.on = self.on and not self._cuts_in_program
        return self.on


class SimulatedStore:
    """The board's ``store``: one sector of 4,096 bytes, optionally kept in a file.

    A write to bytes that are all 0xFF programs only these. Any other write erases the sector and
    programs it again, which is slow, wears it, and loses everything if power fails in between.
    ``erases``, ``writes`` and ``bytes_programmed`` are counters. ``keeps`` False: the flash is worn
    out, so writes have no effect and raise no error.

    ``image``: the file that keeps it; it is replaced atomically after every change. Without a file
    the sector first holds ``contents``.
    """

    size = SECTOR_SIZE

    def __init__(
        self,
        image: str | os.PathLike[str] | None = None,
        *,
        contents: bytes = b"",
        supply: PowerSupply | None = None,
        busy_us: Callable[[float], None] = lambda microseconds: None,
    ) -> None:
        self.image = None if image is None else Path(image)
        if self.image and self.image.exists():
            contents = self.image.read_bytes()
        self.supply = supply or PowerSupply()
        self.erases = 0
        self.writes = 0
        self.bytes_programmed = 0
        self.keeps = True
        self._cells = bytearray(contents[:SECTOR_SIZE].ljust(SECTOR_SIZE, bytes([_ERASED])))
        self._busy_us = busy_us
        self._random = random.Random(0)

    @property
    def contents(self) -> bytes:
        """The contents of the cells, also while the power is off."""
        return bytes(self._cells)

    def read(self, offset: int, n: int) -> bytes:
        """Return ``n`` bytes at ``offset``. Raises ValueError outside the sector."""
        self.supply.check()
        self._check_range(offset, n)
        return bytes(self._cells[offset : offset + n])

    def write(self, offset: int, data: bytes | bytearray | memoryview) -> None:
        """Do ``microcontroller.nvm[offset:offset + len(data)] = data``.

        Raises OSError if the image cannot be written; the flash then has the data all the same.
        """
        self.supply.check()
        self._check_range(offset, len(data))
        self.writes += 1
        try:
            if self.keeps:
                self._change(offset, bytes(data))
        finally:
            self._write_image()

    def _change(self, offset: int, data: bytes) -> None:
        if self._cells.count(_ERASED, offset, offset + len(data)) != len(data):
            data = bytes(self._cells[:offset]) + data + bytes(self._cells[offset + len(data) :])
            offset = 0
            self._erase_cells()
        self._program(offset, data)

    def _check_range(self, offset: int, n: int) -> None:
        if not 0 <= offset <= offset + n <= SECTOR_SIZE:
            raise ValueError(f"{n} bytes at {offset} are not within {SECTOR_SIZE}")

    def _erase_cells(self) -> None:
        self.erases += 1
        if not self.supply.lasts_through_erase():
            # Cells rise to 1 at different speeds: some already are 1, some are not.
            if self.supply.risen is None:
                for index in range(SECTOR_SIZE):
                    self._cells[index] |= self._random.getrandbits(8)
            else:
                for _ in range(self.supply.risen):
                    self._cells[self._random.randrange(SECTOR_SIZE)] |= self._random.choice(_BITS)
            self.supply.check()
        self._busy_us(_SECTOR_ERASE_US)
        self._cells[:] = bytes([_ERASED]) * SECTOR_SIZE

    def _program(self, offset: int, data: bytes) -> None:
        pages = (offset + len(data) + _PAGE_SIZE - 1) // _PAGE_SIZE - offset // _PAGE_SIZE
        self._busy_us(pages * _PAGE_PROGRAM_US)
        if not self.supply.lasts_through_program():
            for index, byte in enumerate(data):
                self._cells[offset + index] &= byte | self._random.getrandbits(8)
            self.supply.check()
        lasting = self.supply.spend(len(data))
        self.bytes_programmed += lasting
        for index in range(lasting):
            # Programming can only clear bits.
            self._cells[offset + index] &= data[index]
        self.supply.check()

    def _write_image(self) -> None:
        if self.image is None:
            return
        new = self.image.with_name(self.image.name + ".new")
        new.unlink(missing_ok=True)
        with open(new, "xb", opener=open_private) as file:
            file.write(self.contents)
        os.replace(new, self.image)
