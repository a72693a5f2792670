# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The control methods, observed inside the simulator.

Tests for every target: host_sim/testing/conformance/test_control.py.
"""

import pytest

from handheld.bridge import control
from handheld.saves.journal import GAME, INITIALS
from host_sim.link.client import NotSupported, TimedOut
from tests.targets import Bench


def test_press_lasts_as_long_as_it_says():
    bench = Bench()
    for ms in (0, 30, 500):
        bench.client.call("subscribe", on=True)
        start = bench.board.clock.now_us()
        bench.client.call("press", button="b", ms=ms)
        bench.client.call("subscribe", on=False)
        assert ms <= (bench.board.clock.now_us() - start) / 1000 <= ms + 50
        buttons = [e["down"] for e in bench.client.events if e["kind"] == "button"]
        assert buttons == [True, False]
        bench.client.events.clear()


def test_a_button_held_by_a_client_that_goes_is_let_go():
    bench = Bench()
    events = []
    handle = bench.app.handle
    bench.app.handle = lambda event: (events.append(event), handle(event))
    bench.client.call("down", button="b")
    bench.link.connected = False
    bench.step(3)
    assert events == [3, 7]


def test_the_app_keeps_stepping_while_computers_move():
    bench = Bench()
    request = bench.client.request(
        "new_game", variant="pig", options={"target": 1000}, players=[{"kind": "hold20"}] * 2
    )
    bench.step()
    steps = 0
    while not bench.link.from_app:
        turn = bench.app.match.game.turn
        bench.step()
        assert bench.app.match.game.turn - turn <= 1
        steps += 1
    assert steps > 100
    assert bench.client.wait_for(request)["over"]
    assert not bench.app.hurry


ENDLESS = {"variant": "piglet", "options": {"target": 99}}  # 99 heads in a row


def test_a_game_between_computers_that_does_not_end_is_given_up():
    bench = Bench()
    players = [{"kind": "hold20"}] * 2
    bench.client.timeout = 100  # simulated seconds
    with pytest.raises(TimedOut, match="given up"):
        bench.client.call("new_game", **ENDLESS, players=players)
    assert bench.client.call("state") is None
    assert bench.client.call("screen")["id"] == "title"
    assert not bench.app.journal.size(GAME) and not bench.app.hurry
    state = bench.client.call("new_game", variant="pig", players=[{"kind": "human"}] * 2)
    assert state["scores"] == [0, 0]


@pytest.mark.parametrize("spare", [-1, 0])
def test_the_limit_counts_actions_of_one_request(monkeypatch, spare):
    """Each of the three rivals takes three actions between two of the person's turns."""
    bench = Bench()
    rolls = [[2], [2], [1]]
    players = [{"kind": "human"}] + [{"kind": "hold999"}] * 3
    bench.client.call("new_game", variant="pig", players=players)
    monkeypatch.setattr(control, "LONGEST", 3 * len(rolls) + spare)
    for _ in range(2):
        bench.client.call("dice", faces=[[1], *rolls * 3])
        if spare < 0:
            with pytest.raises(TimedOut):
                bench.client.call("act", player=0, action="roll")
            assert bench.client.call("state") is None
            return
        assert bench.client.call("act", player=0, action="roll")["to_move"] == [0]


def test_a_person_who_leaves_the_game_ends_the_waiting():
    bench = Bench()
    forever = [{"kind": "hold999"}, {"kind": "hold999"}]
    options = {"target": 1000, "end": "equal_turns"}
    request = bench.client.request("new_game", variant="pig", options=options, players=forever)
    bench.step(20)
    bench.board.press("down")
    bench.step(60)
    bench.board.release("down")
    state = bench.client.wait_for(request)
    assert not state["over"]
    assert bench.client.call("screen")["id"] == "pause"


def test_a_roll_off_takes_one_roll_of_two_faces_a_player(handheld):
    handheld.call("dice", faces=[[3, 3], [6, 1], [4]])
    # In the menu the rival, a person at the end of the list; then the players, and who begins.
    handheld.press("b", "down", "down", "down", "a", *["up"] * 3, "a", "down", "a")
    handheld.press("up", "up", "a", "up", "a")
    handheld.press("b", *["up"] * 4, "a")
    assert handheld.call("screen")["id"] == "roll_off"
    handheld.press("a", "a", "a")
    assert handheld.call("screen")["id"] == "play"
    assert handheld.call("state")["to_move"] == [1]
    assert handheld.call("act", player=1, action="roll")["dice"] == [4]


def test_clock_is_refused_in_real_time():
    bench = Bench()
    bench.board.advance_clock = lambda ms: False
    with pytest.raises(NotSupported):
        bench.client.call("clock", advance_ms=1)


def test_reset_keeps_or_erases_what_is_saved():
    bench = Bench()
    for storage, expected in (("keep", b"saved"), ("erase", None)):
        bench.app.journal.put(INITIALS, b"saved")
        bench.client.call("reset", storage=storage)
        bench.client.call("hello")
        assert bench.app.journal.get(INITIALS) == expected
