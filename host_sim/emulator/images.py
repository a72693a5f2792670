# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Read the two files that the user provides for the emulated Pico: CircuitPython, the boot ROM.

Source: RP2040 data sheet 2.8.2 (boot ROM contents).
"""

from __future__ import annotations

import os
import re
import struct
from pathlib import Path

from host_sim.drive import uf2
from host_sim.drive.uf2 import Firmware
from host_sim.emulator import EmulatorError

BOOTROM_SOURCE = (
    "It is the RP2040's boot ROM, the .bin or .elf file from "
    "https://github.com/raspberrypi/pico-bootrom-rp2040/releases (or a .js module with its words)"
)

_ROM_SIZE = 16384
_ROM_MAGIC = b"Mu\x01"  # at 0x10; the RP2350's is b"Mu\x02"
_ELF_LOAD = 1


def read_uf2(path: str | os.PathLike[str]) -> Firmware:
    """Return CircuitPython from a UF2 file. Raises EmulatorError if it is not one for the Pico."""
    try:
        return uf2.read_circuitpython(path)
    except uf2.Uf2Error as error:
        raise EmulatorError(str(error)) from error


def read_bootrom(path: str | os.PathLike[str]) -> bytes:
    """Return the 16 KiB of the RP2040's boot ROM from a .bin or .elf file, or from the hexadecimal
    words in a .js file. Raises EmulatorError."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise EmulatorError(f"{path}: {error.strerror}. {BOOTROM_SOURCE}") from error
    if data.startswith(b"\x7fELF"):
        rom = _from_elf(data)
    elif Path(path).suffix in (".js", ".cjs", ".mjs", ".ts"):
        words = re.findall(rb"\b0x([0-9a-fA-F]{1,8})\b", data)
        rom = b"".join(struct.pack("<I", int(word, 16)) for word in words)
    else:
        rom = data
    # An image may end with its code: pad it.
    rom = rom.ljust(_ROM_SIZE, b"\0")
    if len(rom) != _ROM_SIZE or rom[0x10:0x13] != _ROM_MAGIC:
        raise EmulatorError(f"{path} is not the boot ROM of an RP2040. {BOOTROM_SOURCE}")
    return rom


def _from_elf(data: bytes) -> bytes:
    """Return what a 32-bit little-endian ELF file loads below 16 KiB; b"" if it is damaged."""
    rom = bytearray(_ROM_SIZE)
    try:
        (start,) = struct.unpack_from("<I", data, 28)
        size, count = struct.unpack_from("<2H", data, 42)
        for index in range(count):
            kind, offset, _, address, length = struct.unpack_from("<5I", data, start + index * size)
            if kind == _ELF_LOAD and address + length <= _ROM_SIZE:
                rom[address : address + length] = data[offset : offset + length]
    except struct.error:
        return b""
    return bytes(rom)
