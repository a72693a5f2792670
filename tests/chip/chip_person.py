# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A person who uses the emulated Pico by its buttons."""

from host_sim.link.client import Client


class Person:
    """Presses the buttons of `pico`. The client looks, and never presses."""

    def __init__(self, pico):
        self.pico = pico
        self.client = Client(pico.link, timeout=600)

    def press(self, *buttons):
        for button in buttons:
            self.pico.tap(button)
            self.pico.run(200)

    def screen(self):
        return self.client.call("screen")
