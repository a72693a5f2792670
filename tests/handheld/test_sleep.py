"""The app says how long it may sleep: nothing comes later for that, and it is seldom awake."""

import pytest

from handheld.runner import Runner
from host_sim.simulated.board import SimulatedBoard
from tests.support.driven import Driven
from tests.support.sampled import sampled
from tests.tools.gallery import SCREENS

SECONDS = 12
# What moves by itself, or waits for an answer for some seconds.
MOVING = {
    "caller_one_die",  # these roll on by themselves
    "caller_sit",
    "qr_of_several",  # a code after the other
    "self_test_pattern",
    "self_test_frame",
    "self_test_button",
    "self_test_buzzer",
    "restore",
    "battery_empty",
}


class Drowsy:
    """Steps the app after the sleep that it asks for, or ``poll_ms`` after the step before."""

    def __init__(self, poll_ms=None, **settings):
        self.board = SimulatedBoard(entropy=lambda n: bytes(range(n)))
        self.runner = Runner(self.board)
        self.runner.step()
        self.app = self.runner.app
        self.app.settings.update(settings)
        self.poll_ms = poll_ms
        self.pictures = []
        self.steps = 0

    def run(self, ms):
        end_us = self.board.clock.now_us() + ms * 1000
        while self.board.clock.now_us() < end_us:
            wait = self.runner.step()
            self.steps += 1
            picture = self.board.panel.picture()
            if not self.pictures or picture != self.pictures[-1][1]:
                self.pictures.append((self.board.clock.now_us(), picture))
            self.board.sleep(self.poll_ms or max(1, wait))
            while self.board.asleep and self.board.clock.now_us() < end_us:
                self.board.clock.advance_ms(1)

    def press(self, button, ms=80):
        self.board.press(button)
        self.run(ms)
        self.board.release(button)
        self.run(ms)


def play(handheld):
    """A game in which a person and two computer players act, with motion and sound."""
    seats = [("human", "P1"), ("hold20", "C1"), ("perfect", "C2")]
    handheld.app.cup.seed(7)
    handheld.app.start_match("pig", {"target": 20}, seats, 0)
    handheld.run(100)
    for _ in range(3):
        handheld.press("a")
        handheld.run(700)
        handheld.press("b")
        handheld.run(6000)


def hold_down(handheld):
    """A button held down in a list, which repeats."""
    handheld.app.show("settings", "menu")
    handheld.press("down", 2540)  # not near a repeat, whose time polling shifts


def rest(handheld):
    """Nobody presses anything until the pig wanders."""
    handheld.app.settings["dim"] = 1
    handheld.run(75_000)


def stays(pictures, ms):
    """Return those of the (us, picture) that stay for more than so many milliseconds."""
    ends = [at for at, _ in pictures[1:]] + [1 << 60]
    return [row for row, end in zip(pictures, ends) if (end - row[0]) / 1000 > ms]


# The bus can make either of them miss a frame of a motion, so that the frame before stays longer.
@pytest.mark.parametrize("scene, poll_ms, ms", [(play, 5, 200), (hold_down, 5, 0), (rest, 50, 0)])
def test_nothing_comes_later_than_where_the_app_never_sleeps(scene, poll_ms, ms):
    sleeping, polling = Drowsy(), Drowsy(poll_ms=poll_ms)
    for handheld in (sleeping, polling):
        scene(handheld)
    stayed, expected = stays(sleeping.pictures, ms), stays(polling.pictures, ms)
    assert [p for _, p in stayed] == [p for _, p in expected]
    assert len(expected) > 4
    for (slept, _), (polled, _) in zip(stayed, expected):
        assert abs(slept - polled) / 1000 <= 60  # a picture's time
    slept, polled = (list(h.board.sound.tones) for h in (sleeping, polling))
    assert [tone.hz for tone in slept] == [tone.hz for tone in polled]
    for one, other in zip(slept, polled):
        assert abs(one.at_us - other.at_us) / 1000 <= 60
    assert sleeping.steps < polling.steps / 5


@pytest.mark.parametrize("name, show", sampled(SCREENS, 4), ids=[name for name, _ in SCREENS])
def test_a_still_screen_is_stepped_once_a_second(name, show):
    handheld = Driven(test_mode=False)
    show(handheld)
    if name in MOVING or handheld.runner.crashed:
        return
    handheld.step(300, ms=40)  # until it has thought, moved and sounded
    steps = waited = 0
    while waited < SECONDS * 1000:
        ms = handheld.runner.step()
        handheld.board.advance_clock(ms)
        waited += ms
        steps += 1
        assert steps <= SECONDS + 3
    assert waited / steps <= 1000


def test_who_thinks_does_not_sleep():
    handheld = Driven(test_mode=False)
    handheld.start("pig_dice", kinds=["human", "perfect"])
    for name in ("coach", "map"):
        handheld.app.show(name)
        waits = [handheld.runner.step() for _ in range(5)]
        assert waits == [0] * 5
