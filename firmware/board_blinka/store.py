# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What survives, in a file: the 4,096 bytes of the sector, and after them the second copy.

The simulator's ``--state FILE`` has the same form.
"""

import os

_ERASED = b"\xff"


class FileStore:
    """The board's ``store``. The file is replaced as a whole: a power cut leaves old or new.

    Raises OSError when it can be neither read nor written.
    """

    size = 4096

    def __init__(self, path):
        self._path = path
        kept = b""
        if os.path.exists(path):
            with open(path, "rb") as file:
                kept = file.read()
        sector = kept[: self.size]
        self._sector = bytearray(sector + _ERASED * (self.size - len(sector)))
        self._copy = kept[self.size :] or None
        self._keep()

    def read(self, offset, n):
        return bytes(self._sector[offset : offset + n])

    def write(self, offset, data):
        self._sector[offset : offset + len(data)] = data
        self._keep()

    def erase(self):
        self.write(0, _ERASED * self.size)

    def read_file(self):
        return self._copy

    def write_file(self, data):
        before = self._copy
        self._copy = bytes(data)
        try:
            self._keep()
        except OSError:
            self._copy = before
            return False
        return True

    def _keep(self):
        new = self._path + ".new"
        with open(new, "wb") as file:
            file.write(self._sector + (self._copy or b""))
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self._path)
