"""A client sees no more than the players do, and cannot influence their dice."""

import hashlib
import io
import json

import pytest

from host_sim.link.client import TestModeOff
from host_sim.testing.conformance.test_observing import CONTROL, WITHOUT_PARAMETERS
from tests.support.targets import Bench


def at_the_table(name, variant="pig", rival="human"):
    """Return a game of two on a handheld not in test mode, and the stream of its dice."""
    stream = io.BytesIO(hashlib.shake_256(name.encode()).digest(100_000))
    bench = Bench(test_mode=False, entropy=stream.read)
    bench.client.call("subscribe", on=True)
    bench.app.start_match(variant, {}, [("human", "ANN"), (rival, "BOB")], 0)
    bench.step(200)
    return bench, stream


def everything_observed(bench):
    """Return all answers and events, without the commitment, which tells nothing (see
    test_fair_dice.py)."""
    answers = [bench.client.call(method) for method in WITHOUT_PARAMETERS]
    for answer in answers:
        if isinstance(answer, dict):
            answer.pop("commitment", None)
    return json.dumps([answers, list(bench.client.events)])


@pytest.mark.parametrize("variant", ["pig", "skunk", "gran_cerdo"])
def test_what_can_be_read_before_a_roll_is_the_same_whatever_it_will_be(variant):
    seen, falls = set(), set()
    for name in "abcdefgh":
        bench, _ = at_the_table(name, variant)
        seen.add(everything_observed(bench))
        bench.press("a", after=400)
        bench.step(2000)
        falls.add(tuple(bench.client.call("state")["dice"]))
    assert len(seen) == 1
    assert len(falls) > 1


def faces_of_a_game(presses, meddle):
    """Return the dice of some presses of A, with `meddle(bench)` before each."""
    bench, stream = at_the_table("the same dice")
    for _ in range(presses):
        meddle(bench)
        bench.press("a", after=400)
        bench.step(1500)
    return bench.client.call("record")["text"], stream.tell()


@pytest.mark.parametrize("presses", [8, pytest.param(30, marks=pytest.mark.slow)])
def test_no_request_moves_the_dice_of_a_game_that_counts(presses):
    def meddle(bench):
        for method in WITHOUT_PARAMETERS:
            bench.client.call(method)
        for method in CONTROL:
            with pytest.raises(TestModeOff):
                bench.client.call(method, **CONTROL[method])
        bench.link.to_app += b'\xff{"jsonrpc":\n' + b"x" * 5000 + b"\n"
        bench.step(100)
        bench.link.from_app.clear()

    quiet = faces_of_a_game(presses, lambda bench: None)
    assert faces_of_a_game(presses, meddle) == quiet
    assert len(quiet[0].split(" : ")[1].split()) > presses / 2


def test_a_choice_that_is_not_revealed_shows_nowhere():
    """A rival has chosen to sit, or to stand, before the person does."""
    seen, standing = set(), set()
    for rival in ("hold1", "hold999"):
        bench, _ = at_the_table("a roll that scores", "swine_herd", rival)
        bench.press("a", after=400)
        bench.step(3000)
        assert bench.client.call("state")["to_move"] == [0]
        seen.add(everything_observed(bench))
        bench.press("a", after=400)
        bench.step(1500)
        standing.add(bench.client.call("state")["standing"][1])
    assert len(seen) == 1 and standing == {False, True}


def test_nor_can_an_observer_in_test_mode_tell_what_falls_next():
    """All is the same whether the next dice are ones or sixes, by queue or by seed."""
    seen = set()
    for method, params in (
        ("dice", {"faces": [[1], [1]]}),
        ("dice", {"faces": [[6], [6]]}),
        ("seed", {"seed": 1}),
        ("seed", {"seed": 4000000000}),
    ):
        bench = Bench()
        bench.client.call("subscribe", on=True)
        bench.client.call("new_game", **CONTROL["new_game"])
        bench.client.call(method, **params)
        bench.step(100)
        seen.add(everything_observed(bench))
    assert len(seen) == 1
