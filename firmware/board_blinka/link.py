"""The line for clients: none, or a serial port (also a USB gadget's)."""

import os

from serial import Serial

BAUD = 115200


class Link:
    """A serial port in raw mode, 115,200 baud; without a path nobody is ever there.

    It never blocks. Raises OSError if there is no such port.
    """

    def __init__(self, path=""):
        self.connected = bool(path)
        if path:
            self._port = Serial(path, BAUD)
            # Not pyserial's own read and write: its write waits for a full port.
            self._file = self._port.fileno()

    def read(self, n):
        try:
            return os.read(self._file, n) if self.connected else b""
        except OSError:
            return b""

    def write(self, data):
        try:
            return os.write(self._file, data) if self.connected else 0
        except OSError:
            return 0
