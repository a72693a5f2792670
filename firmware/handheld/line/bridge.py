"""The serial bridge: JSON-RPC 2.0, a line each, over the board's `link`. See docs/protocol.md."""

# This module is always loaded, so it only splits lines and sends answers. `request`, which parses
# requests, is imported for the first one. If memory runs out, the answer is FULL, or the next step
# tries again; nothing is raised.

from .. import folders
from ..board import BUTTONS, RELEASE

MAX_LINE = 4096  # bytes of a request, without the end of the line
CHUNK = 256
EVENTS_BYTES = 768  # of events that wait for a slow reader; more are dropped
_POLL_MS = 10  # between looks at a slow reader and at requests that wait
_MAX_WAITS = 4  # requests parked at once; one more blocks the line
# Has the code NO_ROOM of `protocol`, written out: that module may not be loaded.
FULL = b'{"jsonrpc":"2.0","id":null,"error":{"code":-32006,"message":"no room"}}\n'

# The link, its line buffer, what was received after a `reset`, and from which client. A restarted
# app reuses the buffer: the heap may have no room for a second one.
_kept = [None, None, b"", 0]  # type: list


class Bridge:
    """Answers requests in order, one at a time, in bounded memory."""

    max_line = MAX_LINE

    def __init__(self, app):
        self.app = app
        link = app.board.link
        if _kept[0] is not link:
            # One byte more than a line, for the \r of its end.
            _kept[:] = link, bytearray(MAX_LINE + 1), b"", 0
        self.line = _kept[1]
        self._client = _kept[3]
        # When a `restore` was last refused by the person, or not answered. It outlives the client.
        self.refused = None
        self.clear()
        self._rest = _kept[2]
        _kept[2] = b""

    def clear(self):
        """Forget all requests of the client."""
        self.subscribed = False
        # Mask (1 << index) of the buttons held down by a request.
        self.down = 0
        # "", "keep" or "erase": restart after the answer is sent.
        self.restart = ""
        self.job = None
        self.waits = []
        self.received = b""  # of a backup that is being restored
        # Bytes of a line in the buffer; bytes read that are not there yet.
        self._length = 0
        self._rest = b""
        self._skipping = False
        # Pieces to send, and how many bytes of the first were sent.
        self._out = []
        self._sent = 0
        self._events = []
        self._dropped = 0

    @property
    def busy(self):
        """True if the next step has work to do even without new bytes."""
        return not self._out and (self.job is not None or self._rest != b"")

    @property
    def owes(self):
        """True until all that was asked is answered."""
        return self.busy or self.waits or self._out or self._events

    @property
    def free_line(self):
        """The line buffer, free until the next step; None if it holds part of a line."""
        return None if self._length else self.line

    def step(self):
        """Work, and say when the next step is due: at once, or soon if a request waits."""
        self.work()
        if self.busy or self.restart:
            self.app.due(0)
        elif self._out or self.waits:  # events wait behind what is sent
            self.app.due(_POLL_MS)

    def work(self):
        """Read at most one request, continue those in progress, send what is ready."""
        try:
            link = self.app.board.link
            client = link.connected
            if client != self._client:
                self.forget()
            self._client = client
            # What the next client sends is for the restarted app.
            if self.app.restart or not self.flush(link):
                return
            if self.restart:
                self.hand_over(link)
                return
            if self.job is None:
                self.read(link)
            if self.job and not self._out and self.go_on(self.job):
                self.job = None
            if not self._out:
                for wait in self.waits:
                    if self.go_on(wait):
                        self.waits.remove(wait)
                        break
            answered = self._out and not (self.job or self.waits)
            self.flush(link)
            if answered:
                folders.make_room()
        except MemoryError:
            pass  # a later step does the rest

    def event(self, kind, params):
        """Send an event to a subscriber; `params` is changed."""
        if not self.subscribed:
            return
        params["kind"] = kind
        if self._dropped:
            params["dropped"] = self._dropped
        try:
            pieces = self.requests().event(params)
            size = sum([len(piece) for piece in self._events + pieces])
            if size <= EVENTS_BYTES:
                self._events += pieces
                self._dropped = 0
                return
        except MemoryError:
            pass
        self._dropped += 1

    def requests(self):
        """Return the module that parses requests; it stays as long as the client."""
        return folders.load("handheld.line.request")

    def read(self, link):
        """Read at most to the end of a line; begin its request, or answer it if it is too long."""
        if not self._rest:
            try:
                self._rest = link.read(CHUNK)
            except MemoryError:
                if not self._skipping:
                    self._skip(False)
                    self._out.append(FULL)
            if not self._rest:
                return
        piece, end, self._rest = self._rest.partition(b"\n")
        if self._skipping:
            self._skip(end)
            return
        length = self._length + len(piece)
        if length > len(self.line):
            self._skip(end)
        else:
            self.line[self._length : length] = piece
            self._length = 0 if end else length
            if not end:
                return
        try:
            self._out = self.requests().begin(self, length) or self._out
        except MemoryError:
            self._out.append(FULL)

    def _skip(self, end):
        """Skip the rest of a line, unless its `end` is there."""
        self._skipping = not end
        self._length = 0

    def start(self, job, parked):
        """Keep a request in progress; if `parked`, others may overtake it."""
        if parked and len(self.waits) < _MAX_WAITS:
            self.waits.append(job)
        else:
            self.job = job

    def go_on(self, job):
        """Continue a request in progress; return True when it is done."""
        try:
            answer = self.requests().go_on(job)
            if answer is None:
                return False
            self._out = answer
        except MemoryError:
            if job[0] is not None:
                self._out.append(FULL)
        return True

    def flush(self, link):
        """Send as much as the link takes; return True if no answer is left."""
        while True:
            if not self._out:
                if not self._events:
                    return True
                self._out, self._events = self._events, self._out
            piece = self._out[0]
            rest = memoryview(piece)[self._sent :] if self._sent else piece
            taken = link.write(rest)
            if taken < len(rest):
                self._sent += taken
                return False
            self._sent = 0
            self._out.pop(0)

    def hand_over(self, link):
        """Answer the parked requests one by one, then ask for the restart."""
        if self.waits:
            module = self.requests()
            error = module.Refusal(module.protocol.TIMED_OUT, "the app is restarted")
            self._out = module.refused(self.waits[0][0], error)
            self.waits.pop(0)
        else:
            _kept[:] = link, self.line, self._rest, self._client
            self.app.restart = self.restart

    def forget(self):
        """Drop all state of a client that has gone, and release its buttons."""
        for button in range(len(BUTTONS)):
            if self.down >> button & 1:
                self.app.inject(button + RELEASE)
        self.app.hurry = 0
        self.app.restart = self.app.restart or self.restart
        self.clear()
        folders.forget(folders.METHODS + " handheld.line")
