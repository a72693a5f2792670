# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The sound of the simulated board. Nearly every other test uses its other parts."""

from host_sim.simulated.board import SimulatedBoard


def test_tones_are_recorded_and_played():
    board = SimulatedBoard()
    played = []
    board.sound.player = played.append
    board.sound.tone(880, 500)
    board.clock.advance_ms(50)
    board.sound.tone(0, 0)
    assert list(board.sound.tones) == played == [(0, 880, 500), (50_000, 0, 0)]
    assert board.sound.last == (50_000, 0, 0)
