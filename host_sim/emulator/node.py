"""Talk to the Node process that emulates the chip, one request at a time.

A message in either direction is a kind (one character), a length (32 bits, little-endian) and so
many bytes.

  to Node      h hello (JSON; answered), b boot ROM, f power on with this flash, c and d bytes for
               the console and the data channel, r run (JSON; answered), w watch these bytes of the
               flash (offset, length) until the next power on, a let calls of a function (address)
               fail (which one, with an argument above which number), k keep the state, g go back
               to it with these bytes in the flash (offset, bytes), s the panel's answer:
               acknowledges, status
  to Python    i the panel's I2C (16-bit numbers, see i2c_bus.mjs), s the question for the panel's
               answer, c and d bytes from the channels, e erased and p programmed (nanoseconds as a
               64-bit float, offset, length; then the bytes programmed), . the end of an answer
               (JSON), ! the reason why it cannot go on
"""

import contextlib
import json
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from host_sim.emulator import EmulatorError
from host_sim.install_hint import npm_package

LIBRARY = "rp2040js"
LIBRARY_VERSION = "1.4.1"  # as in package.json

_MAIN = Path(__file__).with_name("main.mjs")
_NO_NODE = (
    "there is no Node.js here: install version 20 or newer (https://nodejs.org/), so that `node` "
    "is on the PATH"
)
_NO_LIBRARY = (
    f"{LIBRARY}, the emulated chip, is missing: `npm ci` in a checkout of Pocket Pig, or "
    f"`npm install {LIBRARY}@{LIBRARY_VERSION}` in the present folder"
)
_LAST_WORDS = 600  # the most bytes of Node's errors to show

Message = tuple[str, bytes]


class NodeProcess:
    """``wiring``: {sda, scl, buttons, pulled: pin numbers, panel: address}.

    Raises EmulatorError without Node.
    """

    def __init__(self, bootrom: bytes, wiring: dict[str, Any]) -> None:
        node = shutil.which("node")
        if node is None:
            raise EmulatorError(_NO_NODE)
        library = npm_package(LIBRARY)
        if library is None:
            raise EmulatorError(_NO_LIBRARY)
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [node, str(_MAIN)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            bufsize=1 << 16,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input: IO[bytes] = self._process.stdin
        self._output: IO[bytes] = self._process.stdout
        try:
            for _ in self.ask("h", wiring=wiring, package=str(library)):
                pass
            self.send("b", bootrom)
        except BaseException:
            self.close()
            raise

    def send(self, kind: str, data: bytes) -> None:
        """Send a message that is not answered."""
        try:
            self._input.write(kind.encode() + struct.pack("<I", len(data)) + data)
            self._input.flush()
        except OSError:
            self._fail()

    def ask(self, kind: str, **what: Any) -> Iterator[Message]:
        """Send a request; yield the messages of its answer, including the last."""
        self.send(kind, json.dumps(what).encode())
        kind = ""
        while kind != ".":
            head = self._read(5)
            kind = chr(head[0])
            data = self._read(struct.unpack("<I", head[1:])[0])
            if kind == "!":
                reason = data.decode()
                if reason.startswith("old node"):
                    reason = f"Node.js is too old ({reason[9:]}): version 20 or newer is needed"
                raise EmulatorError(reason)
            yield kind, data

    def close(self) -> None:
        """End the process, even if it does not respond."""
        with contextlib.suppress(OSError):
            self._input.close()
        try:
            self._process.wait(0.2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._output.close()
        self._errors.close()

    def _read(self, length: int) -> bytes:
        data = self._output.read(length)
        if len(data) < length:
            self._fail()
        return data

    def _fail(self) -> None:
        """Raise EmulatorError with the last words of Node, which has ended."""
        self._process.wait()
        self._errors.seek(0)
        words = self._errors.read().decode(errors="replace").strip()[-_LAST_WORDS:]
        raise EmulatorError(f"the emulator has stopped: {words or 'it said nothing'}")
