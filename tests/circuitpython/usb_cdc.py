# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Simulated ``usb_cdc``: the second channel is there only if boot.py enabled it."""

import simulated_pico


def enable(*, console=True, data=False):
    if not simulated_pico.pico.booting:
        raise RuntimeError("Cannot change USB devices now")
    assert console, "the console would be gone"
    simulated_pico.pico.data_enabled = data


def __getattr__(name):
    if name == "data":
        pico = simulated_pico.pico
        return pico.serial if pico.data_enabled and not pico.booting else None
    raise AttributeError(name)
