"""Simulated ``usb_cdc``: the channels are there only if boot.py enabled them."""

import simulated_pico


def enable(*, console=True, data=False):
    pico = simulated_pico.pico
    if not pico.booting:
        raise RuntimeError("Cannot change USB devices now")
    pico.usb = {*pico.usb - {"console", "data"}, *["console"] * console, *["data"] * data}


def __getattr__(name):
    pico = simulated_pico.pico
    if name in ("console", "data"):
        return pico.serial if name in pico.usb and not pico.booting else None
    raise AttributeError(name)
