"""After a failure of the app: show the error, then restart."""

from .board import A, elapsed
from .drawing.canvas import Canvas
from .drawing.panel import Panel
from .language import wrap

SHOWN_MS = 8000
REPAIR = "Hold B at the start, pocketpig deploy."


class CrashedApp:
    """Replaces the app until A is pressed or some seconds have passed.

    `canvas`: its picture; `frame_id`, `test_mode`, `restart`, `wait_ms`: as in `App`.
    """

    frame_id = 1
    wait_ms = 1000

    def __init__(self, board, error, test_mode):
        self.test_mode = test_mode
        self.restart = ""
        self._board = board
        self._panel = Panel(board)
        self.canvas = Canvas()
        self._since = board.ticks_ms()
        try:
            blamed = board.damaged_file()
        except Exception:
            blamed = None  # no memory, which says nothing about the files
        lines = ["Something broke:"]
        lines += wrap(blamed or "%s: %s" % (type(error).__name__, error))
        if blamed:
            lines[4:] = wrap(REPAIR)
        for row, line in enumerate(lines[:6]):
            self.canvas.text(0, 9 * row, line)
        self.canvas.text(0, 56, "A", 1, True)
        self.canvas.text(8, 56, "Restart")

    def step(self, now_ms):
        """Show the picture; ask for the restart after A or SHOWN_MS."""
        self._panel.update(now_ms, self.canvas.buffer)
        pressed = self._board.buttons.poll() == A
        if pressed or elapsed(now_ms, self._since) >= SHOWN_MS:
            self.restart = "keep"

    def close(self):
        """Return True: it holds nothing."""
        return True
