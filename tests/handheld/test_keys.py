"""A button does what the picture says of it, and nothing if the picture says nothing."""

import random

import pytest

from handheld.board import BUTTONS
from handheld.menu.list_screen import ListScreen
from handheld.ui.base import BOTH, SIGNS
from host_sim.simulated.board import SwitchedOff
from tests.support.driven import Driven
from tests.tools.catalogue import in_state
from tests.tools.gallery import SCREENS

STEPS = 12  # in which something is seen of a press
READ = 22  # after so many steps a screen takes a press that is no double tap

# Keys without a sign that do something, by the ids of screens.
SILENT = {
    "play": "▲",  # the coach, where long words leave no room for its sign
    "learn": "▲▼AB",  # any other key is answered by the one to press
    "qr": "▲▼",  # the code beside it leaves no room
}
HELD = ("restore", "A"), ("erase", "A")  # for two seconds


def signs_on(handheld):
    """Return the signs of keys on the picture."""
    handheld.words()
    signs = set()
    for _, _, word in handheld.app.canvas.words:
        if not set(word) - set(SIGNS):
            signs |= set(word)
        elif word[0] in BOTH:  # a word belongs to it
            signs.add(word[0])
    return signs


def told_by_keys(screen):
    """Return the signs of the rows that the screen shows, and of those that it does not."""
    shown = {sign for signs, label, *_ in screen.keys() if label is not None for sign in signs}
    return shown, {sign for signs, *_ in screen.keys() for sign in signs} - shown


def changes(screen):
    """Return True where any press goes on: the self-test asks for buttons, or dice move."""
    return screen.ID == "self_test" and not screen.result or getattr(screen, "motion", None)


def unsigned(handheld):
    """Return which signs of keys that do something are not on the picture and should be."""
    screen = handheld.app.screen
    if changes(screen):
        return set()
    shown, silent = told_by_keys(screen)
    if isinstance(screen, ListScreen):
        silent -= set(BOTH)  # the arrow at the row is their sign
    elif screen.ID == "roll_off":
        shown |= silent  # in the top line
    return shown - signs_on(handheld) | silent - shown - set(SILENT.get(screen.ID, ""))


def what_follows(show, name="", wait=0):
    """Return screens and pictures after a press of the button `name`, or after as much time."""
    handheld = in_state(show, "en")
    handheld.step(wait)
    handheld.words()
    before = handheld.screen
    seen = []
    try:
        handheld.press(name) if name else handheld.step()
        for _ in range(STEPS):
            if handheld.runner.crashed:  # a result without a game has no record to tell
                assert (before, name) == ("result", "down")
                return ["crashed"]
            seen.append((handheld.screen, handheld.frame()))
            handheld.step()
    except SwitchedOff:
        seen.append("off")
    return seen


@pytest.mark.parametrize("every_state", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_key_does_something_if_a_screen_says_so_and_else_nothing(every_state):
    """Quickly in every third of the states that are alone with their screen's keys."""
    disagree, pressed, seen = [], set(), set()
    for state, show in SCREENS:
        screen = in_state(show, "en").app.screen
        rows = [row[:2] for row in screen.keys()]
        if changes(screen) or (screen.ID, str(rows)) in seen and not every_state:
            continue
        seen.add((screen.ID, str(rows)))
        if len(seen) % 3 and not every_state:
            continue
        told = set.union(*told_by_keys(screen))
        without = what_follows(show)
        for sign, name in zip(SIGNS, BUTTONS):
            if sign not in told:
                if what_follows(show, name) != without:
                    disagree.append((state, f"{sign} does something"))
            elif (screen.ID, sign, str(rows)) not in pressed:
                pressed.add((screen.ID, sign, str(rows)))
                if what_follows(show, name) == without and (screen.ID, sign) not in HELD:
                    if what_follows(show, name, READ) == what_follows(show, "", READ):
                        disagree.append((state, f"{sign} does nothing"))
    assert not disagree
    assert len(pressed) > (150 if every_state else 50)


def test_what_a_press_draws_anew_in_a_list_is_as_in_a_whole_picture():
    handheld = Driven(test_mode=False)
    app, buttons, compared = handheld.app, random.Random(5), 0
    for _ in range(600):
        if not isinstance(app.screen, ListScreen):
            app.show("menu")
            handheld.step(2, 60)
        handheld.press(buttons.choice(["up", "down", "down", "a", "b"]))
        handheld.step(2, 60)
        if isinstance(app.screen, ListScreen):
            compared += 1
            shown = bytes(app.canvas.buffer), sorted(app.canvas.words)
            app.canvas.clear()
            app.screen.draw(app.canvas)
            assert shown == (bytes(app.canvas.buffer), sorted(app.canvas.words))
    assert compared > 300
