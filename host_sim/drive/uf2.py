"""Read CircuitPython from a UF2 file; write a UF2 file with CircuitPython and its drive.

Sources: Microsoft, UF2 file format; pico-bootrom-rp2040, bootrom/virtual_disk.c; Raspberry Pi,
pico_binary_info; CircuitPython, ports/raspberrypi/supervisor/internal_flash.c.

PyPI's folder2uf2 writes such files too. It is not used here, because it does not pad the firmware
(see `join`), does not check which board the firmware is for, and gives each file another serial
number and the times of a folder, so that two files are never the same.
"""

import os
import re
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from host_sim.command_error import CommandError
from host_sim.drive import fat12

SOURCE = (
    "It is CircuitPython 10 for the Raspberry Pi Pico, the .UF2 file from "
    "https://circuitpython.org/board/raspberry_pi_pico/"
)
BOARD = "Raspberry Pi Pico with rp2040"
FLASH_START = 0x10000000
_FLASH_END = 0x11000000
_FLASH_SIZE = 0x200000  # of a Pico
FIRMWARE_SIZE = 0xFF000  # the non-volatile memory and the drive come behind it
NVM_SIZE = 0x1000

_BLOCK = 512
_MAGIC = (0x0A324655, 0x9E5D5157)
_MAGIC_END = 0x0AB16F30
_NOT_MAIN_FLASH = 0x00000001
_FAMILY_PRESENT = 0x00002000
_RP2040 = 0xE48BFF56
_PAGE = 256  # of the flash: the bytes of a block
_MOST_PAYLOAD = 476
_SECTOR = 4096  # of the flash: what is erased at once

_INFO = struct.Struct("<5I")  # magic, first and last address of pointers, a table, magic
_INFO_MAGIC = (0x7188EBF2, 0xE71AA390)
_INFO_WITHIN = (0x100, 0x200)
_BLOCK_DEVICE = struct.pack("<H2s", 7, b"CP")
# What CircuitPython puts onto a drive that it formats, against the litter of macOS and Linux.
NO_LITTER = (".fseventsd/no_log", ".metadata_never_index", ".Trashes", ".Trash-1000")


# CircuitPython makes this file anew unless it holds what it should. boot.py fills in the number of
# the chip, where it finds bytes 0xFF; the flash sector in which it writes holds nothing else.
IDENTITY = "boot_out.txt"
BOARD_ID = "raspberry_pi_pico"
BOOTED = "boot.py output:\r\n"
_UNKNOWN = b"\xff" * 16


class Firmware(NamedTuple):
    """``code``: the contents of the flash from its start; ``banner``: such as "Adafruit
    CircuitPython 10.0.3 on …"; ``version``: such as "10.0.3"."""

    code: bytes
    banner: str
    version: str


def read_circuitpython(path: str | os.PathLike[str]) -> Firmware:
    """Return CircuitPython from a UF2 file, which may hold a drive too. Raises CommandError if it
    is not one for the Pico."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise CommandError(f"--uf2 {path}: {error.strerror}. {SOURCE}") from error
    code = bytearray()
    for address, payload in _blocks(data, path):
        offset = address - FLASH_START
        if offset >= FIRMWARE_SIZE + NVM_SIZE:
            continue
        if offset + len(payload) > FIRMWARE_SIZE:
            raise CommandError(f"{path} is too large for a Pico's firmware. {SOURCE}")
        code += b"\xff" * (offset + len(payload) - len(code))
        code[offset : offset + len(payload)] = payload
    found = re.search(rb"Adafruit CircuitPython (\S+) on [\d-]+; ([ -~]+)", bytes(code))
    if found is None:
        raise CommandError(f"{path} holds no CircuitPython. {SOURCE}")
    banner, version, board = (text.decode("ascii") for text in found.group(0, 1, 2))
    if board != BOARD:
        raise CommandError(f"{path} is CircuitPython for another board, {board}. {SOURCE}")
    return Firmware(bytes(code), banner, version)


def _blocks(data: bytes, path: str | os.PathLike[str]) -> Iterator[tuple[int, bytes]]:
    """Yield (address, bytes) of the blocks for the flash. Raises CommandError if one is missing."""
    numbers: set[int] = set()
    count = 0
    for start in range(0, max(len(data), 1), _BLOCK):
        block = data[start : start + _BLOCK]
        if len(block) < _BLOCK and numbers:
            break  # cut short
        block = block.ljust(_BLOCK)
        head = struct.unpack_from("<8I", block)
        if head[:2] != _MAGIC or struct.unpack_from("<I", block, _BLOCK - 4)[0] != _MAGIC_END:
            raise CommandError(f"{path} is not a UF2 file. {SOURCE}")
        _, _, flags, address, size, number, count, family = head
        numbers.add(number)
        if flags & _NOT_MAIN_FLASH:
            continue
        other_chip = flags & _FAMILY_PRESENT and family != _RP2040
        if other_chip or not FLASH_START <= address < _FLASH_END or size > _MOST_PAYLOAD:
            raise CommandError(f"{path} is for another chip than the RP2040. {SOURCE}")
        yield address, block[32 : 32 + size]
    if len(numbers) != count or max(numbers) >= count:
        raise CommandError(
            f"{path} is not whole: it has {len(numbers):,} of {count:,} blocks. {SOURCE}"
        )


def join(firmware: Firmware, files: Mapping[str, bytes]) -> bytes:
    """Return a UF2 file that holds CircuitPython and a drive with these files.

    It leaves out the non-volatile memory between them. Raises CommandError, also if the files
    do not fit.
    """
    start, size = _drive_place(firmware)
    files = {IDENTITY: _identity(firmware), **dict.fromkeys(NO_LITTER, b""), **files}
    # Of each 16 blocks by number, the RP2040's boot ROM erases the sector of the block that it gets
    # first, and no other. So 16 blocks have to be one sector: pad the firmware to whole sectors.
    padded = firmware.code.ljust(-(-len(firmware.code) // _SECTOR) * _SECTOR, b"\xff")
    volume = fat12.volume(size, files, IDENTITY)
    pages = [
        (offset + at, contents[at : at + _PAGE])
        for offset, contents in ((0, padded), (start, volume))
        for at in range(0, len(contents), _PAGE)
    ]
    blocks = []
    for number, (offset, page) in enumerate(pages):
        place = (FLASH_START + offset, _PAGE, number, len(pages))
        head = struct.pack("<8I", *_MAGIC, _FAMILY_PRESENT, *place, _RP2040)
        blocks.append(head + struct.pack(f"<{_MOST_PAYLOAD}sI", page, _MAGIC_END))
    return b"".join(blocks)


def _identity(firmware: Firmware) -> bytes:
    """Return the text of CircuitPython's IDENTITY, without the chip's number."""
    head = f"{firmware.banner}\r\nBoard ID:{BOARD_ID}\r\nUID:".encode()
    return head + _UNKNOWN + f"\r\n{BOOTED}".encode()


def _drive_place(firmware: Firmware) -> tuple[int, int]:
    """Return where in the flash this CircuitPython keeps its drive: offset and size in bytes.

    Its binary information names a block device. Raises CommandError unless that is in the flash.
    """
    code = firmware.code.ljust(_INFO_WITHIN[1] + _INFO.size)
    for at in range(*_INFO_WITHIN, 4):
        magic, first, last, _, end = _INFO.unpack_from(code, at)
        if (magic, end) == _INFO_MAGIC:
            listed = code[first - FLASH_START : last - FLASH_START]
            for start in range(0, len(listed) - 3, 4):
                (pointer,) = struct.unpack_from("<I", listed, start)
                entry = code[pointer - FLASH_START :][:16]
                if entry[:4] == _BLOCK_DEVICE and len(entry) == 16:
                    offset, size = struct.unpack_from("<II", entry, 8)
                    within = FIRMWARE_SIZE + NVM_SIZE <= offset < offset + size <= _FLASH_SIZE
                    if within and not offset % _SECTOR and not size % _SECTOR:
                        return offset, size
    raise CommandError(
        f"CircuitPython {firmware.version} does not say where its drive is: copy it alone, then "
        "run `pocketpig deploy` without --uf2"
    )
