"""Simulated ``storage``: who may write the drive."""

import simulated_pico


def disable_usb_drive():
    pico = simulated_pico.pico
    pico.disable("drive")
    pico.drive_readonly = False  # for the firmware, as in CircuitPython


def remount(mount_path, readonly=False):
    assert mount_path == "/"
    if not simulated_pico.pico.booting:
        raise RuntimeError("Cannot remount path when visible via USB.")
    simulated_pico.pico.drive_readonly = readonly
