# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The second copy of the saved bytes: a file on the drive."""

import os

SAVE = "/pocketpig.sav"
NEW = "/pocketpig.new"


def _same(path, data):
    with open(path, "rb") as file:
        for start in range(0, len(data), 64):
            if file.read(64) != data[start : start + 64]:
                return False
        return not file.read(1)


def _remove(path):
    try:
        os.remove(path)
    except OSError:
        pass


def read_file():
    """The whole file, or None. A write cut short after the old file went left the new one."""
    for name in (SAVE, NEW):
        try:
            with open(name, "rb") as file:
                return file.read()
        except OSError:
            pass
    return None


def write_file(data):
    """Replace the file and read it back; False when the drive is not ours, is full or fails."""
    try:
        with open(NEW, "wb") as file:
            file.write(data)
        if not _same(NEW, data):
            return False
        # FAT renames onto no existing name.
        _remove(SAVE)
        os.rename(NEW, SAVE)
    except OSError:
        return False
    return True
