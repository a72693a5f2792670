# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Write boot_out.txt before CircuitPython does, which writes the tables of the drive for it."""

import os
from binascii import hexlify

import board
import microcontroller

FILE = "boot_out.txt"
WORDS = "Adafruit CircuitPython %s; %s\r\nBoard ID:%s\r\nUID:%s\r\nboot.py output:\r\n"


def write(told):
    """Make the file hold WORDS if `pocketpig deploy --uf2` made it; else say "Do not unplug".

    `told`: what it holds. `deploy --uf2` leaves bytes 0xFF where the chip's number goes, and a
    power cut may leave more of them. Nothing else is in the flash sectors that this writes.
    """
    system = os.uname()
    chip = hexlify(microcontroller.cpu.uid).decode().upper()
    words = (WORDS % (system.version, system.machine, board.board_id, chip)).encode()
    if len(told) == len(words) and max(told) == 0xFF:
        with open(FILE, "r+b") as file:
            file.write(words)
    else:
        try:
            import safemode

            safemode.show(("Do not unplug yet.",))
        except Exception:
            pass  # that file is missing or damaged; the title will tell
