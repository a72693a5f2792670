# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The observing methods, with and without test mode, observed inside the simulator.

Tests for every target: host_sim/testing/conformance/test_observing.py.
"""

import json

import pytest

from host_sim.link.client import BadParameters, TestModeOff
from host_sim.testing.conformance.test_observing import CONTROL, WITHOUT_PARAMETERS
from tests.targets import Bench


def test_a_panel_that_goes_and_comes_back_is_told():
    bench = Bench()
    bench.client.call("subscribe", on=True)
    bench.board.panel.present = False
    bench.step(2500)
    assert bench.client.call("hello")["panel"] == "missing"
    bench.board.panel.present = True
    bench.step(2500)
    assert bench.client.call("hello")["panel"] == "ok"
    missing = [e["missing"] for e in bench.client.events if e["kind"] == "panel"]
    assert missing == [True, False]


@pytest.mark.parametrize("method", CONTROL)
def test_control_needs_test_mode(method):
    bench = Bench(test_mode=False)
    with pytest.raises(TestModeOff):
        bench.client.call(method, **CONTROL[method])
    with pytest.raises(TestModeOff):
        bench.client.call(method, nonsense=True)
    assert bench.client.call("state") is None
    assert bench.client.call("screen")["id"] == "title"


@pytest.mark.parametrize("method", WITHOUT_PARAMETERS)
def test_observing_works_without_test_mode(method):
    bench = Bench(test_mode=False)
    for button in ("a", "a"):
        bench.board.press(button)
        bench.step(60)
        bench.board.release(button)
        bench.step(60)
    assert bench.client.call("screen")["id"] == "play"
    bench.client.call(method)
    bench.client.call("subscribe", on=True)


def test_no_method_switches_test_mode_on():
    bench = Bench(test_mode=False)
    for method in WITHOUT_PARAMETERS:
        for params in ({"test_mode": True}, {"on": True}):
            with pytest.raises(BadParameters):
                bench.client.call(method, **params)
    assert bench.client.call("hello")["test_mode"] is False


def everything_observed(client):
    """Return all that an observer can read as one text, without the commitment of the secret."""
    answers = [client.call(method) for method in WITHOUT_PARAMETERS]
    for answer in answers:
        if isinstance(answer, dict):
            answer.pop("commitment", None)
    return json.dumps([answers, list(client.events)])


def test_an_observer_cannot_tell_what_falls_next():
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
        seen.add(everything_observed(bench.client))
    assert len(seen) == 1
