"""A board in the device's Python, so that the app runs on CPython and on the MicroPython VM."""

import binascii
import sys

from handheld.board import BUTTONS, RELEASE, TICKS_MASK, Board


class NativeBusDevice:
    """CircuitPython's built-in `adafruit_bus_device.i2c_device.I2CDevice`, which costs no heap."""

    def __init__(self, i2c, address):
        self.i2c = i2c
        self.address = address

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def write(self, buffer, start=0, end=None):
        self.i2c.writeto(self.address, buffer, start, end)

    def readinto(self, buffer, start=0, end=None):
        self.i2c.readfrom_into(self.address, buffer, start=start, end=end)


class _Module:
    pass


def use_native_bus_device():
    """Install NativeBusDevice, so that the heap is as with CircuitPython's bus device in C."""
    package = _Module()
    package.i2c_device = _Module()
    package.i2c_device.I2CDevice = NativeBusDevice
    package.spi_device = None
    sys.modules["adafruit_bus_device"] = package


class CountingBus:
    """An I2C bus that acknowledges everything and counts the bytes, with addresses."""

    def __init__(self):
        self.sent = 0

    def try_lock(self):
        return True

    def unlock(self):
        pass

    def writeto(self, address, buffer, start=0, end=None):
        length = len(buffer) if end is None else end
        self.sent += 1 + length - start

    def readfrom_into(self, address, buffer, start=0, end=None):
        buffer[0] = 0  # the panel's status: it is on
        self.sent += 1 + len(buffer)


class QuietLink:
    """A link that is never connected."""

    connected = False

    def read(self, n):
        return b""

    def write(self, data):
        return 0


class Store:
    """Non-volatile bytes, in a file so that they take no heap."""

    size = 4096

    def __init__(self, path):
        self._path = path
        with open(path, "wb") as file:
            for _ in range(self.size // 64):
                file.write(b"\xff" * 64)

    def read(self, offset, n):
        with open(self._path, "rb") as file:
            file.seek(offset)
            return file.read(n)

    def write(self, offset, data):
        with open(self._path, "r+b") as file:
            file.seek(offset)
            file.write(data)


class Buttons:
    """Buttons that a script presses."""

    def __init__(self):
        self.events = []

    def poll(self):
        return self.events.pop(0) if self.events else -1

    def held(self):
        return 0


class Sound:
    def tone(self, hz, duty):
        pass


class PortableBoard(Board):
    """Its time advances by `ms` a step."""

    name = "portable"
    target = "simulator"
    addresses = (0x3C,)
    usb = True
    cell = None  # the battery's charge in per cent

    def __init__(self, store_path="/store.bin"):
        self.bus = CountingBus()
        self.buttons = Buttons()
        self.sound = Sound()
        self.store = Store(store_path)
        self.link = QuietLink()
        self.now = TICKS_MASK - 5000  # so that the clock soon wraps

    def entropy(self, n):
        return bytes(n)

    def ticks_ms(self):
        return self.now

    def advance_clock(self, ms):
        self.now = (self.now + ms) & TICKS_MASK
        return True

    def sleep(self, ms):
        if not self.buttons.events:
            self.advance_clock(ms)

    def usb_power(self):
        return self.usb

    def charging(self):
        return self.usb and self.cell is not None

    def battery(self):
        return None if self.usb else self.cell


class Player:
    """Play the handheld by its buttons; print a line for every new picture."""

    def __init__(self, runner):
        self.runner = runner
        self._frame_id = 0

    @property
    def app(self):
        return self.runner.app

    def step(self, ms=50):
        self.runner.board.advance_clock(ms)
        self.runner.step()
        app = self.runner.app
        if app.frame_id != self._frame_id:
            self._frame_id = app.frame_id
            picture = hex(binascii.crc32(app.canvas.buffer))
            print(app.frame_id, app.screen.ID, picture, self.runner.board.bus.sent)

    def press(self, *names):
        for name in names:
            index = BUTTONS.index(name)
            self.runner.board.buttons.events.append(index)
            self.step()
            self.runner.board.buttons.events.append(index + RELEASE)
            self.step()

    def choose_game(self, place):
        """From the title, choose the game `place` steps after the first, for two people."""
        self.press("b")
        screen = self.app.screen
        screen.setup.kinds = ["human", "human"]
        screen.seek("game")
        self.press("a")
        for _ in range(place):
            self.press("down")
        self.press("a")
        self.app.screen.seek("play")

    def play(self, enough):
        """Play from the menu's "Play" to the result, holding at `enough`; skip the reckoning."""
        from handheld.begin.proof import text

        self.press("a")
        while self.app.screen.ID != "result":
            game = self.app.match.game
            screen = self.app.screen
            if game.over:
                self.press("a")
            elif game.dice_range():
                self.press("up", "up", "a")
            elif getattr(screen, "waiting", False) or getattr(screen, "choice", ""):
                self.press("a")  # pass the handheld on, or show the choices
            elif len(game.legal_actions()) == 1 or game.turn_total < enough:
                self.press("a")
            else:
                self.press("b")
        print(self.app.match.fair.commitment)
        print(text(self.app.match))
        print(" / ".join(self.app.canvas.lines()))
