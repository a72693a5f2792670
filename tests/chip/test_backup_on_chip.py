"""A backup in play mode, which a person refuses and then lets in, with the real CircuitPython."""

import pytest

from handheld.methods.backup import MAGIC
from handheld.saves.journal import SETTINGS
from host_sim.emulator.pico import EmulatedPico
from host_sim.link.backup import fetch
from host_sim.link.client import NoRoom
from tests.chip.chip_person import Person
from tests.saves.test_backup import image, params_of

GERMAN = MAGIC + image({SETTINGS: b"language=de"})
READING_MS = 1500  # the question stands for so long before the person answers


def restore(person, button="", ms=60):
    """Send the backup; the person presses that button for so long. Return the answer."""
    number = person.client.request("restore", **params_of(GERMAN))
    if button:
        person.pico.run(READING_MS)
        assert person.screen()["id"] == "restore"
        person.pico.tap(button, ms=ms)
    return person.client.wait_for(number)


@pytest.mark.slow
def test_only_a_person_lets_a_backup_in_and_it_outlives_the_power(emulator_files):
    with EmulatedPico(*emulator_files) as pico:
        person = Person(pico)
        assert person.client.call("hello")["test_mode"] is False
        before = fetch(person.client)
        with pytest.raises(NoRoom, match="said no"):
            restore(person, "b")
        assert fetch(person.client) == before != GERMAN
        pico.power_on()  # else it does not ask again for ten minutes
        assert restore(person, "a", ms=2500) == {"restored": [SETTINGS]}
        pico.power_on()
        assert fetch(person.client) == GERMAN
        assert "B  Menü" in " ".join(person.screen()["lines"])
        pico.tap("a")
        with pytest.raises(NoRoom, match="a game is kept"):
            restore(person)
        assert pico.resets == 0
