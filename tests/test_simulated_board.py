# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The simulated board: its parts connected as the board contract requires."""

import pytest

from host_sim.simulated.board import SimulatedBoard


@pytest.fixture
def board():
    return SimulatedBoard()


class TestButtons:
    def test_by_name_and_by_index(self, board):
        board.press("down")
        board.press(3)
        board.clock.advance_ms(30)
        board.release("down")
        board.clock.advance_ms(30)
        assert [board.buttons.poll() for _ in range(4)] == [1, 3, 5, -1]
        assert board.buttons.held() == 0b1000

    def test_held_is_known_at_once(self, board):
        board.press("a")
        assert board.buttons.held() == 0b0100

    @pytest.mark.parametrize(
        "held, computer",
        [((), False), (("b",), True), (("a", "b"), False), (("a",), False)],
        ids=str,
    )
    def test_held_while_it_is_switched_on(self, held, computer):
        board = SimulatedBoard(held=held)
        board.clock.advance_ms(100)
        assert board.buttons.poll() == -1
        assert board.buttons.held() == sum({"a": 4, "b": 8}[name] for name in held)
        assert board.computer_mode is computer


class TestDisplay:
    def test_a_frame_arrives_and_takes_its_time(self, board):
        display = board.open_display()
        before = board.clock.now_us()
        display.show_all(b"\xa5" * 1024)
        assert board.panel.gddram == b"\xa5" * 1024
        assert board.panel.unknown_commands == []
        # 1,024 bytes of nine bits at 400 kHz, and a little more.
        assert 23_040 <= board.clock.now_us() - before <= 23_500

    def test_an_absent_panel(self):
        board = SimulatedBoard(panel_present=False)
        assert not board.probe_display()
        with pytest.raises((OSError, ValueError)):
            board.open_display()
        board.panel.present = True
        assert board.probe_display()
        board.open_display()

    def test_a_panel_unplugged_in_the_middle_of_a_frame(self, board):
        display = board.open_display()
        board.panel.fail_after(500)
        with pytest.raises(OSError):
            display.show_all(bytes(1024))
        assert not board.probe_display()


class TestTheRest:
    def test_it_says_what_it_is(self, board):
        assert (board.name, board.target) == ("simulator", "simulator")
        assert board.memory() is None
        assert board.battery() is None

    def test_nobody_is_on_the_line(self, board):
        assert not board.link.connected
        assert board.link.read(10) == b""
        assert board.link.write(b"hello") == 0

    def test_entropy_can_be_given(self):
        assert SimulatedBoard(entropy=bytes).entropy(3) == bytes(3)
        assert len(SimulatedBoard().entropy(16)) == 16

    def test_tones_are_recorded_and_played(self, board):
        played = []
        board.sound.player = played.append
        board.sound.tone(880, 500)
        board.clock.advance_ms(50)
        board.sound.tone(0, 0)
        assert list(board.sound.tones) == played == [(0, 880, 500), (50_000, 0, 0)]
        assert board.sound.last == (50_000, 0, 0)
