# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Read files of tables a few bytes at a time."""


class Folder:
    """The folder of the tables. A player keeps this while `table_file` is unloaded."""

    def __init__(self, path):
        self._path = path

    def reader(self, name):
        """Return the reader of a table. Raises OSError if there is none."""
        reader = Reader(self._path + name)
        reader.read(0, 1)
        return reader


class Reader:
    """A table file. It is opened for each read, because the drive may change meanwhile."""

    def __init__(self, path):
        self._path = path

    def read(self, offset, n):
        """Return up to `n` bytes from `offset` on. Raises OSError."""
        with open(self._path, "rb") as file:
            file.seek(offset)
            return file.read(n)

    def fill(self, offset, buffer):
        """Fill `buffer` from `offset` on; return the number of bytes. Raises OSError."""
        with open(self._path, "rb") as file:
            file.seek(offset)
            return file.readinto(buffer)
