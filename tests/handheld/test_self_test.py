"""The self-test: a working handheld passes, and each fault is named."""

import json
import operator
from pathlib import Path

import pytest

from handheld import language, settings
from handheld.board import BUTTONS
from handheld.records.records import Records
from handheld.saves.journal import BUDGET, PROBE, SELF_TEST, STATISTICS
from handheld.saves.journal_start import open_journal
from handheld.service import self_test
from host_sim import cli
from host_sim.simulated.board import SimulatedBoard
from tests.support.driven import Driven
from tests.support.targets import Bench

NAMES = self_test.NAMES.split()
PASSED = dict.fromkeys(NAMES, "ok")
PASSED["battery"] = "skipped: no sense"


class Person:
    """Hold up and down at power-on, and do what the panel asks for."""

    def __init__(self, board=None, fingers=BUTTONS, hears=True, sees=None):
        board = board or SimulatedBoard(held=("up", "down"))
        self.fingers = fingers  # the button pressed if 0, 1, 2, 3 is asked for
        self.hears = hears
        self.sees = sees or (lambda picture: True)  # is its frame whole?
        self.handheld = Driven(board, test_mode=False)
        self.board = board
        self.pictures = []
        for button in ("up", "down"):
            board.release(button)
        self.handheld.step(2)
        assert self.handheld.screen == "service"
        turned = self.handheld.app.settings["turned"] == "on"
        self.press("b" if turned else "a")

    def press(self, button):
        self.board.press(button)
        self.handheld.step(4, ms=20)
        self.board.release(button)
        self.handheld.step(4, ms=20)

    def run(self):
        """Run the self-test; return the result."""
        screen = self.handheld.app.screen
        assert screen.ID == "self_test"
        for _ in range(3000):
            self.handheld.step(ms=20)
            self.pictures.append(self.board.panel.picture())
            if screen.result:
                return screen.result
            if screen.stage == "frame" and not self.handheld.app.panel.missing:
                self.press("a" if self.sees(self.board.panel.picture()) else "b")
            elif screen.stage == "press" and self.fingers[screen.number]:
                self.press(self.fingers[screen.number])
            elif screen.stage == "buzzer" and self.hears is not None:
                self.handheld.step(40, ms=20)  # after the tones
                self.press("a" if self.hears else "b")
        raise AssertionError("no end")


@pytest.fixture
def person():
    return Person()


def failed(result):
    """Return the failed tests and their messages."""
    assert sorted(result["tests"]) == sorted(NAMES)
    rows = [(name, *text.split(": ", 1)) for name, text in result["tests"].items()]
    found = {name: reason[0] for name, kind, *reason in rows if kind == "failed"}
    assert result["passed"] is not bool(found)
    return found


def test_a_sound_handheld_passes(person):
    assert person.run() == {"passed": True, "tests": PASSED}
    assert person.handheld.words()[:2] == ["Self-test", "All is well"]
    shown = {sum(map(sum, picture)) for picture in person.pictures}
    assert 128 * 64 in shown
    for parity in (0, 1):
        pattern = [bytes((x + y + parity) & 1 for x in range(128)) for y in range(64)]
        assert pattern in person.pictures
    assert person.board.panel.unknown_commands == []
    tones = [tone.hz for tone in person.board.sound.tones]
    assert 440 in tones and tones[-1] == 0
    person.press("b")
    assert person.handheld.screen == "title"


@pytest.mark.parametrize("held", ["up", "down", "up down a", "a b", ""])
def test_only_up_and_down_alone_start_it(held):
    assert Driven(SimulatedBoard(held=tuple(held.split()))).screen == "title"


def test_a_left_handed_one_is_tested_as_it_is_built(tmp_path):
    image = tmp_path / "flash"
    handheld = Driven(SimulatedBoard(image=image))
    handheld.app.settings["turned"] = "on"
    settings.save(handheld.app.journal, handheld.app.settings)
    answers = iter([False])  # the frame is whole with the other controller, which is saved
    board = SimulatedBoard(held=("up", "down"), image=image)
    person = Person(board, sees=lambda picture: next(answers, True))
    assert failed(person.run()) == {}
    assert not person.handheld.app.panel.flipped
    person.press("b")
    assert person.handheld.screen == "title"
    assert person.handheld.app.panel.flipped
    assert person.handheld.app.settings["turned"] == "on"
    saved = settings.read(open_journal(person.board.store))
    assert (saved["turned"], saved["panel"]) == ("on", "sh1106")


def test_saved_values_are_not_changed(person):
    app = person.handheld.app
    others = [key for key in range(1, PROBE) if key != SELF_TEST]
    kept = {key: bytes([key]) * BUDGET[key] for key in others}
    for key, value in kept.items():
        app.journal.put(key, value)
    records = Records(app.journal)  # a rewrite puts them into their shortest form
    records.put("die", [(1, 2, 3, 4, 5, 6)] * 2)
    records.compact()
    kept[STATISTICS] = app.journal.get(STATISTICS)
    assert failed(person.run()) == {}
    assert {key: app.journal.get(key) for key in kept} == kept
    again = open_journal(person.board.store)
    assert {key: again.get(key) for key in others} == kept
    assert again.get(PROBE) is None


GUIDE = (Path(__file__).parents[2] / "docs" / "bring-up.md").read_text(encoding="utf-8")
REASONS = (
    "does not answer", "stuck down", "not seen", "another came instead", "another came too",
    "not heard", "does not keep", "always the same",
)  # fmt: skip


@pytest.mark.parametrize("code", language.CODES)
def test_every_reason_is_in_the_catalogue_and_in_the_guide(code):
    language.load(code)
    shown = [language.text_or("=" + reason, None) for reason in REASONS]
    language.load("en")
    assert None not in shown
    if code == "en":  # without an answer nobody can read the first
        assert [words for words in shown[1:] if f"`{words}`" not in GUIDE] == []
    assert "`not tested`" in GUIDE and "`All is well`" in GUIDE


@pytest.mark.parametrize(
    "fault, text", [("dead", "not seen"), ("stuck", "stuck down"), (None, "another came instead")]
)
@pytest.mark.parametrize("index, name", list(enumerate(BUTTONS)))
def test_a_button_that_is_dead_stuck_or_wired_to_the_place_of_another(index, name, fault, text):
    silent = name == "a" or not fault  # "heard" is said with A
    person = Person(hears=None if silent else True)
    person.board.contacts[index].fault = fault
    if not fault:
        person.fingers = list(BUTTONS)
        person.fingers[index] = BUTTONS[index - 1]
    found = failed(person.run())
    assert found.pop("buzzer", None) == ("not heard" if silent else None)
    assert found == {"button_" + name: text}


def test_two_buttons_joined(person):
    press, release = person.board.press, person.board.release

    def both(move):
        return lambda name: [move(n) for n in (("a", "b") if name in ("a", "b") else (name,))]

    person.board.press, person.board.release = both(press), both(release)
    found = failed(person.run())
    assert found["button_a"] == found["button_b"] == "another came too"


def silent_tone(hz, duty):
    if duty:
        raise OSError("no PWM left")


def made(where="", **values):
    """Return what sets attributes of a part of a `Person`."""

    def spoil(person):
        part = operator.attrgetter(where)(person) if where else person
        for name, value in values.items():
            setattr(part, name, value)

    return spoil


FAULTS = [
    ("panel: does not answer", made("board.panel", present=False)),
    *[
        ("panel: does not answer", lambda person, n=n: person.board.panel.fail_after(n))
        for n in (0, 1, 500, 1500)
    ],
    ("buzzer: not heard", made(hears=False)),
    ("buzzer: not heard", made(hears=None)),
    ("buzzer: OSError: no PWM left", made("board.sound", tone=silent_tone)),
    ("save: does not keep", made("board.store", keeps=False)),
    ("entropy: always the same", made("board", entropy=bytes)),
    ("entropy: always the same", made("board", entropy=lambda n: b"12345678" * (n // 8))),
    ("entropy: always the same", made("board", entropy=lambda n: bytes(n - 1) + b"1")),
    ("battery: 180 per cent", made("board", battery=lambda: 180)),
    ("", made("board", battery=lambda: 4)),
    ("", made("board", battery=lambda: 100)),
]


@pytest.mark.parametrize("found, spoil", FAULTS)
def test_a_part_that_fails_is_named(person, found, spoil):
    spoil(person)
    assert [": ".join(row) for row in failed(person.run()).items()] == [found] * bool(found)
    text = " ".join(sum([page[1:] for page in person.handheld.app.screen._pages], []))
    assert language.text_or("=" + found.partition(": ")[2], "") in text


def test_a_save_of_an_unknown_form_is_left_alone(person):
    person.handheld.app.journal.unknown = True
    before = person.board.store.contents
    result = person.run()
    assert result["tests"]["save"] == "skipped: an unknown save" and result["passed"]
    assert person.board.store.contents == before


@pytest.mark.parametrize("stuck", [False, True])
def test_over_the_line_without_fingers(stuck):
    """No button is asked for where the limit is 0; one that is stuck is told all the same."""
    bench = Bench()
    bench.board.contacts[3].fault = "stuck" if stuck else None
    result = bench.client.call("self_test", timeout_ms=0 if stuck else 300)
    found = {"button_" + name: "not seen" for name in BUTTONS}
    assert failed(result) == ({"button_b": "stuck down"} if stuck else found)
    assert result["tests"]["buzzer"] == "played"
    assert not stuck or result["tests"]["button_up"] == "skipped: not asked for"


def test_other_requests_go_on_and_events_tell_the_result():
    bench = Bench()
    bench.client.call("subscribe", on=True)
    request = bench.client.request("self_test", timeout_ms=0)
    assert bench.client.call("screen")["id"] == "self_test"
    result = bench.client.wait_for(request)
    told = [event for event in bench.client.events if event["kind"] == "self_test"]
    assert told == [{"kind": "self_test", **result}]
    request = bench.client.request("self_test")
    bench.client.call("new_game", variant="pig", players=[{"kind": "human"}] * 2)
    with pytest.raises(Exception, match="another screen"):
        bench.client.wait_for(request)


def test_the_command(serve, capsys):
    server = serve("--tcp", "127.0.0.1:0", "--test-mode", "--speed", "10")
    words = ["device", "--port", server.url, "selftest", "--timeout-ms"]
    assert cli.main([*words, "0"]) == 0
    output = capsys.readouterr().out
    assert "panel: ok" in output and output.endswith("passed\n")
    assert cli.main([*words, "1", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["tests"]["button_up"] == "failed: not seen"
