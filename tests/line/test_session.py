"""The simulator's commands besides the buttons: time, sound, power, games."""

from functools import partial
from unittest.mock import Mock

import pytest

from host_sim.desk.session import SPEEDS, Session
from host_sim.simulated.handset import DARK, Handset

RECORD = "pp1 pig players=2 first=0 : 5 6 h 3 4 5 h 1 6 6 6 h 2"


class Pocket:
    """A clipboard."""

    text = ""

    def copy(self, text):
        self.text = text
        return True

    def paste(self):
        return self.text


@pytest.fixture
def handset():
    return Handset(speed=0, seed=7)


@pytest.fixture
def session(handset):
    return Session(handset, clipboard=Pocket(), wall=lambda: 100.0)  # messages stay


def do(session, *commands):
    for command in commands:
        session.do(command)
    session.advance(100)


def test_while_it_is_paused_nothing_happens(session, handset):
    do(session, "pause")
    before = handset.board.clock.now_us()
    session.tap("b")
    for _ in range(100):
        session.step()
    session.advance(500)
    assert handset.board.clock.now_us() == before
    assert session.handset.app.screen.ID == "title" and "paused" in session.status()
    do(session, "pause")
    assert session.handset.app.screen.ID == "menu" and session.status() == ""


def test_steps(session, handset):
    before = handset.board.clock.now_us()
    do(session, "step")
    assert session.paused
    assert 5_000 <= handset.board.clock.now_us() - before < 40_000
    session.tap("b")
    do(session, *["picture"] * 5)  # until the menu is shown
    assert session.handset.app.screen.ID == "menu"


def test_speeds():
    handset = Handset(speed=1.0)
    clock, session = handset.board.clock, Session(handset, wall=lambda: 100.0)
    for command, speed in ("slower", SPEEDS[0]), ("faster", SPEEDS[-1]):
        do(session, *[command] * 10)
        assert clock.speed == speed and f"speed {speed:g}" in session.status()
    for speed in 0, SPEEDS[-1]:
        do(session, "pause")
        assert clock.speed == speed
    do(session, "power", "power")
    assert handset.board.clock.speed == SPEEDS[-1]


def test_sound_is_heard_muted_and_held(session, handset):
    ears = Mock(works=True, muted=False)
    ears.mute.side_effect = partial(setattr, ears, "muted")
    session.speaker = session.handset.board.sound.player = ears
    handset.board.sound.tone(440, 500)
    (tone,) = ears.call_args.args
    assert (tone.hz, tone.duty) == (440, 500)
    for told in "muted", "sound on":
        do(session, "mute")
        assert told in session.status()
    do(session, "pause", "pause")
    assert [call.args for call in ears.hold.call_args_list] == [(True,), (False,)]


def test_off_is_dark_and_silent_each_time_and_on_is_as_before(session, handset):
    heard = []
    handset.board.sound.player, handset.board.today = heard.append, 261122
    for _ in range(2):
        handset.board.sound.tone(440, 500)
        assert heard[-1].hz == 440
        do(session, "power")
        assert session.view().picture == DARK and heard[-1].hz == 0
        assert session.handset.app is None and not session.busy
        assert session.status().startswith("off: hold buttons")
        do(session, "power")
        assert session.handset.app.screen.ID == "title" and any(session.view().picture)
        assert handset.board.today == 261122


def test_flash_and_time_go_on(session, handset):
    handset.app.load_match(RECORD)
    session.advance(1000)
    contents, before = handset.board.store.contents, session.age_ms
    do(session, "power", "power")
    # Each start adds what it has read last.
    assert handset.board.store.contents.startswith(contents.rstrip(b"\xff"))
    assert session.age_ms >= before >= 1000
    session.tap("a")  # the title offers to go on with the game
    session.advance(300)
    assert session.handset.app.screen.ID == "play"


@pytest.mark.parametrize(
    "before, text, command, told",
    [
        ("", "", "copy", "no game"),
        ("", "", "mute", "no sound"),
        ("paste", "", "paste", "no text"),
        ("paste", "hello", "paste", "not a record"),
        ("paste", "pp1 pig : 7", "paste", "not a record"),
        ("paste", "\0" * 9, "paste", "no"),
        ("paste", None, "copy", "no clipboard"),
        ("paste", None, "paste", "no text"),
        ("power", RECORD, "paste", "not on"),
        ("power", RECORD, "copy", "no game"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(session, before, text, command, told):
    session.clipboard.text = RECORD
    do(session, *before.split())
    record = session.record()
    session.clipboard.text = text
    if text is None:
        session.clipboard = None
    do(session, command)
    assert told in session.status() and session.record() == record


def test_after_a_crash(session, handset):
    handset.app.screen.decide = lambda event: 1 / 0
    session.tap("a")
    session.advance(200)
    lines = handset.runner.app.canvas.lines()
    assert handset.runner.crashed and "ZeroDivisionError" in " ".join(lines)
    session.load_text(RECORD)
    assert session.status() == "not now"
