"""Simulated ``busio``: I2C on the handheld's two pins."""

import simulated_pico

from host_sim.simulated.chips.i2c_bus import I2CBus


class I2C(I2CBus):
    def __init__(self, scl, sda, *, frequency=100_000, timeout=255):
        pico = simulated_pico.pico
        if (scl.name, sda.name) != (simulated_pico.SCL, simulated_pico.SDA):
            raise ValueError("Invalid pins")
        self._pins = (scl.name, sda.name)
        for name in self._pins:
            pico.take_pin(name)
        super().__init__([pico.panel], frequency=frequency, busy_us=pico.clock.busy_us)
        if not self.pulled_up:
            self.deinit()
            raise RuntimeError("No pull up found on SDA or SCL; check your wiring")
        pico.buses.append(self)

    def deinit(self):
        for name in self._pins:
            simulated_pico.pico.give_pin(name)
        super().deinit()


class SPI:
    """Named in type hints of the driver's library."""
