# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""An emulated Raspberry Pi Pico that runs CircuitPython itself: see ``pico.EmulatedPico``."""


class EmulatorError(Exception):
    """The emulator cannot continue; the message says why and what to do."""
