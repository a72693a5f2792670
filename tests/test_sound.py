# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The buzzer: which tones, how loud, and that nothing waits for them."""

import pytest

from handheld.sound import LETTERS, TUNES
from host_sim.simulated.board import SimulatedBoard
from tests.driven import Driven


@pytest.fixture
def handheld():
    return Driven()


def heard(handheld, ms=1500):
    """Return the tones of the next `ms` as [(hz, duty)]."""
    handheld.board.sound.tones.clear()
    handheld.step(ms // 5, ms=5)
    return [(tone.hz, tone.duty) for tone in handheld.board.sound.tones]


def test_every_tune_is_valid_and_short():
    for line in TUNES.strip().split("\n"):
        name, _, notes = line.partition("=")
        assert name and len(notes) % 2 == 0
        assert set(notes[::2]) <= set(LETTERS + ".")
        assert sum(int(digit) for digit in notes[1::2]) * 20 <= 600


def test_a_roll_sounds_and_ends_in_silence(handheld):
    handheld.start("pig")
    handheld.dice((4,))
    handheld.app.act("roll", 0)
    tones = heard(handheld)
    assert max(hz for hz, _ in tones) > 500
    assert tones[-1] == (0, 0)


def test_a_bust_goes_down_and_a_hold_goes_up(handheld):
    handheld.start("pig")
    handheld.dice((1,), (5,))
    handheld.app.act("roll", 0)
    falling = [hz for hz, _ in heard(handheld) if hz][-3:]
    assert falling == sorted(falling, reverse=True)
    handheld.app.act("roll", 1)
    heard(handheld)
    handheld.app.act("hold", 1)
    rising = [hz for hz, _ in heard(handheld) if hz]
    assert len(rising) == 2 and rising == sorted(rising)


@pytest.mark.parametrize("volume, duties", [(0, set()), (1, {8}), (2, {60}), (3, {500})])
def test_volume_is_the_duty(handheld, volume, duties):
    handheld.set(sound=volume)
    handheld.start("pig")
    handheld.app.act("roll", 0)
    assert {duty for hz, duty in heard(handheld) if hz} == duties


def test_tones_are_recorded_and_played():
    board = SimulatedBoard()
    played = []
    board.sound.player = played.append
    board.sound.tone(880, 500)
    board.clock.advance_ms(50)
    board.sound.tone(0, 0)
    assert list(board.sound.tones) == played == [(0, 880, 500), (50_000, 0, 0)]
    assert board.sound.last == (50_000, 0, 0)
