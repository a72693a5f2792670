# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""An emulated Raspberry Pi Pico that runs CircuitPython itself: see ``pico.EmulatedPico``."""


class EmulatorError(Exception):
    """It cannot go on; the message says why and what to do."""
