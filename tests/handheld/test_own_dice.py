"""Games with the people's own dice: what fell is typed in, corrected, kept, and counted apart."""

import random
import types

import pytest

from handheld.board import FACE
from handheld.methods import control
from handheld.records import stats
from handheld.saves.journal_start import open_journal
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
    text = record(handheld)
    assert " typed=1 :" in text
    again, _ = replay(text)
    assert again.scores == game.scores and again.over


@pytest.mark.parametrize("addition", ["off", "on"])
def test_another_game_with_the_same_people_has_their_own_dice_too(addition):
    handheld = table(options={"target": 6})
    handheld.set(addition=addition)
    handheld.press("a")
    type_in(handheld, 6)
    handheld.press("b", "a", "a")
    assert handheld.screen == "play" and not handheld.game.over
    assert handheld.game.first == 1
    handheld.press("a")
    assert handheld.screen == "typed_dice"


def rolls_of(handheld):
    return [token for token in handheld.app.match.record.tokens() if token.isdigit()]


def undo_roll(handheld):
    """Take the newest roll back in the menu; return False where that is not offered."""
    if handheld.game.over or not handheld.app.match.undoable():
        return False
    handheld.app.show("pause")
    handheld.choose("undo")
    return True


def record(handheld):
    from handheld.begin.proof import text

    return text(handheld.app.match)


def test_faces_come_from_keys_and_those_that_no_die_has_do_not():
    handheld = table("piglet")
    handheld.press("a")
    for face in (5, 2):
        handheld.app.inject(FACE + face)
        handheld.step()
    assert handheld.screen == "typed_dice"
    handheld.app.inject(FACE + 1)
    handheld.step()
    assert list(handheld.game.dice) == [1] and handheld.screen == "play"
    handheld.app.inject(FACE + 1)  # nobody asks
    handheld.step()
    assert handheld.game.turn_total == 1


def finished(typed):
    if typed:
        handheld = table("pig", ("human", "hold20"), {"target": 6})
    else:
        handheld = Driven(test_mode=False)
        handheld.app.start_match("pig", {"target": 6}, [("human", "YOU"), ("hold20", "KIT")], 0)
        handheld.app.match.fair = None
        handheld.app.cup.throw = lambda faces, count: (6,) * count
    handheld.press("a")
    if typed:
        type_in(handheld, 6)
    handheld.step(10)
    handheld.press("b")
    assert handheld.game.winners() == [0]
    return handheld


def test_they_are_counted_apart_and_earn_nothing():
    report = stats.report(finished(False).app.journal)
    assert report["games"] == report["streak"] == 1 and report["faces"][5] == 1
    assert report["own_dice"] == {"games": 0, "variants": {}, "faces": [0] * 6, "coin": [0, 0]}
    handheld = finished(True)
    journal = open_journal(handheld.board.store)
    for report in (stats.report(handheld.app.journal), stats.report(journal)):
        assert report["games"] == report["streak"] == report["best_turn"] == report["rolls"] == 0
        assert report["achievements"] == [] and report["against_rivals"] == {}
        assert report["faces"] == [0] * 6
        own = report["own_dice"]
        assert own["games"] == own["variants"]["pig"]["players"]["human"]["wins"] == 1
        assert own["faces"] == [0, 0, 0, 0, 0, 1]


def test_the_bridge_tells_what_they_are_and_cannot_throw_them():
    handheld = table()
    from handheld.line.observe import public_state

    assert public_state(handheld.app.match)["typed"] is True
    handheld.app.screen.choose("roll", 0)
    assert handheld.screen == "typed_dice"
    handheld.dice((3,))
    answer_of(control.act(types.SimpleNamespace(app=handheld.app), 0, "roll", None))
    assert handheld.screen == "play" and list(handheld.game.dice) == [3]
