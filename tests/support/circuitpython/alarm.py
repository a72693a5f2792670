"""Simulated ``alarm``: memory that survives a reset, and deep sleep that ends with a reset."""

import types

import simulated_pico


class PinAlarm:
    def __init__(self, pin, value, pull=False):
        assert value is False and pull
        simulated_pico.pico.take_pin(pin.name)
        self.pin = pin


pin = types.SimpleNamespace(PinAlarm=PinAlarm)


def exit_and_deep_sleep_until_alarms(*alarms):
    raise simulated_pico.DeepSleep([each.pin.name for each in alarms])


def __getattr__(name):
    if name == "sleep_memory":
        return simulated_pico.pico.sleep_memory
    if name == "wake_alarm":
        return simulated_pico.pico.wake_alarm
    raise AttributeError(name)
