"""Bouncing contacts, and the scanner compared with CircuitPython's ``keypad.Keys``."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_pico.buttons import Buttons
from host_sim.simulated.chips.button import MAX_EVENTS, Contact, Event, KeyScanner


class Time:
    us = 0

    def __call__(self):
        return self.us


@pytest.fixture
def now():
    return Time()


@pytest.fixture
def contacts(now):
    return [Contact(now, seed=seed) for seed in range(4)]


@pytest.fixture
def keys(contacts, now):
    return KeyScanner(contacts, now)


def tap(contact, now, times=1):
    for _ in range(times):
        contact.press()
        now.us += 50_000
        contact.release()
        now.us += 50_000


def events(keys):
    found = []
    event = Event()
    while keys.events.get_into(event):
        found.append((event.key_number, event.pressed))
    return found


class TestContact:
    def levels(self, seed):
        now = Time()
        contact = Contact(now, seed=seed)
        contact.press()
        return [contact.closed_at(us) for us in range(0, 10_000, 10)]

    def test_some_presses_chatter_for_less_than_4_ms_and_some_do_not(self):
        changes = set()
        for seed in range(20):
            levels = self.levels(seed)
            assert levels[0] is True and all(levels[400:])
            changes.add(sum(a != b for a, b in zip(levels, levels[1:])))
        assert 0 in changes
        assert max(changes) >= 4

    @pytest.mark.parametrize("seed", range(20))
    def test_letting_go_ends_the_chatter_of_the_press(self, seed, now):
        contact = Contact(now, seed=seed)
        contact.press()
        now.us = 500
        contact.release()
        assert contact.closed_at(500) is False
        assert contact.closed_at(4_500) is False
        assert contact.next_change_us == math.inf


class TestScanner:
    def test_events_wait_until_they_are_fetched(self, keys, contacts, now):
        for key in (0, 3):
            now.us += 50_000
            contacts[key].press()
        now.us += 50_000
        contacts[0].release()
        now.us += 10_000_000
        assert len(keys.events) == 3
        assert events(keys) == [(0, True), (3, True), (0, False)]

    def test_after_a_reset_a_key_that_is_down_gives_a_press(self, keys, contacts, now):
        contacts[1].press()
        now.us = 100_000
        events(keys)
        keys.reset()
        assert events(keys) == [(1, True)]

    def test_64_events_wait_and_the_65th_is_lost(self, keys, contacts, now):
        tap(contacts[0], now, 32)
        assert len(keys.events) == MAX_EVENTS == 64
        assert not keys.events.overflowed
        contacts[1].press()
        now.us += 50_000
        assert len(keys.events) == 64
        assert keys.events.overflowed
        assert events(keys) == [(0, True), (0, False)] * 32
        assert keys.events.overflowed
        keys.events.clear()
        assert not keys.events.overflowed

    @given(
        seed=st.integers(0, 1000), gaps_ms=st.lists(st.integers(25, 3000), min_size=1, max_size=20)
    )
    def test_every_press_longer_than_a_scan_and_its_chatter_counts_once(self, seed, gaps_ms):
        now = Time()
        contact = Contact(now, seed=seed)
        keys = KeyScanner([contact], now)
        expected = []
        for index, gap in enumerate(gaps_ms):
            now.us += gap * 1000
            pressed = index % 2 == 0
            contact.press() if pressed else contact.release()
            expected.append((0, pressed))
        now.us += 50_000
        assert events(keys) == expected


class TestButtons:
    """The device's handling of the scanner's events."""

    @pytest.fixture
    def buttons(self, keys):
        return Buttons(keys, Event(), 0)

    def drain(self, buttons):
        found = []
        while (event := buttons.poll()) >= 0:
            found.append(event)
        return found

    def test_held_follows_the_events(self, buttons, contacts, now):
        contacts[2].press()
        contacts[3].press()
        now.us += 30_000
        assert self.drain(buttons) == [2, 3]
        assert buttons.held() == 0b1100
        contacts[2].release()
        now.us += 30_000
        assert self.drain(buttons) == [6]
        assert buttons.held() == 0b1000

    @pytest.mark.parametrize("press_is_told", [False, True], ids=["10", "9"])
    def test_held_from_the_start_tells_the_release_alone(self, now, press_is_told):
        contact = Contact(now, closed=True)
        keys = KeyScanner([contact], now)
        if press_is_told:
            keys.reset()
        buttons = Buttons(keys, Event(), 0b0001)
        assert buttons.held() == 0b0001
        now.us += 50_000
        assert buttons.poll() == -1
        contact.release()
        now.us += 50_000
        assert self.drain(buttons) == [4]
        assert buttons.held() == 0

    def test_after_an_overflow_what_was_down_goes_up_and_what_is_down_goes_down(
        self, buttons, keys, contacts, now
    ):
        contacts[0].press()
        now.us += 50_000
        assert self.drain(buttons) == [0]
        tap(contacts[1], now, 33)
        contacts[0].release()
        contacts[2].press()
        now.us += 50_000
        assert len(keys.events) == 64
        assert self.drain(buttons) == [4, 2]
        assert buttons.held() == 0b0100
        assert not keys.events.overflowed
