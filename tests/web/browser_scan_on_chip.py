"""A game on the emulated Pico, verified in Chromium by its camera from the panel's pixels alone.

Opt-in: see docs/internals/chip.md for the two files needed, docs/simulator.md for the browser.
  POCKETPIG_UF2=FILE POCKETPIG_BOOTROM=FILE pytest -s tests/web/browser_scan_on_chip.py
"""

import numpy as np
import pytest

from host_sim.emulator.pico import EmulatedPico
from tests.chip.chip_person import Person
from tests.web.browser import site  # noqa: F401
from tests.web.browser_scan import OTHER_CODES, film, opened, watching  # noqa: F401

pytestmark = pytest.mark.slow

ENOUGH = 2  # heads of Piglet's coin: then the person holds
TURN_MS = 500


def pixels(pico):
    return np.array([list(row) for row in pico.panel.picture()], bool)


def test_from_the_chips_pixels_to_the_review(emulator_files, opened, capsys):  # noqa: F811
    page = opened()
    with EmulatedPico(*emulator_files) as pico:
        table = Person(pico)
        table.press("b")
        table.choose("Game")
        table.choose("Piglet")
        table.choose("Play")
        table.press("down")
        table.choose("Fair dice")
        pico.run(TURN_MS)
        page.play(pixels(pico))
        page.wait_for("#status", "The commitment is kept")
        table.press("b")
        table.choose("Go on")
        for _ in range(1000):
            state = table.client.call("state")
            if state["over"]:
                break
            if table.screen()["id"] == "play":
                table.press("b" if state["turn_total"] >= ENOUGH else "a")
            pico.run(TURN_MS)
        for _ in range(20):
            if table.screen()["id"] == "result":
                break
            table.press("a")
        else:
            raise AssertionError(table.screen())
        table.press("down")
        for _ in range(20):
            pico.run(TURN_MS)
            if pixels(pico)[:, :64].sum() > 1000:  # the lit field
                break
        page.play(pixels(pico))
        kind, said = page.verdict()
    assert kind == "proven" and "the dice were fixed on" in said
    facts = page.page.inner_text("#facts")
    assert "Piglet" in facts and ", ".join(map(str, state["scores"])) in facts
    with capsys.disabled():
        print(f"\n{said}\n{facts}")
    page.play(OTHER_CODES[0])
    page.until(lambda: page.verdict()[0] == "changed", "the refusal")
    page.play(pixels(pico))
    page.until(lambda: page.verdict()[0] == "proven", "the proof again")
    page.page.click("#review")
    page.page.wait_for_selector("body[data-screen=review]", state="attached")
