"""The simulated clock compared with CircuitPython's documentation of ``supervisor.ticks_ms``."""

import pytest

from host_sim.simulated.chips.clock import Clock
from tests.support.wall import Wall


@pytest.mark.parametrize(
    "ms, ticks",
    [
        (0, 0x1FFF0000),
        (65_535, 0x1FFFFFFF),
        (65_536, 0),  # it wraps soon, so that nobody forgets that it does
        (2**29, 0x1FFF0000),
    ],
)
def test_ticks(ms, ticks):
    clock = Clock()
    clock.advance_ms(ms)
    assert clock.ticks_ms() == ticks


def test_parts_of_a_millisecond_add_up_and_no_time_runs_backwards():
    clock = Clock()
    for _ in range(4):
        clock.busy_us(250.0)
    assert clock.ticks_ms() == 0x1FFF0001
    with pytest.raises(ValueError):
        clock.advance_ms(-1)


# Of a clock at speed 1: ms of work, advance and wall time in turn, and ms that have passed then.
@pytest.mark.parametrize(
    "story",
    [
        [("wall", 1500, 1500)],
        # Wall time that passes counts towards the work.
        [("work", 24, 24), ("wall", 10, 24), ("wall", 20, 30)],
        [("work", 10, 10), ("advance", 60_000, 60_010), ("wall", 1000, 61_000)],
        # More work than wall time does not stop it for long.
        [("work", 10, 10 * n) for n in range(1, 1001)] + [("wall", 51, 10_001)],
    ],
)
def test_a_running_clock(story):
    wall = Wall()
    clock = Clock(1.0, wall=wall)
    for what, ms, passed in story:
        if what == "wall":
            wall.now += ms / 1000
        elif what == "work":
            clock.busy_us(1000 * ms)
        else:
            clock.advance_ms(ms)
        assert clock.now_us() == 1000 * passed


def test_a_change_of_speed_changes_nothing_that_has_passed():
    wall = Wall()
    clock = Clock(2.0, wall=wall)
    for seconds, speed, seen in ((3, 0.5, 6), (4, 0, 8), (1000, 0, 8)):
        wall.now += seconds
        clock.speed = speed
        assert clock.now_us() == 1_000_000 * seen
