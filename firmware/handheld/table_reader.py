# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Files of tables, read a few bytes at a time."""


class Folder:
    """Where the tables are. A player keeps this while `table_file` is forgotten."""

    def __init__(self, path):
        self._path = path

    def reader(self, name):
        """The reader of a table; OSError when there is no such table."""
        reader = Reader(self._path + name)
        reader.read(0, 1)
        return reader


class Reader:
    """A table, opened for each piece: nothing stays open while the drive may change."""

    def __init__(self, path):
        self._path = path

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
