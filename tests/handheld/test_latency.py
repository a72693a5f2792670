"""The latency from a press to the changed picture on the panel, including the bus."""

import pytest

from tests.support.driven import Driven
from tests.support.sampled import sampled
from tests.tools.gallery import SCREENS

MOST_MS = 50
# Left out: the last press of the self-test writes the flash before it shows a result; the boot
# loader shows no picture; a new game in the place of a kept one first erases the sector with the
# secret of the old one, which takes 60 ms.
NOT_SO_SOON = (
    "self_test_buzzer",
    "boot_loader",
    "title_new_game",
    "menu_kept_game",
    # Their game is still kept, for the same reason.
    "result_achievement",
    "result_lost",
    "result_of_a_crowd",
    # A code is worked out first.
    "result_challenge",
    "result_shared_by_two",
    "qr_of_several",
)
PRESSED = [row for row in SCREENS if row[0] not in NOT_SO_SOON]
STEP_MS, SCAN_MS = 5, 10


def answer_ms(show, motion, offset, button):
    """Return the milliseconds until the panel has changed; None if it does not."""
    handheld = Driven(test_mode=False)
    handheld.set(motion=motion)
    show(handheld)
    handheld.step(75, ms=10)
    handheld.step(1 + offset, ms=7)  # at any phase of the key scan
    board = handheld.board
    before = board.panel.picture()
    begun = board.clock.now_us()
    if button:
        board.press(button)
    frame = handheld.app.frame_id
    while board.clock.now_us() - begun < 200_000:
        handheld.step(ms=STEP_MS)
        if handheld.app.frame_id != frame and board.panel.picture() != before:
            return (board.clock.now_us() - begun) / 1000
    return None


@pytest.mark.parametrize("motion", [pytest.param("off", marks=pytest.mark.slow), "full"])
@pytest.mark.parametrize("name, show", sampled(PRESSED, 3), ids=[name for name, _ in PRESSED])
def test_every_screen_answers_every_button_within_50_ms(name, show, motion):
    slowest = 0
    for offset, button in enumerate(("up", "down", "a", "b")):
        took = answer_ms(show, motion, offset, button) or 0
        # A picture that moves by itself is no answer.
        if took > MOST_MS:
            moved = answer_ms(show, motion, offset, None)
            took = 0 if moved and abs(took - moved) <= SCAN_MS + 1 else took
        slowest = max(slowest, took)
    assert slowest <= MOST_MS
