"""The handheld switches itself off: after minutes without a press, and on an empty battery."""

import pytest

from handheld.saves.journal import RESUME
from host_sim.simulated.handset import Handset
from tests.support.driven import Driven


@pytest.fixture
def handheld():
    return Driven(test_mode=False)


def handset(**settings):
    """A handheld on a full battery, with a game at 6 points of the turn."""
    made = Handset()
    made.board.usb, made.board.cell = False, 80
    made.app.settings.update(settings)
    made.app.load_match("pp1 pig players=2 first=0 : 6")
    made.advance(1000)  # the charge is known then
    return made


def minutes(made, count):
    """Let minutes pass, in steps of a second."""
    for _ in range(60 * count):
        made.board.clock.advance_ms(1000)
        made.step()


@pytest.mark.parametrize("setting, after", [({"auto_off": 7}, 7), ({}, 20)])
def test_it_goes_off_after_the_minutes_of_the_setting_and_a_button_resumes_the_game(setting, after):
    made = handset(**setting)
    minutes(made, after - 1)
    assert made.on
    minutes(made, 2)
    assert not made.on and not made.board.panel.on
    made.fingers.tap("b")
    made.advance(500)
    assert made.on and made.app.screen.ID == "play"
    assert made.app.match.game.turn_total == 6  # the press that woke it has not held
    assert made.app.journal.size(RESUME) == 0


@pytest.mark.parametrize("cable, charge", [(False, 2), (True, 2), (False, 20)])
def test_an_empty_battery_saves_the_game_and_switches_off_unless_power_comes_back(cable, charge):
    made = handset(language="es" if cable else "en")
    made.board.cell = 3
    minutes(made, 1)
    made.advance(2000)
    assert made.app.screen.ID == "empty" and made.on and made.board.panel.on
    made.board.usb, made.board.cell = cable, charge
    made.advance(20_000)
    if cable or charge > 3:
        assert made.on and made.app.screen.ID == "title"
        return
    assert not made.on
    made.board.cell = 40
    made.fingers.tap("a")
    made.advance(500)
    assert made.app.match.game.turn_total == 6


def test_no_two_readings_are_of_one_dip():
    """The supply dips for 50 ms when the cable goes; here just as the battery is read."""
    made = handset()
    dips = [0]

    def battery():
        now_ms = made.board.clock.now_us() // 1000
        if now_ms - dips[-1] > 5000:
            dips.append(now_ms)
        return 0 if now_ms - dips[-1] < 50 else 80

    made.board.battery = battery
    for number in range(2, 6):
        while len(dips) < number:
            made.board.clock.advance_ms(1000)
            made.step()
        for _ in range(100):
            made.board.clock.advance_ms(5)
            made.board.wake()  # as an animation would
            made.step()
            assert (made.app.screen.ID, made.app.power.low) == ("play", "")


@pytest.mark.parametrize("cable", [False, True])
def test_it_switches_off_on_purpose_once_button_and_cable_are_gone(cable):
    made = handset()
    made.board.usb = cable
    made.app.show("ask", "menu", "switch_off")
    made.fingers.down("a")
    made.advance(2000)
    assert made.on
    made.fingers.up("a")
    made.advance(2000)
    assert made.on == cable
    if cable:
        assert made.app.screen.ID == "switch_off"
        made.board.usb = False
        made.advance(2000)
    assert not made.on
    made.fingers.tap("b")
    made.advance(500)
    assert made.app.match.game.turn_total == 6


def test_a_board_that_cannot_go_off_stays_dark_and_a_press_wakes_it(handheld):
    tried = []
    handheld.board.usb = False
    handheld.board.power_off = lambda: tried.append(1)
    handheld.set(auto_off=1, dim=0)
    handheld.start("pig")
    for times in (1, 2):
        handheld.step(200, ms=1000)
        assert len(tried) == times and not handheld.board.panel.on
        assert not handheld.app.journal.size(RESUME)
        handheld.board.press("a")
        handheld.step(2)
        assert handheld.board.panel.on and handheld.game.roll_number == 0
        handheld.board.release("a")


def test_a_game_that_has_no_room_is_written_before():
    made = handset(auto_off=1)
    journal = made.app.journal
    made.board.weak = True  # so that the sector is not rewritten before
    while journal.saved:
        journal.put(8, bytes(16))
        journal.put(8, bytes([1]) * 16)
    minutes(made, 2)
    assert not made.on and journal.saved


def test_a_dark_panel_is_left_alone_and_the_app_steps_seldom(handheld):
    handheld.set(dim=1, auto_off=0)
    handheld.step(150, ms=1000)
    assert not handheld.board.panel.on
    sent = handheld.board.bus.bytes_sent, handheld.board.bus.transactions
    for _ in range(30):
        wait = handheld.runner.step()
        assert wait > 3000
        handheld.board.advance_clock(wait)
    assert (handheld.board.bus.bytes_sent, handheld.board.bus.transactions) == sent
