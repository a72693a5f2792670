"""Begin a job that nobody has asked for yet, where nothing else happens."""

from shared_rules.errors import RulesError

from . import folders
from .board import elapsed

_QUIET_MS = 200  # nobody presses for so long


def load_all(names):
    """Generator: load modules of `handheld`, by their names in a text, one in each step."""
    for name in names.split(" "):
        yield
        __import__("handheld." + name)


class Ahead:
    """Lets `app` take the steps of a generator.

    needs: the folders that it loads; others make way for them. Without any nothing makes way.
    """

    def __init__(self, app, steps, needs=(), after_ms=_QUIET_MS):
        self._app = app
        self._after_ms = after_ms
        self._steps = steps
        self._needs = needs
        self._begun = None

    def tick(self, since_ms, *args):
        """Begin with `steps(*args)` `after_ms` after `since_ms`.

        Begin anew for other `args`, and where code has gone.
        """
        app = self._app
        wanted = args + (folders.gone,)
        if app.bridge.job:  # it may load the same, and twice at once takes too much memory
            app.job, self._begun = None, wanted
        elif self._begun != wanted:
            left = self._after_ms - elapsed(app.now, since_ms)
            app.due(max(0, left))
            if left <= 0:
                self._begun = wanted
                app.think(self._run(args))

    def _run(self, args):
        """Generator; take the steps while there is room."""
        try:
            for _ in self._steps(*args):
                yield None
                room = folders.spare(folders.ahead())
                if self._needs and not room:
                    room = folders.make_room(folders.ahead(), self._needs)
                    self._begun = args + (folders.gone,)
                    yield None  # this took several collections: answer a press
                if not room:
                    return
        except (RulesError, MemoryError):
            pass  # a kept game that cannot be read, or no room: it is loaded later
