"""Taking back the newest hold or a hidden choice: the rules, the buttons, the save, the dice."""

import random

import pytest

from host_sim.simulated.board import SimulatedBoard
from tests.support.driven import Driven
from tests.support.targets import Bench


def people(variant="pig", names=("ANN", "BOB"), kinds=None, test_mode=False, seed=5, **options):
    """Return a handheld with a game whose dice follow from a secret."""
    handheld = Driven(SimulatedBoard(entropy=random.Random(seed).randbytes), test_mode)
    kinds = kinds or ["human"] * len(names)
    handheld.app.start_match(variant, options, list(zip(kinds, names)), 0)
    handheld.step(10)
    return handheld


class TestButtons:
    def test_not_what_a_rival_chose_in_secret(self):
        kinds = ("human", "human", "hold20")
        handheld = people("skunk", ("ANN", "BOB", "CAT"), kinds, test_mode=True)
        handheld.dice((3, 4))
        handheld.app.act("roll", 0)
        handheld.app.act("stand", 2)
        handheld.app.act("sit", 0)
        handheld.undo()
        assert handheld.game.choices == ["", "", "stand"] and handheld.app.match.held is None
        handheld.app.show("pause")
        assert "Undo" not in " ".join(handheld.words())

    def test_a_rival_that_thinks_already_thinks_anew(self):
        handheld = people("hog", kinds=("human", "practical"), test_mode=True)
        handheld.dice((6,))
        handheld.press("a", "b")
        match = handheld.app.match
        assert match.computer() == 1
        handheld.app.think(match.think())
        handheld.press("b")
        assert not handheld.app.job and match.human() == 0
        handheld.press("b")
        handheld.step(100)
        assert handheld.game.turn > 2 or handheld.game.roll_number


@pytest.mark.parametrize("variant, faces", [("skunk", (4, 4)), ("swine_herd", (4,))])
def test_a_rivals_choice_is_hidden_until_all_have_chosen(variant, faces):
    seen = []
    for rival in ("hold1", "hold999"):
        handheld = people(variant, ("ANN", "BOB", "CAT"), ("human", rival, "human"), True)
        handheld.set(motion="off")
        handheld.dice(faces)
        handheld.press("a")
        handheld.step(100)
        seen.append((handheld.game.choices[1], handheld.words(), handheld.frame()))
    (sits, *shown), (stands, *others) = seen
    assert (sits, stands) == ("sit", "stand") and shown == others


def test_the_event_of_a_hidden_choice_tells_nothing_of_it():
    seen = set()
    for action in ("sit", "stand"):
        bench = Bench(test_mode=True)
        bench.client.call("new_game", variant="skunk", players=[{"kind": "human"}] * 2)
        bench.client.call("dice", faces=[[6, 6]])
        bench.client.call("act", player=0, action="roll")
        bench.client.call("act", player=0, action=action)
        bench.client.call("subscribe", on=True)
        bench.client.call("press", button="b")
        assert bench.client.call("state")["to_move"] == [0, 1]
        events = [{**event, "dropped": 0} for event in bench.client.events]
        assert {"kind": "undo", "player": 0, "turn": 1, "scores": [0, 0], "dropped": 0} in events
        seen.add(str(events) + bench.client.call("record")["text"])
    assert len(seen) == 1
