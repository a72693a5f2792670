"""A board with other pins takes a pin file of its own; one of another kind a class of its own."""

import importlib

import pytest

from handheld.board import Board
from handheld.runner import Runner
from host_sim.simulated.board import SimulatedBoard
from tests.boards.conftest import FIRMWARE
from tests.boards.test_board_pico import MAKE, boot, make_board

BUTTONS = {"up": "GP16", "down": "GP17", "a": "GP18", "b": "GP19"}
CHANGES = {"GP4": "GP6", "GP5": "GP7", "GP15": "GP3"}
CHANGES.update(zip(("GP10", "GP11", "GP12", "GP13"), BUTTONS.values()))
CHANGES.update(dict.fromkeys(("GP8", "GP9", "GP6", "VOLTAGE_MONITOR", "VBUS_SENSE"), ""))


@pytest.fixture
def made(tmp_path):
    """A folder with a pin file for another board."""
    text = (FIRMWARE / "board_pico" / "pins.py").read_text(encoding="utf-8")
    pieces = [CHANGES.get(piece, piece) for piece in text.split('"')]
    (tmp_path / "pins_made_up_rp2350.py").write_text('"'.join(pieces), encoding="utf-8")
    return tmp_path


def test_the_firmware_runs_on_its_pins(made, bench, monkeypatch):
    monkeypatch.setattr(bench, "SCL", "GP7")
    monkeypatch.setattr(bench, "SDA", "GP6")
    monkeypatch.setattr(bench, "BUTTONS", BUTTONS)
    monkeypatch.setattr(bench, "BUZZER", "GP3")
    board_pico = importlib.import_module("board_pico")
    monkeypatch.setattr(importlib.import_module("board"), "board_id", "made_up_rp2350")
    monkeypatch.setattr(board_pico, "__path__", [*board_pico.__path__, str(made)])
    pico = boot(bench, held=("b",))
    assert pico.usb == {"console", "data", "drive"}
    handheld = make_board()
    assert handheld.buttons.held() == 0b1000
    assert handheld.probe_display()
    handheld.open_display(MAKE).show_all(b"\x5a" * 1024)
    assert pico.panel.gddram == b"\x5a" * 1024
    handheld.sound.tone(440, 500)
    assert pico.tones[-1] == (440, 32767)
    pico.press("up")
    pico.clock.advance_ms(30)
    assert handheld.buttons.poll() == 0


def test_a_board_without_a_file_takes_the_picos_pins(bench, monkeypatch):
    monkeypatch.setattr(importlib.import_module("board"), "board_id", "another")
    pico = boot(bench)
    make_board().open_display(MAKE).show_all(b"\x5a" * 1024)
    assert pico.panel.gddram == b"\x5a" * 1024


class Least(Board):
    """What a board must have, and no more."""

    name, target = "least", "device"

    def __init__(self):
        self.chips = chips = SimulatedBoard()
        self.bus, self.addresses = chips.bus, (0x3D, chips.panel.address)
        self.buttons, self.sound, self.store, self.link = (
            chips.buttons, chips.sound, chips.store, chips.link,
        )  # fmt: skip
        self.entropy, self.ticks_ms = chips.entropy, chips.ticks_ms

    def sleep(self, ms):
        self.chips.clock.advance_ms(ms)


def test_a_board_that_overrides_nothing_plays():
    board = Least()
    runner = Runner(board)
    runner.step()  # a button that is down at the start does nothing until it is let go

    def press(*names):
        for name in names:
            for act in (board.chips.press, board.chips.release):
                act(name)
                for _ in range(4):
                    runner.step()
                    board.sleep(50)
        return None if runner.crashed else runner.app.screen.ID

    assert press("a") == "play"
    assert any(map(any, board.chips.panel.picture()))
    assert press("a", "a", "b") == "play"
    for words in (
        "settings", "menu", "service", "challenge menu", "ask title erase", "ask menu switch_off",
        "self_test", "statistics title", "fair_dice pause",
    ):  # fmt: skip
        runner.app.show(*words.split())
        assert press("up", "down") and not runner.crashed, words
        rows = getattr(runner.app.screen, "rows", list)()
        assert "boot_loader" not in [row.key for row in rows], words
    runner.app.power.off()
    assert press("down"), "it cannot switch off, and goes on"
