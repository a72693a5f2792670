"""Panels with an SH1106: its model against the data sheet, and every screen on it."""

import pytest

from handheld.saves.journal import SETTINGS
from host_sim.simulated.board import SimulatedBoard
from host_sim.simulated.chips.sh1106 import SH1106
from host_sim.simulated.chips.ssd1306 import SSD1306
from host_sim.testing import frames
from tests.handheld.test_self_test import Person
from tests.support.driven import Driven


def send(panel, *commands, data=b""):
    for command in commands:
        panel.start(False)
        panel.write(b"\0" + bytes(command))
        panel.stop()
    if data:
        panel.start(False)
        panel.write(b"\x40" + data)
        panel.stop()


def shown(panel):
    return ["".join(".#"[pixel] for pixel in row) for row in panel.picture()]


class TestModel:
    def test_registers_after_a_reset(self):
        panel = SH1106()
        assert (panel.contrast, panel.clock, panel.vcomh, panel.dc_dc) == (0x80, 0x50, 0x35, 0x8B)
        assert panel.read() & 0x40 and not panel.on

    def test_the_glass_shows_columns_2_to_129_and_a_page_ends_at_131(self):
        panel = SH1106()
        send(panel, b"\xaf\xa1\xc8")
        for page in range(8):
            send(panel, bytes((0xB0 + page, 0x00, 0x10)), data=bytes(132))
        send(panel, b"\xb0\x01\x10", data=b"\1\1")  # columns 1 and 2
        send(panel, b"\xb1\x00\x18", data=b"\1\1\0\0\0\7")  # 128 and 129; the rest stays in 131
        rows = shown(panel)
        assert rows[0] == "#" + "." * 127
        assert rows[8] == "." * 126 + "##"
        assert {row for y, row in enumerate(rows) if y not in (0, 8)} == {"." * 128}
        assert not panel.unknown_commands

    @pytest.mark.parametrize("command", [b"\x20\0", b"\x21\0\x7f", b"\x22\0\7", b"\x8d\x14"])
    def test_it_has_no_windows_and_no_charge_pump_command(self, command):
        panel = SH1106()
        send(panel, command)
        assert panel.unknown_commands[0].sent == command[:1]

    def test_without_its_high_voltage_it_is_dark(self):
        panel = SH1106()
        send(panel, b"\xaf\xa5")
        assert any(map(any, panel.picture()))
        send(panel, b"\xad\x8a")
        assert not any(map(any, panel.picture()))


def test_it_turns_dims_and_comes_back_as_the_other():
    handheld = Driven(SimulatedBoard(panel=SH1106))
    handheld.set(turned="on", contrast=1)
    panel = handheld.board.panel
    handheld.step(3)
    upright = frames.to_lines(handheld.app.canvas.buffer)
    mirrored = [row[::-1] for row in upright[::-1]]
    assert shown(panel) == mirrored and panel.contrast == 2
    panel.present = False
    handheld.step(2, ms=1000)
    panel.present = True
    handheld.step(3, ms=1000)
    assert shown(panel) == mirrored and panel.contrast == 2


def frame_is_whole(picture):
    return all(picture[0]) and all(picture[-1]) and all(row[0] and row[-1] for row in picture)


class Silent(SH1106):
    """One whose status byte tells nothing."""

    def read(self):
        return SSD1306.read(self)


class Odd(SSD1306):
    """One whose status byte is that of an SH1106."""

    def read(self):
        return SSD1306.read(self) | 8


@pytest.mark.parametrize(
    "model, first, answered",
    [
        (SSD1306, "ssd1306", "ssd1306"),
        (SH1106, "sh1106", "sh1106"),
        (Silent, "ssd1306", "sh1106"),
        (Odd, "sh1106", "ssd1306"),
    ],
)
def test_the_answer_wins_over_the_status_and_is_remembered(model, first, answered):
    board = SimulatedBoard(held=("up", "down"), panel=model)
    person = Person(board, sees=frame_is_whole)
    assert person.handheld.app.panel.driven == first
    assert person.run()["tests"]["panel"] == "ok"
    again = Driven(SimulatedBoard(panel=model, contents=board.store.contents))
    assert ("panel=" in again.app.journal.text(SETTINGS)) == (first != answered)
    again.step(3)
    assert again.app.panel.driven == answered
    assert shown(again.board.panel) == frames.to_lines(again.app.canvas.buffer)


def test_a_panel_that_shows_no_frame_either_way_fails():
    person = Person(sees=lambda picture: False)
    assert person.run()["tests"]["panel"] == "failed: the frame is not whole"
    assert "panel=" not in person.handheld.app.journal.text(SETTINGS)
