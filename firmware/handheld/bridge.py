# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The serial bridge: JSON-RPC 2.0, a line each, over the board's `link`. See docs/protocol.md."""

# Always loaded, so it only frames lines and drains answers; what understands a request is imported
# when the first one comes.

MAX_LINE = 4096  # bytes of a request, the line's end not counted
CHUNK = 256
EVENTS_BYTES = 768  # of events that wait for a slow reader; what does not fit is dropped
MAX_WAITS = 4  # parked at once; one more holds the line up

# What came in after a `reset` on the same link is for the app that comes next: (link, bytes).
_unread = None


class Bridge:
    """Answers requests in order, one at a time; memory is bounded whatever arrives."""

    # A request in progress is a job `[id text or None, generator, begun]`. The generator yields
    # None while it waits and at last the result; or the result's JSON text as pieces of bytes.

    def __init__(self, app):
        global _unread
        self.app = app
        self.subscribed = False
        # Mask (1 << index) of the buttons that a request holds down.
        self.down = 0
        # "", "keep" or "erase": restart once the answer has gone out.
        self.restart = ""
        self.job = None
        self.waits = []
        # What has come of a line, about CHUNK bytes each: whole it is only once it has ended.
        self._parts = []
        self._length = 0
        self._rest = b""
        self._skipping = False
        self._out = b""
        self._sent = 0
        self._events = bytearray()
        self._dropped = 0
        self._connected = False
        if _unread and _unread[0] is app.board.link:
            self._rest = _unread[1]
        _unread = None

    @property
    def busy(self):
        """True when the next step can get on at once, without a byte coming in."""
        return not self._out and (self.job is not None or self._rest != b"")

    def step(self):
        """Take at most one request, let those in progress go on, hand over what is ready."""
        link = self.app.board.link
        connected = link.connected
        if self._connected and not connected:
            self.forget()
        self._connected = connected
        if not self.flush(link):
            return
        if self.restart:
            self.hand_over(link)
            return
        if self.job is None:
            self.read(link)
        if self.job and not self._out and self.go_on(self.job):
            self.job = None
        if self.waits and not self._out and not (self.job and self.job[2]):
            for wait in self.waits:
                if self.go_on(wait):
                    self.waits.remove(wait)
                    break
        self.flush(link)

    def event(self, kind, params):
        """Tell a subscriber that something has happened; `params` gets `kind` and is used up."""
        if not self.subscribed:
            return
        from . import bridge_request

        params["kind"] = kind
        if self._dropped:
            params["dropped"] = self._dropped
        line = bridge_request.event_line(params)
        if len(self._events) + len(line) > EVENTS_BYTES:
            self._dropped += 1
        else:
            self._dropped = 0
            self._events += line

    def read(self, link):
        """Read on, to the end of a line at most; answer it or begin with it."""
        rest = self._rest or link.read(CHUNK)
        if not rest:
            return
        end = rest.find(b"\n")
        part = rest if end < 0 else rest[:end]
        self._rest = b"" if end < 0 else rest[end + 1 :]
        if self._skipping:
            self._skipping = end < 0
            return
        self._length += len(part)
        line = None
        if self._length <= MAX_LINE + 1:  # one more: it may be the \r of the line's end
            parts = self._parts
            if parts and len(parts[-1]) + len(part) <= CHUNK:
                parts[-1] += part
            else:
                parts.append(part)
            if end < 0:
                return
            line = b"".join(parts)
        else:
            self._skipping = end < 0
        self._parts = []
        self._length = 0
        from . import bridge_request

        self._out = bridge_request.begin(self, line)

    def go_on(self, job):
        """Let a request in progress go on; True once it is through."""
        from . import bridge_request

        number, work, begun = job
        done = True
        try:
            value = next(work)
            done = value is not None and not isinstance(value, bytes)
            if done:
                line = bridge_request.result_line(number, value)
            else:
                line = value or b""
                if line and not begun:
                    job[2] = True
                    line = bridge_request.result_head(number) + line
        except StopIteration:
            line = b"}\n"
        except Exception as error:
            # Half a result cannot be taken back: end the line, which then is no JSON.
            line = b"\n" if begun else bridge_request.error_line(number, error)
        self._out = b"" if number is None else line
        return done

    def flush(self, link):
        """Hand over what waits, as far as the link takes it; True when no answer is left."""
        while True:
            if not self._out:
                if not self._events or (self.job and self.job[2]):
                    return True
                self._out = self._events
                self._events = bytearray()
            rest = memoryview(self._out)[self._sent :] if self._sent else self._out
            taken = link.write(rest)
            if taken < len(rest):
                self._sent += taken
                return False
            self._sent = 0
            self._out = b""

    def hand_over(self, link):
        """The last answer has gone out: answer what is parked, and have the app restart."""
        global _unread
        if self.waits:
            from . import bridge_request

            self._out = bridge_request.cancelled_line(self.waits.pop(0)[0])
        else:
            _unread = (link, self._rest)
            self.app.restart = self.restart

    def forget(self):
        """The client has gone: nothing of its is left over for the next one."""
        self.app.board.link.read(CHUNK)
        for button in range(4):
            if self.down >> button & 1:
                self.app.inject(button + 4)
        self.app.hurry = False
        self.app.restart = self.app.restart or self.restart
        self.__init__(self.app)  # type: ignore[misc]
