# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The line for clients: none, a serial port (also a USB gadget's), or a pseudo-terminal."""

import os
import select
import termios
import tty

BAUD = termios.B115200


class NoLink:
    """No line: never connected."""

    connected = False

    def read(self, n):
        return b""

    def write(self, data):
        return 0


class SerialLink:
    """A serial port in raw mode, 115,200 baud. Raises OSError if there is none."""

    connected = True

    def __init__(self, path):
        self._file = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            tty.setraw(self._file)
            settings = termios.tcgetattr(self._file)
            settings[4] = settings[5] = BAUD
            settings[2] |= termios.CLOCAL | termios.CREAD  # no modem lines
            termios.tcsetattr(self._file, termios.TCSANOW, settings)
        except termios.error as error:
            os.close(self._file)
            raise OSError("%s is no serial port: %s" % (path, error)) from error

    def read(self, n):
        try:
            return os.read(self._file, n)
        except OSError:
            return b""

    def write(self, data):
        try:
            return os.write(self._file, data)
        except OSError:
            return 0


class PtyLink(SerialLink):
    """A pseudo-terminal, for programs on the same computer; ``path`` is what they open."""

    def __init__(self):
        self._file, client_side = os.openpty()
        tty.setraw(client_side)
        self.path = os.ttyname(client_side)
        # Then the line hangs up when the last client closes its side.
        os.close(client_side)
        os.set_blocking(self._file, False)
        self._poll = select.poll()
        self._poll.register(self._file, select.POLLIN)

    @property
    def connected(self):
        return not [1 for _, flags in self._poll.poll(0) if flags & select.POLLHUP]

    def write(self, data):
        # Without a client drop the data: the next client must not get it.
        return super().write(data) if self.connected else len(data)
