"""The reports of the last crash and self-test, and the boot loader row of the settings."""

import pytest

from handheld.runner import Runner
from handheld.saves import reports
from handheld.saves.journal import BUDGET, CRASH
from handheld.service import self_test
from host_sim.simulated.board import SimulatedBoard
from host_sim.testing.bench import Bench


def report(store_contents):
    """Return the answer to `report` after the next start."""
    bench = Bench(contents=store_contents)
    return bench.client.call("report")


def crashed(message="oink"):
    """Return a runner whose app has just crashed."""
    runner = Runner(SimulatedBoard())
    runner.step()
    runner.app.test_mode = True
    runner.board.sound.tone(440, 500)

    def fail(now_ms):
        raise ValueError(message)

    runner.app.screen.tick = fail
    runner.step()
    assert runner.crashed and runner.board.sound.tones[-1].hz == 0
    return runner


def test_a_crash_is_told_after_the_power_has_been_off():
    crash = report(crashed().board.store.contents)["crash"]
    assert (crash["type"], crash["message"]) == ("ValueError", "oink")
    assert crash["where"][0].startswith("test_reports.py:") and crash["where"][0].endswith(" fail")
    assert crash["where"][1].startswith("app.py:") and crash["where"][1].endswith(" step")


def test_the_app_starts_anew_8_seconds_after_a_crash():
    runner = crashed()
    begun = runner.board.clock.now_us()
    runner.board.press("b")  # A alone does it at once
    while runner.crashed:
        assert runner.app.canvas.lines()[0] == "Something broke:"
        runner.board.advance_clock(50)
        runner.step()
    assert 8.0 <= (runner.board.clock.now_us() - begun) / 1e6 < 8.2
    assert runner.app.test_mode


def test_it_has_its_budget():
    runner = crashed("é" + "x" * 5000)
    crash = report(runner.board.store.contents)["crash"]
    assert crash["message"] == "?" + "x" * 99
    assert crash["where"]
    assert sum(map(len, (crash["type"], crash["message"], *crash["where"]))) < BUDGET[CRASH]


def test_a_crash_is_shown_even_if_it_cannot_be_kept(monkeypatch):
    monkeypatch.setattr(reports, "save", lambda *arguments: 1 / 0)
    runner = crashed()
    assert "ValueError: oink" in runner.app.canvas.lines()


def test_a_crash_that_cannot_be_shown_is_raised(monkeypatch):
    monkeypatch.setattr("handheld.crash.CrashedApp.__init__", lambda *arguments: 1 / 0)
    with pytest.raises(ValueError, match="oink"):
        crashed()


def test_a_damaged_file_is_named_with_what_to_do(monkeypatch):
    words = "Damaged file: handheld/pages/en.texts"
    monkeypatch.setattr(SimulatedBoard, "damaged_file", lambda self: words)
    lines = crashed().app.canvas.lines()
    assert words.replace(" ", "") in "".join(lines).replace(" ", "")
    assert "pocketpig deploy" in " ".join(lines)


PASSED = dict.fromkeys(self_test.NAMES.split(), "ok")
FAILED = {**PASSED, "button_a": "failed: not seen", "battery": "skipped: no sense"}


@pytest.mark.parametrize("tests, failed", [(PASSED, []), (FAILED, ["button_a: not seen"])])
def test_a_self_test_is_told(tests, failed, handheld):
    handheld.app.show("self_test")
    handheld.app.screen._tests.update(tests)
    handheld.app.screen.finish()
    told = report(handheld.board.store.contents)["selftest"]
    assert told == {"passed": not failed, "failed": failed}


def test_it_asks_first(handheld):
    restarts = []
    handheld.board.boot_loader = lambda: restarts.append(handheld.screen)
    handheld.board.lacks = ()
    handheld.start("pig")
    handheld.app.show("settings", "pause")
    handheld.press("up", "a")
    assert handheld.screen == "boot_loader"
    handheld.press("b")
    assert handheld.screen == "settings" and restarts == []
    assert handheld.app.screen.parent == "pause"
    handheld.press("up", "a", "a")
    handheld.step(3)
    assert restarts == ["boot_loader"]


def test_a_start_that_fails_twice_is_for_safemode_py():
    runner = Runner(SimulatedBoard(), lambda *arguments: 1 / 0)
    runner.step()
    assert runner.crashed
    runner.board.press("a")
    with pytest.raises(ZeroDivisionError):
        for _ in range(50):
            runner.step()


@pytest.mark.parametrize("over", [0, 1])
def test_whole_lines_are_kept_up_to_the_budget(over, handheld):
    lines = ["a", "b" * (BUDGET[CRASH] - 3 + over), "c"]
    reports.save(handheld.app.journal, CRASH, lines)
    assert handheld.app.journal.text(CRASH).split("\n")[:-1] == lines[: 2 - over]
