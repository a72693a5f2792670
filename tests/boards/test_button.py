"""Bouncing contacts, and the scanner compared with CircuitPython's ``keypad.Keys``."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_pico.parts import Buttons
from host_sim.simulated.chips.button import MAX_EVENTS, Contact, Event, KeyScanner

SETTLED_US = 50_000


class Keys:
    """Four buttons with a scanner, which the device's code reads."""

    def __init__(self, seed=0, closed=()):
        self.us = 0
        self.contacts = [Contact(self.now, seed=seed + n, closed=n in closed) for n in range(4)]
        self.scanner = KeyScanner(self.contacts, self.now)
        self.buttons = Buttons(self.scanner, Event(), sum(1 << n for n in closed))

    def now(self):
        return self.us

    def move(self, *keys, us=SETTLED_US):
        """Push each button, or let it go, and wait."""
        for key in keys:
            contact = self.contacts[key]
            contact.move(not contact.pushed)
            self.us += us

    def recorded(self):
        """Return the (key, pressed) that the scanner has recorded."""
        event = Event()
        found = []
        while self.scanner.events.get_into(event):
            found.append((event.key_number, event.pressed))
        return found

    def polled(self):
        """Return the device's events: 0 to 3 for a press, 4 to 7 for a release."""
        return list(iter(self.buttons.poll, -1))


def test_some_presses_chatter_for_less_than_4_ms_until_it_is_let_go_and_some_do_not():
    changes = set()
    for seed in range(20):
        keys = Keys(seed)
        contact = keys.contacts[0]
        contact.move(True)
        levels = [contact.closed_at(us) for us in range(0, 10_000, 10)]
        assert levels[0] is True and all(levels[400:])
        changes.add(sum(a != b for a, b in zip(levels, levels[1:])))
        keys.us = 20_000
        keys.move(0, us=500)
        keys.move(0, us=0)  # pushed again while it chatters
        assert contact.closed_at(20_500) and contact.closed_at(24_500)
        assert contact.next_change_us == float("inf")
    assert 0 in changes and max(changes) >= 4


def test_after_a_reset_a_key_that_is_down_gives_a_press():
    keys = Keys()
    keys.move(1)
    assert keys.recorded() == [(1, True)]
    keys.scanner.reset()
    assert keys.recorded() == [(1, True)]


def test_64_events_wait_and_the_65th_is_lost():
    keys = Keys()
    keys.move(*[0] * MAX_EVENTS)
    events = keys.scanner.events
    assert len(events) == MAX_EVENTS == 64 and not events.overflowed
    keys.move(1)
    assert len(events) == 64 and events.overflowed
    assert keys.recorded() == [(0, True), (0, False)] * 32
    assert events.overflowed
    events.clear()
    assert not events.overflowed


@given(
    seed=st.integers(0, 1000),
    moves=st.lists(st.tuples(st.integers(0, 3), st.integers(25_000, 3_000_000), st.booleans())),
)
def test_every_move_longer_than_a_scan_and_its_chatter_counts_once_and_in_order(seed, moves):
    keys = Keys(seed)
    expected, found = [], []
    for key, us, read in moves:
        expected.append(key + 4 * keys.contacts[key].pushed)
        keys.move(key, us=us)
        if read:
            found += keys.polled()
            assert found == expected
            assert keys.buttons.held() == sum(c.pushed << n for n, c in enumerate(keys.contacts))
    assert found + keys.polled() == expected


@pytest.mark.parametrize("press_is_told", [False, True], ids=["10", "9"])
def test_held_from_the_start_tells_the_release_alone(press_is_told):
    keys = Keys(closed=(0,))
    if press_is_told:
        keys.scanner.reset()
    keys.us = SETTLED_US
    assert (keys.buttons.held(), keys.polled()) == (0b0001, [])
    keys.move(0)
    assert keys.polled() == [4] and keys.buttons.held() == 0


def test_after_an_overflow_what_was_down_goes_up_and_what_is_down_goes_down():
    keys = Keys()
    keys.move(0)
    assert keys.polled() == [0]
    keys.move(*[1] * 66, 0, 2)
    assert len(keys.scanner.events) == 64
    assert keys.polled() == [4, 2]
    assert keys.buttons.held() == 0b0100
    assert not keys.scanner.events.overflowed
