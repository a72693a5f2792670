"""The buzzer: which tones, how loud, and that nothing waits for them."""

import pytest

from handheld import settings
from handheld.sound import LETTERS, TUNES


def heard(handheld, ms=1500):
    """Return the tones of the next `ms` as [(hz, duty)]."""
    handheld.board.sound.tones.clear()
    handheld.step(ms // 5, ms=5)
    return [(tone.hz, tone.duty) for tone in handheld.board.sound.tones]


def test_every_tune_is_valid_and_short():
    for line in TUNES.strip().split("\n"):
        name, _, notes = line.partition("=")
        assert name and len(notes) % 2 == 0
        assert set(notes[::2]) <= set(LETTERS + ".")
        assert sum(int(digit) for digit in notes[1::2]) * 20 <= 600


def notes_of(*names):
    """Return the tones of these tunes, in Hz: semitones above 220."""
    lines = dict(line.split("=") for line in TUNES.split())
    letters = "".join(lines[name][::2].replace(".", "") for name in names)
    return [int(220 * 2 ** (LETTERS.index(letter) / 12)) for letter in letters]


@pytest.mark.parametrize(
    "record, dice, tunes",
    [
        ("pig : 4", None, ["hold"]),
        ("pig : 4", (1,), ["roll", "bust"]),
        ("two_dice : 43", (1, 1), ["roll", "wipe"]),
        ("gran_cerdo : 43", (5, 5), ["roll", "oink"]),
        ("pig scores=96,0 : 4", None, ["win"]),
        ("pig scores=0,96 first=1 : 4", None, ["lose"]),
        ("skunk : 43", None, []),
    ],
)
def test_each_event_has_its_tune_and_a_hidden_choice_none(handheld, record, dice, tunes):
    handheld.app.load_match("pp1 " + record)
    if "lose" in tunes:
        handheld.app.match.seats[1] = ("easy", "PIP")
    if dice:
        handheld.dice(dice)
    if tunes:
        handheld.app.sound.play("win")  # each tune cuts off the one before
        handheld.step()
    action = "roll" if dice else handheld.game.legal_actions()[-1]
    handheld.app.act(action, handheld.game.to_move()[0])
    assert [hz for hz, _ in heard(handheld, 3000) if hz] == notes_of(*tunes)


@pytest.mark.parametrize("volume, duties", [(0, set()), (1, {8}), (2, {60}), (3, {500})])
def test_volume_is_the_duty(handheld, volume, duties):
    handheld.set(sound=not volume)
    while handheld.app.settings["sound"] != volume:
        settings.step(handheld.app, "sound", 1 if volume else -1)
    assert {duty for hz, duty in heard(handheld) if hz} == duties
    handheld.start("pig")
    handheld.app.act("roll", 0)
    assert {duty for hz, duty in heard(handheld) if hz} == duties
