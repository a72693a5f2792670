"""Simulated ``supervisor``."""

import simulated_pico


class Runtime:
    @property
    def usb_connected(self):
        return simulated_pico.pico.usb_power

    @property
    def safe_mode_reason(self):
        return "supervisor.SafeModeReason." + simulated_pico.pico.safe_mode

    @property
    def autoreload(self):
        return simulated_pico.pico.autoreload

    @autoreload.setter
    def autoreload(self, on):
        simulated_pico.pico.autoreload = on


runtime = Runtime()


def ticks_ms():
    return simulated_pico.pico.ticks_ms()


def set_next_code_file(filename, **after):
    simulated_pico.pico.next_file = filename


def reload():
    raise simulated_pico.Restart("soft")
