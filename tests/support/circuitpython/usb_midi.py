"""Simulated ``usb_midi``: on unless boot.py disables it."""

import simulated_pico


def disable():
    simulated_pico.pico.disable("midi")
