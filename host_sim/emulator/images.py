"""Read the boot ROM, which the user provides for the emulated Pico.

Source: RP2040 data sheet 2.8.2 (its contents).
"""

import os
import re
import struct
from pathlib import Path

from host_sim.emulator import EmulatorError

_SIZE = 16384
_MAGIC = b"Mu\x01"  # at 0x10; the RP2350's is b"Mu\x02"


def read_bootrom(path: str | os.PathLike[str]) -> bytes:
    """Return the 16 KiB of the RP2040's boot ROM from a .bin file, or from the hexadecimal words
    in a JavaScript file. Raises EmulatorError if it is something else."""
    data = Path(path).read_bytes()
    if Path(path).suffix != ".bin":
        words = re.findall(rb"\b0x([0-9a-fA-F]{1,8})\b", data)
        data = b"".join(struct.pack("<I", int(word, 16)) for word in words)
    rom = data.ljust(_SIZE, b"\0")  # an image may end with its code
    if len(rom) != _SIZE or rom[0x10:0x13] != _MAGIC:
        raise EmulatorError(
            f"{path} is not the boot ROM of an RP2040: the .bin file from "
            "https://github.com/raspberrypi/pico-bootrom-rp2040/releases"
        )
    return rom
