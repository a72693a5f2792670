# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the first version of the firmware saved on the drive. Nothing here writes."""

import os

SAVE = "/pocketpig.sav"
LONGEST = 4096
_REGULAR = 0x8000


def old_copy():
    """The bytes of the old save, or None: no such file, not a file, or too long to be one."""
    try:
        status = os.stat(SAVE)
        if status[0] & 0xF000 != _REGULAR or status[6] > LONGEST:
            return None
        with open(SAVE, "rb") as file:
            return file.read(LONGEST)
    except OSError:
        return None
