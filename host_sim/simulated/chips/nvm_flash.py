"""The flash sector behind ``microcontroller.nvm`` of an RP2040, and power cuts.

Source: CircuitPython 10 ``ports/raspberrypi/common-hal/nvm/ByteArray.c``; times from the W25Q16JV
data sheet (typical).
"""

import os
import random
from collections.abc import Callable
from operator import and_
from pathlib import Path

from host_sim.replace_file import replace_file

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

    _bytes_left: int | None
    _cuts_in: set[str]

    def __init__(self) -> None:
        self.risen: int | None = None
        self.unsure = 0.0
        self.restore()

    def cut_after(self, n_bytes: int) -> None:
        """Fail after programming ``n_bytes`` more bytes; 0: before the next byte or in an erase."""
        self._bytes_left = n_bytes

    def cut_in_erase(self, bits: int | None = None, unsure: float = 0.0) -> None:
        """Fail in the middle of the next erase, or when at most so many bits have risen to 1.

        ``unsure``: the share of the changing bits that are left unsure, see `SimulatedStore`.
        """
        self._cuts_in.add("erase")
        self.risen = bits
        self.unsure = unsure

    def cut_in_program(self, unsure: float = 0.0) -> None:
        """Fail while a page is programmed: some bits of its new bytes are still set."""
        self._cuts_in.add("program")
        self.unsure = unsure

    def restore(self) -> None:
        """Restore the power and cancel all requested cuts."""
        self.on = True
        self._bytes_left = None
        self._cuts_in = set()

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

    def lasts_through(self, what: str) -> bool:
        """Return False if the power fails in this "erase" or "program"."""
        spent = what == "erase" and self._bytes_left == 0
        self.on = self.on and not spent and what not in self._cuts_in
        return self.on


class SimulatedStore:
    """The board's ``store``: one sector of 4,096 bytes, optionally kept in a file.

    A write to bytes that are all 0xFF programs only these. Any other write erases the sector and
    programs it again, which is slow, wears it, and loses everything if power fails in between.
    ``erases``, ``writes`` and ``bytes_programmed`` are counters. ``keeps`` False: the flash is worn
    out, so writes have no effect and raise no error.

    After a power cut some of the bits that were changing may be ``unsure`` ({offset: mask}): each
    read finds them set or not, until they are programmed or erased.

    ``image``: the file that keeps it; it is replaced atomically after every change, and is on the
    disk when ``write`` returns. Without a file the sector first holds ``contents``.
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
        self.unsure: dict[int, int] = {}
        self._cells = bytearray(contents[:SECTOR_SIZE].ljust(SECTOR_SIZE, bytes([_ERASED])))
        self._busy_us = busy_us
        self._random = random.Random(0)

    @property
    def contents(self) -> bytes:
        """The contents of the cells, also while the power is off; bits that are unsure are set."""
        return bytes(self._cells)

    def twin(self, seed: int = 0) -> "SimulatedStore":
        """Return another store with the same cells, good power, and counters at 0."""
        twin = SimulatedStore(contents=self.contents)
        twin.unsure = dict(self.unsure)
        twin._random.seed(seed)
        return twin

    def read(self, offset: int, n: int) -> bytes:
        """Return ``n`` bytes at ``offset``. Raises ValueError outside the sector."""
        self.supply.check()
        self._check_range(offset, n)
        return self._read(offset, offset + n)

    def _read(self, start: int, end: int) -> bytes:
        found = self._cells[start:end]
        for at, mask in self.unsure.items():
            if start <= at < end:
                found[at - start] &= ~(mask & self._random.getrandbits(8))
        return bytes(found)

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
        end = offset + len(data)
        if self._read(offset, end).count(_ERASED) == len(data):
            self._program(offset, data)
        else:
            data = self._read(0, offset) + data + self._read(end, SECTOR_SIZE)
            self._erase_cells()
            self._program(0, data)

    def _check_range(self, offset: int, n: int) -> None:
        if not 0 <= offset <= offset + n <= SECTOR_SIZE:
            raise ValueError(f"{n} bytes at {offset} are not within {SECTOR_SIZE}")

    def _erase_cells(self) -> None:
        self.erases += 1
        if not self.supply.lasts_through("erase"):
            # Cells rise to 1 at different speeds: some already are 1, some are not.
            if self.supply.risen is None:
                for index in range(SECTOR_SIZE):
                    self._leave(index, ~self._cells[index] & 255, self._random.getrandbits(8))
            else:
                for _ in range(self.supply.risen):
                    index, bit = self._random.randrange(SECTOR_SIZE), self._random.choice(_BITS)
                    self._leave(index, ~self._cells[index] & bit, bit)
            self.supply.check()
        self._busy_us(_SECTOR_ERASE_US)
        self._cells[:] = bytes([_ERASED]) * SECTOR_SIZE
        self.unsure.clear()

    def _program(self, offset: int, data: bytes) -> None:
        """Program page by page; programming can only clear bits.

        The rest of a page is programmed with what is read there, as CircuitPython does.
        """
        end = offset + len(data)
        pages = range(offset // _PAGE_SIZE, (end + _PAGE_SIZE - 1) // _PAGE_SIZE)
        self._busy_us(len(pages) * _PAGE_PROGRAM_US)
        cut = None if self.supply.lasts_through("program") else self._random.choice(pages)
        lasting = self.supply.spend(len(data)) if cut is None else len(data)
        if cut is None and lasting == len(data) and not self.unsure:
            self._cells[offset:end] = bytes(map(and_, self._cells[offset:end], data))
            self.bytes_programmed += len(data)
            self.supply.check()
            return
        for page in pages:
            start, stop = page * _PAGE_SIZE, (page + 1) * _PAGE_SIZE
            new = dict(enumerate(self._read(start, stop), start)) if self.unsure else {}
            for at in range(max(start, offset), min(stop, offset + lasting)):
                new[at] = data[at - offset]
                self.bytes_programmed += 1
            for at, byte in new.items():
                clearing = self._cells[at] & ~byte
                if page == cut:
                    self._leave(at, clearing, ~self._random.getrandbits(8) & 255)
                elif clearing:
                    self._cells[at] &= byte
                    if at in self.unsure:
                        self.unsure[at] &= ~clearing
            if page == cut or stop >= offset + lasting:
                break
        self.supply.check()

    def _leave(self, at: int, changing: int, ones: int) -> None:
        """Leave the changing bits of a byte in the middle: set as in ``ones``, or unsure."""
        if not changing:
            return
        unsure = 0
        for bit in _BITS:
            if changing & bit and self.supply.unsure and self._random.random() < self.supply.unsure:
                unsure |= bit
        self._cells[at] = self._cells[at] & ~changing | changing & (ones | unsure)
        if unsure or at in self.unsure:
            self.unsure[at] = self.unsure.get(at, 0) & ~changing | unsure

    def _write_image(self) -> None:
        if self.image is None:
            return
        new = self.image.with_name(self.image.name + ".new")
        new.unlink(missing_ok=True)
        with open(new, "xb", opener=open_private) as file:
            file.write(self.contents)
            file.flush()
            os.fsync(file.fileno())
        replace_file(self.image, new)
