# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""From the finger on a button to the changed picture on the panel, the bus included.

Simulated time: contacts bounce, keys are scanned every 20 ms, the app steps every 5 ms and the bus
takes its time at 400 kHz. What the device's Python takes is not in it.
"""

import pytest

from tests.driven import Driven
from tests.gallery import SCREENS

MOST_MS = 50
# The last press of the self-test writes the flash before there is a result to show; the boot loader
# is no picture.
PRESSED = [row for row in SCREENS if row[0] not in ("self_test_buzzer", "boot_loader")]
STEP_MS = 5


def answer_ms(handheld, button):
    """Milliseconds until the panel has its new picture; None when the press changes nothing."""
    board = handheld.board
    before = board.panel.picture()
    begun = board.clock.now_us()
    board.press(button)
    answered = None
    frame = handheld.app.frame_id
    while board.clock.now_us() - begun < 200_000:
        handheld.step(ms=STEP_MS)
        if handheld.app.frame_id != frame and board.panel.picture() != before:
            answered = (board.clock.now_us() - begun) / 1000
            break
    board.release(button)
    handheld.step(10, ms=10)
    return answered


@pytest.mark.parametrize("motion", [pytest.param("off", marks=pytest.mark.slow), "full"])
@pytest.mark.parametrize("name, show", PRESSED, ids=[name for name, _ in PRESSED])
def test_every_screen_answers_every_button_within_50_ms(name, show, motion):
    slowest = 0
    for offset, button in enumerate(("up", "down", "a", "b")):
        handheld = Driven(test_mode=False)
        handheld.set(motion=motion)
        show(handheld)
        handheld.step(75, ms=10)
        handheld.step(1 + offset, ms=7)  # wherever in the scan of the keys
        slowest = max(slowest, answer_ms(handheld, button) or 0)
    assert slowest <= MOST_MS
