"""Simulated ``keypad``: a scanner of the handheld's buttons."""

import simulated_pico

from host_sim.simulated.chips.button import Event, KeyScanner

__all__ = ["Event", "Keys"]


class Keys(KeyScanner):
    def __init__(self, pins, *, value_when_pressed, pull=True, interval=0.02):
        # The buttons are wired to ground.
        assert value_when_pressed is False and pull is True
        pico = simulated_pico.pico
        self._pins = pins
        for pin in pins:
            pico.take_pin(pin.name)
        contacts = [pico.contacts[pin.name] for pin in pins]
        super().__init__(contacts, pico.clock.now_us, interval=interval)

    def deinit(self):
        super().deinit()
        for pin in self._pins:
            simulated_pico.pico.give_pin(pin.name)
