"""Simulated ``digitalio``: buttons that pull their pin to ground, and USB power."""

import simulated_pico


class Pull:
    UP = "up"
    DOWN = "down"


class DigitalInOut:
    def __init__(self, pin):
        self._name = pin.name
        self._pull = None
        simulated_pico.pico.take_pin(self._name)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.deinit()

    def deinit(self):
        simulated_pico.pico.give_pin(self._name)

    def switch_to_input(self, pull=None):
        self._pull = pull

    def switch_to_output(self, value=False):
        simulated_pico.pico.outputs.append((self._name, value))

    @property
    def value(self):
        pico = simulated_pico.pico
        if self._name == "VBUS_SENSE":
            return pico.supply.usb
        if self._name in simulated_pico.PULLED:
            if simulated_pico.PULLED[self._name] in pico.supply.low:
                return False
        elif pico.contacts[self._name].closed_at(pico.clock.now_us()):
            return False
        assert self._pull is not None, "the pin floats"
        return self._pull == Pull.UP
