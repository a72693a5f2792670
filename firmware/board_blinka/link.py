# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The line for clients: none, or a serial port (also a USB gadget's)."""

import os

from serial import Serial

BAUD = 115200


class Link:
    """A line that never blocks, on the open file ``client``; -1: nobody is there."""

    client = -1

    def read(self, n):
        try:
            return os.read(self.client, n)
        except OSError:
            return b""

    def write(self, data):
        try:
            return os.write(self.client, data)
        except OSError:
            return 0


class NoLink(Link):
    """No line: never connected."""

    connected = False


class SerialLink(Link):
    """A serial port in raw mode, 115,200 baud. Raises OSError if there is none."""

    connected = True

    def __init__(self, path):
        self._port = Serial(path, BAUD)
        # Not pyserial's own read and write: its write waits for a full port.
        self.client = self._port.fileno()
