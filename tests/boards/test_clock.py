"""The simulated clock compared with CircuitPython's documentation of ``supervisor.ticks_ms``."""

import pytest

from host_sim.simulated.chips.clock import Clock
from tests.support.wall import Wall


class TestTicks:
    def test_the_first_wrap_comes_65_seconds_after_power_on(self):
        clock = Clock()
        assert clock.ticks_ms() == 0x1FFF0000
        clock.advance_ms(65_535)
        assert clock.ticks_ms() == 0x1FFFFFFF
        clock.advance_ms(1)
        assert clock.ticks_ms() == 0

    def test_the_period_is_2_to_the_29(self):
        clock = Clock()
        clock.advance_ms(2**29)
        assert clock.ticks_ms() == 0x1FFF0000

    def test_parts_of_a_millisecond_add_up(self):
        clock = Clock()
        for _ in range(4):
            clock.busy_us(250.0)
        assert clock.ticks_ms() == 0x1FFF0001


class TestManual:
    def test_it_does_not_run_backwards(self):
        with pytest.raises(ValueError):
            Clock().advance_ms(-1)


class TestRunning:
    @pytest.mark.parametrize("speed", [1.0, 10.0])
    def test_it_follows_the_wall_from_power_on_at_its_speed(self, speed):
        wall = Wall()
        clock = Clock(speed, wall=wall)
        wall.now += 1.5
        assert clock.now_us() == 1_500_000 * speed

    def test_wall_time_that_passes_counts_towards_the_work(self):
        wall = Wall()
        clock = Clock(1.0, wall=wall)
        clock.busy_us(24_000)
        assert clock.now_us() == 24_000
        wall.now += 0.010
        assert clock.now_us() == 24_000
        wall.now += 0.020
        assert clock.now_us() == 30_000

    def test_an_advance_persists(self):
        wall = Wall()
        clock = Clock(1.0, wall=wall)
        clock.busy_us(10_000)
        clock.advance_ms(60_000)
        wall.now += 1
        assert clock.now_us() == 61_000_000

    def test_more_work_than_wall_time_does_not_stop_it_for_long(self):
        wall = Wall()
        clock = Clock(1.0, wall=wall)
        for _ in range(1000):
            clock.busy_us(10_000)
        assert clock.now_us() == 10_000_000
        wall.now += 0.051
        assert clock.now_us() == 10_001_000

    def test_a_change_of_speed_changes_nothing_that_has_passed(self):
        wall = Wall()
        clock = Clock(2.0, wall=wall)
        for seconds, speed, seen in ((3, 0.5, 6), (4, 0, 8), (1000, 0, 8)):
            wall.now += seconds
            clock.speed = speed
            assert clock.now_us() == 1_000_000 * seen
