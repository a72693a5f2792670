# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The tables of perfect play on the drive, and the player that uses them."""

import os

from shared_rules.errors import UnknownStrategy

from .memory import after_check

# The parent folder of this package: the drive's root, `firmware` in the checkout.
FOLDER = (__file__.rpartition("/")[0] or ".") + "/../tables/"


def installed():
    """Return True if there are tables; without them the code that reads them is not loaded."""
    try:
        return bool(os.listdir(FOLDER))
    except OSError:
        return False


if not installed():
    # Installed as a Python package: the files of the drive are in another folder.
    FOLDER = FOLDER[: -len("tables/")] + "pocketpig_firmware/tables/"


def perfect_player():
    """Return the perfect player. Raises UnknownStrategy if its code is not installed."""
    try:
        from shared_rules.players.perfect import Perfect
    except ImportError:
        raise UnknownStrategy("perfect play is not installed") from None
    from .table_reader import Folder

    return Perfect(Folder(FOLDER).reader, after_check)
