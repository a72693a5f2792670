"""A connection between client and handheld with one fault at a given byte."""

from typing import NamedTuple

from host_sim.link.client import ConnectionLost

TO_DEVICE, TO_CLIENT = "to the device", "to the client"
WAYS = (TO_DEVICE, TO_CLIENT)
STALLED_READS, STALLED_SECONDS = 3, 0.01  # number and longest time of reads without data


def cut(data, at):
    """Lose the rest of the line, but not its newline."""
    end = data.find(b"\n", at)
    return data[:at] + (data[end:] if end >= 0 else b"")


# The faults that change bytes. The other kinds concern time and the plug.
CHANGES = {
    "lost": lambda data, at: data[:at] + data[at + 1 :],
    "doubled": lambda data, at: data[: at + 1] + data[at:],
    "flipped": lambda data, at: data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :],
    "noise": lambda data, at: data[:at] + b"\xf8\x00~\xff\x1b" + data[at:],
    "cut": cut,
}
STALLED, UNREAD, UNPLUGGED = "stalled", "unread", "unplugged"
KINDS = (*CHANGES, STALLED, UNREAD, UNPLUGGED)


class Fault(NamedTuple):
    """A fault of a ``kind`` of KINDS in one of WAYS, at a byte counted from now on."""

    kind: str
    way: str
    at: int


class FaultyLine:
    """A transport (see `link.client`) over another one; ``fault`` happens once and is then None.

    ``happened`` counts the faults. A stalled line delivers late; an unread line delivers nothing
    more to the client. ``sleep``: a function that lets seconds pass.
    """

    def __init__(self, transport, sleep):
        self.transport = transport
        self._sleep = sleep
        self.happened = 0
        self.begin(None)

    def begin(self, fault):
        """Set the next fault."""
        self.fault = fault
        self._passed = dict.fromkeys(WAYS, 0)
        self._late = dict.fromkeys(WAYS, b"")
        self._reads_left = 0
        self._deaf = False

    def write(self, data):
        data = self._through(TO_DEVICE, data)
        if data:
            self.transport.write(data)

    def read(self, timeout):
        if self._deaf:
            self._sleep(timeout)
            return b""
        if self._reads_left:
            timeout = min(timeout, STALLED_SECONDS)
        data = self._through(TO_CLIENT, self.transport.read(timeout))
        if self._reads_left:
            self._reads_left -= 1
            if not self._reads_left:
                late, self._late = self._late, dict.fromkeys(WAYS, b"")
                data += late[TO_CLIENT]
                if late[TO_DEVICE]:
                    self.transport.write(late[TO_DEVICE])
        return data

    def close(self):
        self.transport.close()

    def _through(self, way, data):
        """Return what arrives of `data`."""
        if self._reads_left and self._late[way]:
            self._late[way] += data
            return b""
        before = self._passed[way]
        self._passed[way] += len(data)
        if not self.fault or way != self.fault.way or self.fault.at >= self._passed[way]:
            return data
        at = self.fault.at - before
        kind = self.fault.kind
        self.fault = None
        self.happened += 1
        if kind in CHANGES:
            return CHANGES[kind](data, at)
        if kind == STALLED:
            self._late[way] = data[at:]
            self._reads_left = STALLED_READS
        elif kind == UNREAD:
            self._deaf = True
            return data if way == TO_DEVICE else b""
        else:
            if way == TO_DEVICE:
                self.transport.write(data[:at])
            self.transport.close()
            raise ConnectionLost("unplugged")
        return data[:at]
