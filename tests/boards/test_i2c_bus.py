"""The simulated bus compared with CircuitPython's ``busio.I2C`` and the I2C specification."""

import errno

import pytest

from host_sim.simulated.chips.i2c_bus import I2CBus
from host_sim.simulated.chips.ssd1306 import SSD1306


@pytest.fixture
def panel():
    return SSD1306()


@pytest.fixture
def bus(panel):
    """A bus that is locked; `busy`: the times that its transfers took."""
    busy = []
    bus = I2CBus([panel], busy_us=busy.append)
    bus.busy = busy
    assert bus.try_lock()
    return bus


TRANSFERS = [
    lambda bus, address: bus.writeto(address, b"x"),
    lambda bus, address: bus.writeto(address, b""),
    lambda bus, address: bus.readfrom_into(address, bytearray(1)),
]


@pytest.mark.parametrize("transfer", TRANSFERS)
def test_traffic_needs_the_lock_which_is_exclusive(bus, transfer):
    assert not bus.try_lock()
    bus.unlock()
    with pytest.raises(RuntimeError):
        transfer(bus, 0x3C)
    assert bus.try_lock()
    bus.deinit()
    with pytest.raises(ValueError):
        transfer(bus, 0x3C)
    assert not bus.try_lock()


def test_a_read_fills_part_of_a_buffer(bus, panel):
    buffer = bytearray(4)
    bus.readfrom_into(0x3C, buffer, start=1, end=3)
    assert panel.read() and buffer == bytes([0, panel.read(), panel.read(), 0])


@pytest.mark.parametrize("transfer", TRANSFERS)
@pytest.mark.parametrize(
    "hangs, address, error",
    [(False, 0x3D, errno.ENODEV), (True, 0x3C, errno.ETIMEDOUT), (True, 0x20, errno.ETIMEDOUT)],
)
def test_a_wrong_address_and_a_target_that_holds_the_clock_down_until_the_timeout(
    bus, panel, transfer, hangs, address, error
):
    if hangs:
        panel.hang_after(0)
    with pytest.raises(OSError) as caught:
        transfer(bus, address)
    assert caught.value.errno == error
    assert (bus.busy == [1_000_000]) is hangs


def test_after_a_byte_that_is_refused_the_rest_is_not_sent(bus, panel):
    panel.fail_after(3)  # the address too
    with pytest.raises(OSError):
        bus.writeto(0x3C, b"\x40\x02\x03\x04\x05")
    assert bus.bytes_sent == 4  # address, two bytes taken, one refused


@pytest.mark.parametrize(
    "frequency, length, us",
    [
        (400_000, 2, 72.5),  # address and two bytes: 1 + 3 * 9 + 1 = 29 bit times of 2.5 us
        (400_000, 0, 27.5),  # a probe
        (100_000, 2, 290.0),  # a slow bus takes four times as long
    ],
)
def test_a_byte_is_nine_bits_and_start_and_stop_are_one_each(panel, frequency, length, us):
    busy = []
    bus = I2CBus([panel], frequency=frequency, busy_us=busy.append)
    bus.try_lock()
    bus.writeto(0x3C, bytes(length))
    assert busy == [us]
    counts = (0, 1, 1 + length) if length else (1, 0, 0)
    assert (bus.probes, bus.transactions, bus.bytes_sent) == counts
