"""A handheld for tests, whose time passes only on request: presses, scripted dice, pictures."""

from handheld import settings
from handheld.board import BUTTONS, RELEASE
from handheld.game.scripted_dice import queue
from handheld.runner import Runner
from host_sim.simulated.board import SimulatedBoard

STEP_MS = 50


class Driven:
    """The app on the simulated board, in test mode unless `test_mode` is False."""

    def __init__(self, board=None, test_mode=True):
        self.board = board or SimulatedBoard()
        self.runner = Runner(self.board)
        self.step()
        self.app.test_mode = test_mode
        self.app.dirty = True

    @property
    def app(self):
        return self.runner.app

    @property
    def screen(self):
        """The id of the screen."""
        return self.app.screen.ID

    @property
    def game(self):
        return self.app.match.game

    def again(self):
        """Return the handheld after a power cut, not in test mode, going on with its game."""
        handheld = Driven(SimulatedBoard(contents=self.board.store.contents), test_mode=False)
        assert handheld.app.screen.resumes
        handheld.press("a")
        return handheld

    def step(self, count=1, ms=STEP_MS):
        for _ in range(count):
            self.board.advance_clock(ms)
            self.runner.step()

    def press(self, *names):
        """Press and release each button in turn."""
        for name in names:
            index = BUTTONS.index(name)
            self.app.inject(index)
            self.app.inject(index + RELEASE)
            self.step()

    def hold(self, name, ms):
        """Hold a button down for that long, and release it."""
        index = BUTTONS.index(name)
        self.app.inject(index)
        self.step(1 + ms // 10, 10)
        self.app.inject(index + RELEASE)
        self.step()

    def choose(self, *rows):
        """From the title or a list, go down to each of the rows (by key) in turn and press A."""
        if self.screen == "title":
            self.press("b")
        for row in rows:
            screen = self.app.screen
            for _ in screen.rows():
                if screen.rows()[screen.at].key == row:
                    break
                self.press("down")
            self.press("a")

    def undo(self):
        """Take the newest choice back in the menu of the game."""
        self.app.show("pause")
        self.choose("undo")

    def dice(self, *rolls):
        """Replace the queue of rolls."""
        self.app.cup.clear()
        queue(self.app.cup, [list(roll) for roll in rolls])

    def set(self, **values):
        """Change settings without saving them."""
        self.app.settings.update(values)
        settings.apply(self.app)
        self.app.show(self.screen)

    def start(self, variant, players=2, options=None, kinds=None):
        """Start a game, among humans unless `kinds` says otherwise."""
        kinds = kinds or ["human"] * players
        seats = [(kind, f"P{i + 1}") for i, kind in enumerate(kinds)]
        self.app.start_match(variant, options or {}, seats, 0)
        self.step()

    def words(self):
        """Return the lines of text on the screen."""
        if self.app.dirty:
            self.app.draw()
        return self.app.canvas.lines()

    def frame(self):
        """Return the 1,024 bytes that the app has drawn."""
        self.words()
        return bytes(self.app.canvas.buffer)

    def seen(self):
        """Return the panel's picture as a frame of 1,024 bytes."""
        self.step(2)
        rows = self.board.panel.picture()
        bits = [row.translate(bytes([0, 1 << y % 8]).ljust(256)) for y, row in enumerate(rows)]
        pages = [zip(*bits[y : y + 8]) for y in range(0, 64, 8)]
        return b"".join(bytes(map(sum, page)) for page in pages)
