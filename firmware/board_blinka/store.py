"""Saved data in a file of 4,096 bytes. The simulator's ``--state FILE`` has the same form."""

import os

_ERASED = b"\xff"


class FileStore:
    """The board's ``store``. The file is replaced as a whole: a power cut leaves the old or new.

    Raises OSError if it cannot be read or written.
    """

    size = 4096

    def __init__(self, path):
        self._path = path
        sector = b""
        if os.path.exists(path):
            with open(path, "rb") as file:
                sector = file.read(self.size)
        self._sector = bytearray(sector + _ERASED * (self.size - len(sector)))
        self._keep()

    def read(self, offset, n):
        return bytes(self._sector[offset : offset + n])

    def write(self, offset, data):
        self._sector[offset : offset + len(data)] = data
        self._keep()

    def _keep(self):
        new = self._path + ".new"
        with open(new, "wb") as file:
            file.write(self._sector)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self._path)
