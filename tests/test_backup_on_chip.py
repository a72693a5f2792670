# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Backup and restore with the real CircuitPython on an emulated Pico, in play mode.

Opt-in: see docs/emulator.md for the two files that it needs.
"""

import base64
import binascii

import pytest

from host_sim.commands.backup import fetch
from host_sim.emulator.pico import EmulatedPico
from host_sim.link.client import Client, NoRoom, Refused

pytestmark = pytest.mark.slow

READING_MS = 1500  # the question stands for so long before the person answers


def test_a_backup_comes_back_once_the_person_agrees(emulator_files):
    with EmulatedPico(*emulator_files) as pico:
        device = Client(pico.link, timeout=600)

        def go_to(word):
            """Move the marker of a list to the row with that word."""
            for _ in range(30):
                if any("▶" in line and word in line for line in device.call("screen")["lines"]):
                    return
                pico.tap("down")
            raise AssertionError(device.call("screen")["lines"])

        def asking(data):
            """What `restore` is asked with; the backup is short enough for one part."""
            text = base64.b64encode(data).decode()
            return {"part": 0, "parts": 1, "data": text, "checksum": binascii.crc32(data)}

        def asked(data, button, ms):
            """Send the backup; the person then presses that button for so long."""
            number = device.request("restore", **asking(data))
            pico.run(READING_MS)
            assert device.call("screen")["id"] == "restore"
            pico.tap(button, ms=ms)
            return device.wait_for(number)

        assert device.call("hello")["test_mode"] is False
        pico.tap("a")
        go_to("Settings")
        pico.tap("a", "a", "down", "a", "b", "b")  # the language, which is the first row
        assert "Empezar" in " ".join(device.call("screen")["lines"])
        spanish = fetch(device)
        pico.power_cut()
        pico.tap("a")
        go_to("Ajustes")
        pico.tap("a", "a", "up", "a", "b", "b")
        english = fetch(device)
        assert english != spanish

        with pytest.raises(NoRoom, match="said no"):
            asked(spanish, "b", 60)
        assert fetch(device) == english
        with pytest.raises(NoRoom, match="nobody agreed"):
            device.call("restore", **asking(spanish))
        pico.power_cut()
        assert asked(spanish, "a", 2500)
        assert "Empezar" in " ".join(device.call("screen")["lines"])
        pico.power_cut()
        assert fetch(device) == spanish

        # With a game that is kept the question is not even put.
        pico.tap("a", "a")
        assert device.call("screen")["id"] == "play"
        with pytest.raises(Refused, match="a game is kept"):
            device.call("restore", **asking(english))
        assert pico.resets == 0
