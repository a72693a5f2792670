# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The simulated board: its parts connected as the board contract requires."""

import pytest

from host_sim.simulated.board import SimulatedBoard


@pytest.fixture
def board():
    return SimulatedBoard()


def test_buttons_by_name_and_by_index(board):
    board.press("down")
    board.press(3)
    board.clock.advance_ms(30)
    board.release("down")
    board.clock.advance_ms(30)
    assert [board.buttons.poll() for _ in range(4)] == [1, 3, 5, -1]
    assert board.buttons.held() == 0b1000
    board.press("a")
    assert board.buttons.held() == 0b1100, "it is known at once"


@pytest.mark.parametrize(
    "held, mask, computer",
    [((), 0, False), (("b",), 8, True), (("a", "b"), 12, False), (("a",), 4, False)],
)
def test_buttons_held_while_it_is_switched_on(held, mask, computer):
    board = SimulatedBoard(held=held)
    board.clock.advance_ms(100)
    assert board.buttons.poll() == -1
    assert board.buttons.held() == mask
    assert board.computer_mode is computer


def test_a_frame_arrives_and_takes_its_time(board):
    display = board.open_display()
    before = board.clock.now_us()
    display.show_all(b"\xa5" * 1024)
    assert board.panel.gddram == b"\xa5" * 1024
    assert board.panel.unknown_commands == []
    # 1,024 bytes of nine bits at 400 kHz, and a little more.
    assert 23_040 <= board.clock.now_us() - before <= 23_500


def test_an_absent_panel():
    board = SimulatedBoard(panel_present=False)
    assert not board.probe_display()
    with pytest.raises((OSError, ValueError)):
        board.open_display()


def test_tones_are_recorded_and_played(board):
    played = []
    board.sound.player = played.append
    board.sound.tone(880, 500)
    board.clock.advance_ms(50)
    board.sound.tone(0, 0)
    assert list(board.sound.tones) == played == [(0, 880, 500), (50_000, 0, 0)]
    assert board.sound.last == (50_000, 0, 0)
