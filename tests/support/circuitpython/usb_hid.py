"""Simulated ``usb_hid``: on unless boot.py disables it."""

import simulated_pico


def disable():
    simulated_pico.pico.disable("hid")
