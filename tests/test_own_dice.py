# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Games with the people's own dice: what fell is typed in, corrected, kept, and counted apart."""

import random

import pytest

from handheld.board import BUTTONS, FACE, A
from handheld.saves.journal_start import open_journal
from handheld.stats import Stats
from host_sim.simulated.board import SimulatedBoard
from shared_rules.reading import replay
from shared_rules.variants import ids, variant_class
from tests.driven import Driven


def table(variant="pig", kinds=("human", "human"), options=None, board=None):
    handheld = Driven(board or SimulatedBoard(), test_mode=False)
    handheld.set(motion="off", hints="off")
    seats = [(kind, f"P{place + 1}") for place, kind in enumerate(kinds)]
    handheld.app.start_match(variant, options or {}, seats, 0, "typed")
    handheld.step(10)
    return handheld


def type_in(handheld, *faces):
    """Type faces in with the buttons; return the presses of each die."""
    counts = []
    for face in faces:
        typed = handheld.app.screen
        low, high = typed.limits
        up = (face - typed.face) % (high - low + 1)
        down = (typed.face - face) % (high - low + 1)
        handheld.step(6)
        handheld.press(*["up" if up <= down else "down"] * min(up, down), "a")
        counts.append(min(up, down) + 1)
    return counts


def test_presses_of_a_die():
    handheld = table()
    counts = []
    for face in range(1, 7):
        handheld.press("a")
        counts += type_in(handheld, face)
        if handheld.game.player:
            handheld.press("b")  # the 1: take it back
            handheld.press("b")
        handheld.step(10)
    assert max(counts) == 4 and sum(counts) / 6 == 2.5


@pytest.mark.parametrize("variant", ids())
@pytest.mark.parametrize("kinds", [("human", "human"), ("human", "random", "human")])
def test_every_game(variant, kinds):
    rules = variant_class(variant)
    kinds = kinds[: rules.MAX_PLAYERS]
    dice = random.Random(variant)
    names = [row[0] for row in rules.OPTIONS]
    options = {name: value for name, value in (("target", 30), ("max_dice", 6)) if name in names}
    handheld = table(variant, kinds, options)
    fell = []
    for _ in range(4000):
        game, screen = handheld.game, handheld.app.screen
        if game.over:
            break
        if screen.ID == "typed_dice":
            faces = [dice.randint(*rules.FACES) for _ in range(screen.count)]
            type_in(handheld, *faces)
            assert list(handheld.game.dice) == faces
            fell.append("".join(map(str, faces)))
            if dice.random() < 0.1:  # a slip: it is typed in again
                if undo_roll(handheld):
                    fell.pop()
        elif screen.ID == "pause":
            handheld.press("b")
        else:
            before = handheld.app.match.typed_roll()
            handheld.press(dice.choice("aab"))
            if before and handheld.app.screen.ID == "typed_dice" and len(rolls_of(handheld)) < len(fell):
                fell.pop()
            handheld.step(6)
    assert game.over
    assert rolls_of(handheld) == fell
    text = record(handheld)
    assert " typed=1 :" in text
    again, _ = replay(text)
    assert again.scores == game.scores and again.over


def rolls_of(handheld):
    return [token for token in handheld.app.match.record.tokens() if token.isdigit()]


def undo_roll(handheld):
    """Take the newest roll back in the menu; return False where that is not offered."""
    if handheld.game.over or not handheld.app.match.typed_roll():
        return False
    handheld.app.show("pause")
    handheld.choose("undo")
    return True


def record(handheld):
    from handheld.game.proof import text

    return text(handheld.app.match)
