"""The simulator's commands besides the buttons: time, power, games."""

import pytest

from host_sim.desk.session import SPEEDS, Session
from host_sim.simulated.handset import DARK, Handset

RECORD = "pp1 pig players=2 first=0 : 5 6 h 3 4 5 h 1 6 6 6 h 2"


class Ears:
    """A speaker that records its calls."""

    works = True

    def __init__(self):
        self.muted = self.held = False
        self.tones = []

    def __call__(self, tone):
        self.tones.append((tone.hz, tone.duty))

    def mute(self, muted):
        self.muted = muted

    def hold(self, held):
        self.held = held


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


@pytest.fixture
def game(session):
    """A session with a game in progress."""
    session.handset.app.load_match(RECORD)
    session.advance(100)
    return session


def lines(session):
    return " ".join(session.words()[1])


class TestTime:
    def test_while_it_is_paused_nothing_happens(self, session, handset):
        session.do("pause")
        before = handset.board.clock.now_us()
        session.tap("b")
        for _ in range(100):
            session.step()
        session.advance(500)
        assert handset.board.clock.now_us() == before
        assert session.words()[0] == "title"
        assert "paused" in session.status()
        session.do("pause")
        session.advance(100)
        assert session.words()[0] == "menu"
        assert session.status() == ""

    def test_steps(self, session, handset):
        before = handset.board.clock.now_us()
        session.do("step")
        assert session.paused
        assert 5_000 <= handset.board.clock.now_us() - before < 40_000
        session.tap("b")
        # Several pictures until the menu is shown.
        for _ in range(5):
            session.do("picture")
        assert session.words()[0] == "menu"

    def test_speeds(self):
        handset = Handset(speed=1.0)
        session = Session(handset, wall=lambda: 100.0)
        for _ in range(10):
            session.do("slower")
        assert handset.board.clock.speed == SPEEDS[0]
        assert "0.1" in session.status()
        for _ in range(10):
            session.do("faster")
        assert handset.board.clock.speed == SPEEDS[-1]
        session.do("pause")
        assert handset.board.clock.speed == 0
        session.do("pause")
        assert handset.board.clock.speed == SPEEDS[-1]


class TestSound:
    def test_it_is_heard_muted_and_held(self, session, handset):
        ears = Ears()
        session.connect_speaker(ears)
        handset.board.sound.tone(440, 500)
        assert ears.tones == [(440, 500)]
        session.do("mute")
        assert ears.muted
        assert "muted" in session.status()
        session.do("mute")
        assert not ears.muted
        session.do("pause")
        assert ears.held
        session.do("pause")
        assert not ears.held


class TestPower:
    def test_off_is_dark_and_silent(self, session, handset):
        session.do("power")
        session.advance(100)
        assert session.view().picture == DARK
        assert session.words() == ("", [])
        assert "off" in session.status()
        assert not session.busy
        session.do("power")
        session.advance(100)
        assert session.words()[0] == "title"
        assert any(session.view().picture)

    def test_test_mode_by_its_chord(self, session, handset):
        assert not handset.app.test_mode
        session.do("power")
        session.tap("a")
        session.tap("b")
        session.tap("b")
        session.tap("b")
        session.do("power")
        assert handset.app.test_mode, "taps while it is off stay: a terminal reports no releases"
        session.do("power")
        session.down("a", "one key")
        session.down("b", "another")
        session.advance(50)
        assert session.view().pressed == 12
        session.do("power")
        assert handset.app.test_mode
        session.fingers.release_all()
        session.advance(200)
        # The held buttons had no other effect.
        assert session.words()[0] == "title"
        session.tap("b")
        session.advance(200)
        assert session.words()[0] == "menu"

    def test_computer_mode_by_a_button_that_stays_down(self, session, handset):
        session.do("power")
        session.hold("b")
        assert session.view().pressed == 8
        session.do("power")
        assert handset.board.computer_mode
        session.advance(200)
        assert session.view().pressed == 0
        session.do("power")
        session.do("power")
        assert not handset.board.computer_mode

    def test_flash_and_time_go_on(self, session, handset):
        handset.app.load_match(RECORD)
        session.advance(1000)
        contents, before = handset.board.store.contents, session.age_ms
        session.do("power")
        session.do("power")
        # Each start adds what it has read last.
        assert handset.board.store.contents.startswith(contents.rstrip(b"\xff"))
        assert session.age_ms >= before >= 1000
        # The title offers to go on with the game.
        session.tap("a")
        session.advance(300)
        assert session.words()[0] == "play"


class TestRecords:
    def test_copy_and_paste(self, game):
        game.do("copy")
        assert "clipboard" in game.status()
        record = game.record()
        assert game.clipboard.text == record
        other = Session(Handset(speed=0), clipboard=game.clipboard)
        other.do("paste")
        assert other.record() == record
        assert other.words()[0] == "play"

    def test_lines_broken_on_the_way(self, session):
        session.load_text("  pp1\u00a0pig \ufeffplayers=2\n first=0 :\r\n 5 6\n")
        assert session.record().endswith(": 5 6")

    @pytest.mark.parametrize(
        "text, word",
        [
            ("", "no text"),
            ("hello", "not a record"),
            ("pp1 pig : 7", "not a record"),
            ("\0" * 9, "no"),
        ],
    )
    def test_an_invalid_record(self, game, text, word):
        before = game.record()
        game.clipboard.text = text
        game.do("paste")
        assert word in game.status()
        assert game.record() == before

    @pytest.mark.parametrize(
        "before, command, word",
        [
            ("", "copy", "no game"),
            ("", "mute", "no sound"),
            ("no clipboard", "copy", "no clipboard"),
            ("no clipboard", "paste", "no text"),
            ("off", "paste", "not on"),
            ("off", "copy", "no game"),
        ],
    )
    def test_what_cannot_be_done_is_said(self, session, before, command, word):
        if before:
            session.clipboard.text = RECORD
            session.do("paste")
        if before == "no clipboard":
            session.clipboard = None
        elif before:
            session.do("power")
        session.do(command)
        assert word in session.status()

    def test_after_a_crash(self, session, handset):
        handset.app.screen.decide = lambda event: 1 / 0
        session.tap("a")
        session.advance(200)
        assert session.words()[0] == "crash"
        assert "ZeroDivisionError" in lines(session)
        session.load_text(RECORD)
        assert session.status() == "not now"


@pytest.mark.parametrize(
    "record, table",
    [
        ("pp1 pig players=2 scores=41,49 : 4 5", "P1 41 P2 49"),
        ("pp1 pig players=5 scores=12,0,45,99,7 turn=3 : 3", "P1 12 P2 0 P3 45 P4 99 P5 7"),
        ("pp1 two_dice players=3 scores=31,44,60 turn=7 : 65", "P1 31 P2 44 P3 60"),
    ],
)
def test_names_are_told_with_their_own_scores(session, record, table):
    session.load_text(record)
    session.advance(2000)
    screen, lines = session.words()
    told = " ".join(word for word in " ".join(lines).split() if word != "▶")
    assert screen == "play" and f" {table} " in told and lines[-1].startswith("A  Roll")
