"""Open the tables of perfect play on the drive."""

import os

# In the drive's root, `firmware` in the checkout.
FOLDER = (__file__.rpartition("/")[0] or ".") + "/../../tables/"


def installed():
    """Return True if there are tables; without them the code that reads them is not loaded."""
    try:
        os.stat(FOLDER[:-1])
        return True
    except OSError:
        return False


if not installed():
    # Installed as a Python package: the files of the drive are in another folder.
    FOLDER = FOLDER[: -len("tables/")] + "host_sim/firmware/tables/"


def perfect_player():
    from shared_rules.players.perfect import Perfect

    return Perfect(Reader)


class Reader:
    """A table file. It is opened for each read, because the drive may change meanwhile."""

    def __init__(self, name):
        self._path = FOLDER + name

    def fill(self, offset, buffer):
        """Fill `buffer` from `offset` on; return the number of bytes. Raises OSError."""
        with open(self._path, "rb") as file:
            file.seek(offset)
            return file.readinto(buffer)
