# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The simulator in a terminal: the panel in braille cells, keys for buttons. Works over SSH."""

from __future__ import annotations

import contextlib
import io
import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from types import FrameType
from typing import Callable

from host_sim.board import BUTTONS
from host_sim.handset import Handset, View

CELLS, CELL_ROWS = 64, 16
WIDTH, HEIGHT = CELLS + 2, CELL_ROWS + 5

STEP_S = 0.004
FRAME_S = 1 / 30
# An escape character that nothing follows for so long was the Escape key.
ESCAPE_ALONE_S = 0.05

_KEYS = {
    **dict.fromkeys("wWkK", "up"),
    **dict.fromkeys("sSjJ", "down"),
    **dict.fromkeys("aA \r\n", "a"),
    **dict.fromkeys("bB\x7f\x08", "b"),
    **dict.fromkeys("hH?", "help"),
    **dict.fromkeys("qQ\x03\x04", "quit"),
    "\x0c": "redraw",
}
_ARROWS = {"A": "up", "B": "down"}
_LABELS = {"up": "▲ up", "down": "▼ down", "a": "A", "b": "B"}
_HELP = "↑ W    ↓ S    A Enter Space    B Esc Backspace    H keys    Q quit"

_RESET = "\x1b[0m"
_PINK, _QUIET, _PRESSED = "\x1b[38;5;217m", "\x1b[38;5;245m", "\x1b[7m"


class NoTerminal(Exception):
    """There is no terminal to draw in; the message says what is missing."""


class KeyDecoder:
    """Bytes from a terminal to "up", "down", "a", "b", "help", "quit" and "redraw".

    Sequences may arrive in pieces; those of unknown keys are skipped.
    """

    def __init__(self) -> None:
        self._escape = ""

    @property
    def waiting(self) -> bool:
        """Is a sequence incomplete?"""
        return bool(self._escape)

    def feed(self, data: bytes) -> list[str]:
        """The keys in ``data``."""
        keys: list[str] = []
        for char in data.decode("latin-1"):
            if self._escape:
                keys += self._in_escape(char)
            elif char == "\x1b":
                self._escape = char
            elif char in _KEYS:
                keys.append(_KEYS[char])
        return keys

    def give_up(self) -> list[str]:
        """Nothing has followed: an escape character alone is the Escape key."""
        alone = self._escape == "\x1b"
        self._escape = ""
        return ["b"] if alone else []

    def _in_escape(self, char: str) -> list[str]:
        if self._escape == "\x1b":
            if char in "[O":
                self._escape += char
                return []
            self._escape = ""
            return ["b", *self.feed(char.encode("latin-1"))]
        # Parameters, then a final character.
        if not "@" <= char <= "~":
            return []
        self._escape = ""
        return [_ARROWS[char]] if char in _ARROWS else []


def braille(picture: bytes) -> list[str]:
    """64 rows of 128 bytes (1 where lit) as 16 lines of 64 cells; an empty cell is a space.

    A cell is two pixels wide and four high. Unicode numbers its dots 1, 2, 3, 7 down the left and
    4, 5, 6, 8 down the right column; dot n is bit n - 1 of the character above U+2800.
    """
    weights = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
    lines = []
    for top in range(0, 64, 4):
        cells = [0] * CELLS
        for row in range(4):
            start = (top + row) * 128
            left, right = weights[row]
            for cell in range(CELLS):
                if picture[start + 2 * cell]:
                    cells[cell] |= left
                if picture[start + 2 * cell + 1]:
                    cells[cell] |= right
        lines.append("".join(chr(0x2800 + dots) if dots else " " for dots in cells))
    return lines


class Canvas:
    """Composes the lines of the terminal from a view."""

    def __init__(self, title: str, status: str, colours: bool) -> None:
        self._title = title
        self._status = status
        self._colours = colours

    def lines(self, view: View, key_help: bool) -> list[str]:
        """``HEIGHT`` lines of at most ``WIDTH`` columns."""
        glow = f"\x1b[48;5;16;38;5;{238 + round(17 * view.brightness ** (1 / 2.2))}m"
        head = f"─ {self._title} "
        lines = [self._tint(_PINK, "╭" + head + "─" * (CELLS - len(head)) + "╮")]
        side = self._tint(_PINK, "│")
        lines += [side + self._tint(glow, row) + side for row in braille(view.picture)]
        lines.append(self._tint(_PINK, "╰" + "─" * CELLS + "╯"))
        lines.append(self._buttons(view.pressed))
        lines.append(self._tint(_QUIET, _HELP if key_help else "H keys"))
        lines.append(self._tint(_QUIET, self._status[:WIDTH]))
        return lines

    def _buttons(self, pressed: int) -> str:
        # Brackets too, so that nothing is told by inversion alone.
        shown = []
        for index, name in enumerate(BUTTONS):
            down = bool(pressed >> index & 1)
            shown.append(f"{_PRESSED}[{_LABELS[name]}]{_RESET}" if down else f" {_LABELS[name]} ")
        return "  ".join(shown)

    def _tint(self, colour: str, words: str) -> str:
        return colour + words + _RESET if self._colours and words else words


class TerminalPlay:
    """Plays in the terminal of standard input and output; ``run`` returns when the player quits."""

    def __init__(self, handset: Handset, *, title: str = "Pocket Pig", status: str = "") -> None:
        self.handset = handset
        self.key_help = True
        self._canvas = Canvas(title, status, "NO_COLOR" not in os.environ)
        self._decoder = KeyDecoder()
        self._in, self._out = sys.stdin.fileno(), sys.stdout.fileno()
        self._shown: list[str] = []
        self._size = (0, 0)
        self._drawn_s = 0.0
        self._heard_s = 0.0
        self._open = True

    def run(self) -> None:
        """Until the player quits, the terminal is gone, or an exception says so."""
        with _raw_terminal(self._in, self._out, self._forget):
            while self._open:
                self._listen()
                self.handset.step()
                now = time.monotonic()
                if now - self._drawn_s >= FRAME_S:
                    self._drawn_s = now
                    self._draw()

    def _listen(self) -> None:
        ready, _, _ = select.select([self._in], [], [], 0 if self.handset.busy else STEP_S)
        if ready:
            try:
                data = os.read(self._in, 1024)
            except OSError:
                data = b""
            self._heard_s = time.monotonic()
            keys = self._decoder.feed(data) if data else ["quit"]
        elif self._decoder.waiting and time.monotonic() - self._heard_s >= ESCAPE_ALONE_S:
            keys = self._decoder.give_up()
        else:
            return
        for key in keys:
            self._act(key)

    def _act(self, key: str) -> None:
        if key == "quit":
            self._open = False
        elif key == "help":
            self.key_help = not self.key_help
        elif key == "redraw":
            self._forget()
        else:
            self.handset.fingers.tap(key)

    # -- drawing ----------------------------------------------------------------------------------

    def _forget(self) -> None:
        """The next picture is drawn whole."""
        self._size = (0, 0)

    def _draw(self) -> None:
        columns, rows = os.get_terminal_size(self._out)
        if columns >= WIDTH and rows >= HEIGHT:
            lines = self._canvas.lines(self.handset.view(), self.key_help)
            left, top = (columns - WIDTH) // 2, (rows - HEIGHT) // 2
        else:
            lines = [f"Needs {WIDTH}x{HEIGHT};"[:columns], f"has {columns}x{rows}."[:columns]][
                :rows
            ]
            left = top = 0
        out = ""
        if self._size != (columns, rows):
            self._size = (columns, rows)
            self._shown = []
            out = _RESET + "\x1b[2J"
        for row, line in enumerate(lines):
            if row >= len(self._shown) or self._shown[row] != line:
                # Erased first: after the last column the cursor stays on it.
                out += f"\x1b[{top + row + 1};{left + 1}H\x1b[K{line}"
        self._shown = lines
        _write(self._out, out)


def _write(fd: int, text: str) -> None:
    data = text.encode("utf-8")
    while data:
        data = data[os.write(fd, data) :]


def check_terminal() -> None:
    """NoTerminal when standard input and output are not a terminal that can show the panel."""
    try:
        import termios  # noqa: F401
    except ImportError:
        raise NoTerminal("terminal mode needs a Unix terminal; on Windows use WSL") from None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NoTerminal("terminal mode needs a terminal; standard input or output is none")
    if os.environ.get("TERM", "dumb") == "dumb":
        raise NoTerminal("terminal mode needs a terminal that can move its cursor; TERM is dumb")
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    if encoding != "utf8":
        raise NoTerminal(
            f"terminal mode draws with Unicode, but the encoding here is {encoding or 'unknown'}; "
            "try PYTHONIOENCODING=utf-8 or a UTF-8 locale"
        )


@contextlib.contextmanager
def _raw_terminal(fd_in: int, fd_out: int, resumed: Callable[[], None]) -> Iterator[None]:
    """Keys come at once and unseen, on a screen of our own; everything is put back at the end.

    Also when a signal ends the program (as KeyboardInterrupt), and while it is suspended (Ctrl+Z);
    ``resumed`` is called when it goes on. What is printed meanwhile appears at the end.
    """
    import termios
    import tty

    before = termios.tcgetattr(fd_in)

    def enter() -> None:
        tty.setcbreak(fd_in)
        # Alternate screen, no cursor, no automatic line wrap.
        _write(fd_out, "\x1b[?1049h\x1b[?25l\x1b[?7l")

    def leave() -> None:
        # A terminal that is gone cannot be put back.
        with contextlib.suppress(OSError):
            _write(fd_out, _RESET + "\x1b[?7h\x1b[?25h\x1b[?1049l")
        with contextlib.suppress(termios.error):
            termios.tcflush(fd_in, termios.TCIFLUSH)
            termios.tcsetattr(fd_in, termios.TCSANOW, before)

    def end(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    def suspend(number: int, frame: FrameType | None) -> None:
        leave()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, suspend)
        enter()
        resumed()

    handlers = {signal.SIGTSTP: suspend}
    handlers.update(dict.fromkeys((signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT), end))
    old = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            enter()
            yield
    finally:
        # Nothing may come between.
        for number in (signal.SIGINT, *old):
            old.setdefault(number, signal.getsignal(number))
            signal.signal(number, signal.SIG_IGN)
        leave()
        for number, handler in old.items():
            signal.signal(number, handler)
        sys.stderr.write(printed.getvalue())
