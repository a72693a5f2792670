"""A pseudo-terminal that tells the bytes of its client from those of one that has left."""

import ctypes
import os
import select
import struct

_MOST_HEARD = 1 << 16  # bytes read ahead
# Of inotify: IN_MODIFY, IN_CLOSE, IN_OPEN.
_WROTE, _LEFT, _CAME = 0x02, 0x18, 0x20


class Terminal:
    """``file``: our side; ``name``: the side that a client opens; ``heard``: what it has written,
    and nobody has taken yet. Raises ImportError if the system has none."""

    def __init__(self, number: int) -> None:
        import tty

        self.number = number
        self.heard = b""
        self.file, client_side = os.openpty()
        tty.setraw(client_side)
        os.set_blocking(self.file, False)
        self.name = os.ttyname(client_side)
        # Then the line hangs up when the last program closes its side.
        os.close(client_side)
        self._visits = _watch(self.name)

    def events(self) -> int:
        """Return the bits of ``select.poll``: POLLIN, POLLHUP."""
        poll = select.poll()
        poll.register(self.file, select.POLLIN)
        return sum(flags for _, flags in poll.poll(0))

    def greet(self) -> None:
        """Read what was written so far; drop what was written by those who have left.

        If others have written since then, nobody can tell where theirs begins: keep the last line.
        """
        try:
            while len(self.heard) < _MOST_HEARD:
                self.heard += os.read(self.file, 4096)
        except OSError:
            pass  # that was all
        wrote = left = False
        here = 0
        for event in _read_events(self._visits):
            here += (event & _CAME != 0) - (event & _LEFT != 0)
            wrote = wrote or event & _WROTE != 0
            if wrote and not here:
                left, wrote = True, False
        if left:
            *_, line, rest = [b"", *self.heard.split(b"\n")]
            self.heard = (rest or line + b"\n") if wrote else b""

    def close(self) -> None:
        os.close(self.file)
        if self._visits >= 0:
            os.close(self._visits)


def _watch(path: str) -> int:
    """Return an open file that tells who opens a file, writes and closes it; -1 but on Linux."""
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "inotify_init1"):
        return -1
    file = int(libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
    libc.inotify_add_watch(file, path.encode(), _WROTE | _LEFT | _CAME)
    return file


def _read_events(file: int) -> list[int]:
    """Return the masks of the events so far."""
    try:
        return [mask for _, mask, _, _ in struct.iter_unpack("iIII", os.read(file, 1 << 16))]
    except OSError:
        return []
