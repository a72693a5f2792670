"""Simulated ``pwmio``: the buzzer."""

import simulated_pico


class PWMOut:
    def __init__(self, pin, *, duty_cycle=0, frequency=500, variable_frequency=False):
        assert pin.name == simulated_pico.BUZZER
        simulated_pico.pico.take_pin(pin.name)
        self._variable = variable_frequency
        self._frequency = frequency
        self.duty_cycle = duty_cycle

    @property
    def frequency(self):
        return self._frequency

    @frequency.setter
    def frequency(self, hz):
        if not self._variable:
            raise AttributeError("frequency is fixed")
        if hz < 1:
            raise ValueError("Invalid PWM frequency")
        self._frequency = hz

    @property
    def duty_cycle(self):
        return self._duty_cycle

    @duty_cycle.setter
    def duty_cycle(self, duty_cycle):
        if not 0 <= duty_cycle <= 0xFFFF:
            raise ValueError("PWM duty_cycle must be between 0 and 65535 inclusive")
        self._duty_cycle = duty_cycle
        simulated_pico.pico.tones.append((self._frequency, duty_cycle))
