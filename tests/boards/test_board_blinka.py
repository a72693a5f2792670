"""The handheld on a Raspberry Pi, with Blinka's real `board`, `busio`, `digitalio` and `pwmio`."""

import errno
import os
import subprocess
import sys
import time
import types

import pytest

from board_blinka.link import Link
from board_blinka.store import FileStore
from handheld.drawing.open_panel import opener
from handheld.drawing.panel import Panel
from handheld.drawing.ssd1306 import WindowedSSD1306  # before Blinka is imported anew
from handheld.runner import Runner
from host_sim.link.client import Client
from host_sim.simulated.chips.i2c_bus import I2CBus
from host_sim.simulated.chips.ssd1306 import SSD1306
from tests.support.programs import PATIENCE_S
from tests.support.targets import LoopLink

MAKE = opener(Panel(None), WindowedSSD1306)
# The wiring again, independently, so that a wrong name shows.
LINES = {"up": 5, "down": 6, "a": 16, "b": 26}
BUZZER = 12

BLINKAS = ("adafruit_blinka", "adafruit_platformdetect", "microcontroller", "board_blinka")
BLINKA_MODULES = {"board", "busio", "digitalio", "keypad", "pwmio"}
# The modules that drive pins and PWM on a Raspberry Pi, by version of Blinka.
PIN_DRIVERS = ("raspberry_pi_pin", "lgpio_pin", "rpi_gpio_pin")
PWM_DRIVERS = ("raspberry_pi_pwmout", "lgpio_pwmout", "rpi_gpio_pwmout")


class Wiring:
    """What is connected to the header of a simulated Pi."""

    def __init__(self):
        self.panel = SSD1306()
        self.bus = I2CBus([self.panel])
        self.bus.try_lock()
        self.has_i2c = True
        self.has_pwm = True
        self.down = set()  # lines that a button connects to ground
        self.pulled_up = set()
        self.tones = []

    def pin_class(wiring):
        class Pin:
            IN, OUT, LOW, HIGH, PULL_NONE, PULL_UP, PULL_DOWN = 0, 1, 0, 1, 0, 1, 2

            def __init__(self, number):
                self.id = number

            def init(self, mode=IN, pull=None):
                if pull == self.PULL_UP:
                    wiring.pulled_up.add(self.id)

            def value(self, value=None):
                if self.id in wiring.down:
                    return 0
                assert self.id in wiring.pulled_up, "the pin floats"
                return 1

        return Pin

    def smbus_class(wiring):
        class SMBus:
            """Like Adafruit_PureIO's, on /dev/i2c-N."""

            def __init__(self, number):
                if not wiring.has_i2c or number != 1:
                    raise FileNotFoundError(f"/dev/i2c-{number}")

            def write_bytes(self, address, data):
                try:
                    wiring.bus.writeto(address, data)
                except OSError:
                    raise OSError(errno.EREMOTEIO, "Remote I/O error") from None

            def read_bytes(self, address, n):
                data = bytearray(n)
                wiring.bus.readfrom_into(address, data)
                return data

        return SMBus

    def pwm_class(wiring):
        class PWMOut:
            def __init__(self, pin, *, frequency=500, duty_cycle=0, variable_frequency=False):
                assert pin.id == BUZZER and variable_frequency
                if not wiring.has_pwm:
                    raise RuntimeError("no right to use PWM")
                self.frequency = frequency
                self.duty_cycle = duty_cycle

            def __setattr__(self, name, value):
                object.__setattr__(self, name, value)
                if name == "duty_cycle":
                    wiring.tones.append((self.frequency, value))

        return PWMOut


def _bound(name):
    return name in BLINKA_MODULES or name.split(".")[0] in BLINKAS


@pytest.fixture
def wiring(monkeypatch):
    """The header of a Raspberry Pi 4, with a newly imported Blinka."""
    for name in [name for name in sys.modules if _bound(name)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setenv("BLINKA_FORCECHIP", "BCM2XXX")
    monkeypatch.setenv("BLINKA_FORCEBOARD", "RASPBERRY_PI_4B")
    monkeypatch.setenv("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    from adafruit_platformdetect.board import Board

    # The value in its /proc/cpuinfo, which parts of Blinka read.
    monkeypatch.setattr(Board, "_pi_rev_code", lambda self: "b03111")
    wiring = Wiring()
    linux = "adafruit_blinka.microcontroller.generic_linux."
    pin, pwm = wiring.pin_class(), wiring.pwm_class()
    for names, content in ((PIN_DRIVERS, {"Pin": pin}), (PWM_DRIVERS, {"PWMOut": pwm})):
        for name in names:
            module = types.ModuleType(linux + name)
            vars(module).update(content)
            sys.modules[linux + name] = module
    monkeypatch.setattr("Adafruit_PureIO.smbus.SMBus", wiring.smbus_class())
    yield wiring
    for name in [name for name in sys.modules if _bound(name)]:
        del sys.modules[name]


@pytest.fixture
def make_board(wiring, tmp_path):
    """Make the board as `python -m board_blinka` does."""

    def make(link=None):
        from board_blinka.board import BlinkaBoard
        from board_blinka.link import Link

        return BlinkaBoard(str(tmp_path / "flash"), link or Link())

    return make


def wait_until(condition):
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


class TestWhatIsMissing:
    def test_i2c_that_is_not_switched_on(self, wiring, make_board):
        wiring.has_i2c = False
        board = make_board()
        assert not board.probe_display()
        assert "raspi-config" in board.panel_fault
        with pytest.raises(OSError, match="raspi-config"):
            board.open_display(MAKE)

    def test_without_pwm_it_is_silent_and_says_so(self, wiring, make_board, capsys):
        wiring.has_pwm = False
        make_board().sound.tone(880, 500)
        assert wiring.tones == []
        assert "No sound: no right to use PWM" in capsys.readouterr().err


class TestButtons:
    @pytest.mark.parametrize("index, name", list(enumerate(LINES)))
    def test_each_on_its_line(self, wiring, make_board, index, name):
        wiring.down.add(LINES[name])  # at the start: it is held, and that is no press
        board = make_board()
        board.sleep(100)
        assert (board.buttons.held(), board.buttons.poll()) == (1 << index, -1)
        for event in (index + 4, index, index + 4):
            wiring.down ^= {LINES[name]}
            board.sleep(1000 * PATIENCE_S)  # until something comes
            assert board.buttons.poll() == event
            assert board.buttons.held() == (1 << index if event < 4 else 0)
        assert board.buttons.poll() == -1


def test_an_interrupted_write_leaves_the_old_one(tmp_path, monkeypatch):
    path = str(tmp_path / "flash")
    store = FileStore(path)
    store.write(0, b"old")

    def fail(*names):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError):
        store.write(0, b"new")
    monkeypatch.undo()
    assert FileStore(path).read(0, 3) == b"old"


def test_a_serial_port():
    other, side = os.openpty()
    link = Link(os.ttyname(side))
    assert link.connected and link.read(10) == b""
    os.write(other, b"\x03\r\n")
    assert link.read(10) == b"\x03\r\n"
    assert link.write(b"abc") == 3
    os.close(other)
    os.close(side)
    assert link.read(10) == b"" and link.write(b"abc") == 0


def client_of(board):
    """Start the handheld on this board; return a client. Time passes while it waits."""
    link, runner = board.link, Runner(board)

    def read(timeout):
        end = time.monotonic() + timeout
        while not link.from_app and time.monotonic() < end:
            board.sleep(runner.step())
        data = bytes(link.from_app)
        link.from_app.clear()
        return data

    client = Client(types.SimpleNamespace(write=link.to_app.extend, read=read))
    client.call("hello")  # the buttons have been read by now
    return client


class TestTheWholeHandheld:
    def test_a_game_by_buttons(self, wiring, make_board):
        client = client_of(make_board(LoopLink()))
        hello = client.call("hello")
        assert (hello["board"], hello["target"], hello["panel"]) == ("raspberry_pi", "device", "ok")
        client.call("subscribe", on=True)
        for screen, button in (("menu", "b"), ("play", "a")):
            wiring.down.add(LINES[button])
            wait_until(lambda screen=screen: client.call("screen")["id"] == screen)
            wiring.down.clear()
            while client.next_event().get("down", True):
                pass
        frame = client.frame()
        wait_until(lambda: client.call("hello") and wiring.panel.gddram == frame)
        assert wiring.panel.unknown_commands == []

    def test_test_mode_and_what_is_saved(self, wiring, make_board):
        wiring.down.update((LINES["a"], LINES["b"]))
        first = client_of(make_board(LoopLink()))
        wiring.down.clear()
        assert first.call("hello")["test_mode"]
        first.call("seed", seed=1)
        first.call("new_game", variant="pig", players=[{"kind": "human"}] * 2)
        state = first.call("act", player=0, action="roll")
        second = client_of(make_board(LoopLink()))
        wiring.down.add(LINES["a"])  # go on
        wait_until(lambda: second.call("state"))
        assert second.call("state") == state


class TestTheCommand:
    def test_it_ends_with_a_dark_and_silent_panel(self, wiring, tmp_path, monkeypatch):
        from board_blinka import __main__ as program

        def run(runner):
            runner.step()
            assert wiring.panel.on
            runner.board.sound.tone(440, 500)
            raise KeyboardInterrupt

        monkeypatch.setattr(Runner, "run", run)
        monkeypatch.setattr("signal.signal", lambda *how: None)
        other, side = os.openpty()
        assert program.main(["--state", str(tmp_path / "flash"), "--link", os.ttyname(side)]) == 0
        assert not wiring.panel.on and wiring.tones[-1][1] == 0
        os.close(other)
        os.close(side)

    def test_on_what_is_no_raspberry_pi(self, tmp_path):
        forced = {"BLINKA_FORCEBOARD": "OS_AGNOSTIC_BOARD", "BLINKA_FORCECHIP": "OS_AGNOSTIC"}
        environment = {**os.environ, "HOME": str(tmp_path), **forced}
        command = [sys.executable, "-m", "board_blinka"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        assert done.returncode == 1
        assert "pip install -e '.[blinka]'" in done.stderr and "Traceback" not in done.stderr
        assert os.listdir(tmp_path) == []
