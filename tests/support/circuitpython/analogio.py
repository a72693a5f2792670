"""Simulated ``analogio``: the board's divider, which gives a third of VSYS."""

import simulated_pico


class AnalogIn:
    def __init__(self, pin):
        assert pin.name == "VOLTAGE_MONITOR"
        simulated_pico.pico.take_pin(pin.name)

    @property
    def value(self):
        twelve = simulated_pico.pico.supply.adc
        return twelve << 4 | twelve >> 8
