"""Backup and restore in play mode as a person sees them, with the real CircuitPython."""

import base64
import binascii

import pytest

from host_sim.emulator.pico import EmulatedPico
from host_sim.link.backup import fetch
from host_sim.link.client import Client, NoRoom

READING_MS = 1500  # the question stands for so long before the person answers


def restore(handheld, data):
    """Send a backup that is short enough for one part; return the request's id."""
    return handheld.client.request(
        "restore",
        part=0,
        parts=1,
        data=base64.b64encode(data).decode(),
        checksum=binascii.crc32(data),
    )


def answered(handheld, data, button, ms):
    """Send a backup; the person presses that button for so long. Return the answer."""
    number = restore(handheld, data)
    handheld.run(READING_MS)
    assert handheld.client.call("screen")["id"] == "restore"
    handheld.tap(button, ms=ms)
    return handheld.client.wait_for(number)


def change_language(handheld, settings, button):
    """Go from the title to the first row of the settings, press a button there, and go back."""
    handheld.tap("b", "up", "a")  # the menu's last row leads to the others
    for _ in range(10):
        if f"▶  {settings}" in handheld.client.call("screen")["lines"]:
            break
        handheld.tap("down")
    handheld.tap("a", "a", button, "a", "b", "b", "b")


def title(handheld):
    screen = handheld.client.call("screen")
    assert screen["id"] == "title"
    return " ".join(screen["lines"])


def walk(handheld):
    assert handheld.client.call("hello")["test_mode"] is False
    change_language(handheld, "Settings", "down")
    assert "B  Menü" in title(handheld)
    german = fetch(handheld.client)
    handheld.power_cut()
    change_language(handheld, "Einstellungen", "up")
    assert "B  Menu" in title(handheld)
    english = fetch(handheld.client)
    assert english != german

    with pytest.raises(NoRoom, match="said no"):
        answered(handheld, german, "b", 60)
    assert fetch(handheld.client) == english
    with pytest.raises(NoRoom, match="nobody agreed"):
        handheld.client.wait_for(restore(handheld, german))
    handheld.power_cut()
    assert answered(handheld, german, "a", 2500)
    assert "B  Menü" in title(handheld)
    handheld.power_cut()
    assert fetch(handheld.client) == german

    # With a game that is kept the question is not even put.
    handheld.tap("a")
    handheld.run(500)
    assert handheld.client.call("screen")["id"] == "play"
    with pytest.raises(NoRoom, match="a game is kept"):
        handheld.client.wait_for(restore(handheld, english))
    assert handheld.client.call("screen")["id"] == "play"


@pytest.mark.slow
def test_it_does_on_the_chip(emulator_files):
    with EmulatedPico(*emulator_files) as pico:
        pico.client = Client(pico.link, timeout=600)
        walk(pico)
        assert pico.resets == 0
