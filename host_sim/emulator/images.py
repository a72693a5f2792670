# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Read the two files that the user provides for the emulated Pico: CircuitPython, the boot ROM.

Sources: Microsoft, UF2 file format; RP2040 data sheet 2.8.2 (boot ROM contents).
"""

from __future__ import annotations

import os
import re
import struct
from pathlib import Path
from typing import NamedTuple

from host_sim.emulator import EmulatorError

UF2_SOURCE = (
    "It is CircuitPython 10 for the Raspberry Pi Pico, the .UF2 file from "
    "https://circuitpython.org/board/raspberry_pi_pico/"
)
BOOTROM_SOURCE = (
    "It is the RP2040's boot ROM, the .bin or .elf file from "
    "https://github.com/raspberrypi/pico-bootrom-rp2040/releases (or a .js module with its words)"
)

FLASH_START = 0x10000000
FIRMWARE_SIZE = 0xFF000  # followed by the non-volatile memory and the drive
BOARD = "Raspberry Pi Pico with rp2040"

_BLOCK = 512
_MAGIC = (0x0A324655, 0x9E5D5157)
_MAGIC_END = 0x0AB16F30
_NOT_MAIN_FLASH = 0x00000001
_FAMILY_PRESENT = 0x00002000
_RP2040 = 0xE48BFF56

_ROM_SIZE = 16384
_ROM_MAGIC = b"Mu\x01"  # at 0x10; the RP2350's is b"Mu\x02"
_ELF_LOAD = 1


class Firmware(NamedTuple):
    """``code``: the contents of the flash from its start; ``version``: such as "10.0.3"."""

    code: bytes
    version: str


def read_uf2(path: str | os.PathLike[str]) -> Firmware:
    """Return CircuitPython from a UF2 file. Raises EmulatorError if it is not one for the Pico."""
    data = _read(path, "--uf2", UF2_SOURCE)
    code = bytearray()
    if not data or len(data) % _BLOCK:
        raise EmulatorError(f"{path} is no UF2 file. {UF2_SOURCE}")
    for start in range(0, len(data), _BLOCK):
        block = data[start : start + _BLOCK]
        head = struct.unpack_from("<8I", block)
        if head[:2] != _MAGIC or struct.unpack_from("<I", block, _BLOCK - 4)[0] != _MAGIC_END:
            raise EmulatorError(f"{path} is no UF2 file. {UF2_SOURCE}")
        _, _, flags, address, size, _, _, family = head
        if flags & _NOT_MAIN_FLASH:
            continue
        offset = address - FLASH_START
        other_chip = flags & _FAMILY_PRESENT and family != _RP2040
        if other_chip or offset < 0 or size > 476:
            raise EmulatorError(f"{path} is for another chip than the RP2040. {UF2_SOURCE}")
        if offset + size > FIRMWARE_SIZE:
            raise EmulatorError(f"{path} is too large for a Pico's firmware. {UF2_SOURCE}")
        code += b"\xff" * (offset + size - len(code))
        code[offset : offset + size] = block[32 : 32 + size]
    banner = re.search(rb"Adafruit CircuitPython (\S+) on [\d-]+; ([ -~]+)", bytes(code))
    if banner is None:
        raise EmulatorError(f"{path} holds no CircuitPython. {UF2_SOURCE}")
    version, board = banner[1].decode("ascii"), banner[2].decode("ascii")
    if board != BOARD:
        raise EmulatorError(f"{path} is CircuitPython for another board, {board}. {UF2_SOURCE}")
    return Firmware(bytes(code), version)


def read_bootrom(path: str | os.PathLike[str]) -> bytes:
    """Return the 16 KiB of the RP2040's boot ROM from a .bin or .elf file, or from the hexadecimal
    words in a .js file. Raises EmulatorError."""
    data = _read(path, "--bootrom", BOOTROM_SOURCE)
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


def _read(path: str | os.PathLike[str], option: str, source: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise EmulatorError(f"{option} {path}: {error.strerror}. {source}") from error
