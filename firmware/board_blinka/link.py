# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The line for clients: none, a serial port (also a USB gadget's), or a pseudo-terminal."""

import os
import select
import tempfile
import tty

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


class PtyLink(Link):
    """A pseudo-terminal for each client, for programs on the same computer.

    ``path`` is a link to that of the next client. So a client cannot get what another one has left
    behind, and clients wait for each other.
    """

    # If one pseudo-terminal served all, a client that opens it at once after another has closed it
    # could not be told from that one, and would find its unread answers. Two clients share one only
    # if both open it between two looks at `connected`.

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="pocketpig-")
        self.path = os.path.join(self._folder.name, "line")
        self._made = 0
        # (number, open file) of the client, of those who wait, and of the next to come.
        self._files = []
        self._prepare()

    def _prepare(self):
        """Make a pseudo-terminal for the next client."""
        file, client_side = os.openpty()
        tty.setraw(client_side)
        os.set_blocking(file, False)
        new = self.path + ".new"
        os.symlink(os.ttyname(client_side), new)
        os.replace(new, self.path)
        # Then the line hangs up when the last program closes its side.
        os.close(client_side)
        self._made += 1
        self._files.append((self._made, file))

    @property
    def connected(self):
        newest = _events(self.fileno(-1))
        if newest != select.POLLHUP:  # somebody is there, or has written and gone
            self._prepare()
        for each in self._files[:-1]:
            if _events(each[1]) & select.POLLHUP:
                self._files.remove(each)
                os.close(each[1])
        return self._files[0][0] if len(self._files) > 1 else 0

    def fileno(self, index=0):
        """Return the open file of the client; without one that of the next to come."""
        return self._files[index][1]

    @property
    def client(self):
        return self.fileno() if len(self._files) > 1 else -1

    def close(self):
        """Hang up, and remove the path."""
        for _, file in self._files:
            os.close(file)
        self._folder.cleanup()


def _events(file):
    """Return the bits of ``select.poll`` for an open file: POLLIN, POLLHUP."""
    poll = select.poll()
    poll.register(file, select.POLLIN)
    return sum([flags for _, flags in poll.poll(0)])
