"""An I2C bus with the methods of CircuitPython's ``busio.I2C``, connected to chip models."""

import errno
from collections.abc import Callable, Iterable

from host_sim.simulated.chips.ssd1306 import SSD1306

ReadableBuffer = bytes | bytearray | memoryview
WriteableBuffer = bytearray | memoryview

_START_AND_STOP = 2  # bit times
_BITS_PER_BYTE = 9  # eight bits and the acknowledgement
# BUS_TIMEOUT_US in CircuitPython's ports/raspberrypi/common-hal/busio/I2C.c.
TIMEOUT_US = 1_000_000


class I2CBus:
    """``busy_us`` is called with the bus time of each transaction in microseconds.

    ``bytes_sent`` counts the bytes on the wire of all ``transactions``, including addresses.
    Transactions that send no data (an address alone, a status read) count as ``probes`` instead.
    """

    def __init__(
        self,
        targets: Iterable[SSD1306] = (),
        *,
        frequency: int = 400_000,
        busy_us: Callable[[float], None] = lambda microseconds: None,
    ) -> None:
        self.targets = list(targets)
        self.frequency = frequency
        self.bytes_sent = 0
        self.transactions = 0
        self.probes = 0
        self._busy_us = busy_us
        self._locked = False
        self._deinited = False

    @property
    def pulled_up(self) -> bool:
        """True if SDA and SCL are high at rest. The modules have the pull-up resistors."""
        return any(target.present for target in self.targets)

    def try_lock(self) -> bool:
        """Lock the bus. Return False if it is locked already or deinitialized."""
        if self._deinited or self._locked:
            return False
        self._locked = True
        return True

    def unlock(self) -> None:
        self._check_alive()
        self._locked = False

    def deinit(self) -> None:
        self._deinited = True

    def writeto(
        self, address: int, buffer: ReadableBuffer, *, start: int = 0, end: int | None = None
    ) -> None:
        """Send ``buffer[start:end]``. Raises OSError ENODEV if a byte is not acknowledged.

        Like every transfer it raises OSError ETIMEDOUT while a target holds the clock line low.
        """
        self._transfer(address, memoryview(buffer)[start:end], False)

    def readfrom_into(
        self, address: int, buffer: WriteableBuffer, *, start: int = 0, end: int | None = None
    ) -> None:
        """Fill ``buffer[start:end]``. Raises OSError ENODEV if nothing acknowledges the address."""
        self._transfer(address, memoryview(buffer)[start:end], True)

    # ---------------------------------------------------------------------------------------------

    def _check_alive(self) -> None:
        if self._deinited:
            raise ValueError("Object has been deinitialized and can no longer be used.")

    def _check_usable(self) -> None:
        self._check_alive()
        if not self._locked:
            raise RuntimeError("Function requires lock")

    def _check_clock(self) -> None:
        if any(target.hangs for target in self.targets):
            self._busy_us(TIMEOUT_US)
            raise OSError(errno.ETIMEDOUT, "Connection timed out")

    def _transfer(self, address: int, data: memoryview, reading: bool) -> None:
        """Transfer, and count time and bytes, up to the first byte that is not acknowledged."""
        self._check_usable()
        self.probes += not data
        self._check_clock()
        target = next((each for each in self.targets if each.address == address), None)
        acknowledged = target is not None and target.start(reading)
        byte_count = 1
        if target and acknowledged and reading:
            for index in range(len(data)):
                data[index] = target.read()
            byte_count += len(data)
        elif target and acknowledged:
            accepted = target.write(data)
            acknowledged = accepted == len(data)
            byte_count += accepted + (not acknowledged)
        self._check_clock()
        if target:
            target.stop()
        bit_times = _START_AND_STOP + byte_count * _BITS_PER_BYTE
        self._busy_us(bit_times * 1_000_000 / self.frequency)
        if reading:
            self.probes += 1
        elif data:
            self.transactions += 1
            self.bytes_sent += byte_count
        if not acknowledged:
            raise OSError(errno.ENODEV, "No such device")
