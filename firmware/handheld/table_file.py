# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The tables of perfect play on the drive, and the player who has them."""

import os

from shared_rules.errors import UnknownStrategy

from .memory import after_check

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
    from .table_reader import Folder

    return Perfect(Folder(FOLDER).reader, after_check)
