"""Runs the app, with the same loop on the device, in the simulator and under test."""

from . import folders
from .app import App
from .board import elapsed

_LONG_MS = 200


class Runner:
    """Owns the `app`, made at the first step; restarts it on request and after a crash.

    `app_class`: its class. `crashed`: it is a `handheld.crash.CrashedApp` until it is restarted.
    """

    def __init__(self, board, app_class=App):
        self.board = board
        self._app_class = app_class
        self.app = None
        self.crashed = False
        self._collected = ()  # the picture and the modules with which the heap was collected
        self._failed = False  # the last crash came before the first picture

    def step(self):
        """Do one step of the app; return how many ms it may sleep until the next.

        Raises only errors that cannot be shown.
        """
        ticks_ms = self.board.ticks_ms
        begun = ticks_ms()
        try:
            if self.app is None:
                self.app = self._app_class(self.board)
                begun = ticks_ms()  # after what the app began with
            self.app.step(begun)
            if self.app.restart:
                self.restart()
        except Exception as error:
            self.crash(error)
        self.board.alive()
        left = self.app.wait_ms - elapsed(ticks_ms(), begun)
        now = self.app.frame_id, len(folders.modules)
        if left >= _LONG_MS and now != self._collected:
            # Collect while nothing else happens, so that no press has to wait for it.
            self._collected = now
            folders.compact(self.app.canvas.words)
            if not self.crashed:
                folders.make_room()
            left = self.app.wait_ms - elapsed(ticks_ms(), begun)
        return max(0, left)

    def restart(self):
        """Start the app anew; test mode stays as it was."""
        test_mode = self.app.test_mode
        closed = self.app.close()
        self.app = None  # frees its memory for the next one
        folders.close()
        folders.collect()
        self.crashed = False
        self.app = self._app_class(self.board, test_mode)
        if not closed:
            self.app.show("ask", "title", "erase")
            self.app.screen.fault("", "restore_failed")

    def crash(self, error):
        """Show the error, and restart after a press of A. Raises it after two failed starts."""
        failed = not (self.app and self.app.frame_id)
        if failed and self._failed:
            raise error
        self._failed = failed
        test_mode = self.app.test_mode if self.app else False
        journal = self.app.journal if self.app and not self.crashed else None
        self.app = None  # frees its memory
        self.crashed = False
        try:
            self.board.sound.tone(0, 0)
            folders.close()
            folders.collect()
            from . import crash
            from .saves import reports

            reports.print_error(error)
            try:
                if journal is None:
                    from .saves.journal_start import open_journal

                    journal = open_journal(self.board.store)
                reports.save(journal, reports.CRASH, reports.crash_lines(error))
            except Exception:
                pass  # an error that cannot be saved can still be shown
            self.app = crash.CrashedApp(self.board, error, test_mode)
            self.crashed = True
        except Exception:
            raise error from None

    def run(self):
        """Step forever; sleep between steps."""
        while True:
            self.board.sleep(self.step())
