"""Run the simulator in a terminal: the panel in braille or block characters, keys for buttons.

It works over SSH: only changed lines are sent, and records are copied through the terminal itself
(OSC 52).
"""

import base64
import contextlib
import io
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType

from host_sim.desk.narrator import Narrator
from host_sim.desk.playing import Playing
from host_sim.desk.session import Session
from host_sim.desk.terminal_keys import KEY_LINES, PASTED, KeyDecoder
from host_sim.desk.terminal_picture import LAYOUTS, Colours, layout_for, screen_lines
from host_sim.simulated.fingers import LONG_US

STEP_S = 0.004
FRAME_S = 1 / 30
# An escape character is the Escape key if nothing follows it for this long.
ESCAPE_ALONE_S = 0.05

_RESET = "\x1b[0m"


class OwnClipboard:
    """The clipboard of the terminal, which may be on another computer."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write

    def copy(self, text: str) -> bool:
        """Copy the text. Return True always: a terminal does not confirm it."""
        self._write(f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\x07")
        return True

    def paste(self) -> str:
        """Return "": only the terminal's own key pastes."""
        return ""


class TerminalPlay:
    """Play in the terminal of standard input and output; ``run`` returns when the player quits.

    ``each_turn`` is called once in each pass of the loop.
    """

    def __init__(
        self,
        playing: Playing,
        *,
        title: str = "Pocket Pig",
        each_turn: Sequence[Callable[[], None]] = (),
    ) -> None:
        self.playing = playing
        self.key_help = True
        self._title = title
        self._dots = "auto"  # or the name of a layout
        self._each_turn = each_turn
        self._colours = Colours(os.environ)
        self._decoder = KeyDecoder()
        self._in, self._out = sys.stdin.fileno(), sys.stdout.fileno()
        self._shown: list[str] = []
        self._size = (0, 0)
        self._drawn_s = 0.0
        self._heard_s = 0.0
        self._open = True
        self._narrator: Narrator | None = None
        self._said = ""
        if isinstance(playing, Session):
            playing.clipboard = OwnClipboard(lambda text: _write(self._out, text))

    def run(self, narrator: Narrator | None = None) -> None:
        """Play until the player quits or the terminal is gone.

        With a ``narrator`` nothing is drawn; only its words are printed.
        """
        self._narrator = narrator
        with _raw_terminal(self._in, self._out, self._forget, own_screen=narrator is None):
            if narrator:
                print("\n".join(KEY_LINES), flush=True)
            while self._open:
                self._listen()
                self.playing.step()
                for act in self._each_turn:
                    act()
                if narrator:
                    self._narrate(narrator)
                now = time.monotonic()
                if narrator is None and now - self._drawn_s >= FRAME_S:
                    self._drawn_s = now
                    self._draw()

    def _listen(self) -> None:
        ready, _, _ = select.select([self._in], [], [], 0 if self.playing.busy else STEP_S)
        if ready:
            try:
                data = os.read(self._in, 1024)
            except OSError:
                data = b""
            self._heard_s = time.monotonic()
            keys = self._decoder.feed(data) if data else ["quit"]
        elif self._decoder.waiting and time.monotonic() - self._heard_s >= ESCAPE_ALONE_S:
            keys = self._decoder.end_sequence()
        else:
            return
        for key in keys:
            self._press_key(key)

    def _press_key(self, key: str) -> None:
        playing = self.playing
        if key == "quit":
            self._open = False
        elif key == "help":
            self.key_help = not self.key_help
            if self._narrator:
                print("\n".join(KEY_LINES), flush=True)
        elif key == "redraw":
            self._forget()
        elif key == "repeat":
            if self._narrator:
                self._narrator.repeat()
        elif key == "dots":
            self._change_dots()
        elif key.startswith(PASTED):
            if isinstance(playing, Session):
                playing.load_text(key[len(PASTED) :])
        elif key in playing.commands:
            playing.do(key)
        elif key in ("up", "down", "a", "b"):
            playing.tap(key)
        elif key in ("long a", "long b"):
            playing.tap(key[-1], LONG_US)

    def _narrate(self, narrator: Narrator) -> None:
        narrator.step()
        status = self.playing.status()
        if status != self._said:
            self._said = status
            if status:
                print(f"({status})", flush=True)

    # -- drawing ----------------------------------------------------------------------------------

    def _forget(self) -> None:
        """Draw the next picture in full."""
        self._size = (0, 0)

    def _change_dots(self) -> None:
        columns, rows = os.get_terminal_size(self._out)
        now = layout_for(self._dots, columns, rows)
        names = [layout.name for layout in LAYOUTS]
        self._dots = names[(names.index(now.name) + 1) % len(names)]
        self._forget()

    def _draw(self) -> None:
        columns, rows = os.get_terminal_size(self._out)
        layout = layout_for(self._dots, columns, rows)
        if columns >= layout.width and rows >= layout.height:
            look = (layout, self._colours, self._title, self.key_help)
            lines = screen_lines(self.playing, *look, rows - layout.height)
            left, top = (columns - layout.width) // 2, (rows - len(lines)) // 2
        else:
            needs = f"Needs {layout.width}x{layout.height};"
            lines = [needs[:columns], f"has {columns}x{rows}."[:columns]][:rows]
            left = top = 0
        out = ""
        if self._size != (columns, rows) or len(lines) != len(self._shown):
            self._size = (columns, rows)
            self._shown = []
            out = _RESET + "\x1b[2J"
        for row, line in enumerate(lines):
            if row >= len(self._shown) or self._shown[row] != line:
                # Erase first: after writing the last column the cursor is still on it.
                out += f"\x1b[{top + row + 1};{left + 1}H\x1b[K{line}"
        self._shown = lines
        _write(self._out, out)


def _write(fd: int, text: str) -> None:
    data = text.encode("utf-8")
    while data:
        data = data[os.write(fd, data) :]


@contextlib.contextmanager
def _raw_terminal(
    fd_in: int, fd_out: int, resumed: Callable[[], None], *, own_screen: bool = True
) -> Iterator[None]:
    """Read keys at once and without echo, on the alternate screen; restore the terminal at the end.

    The terminal is also restored when a signal ends the program (as KeyboardInterrupt) and while
    the program is suspended (Ctrl+Z); ``resumed`` is called when it continues. With ``own_screen``
    printed text appears at the end, otherwise at once.
    """
    import termios
    import tty

    before = termios.tcgetattr(fd_in)

    def enter() -> None:
        tty.setcbreak(fd_in)
        # Bracketed paste: the terminal marks pasted text.
        _write(fd_out, "\x1b[?2004h")
        if own_screen:
            # Alternate screen, no cursor, no automatic line wrap.
            _write(fd_out, "\x1b[?1049h\x1b[?25l\x1b[?7l")

    def leave() -> None:
        # The terminal may be gone.
        with contextlib.suppress(OSError):
            if own_screen:
                _write(fd_out, _RESET + "\x1b[?7h\x1b[?25h\x1b[?1049l")
            _write(fd_out, "\x1b[?2004l")
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
        with contextlib.ExitStack() as redirected:
            if own_screen:
                redirected.enter_context(contextlib.redirect_stdout(printed))
                redirected.enter_context(contextlib.redirect_stderr(printed))
            enter()
            yield
    finally:
        # No signal may interrupt the restoring.
        for number in (signal.SIGINT, *old):
            old.setdefault(number, signal.getsignal(number))
            signal.signal(number, signal.SIG_IGN)
        leave()
        for number, handler in old.items():
            signal.signal(number, handler)
        sys.stderr.write(printed.getvalue())
