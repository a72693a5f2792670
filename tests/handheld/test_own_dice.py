"""Games with the people's own dice: what fell is typed in, corrected, kept, and counted apart."""

import random
import types

import pytest

from handheld.begin.proof import text
from handheld.line.observe import public_state
from handheld.methods import control
from host_sim.simulated.board import SimulatedBoard
from shared_rules.reading import replay
from shared_rules.thinking import answer_of
from shared_rules.variants import ids, variant_class
from tests.support.driven import Driven
from tests.support.sampled import sampled


def table(variant="pig", kinds=("human", "human"), options=None, board=None):
    handheld = Driven(board or SimulatedBoard(), test_mode=False)
    handheld.set(motion="off", hints="off")
    seats = [(kind, f"P{place + 1}") for place, kind in enumerate(kinds)]
    handheld.app.start_match(variant, options or {}, seats, 0, "typed")
    handheld.step(10)
    return handheld


def type_in(handheld, *faces):
    """Type faces in with the buttons."""
    for face in faces:
        typed = handheld.app.screen
        low, high = typed.limits
        up = (face - typed.face) % (high - low + 1)
        down = (typed.face - face) % (high - low + 1)
        handheld.step(6)
        handheld.press(*["up" if up <= down else "down"] * min(up, down), "a")


KINDS = ("human", "human"), ("human", "random", "human")
PLAYED = [(name, KINDS[(n + at) % 2]) for n, name in enumerate(ids()) for at in range(2)]


@pytest.mark.parametrize("variant, kinds", sampled(PLAYED, 3))
def test_every_game(variant, kinds):
    rules = variant_class(variant)
    kinds = kinds[: rules.MAX_PLAYERS]
    dice = random.Random(variant)
    names = [row[0] for row in rules.OPTIONS]
    few = {"target": 4 if variant == "piglet" else 30, "max_dice": 6}
    options = {name: value for name, value in few.items() if name in names}
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
            if dice.random() < 0.1 and undo_roll(handheld):  # a slip: it is typed in again
                fell.pop()
        elif screen.ID == "pause":
            handheld.press("b")
        elif dice.random() < 0.05:  # the power fails
            before = game.state()
            handheld = handheld.again()
            handheld.step(2)
            assert handheld.game.state() == before
            assert handheld.app.match.typed and handheld.app.match.fair is None
        else:
            handheld.press(dice.choice("aab"))
            fell = fell[: len(rolls_of(handheld))]  # B may take a roll back
            handheld.step(6)
    assert game.over
    assert rolls_of(handheld) == fell
    record = text(handheld.app.match)
    assert " typed=1 :" in record
    again, _ = replay(record)
    assert again.scores == game.scores and again.over


def rolls_of(handheld):
    return [token for token in handheld.app.match.record.tokens() if token.isdigit()]


def undo_roll(handheld):
    """Take the newest roll back in the menu; return False where that is not offered."""
    if handheld.game.over or not handheld.app.match.undoable():
        return False
    handheld.undo()
    return True


def test_the_bridge_tells_what_they_are_and_cannot_throw_them():
    handheld = table()
    assert public_state(handheld.app.match)["typed"] is True
    handheld.app.screen.choose("roll", 0)
    assert handheld.screen == "typed_dice"
    handheld.dice((3,))
    answer_of(control.act(types.SimpleNamespace(app=handheld.app), 0, "roll", None))
    assert handheld.screen == "play" and list(handheld.game.dice) == [3]
