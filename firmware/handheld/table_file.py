# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Files of `tables/` on the drive, read a few bytes at a time."""

import os

from shared_rules.errors import UnknownStrategy

# The drive's root lies above this package, on the device as in the checkout.
FOLDER = (__file__.rpartition("/")[0] or ".") + "/../tables/"


def installed():
    """True when the drive has tables at all: without them nobody need load what reads them."""
    try:
        return bool(os.listdir(FOLDER))
    except OSError:
        return False


if not installed():
    # Where Python packages are installed the drive's own files have a folder of theirs.
    FOLDER = FOLDER[: -len("tables/")] + "pocketpig_firmware/tables/"


def perfect_player():
    """The player with the tables on the drive; UnknownStrategy where it is not installed."""
    try:
        from shared_rules.players.perfect import Perfect
    except ImportError:
        raise UnknownStrategy("perfect play is not installed") from None
    return Perfect(FileReader)


class FileReader:
    """A table, opened for each piece: nothing stays open while the drive may change."""

    def __init__(self, name):
        """OSError when there is no such table."""
        self._path = FOLDER + name
        self.read(0, 1)

    def read(self, offset, n):
        """Up to `n` bytes from `offset` on. OSError when it cannot be read."""
        with open(self._path, "rb") as file:
            file.seek(offset)
            return file.read(n)

    def fill(self, offset, buffer):
        """Fill `buffer` from `offset` on; how many bytes there were. OSError as `read`."""
        with open(self._path, "rb") as file:
            file.seek(offset)
            return file.readinto(buffer)
