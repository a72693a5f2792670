# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Read what the first version of the firmware saved on the drive; never write."""

import os

SAVE = "/pocketpig.sav"
LONGEST = 4096
_REGULAR = 0x8000


def old_copy():
    """Return the bytes of the old save; None unless it is a file of at most LONGEST bytes."""
    try:
        status = os.stat(SAVE)
        if status[0] & 0xF000 != _REGULAR or status[6] > LONGEST:
            return None
        with open(SAVE, "rb") as file:
            return file.read(LONGEST)
    except OSError:
        return None
