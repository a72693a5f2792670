"""The bridge with bytes cut anywhere, slow readers, lost clients and faults of the app."""

import base64
import math

import pytest

from handheld.game.scripted_dice import queue
from handheld.line.bridge import EVENTS_BYTES
from handheld.methods import control, seldom
from handheld.saves.journal import GAME
from host_sim.link.client import InternalError, NotSupported, TimedOut
from tests.support.targets import Bench

HELLO = b'{"jsonrpc":"2.0","id":7,"method":"hello"}\n'
VARIANTS = b'{"jsonrpc":"2.0","id":8,"method":"variants"}\n'
HUMANS = [{"kind": "human"}] * 2
COMPUTERS = [{"kind": "hold20"}] * 2


def held(bridge):
    """Return the bytes that the bridge keeps, besides its line buffer."""
    parts = (bridge._rest, *bridge._out, *bridge._events)
    return sum(map(len, parts)) + sum(len(str(job)) for job in bridge.waits)


@pytest.fixture
def bench():
    return Bench()


def test_a_reader_that_never_reads_stops_neither_the_game_nor_the_buttons():
    bench = Bench(capacity=0)
    bench.write((HELLO + VARIANTS) * 500)
    bench.press("b", "a")
    assert bench.app.screen.ID == "play"
    assert held(bench.app.bridge) < 5000
    assert len(bench.link.to_app) > 20_000, "requests wait on the line, not in the bridge"


def test_events_for_a_slow_reader_are_dropped_and_counted(bench):
    bench.client.call("subscribe", on=True)
    bench.link.capacity = 10
    for _ in range(200):
        bench.app.bridge.event("button", {"button": "b", "down": True})
        bench.step()
        assert held(bench.app.bridge) < 3 * EVENTS_BYTES
    bench.link.capacity = 1 << 16
    for _ in range(2):  # the second follows without a gap
        bench.client.call("hello")
        bench.app.bridge.event("button", {"button": "b", "down": True})
    bench.client.call("hello")
    dropped = sum(event.get("dropped", 0) for event in bench.client.events)
    assert dropped > 150
    assert len(bench.client.events) + dropped == 202


@pytest.mark.parametrize("waiting", ["an answer for a slow reader", "a request"])
def test_what_waits_is_looked_at_again_within_10_ms(bench, waiting):
    assert bench.runner.step() > 10
    if waiting == "a request":
        bench.client.request("wait", screen="menu", timeout_ms=9000)
    else:
        bench.link.capacity = 20
        bench.write(HELLO)
    assert [bench.runner.step() for _ in range(5)][-1] == 10
    bench.link.capacity = 1 << 16
    if waiting == "a request":
        bench.app.show("menu")
    bench.step(3)
    assert bench.link.from_app.endswith(b"}\n") and bench.runner.step() > 10


def test_a_notification_has_no_answer_without_memory_either(bench, monkeypatch):
    bench.write(b'{"jsonrpc":"2.0","method":"wait","params":{"screen":"menu","timeout_ms":9000}}\n')
    bench.step(3)
    assert len(bench.app.bridge.waits) == 1
    monkeypatch.setattr("handheld.line.request.go_on", no_memory)
    bench.step(3)
    assert bench.read(0) == b"" and not bench.app.bridge.waits


def no_memory(job):
    raise MemoryError


def vanish(bench):
    bench.link.connected = False
    bench.step(3)
    bench.link.to_app.clear()
    bench.link.from_app.clear()
    bench.link.connected = True
    bench.step(3)


def test_a_client_that_goes_lets_its_button_go_and_leaves_the_game_going(bench):
    events, handle = [], bench.app.handle
    bench.app.handle = lambda event: (events.append(event), handle(event))
    bench.client.call("down", button="b")
    bench.client.request("new_game", variant="pig", options={"target": 1000}, players=COMPUTERS)
    bench.step(10)
    assert bench.app.hurry and events == [3]
    vanish(bench)
    assert not bench.app.hurry and events == [3, 7]
    turn = bench.app.match.game.turn
    # A turn in progress ends with the first of these rolls, within five seconds.
    queue(bench.app.cup, [[1]] * 3)
    bench.step(5000)
    assert bench.app.match.game.turn > turn
    assert bench.lines(HELLO)


def test_a_reset_is_done_even_if_its_client_goes_before_the_answer():
    bench = Bench(capacity=0)
    app = bench.app
    bench.write(b'{"jsonrpc":"2.0","id":1,"method":"reset","params":{"storage":"keep"}}\n')
    bench.step(3)
    assert bench.app is app
    bench.link.connected = False
    bench.step(3)
    assert bench.app is not app
    # Some terminal programs do not set DTR; they get answers all the same.
    bench.link.capacity = 1 << 16
    assert bench.lines(HELLO)


@pytest.mark.parametrize("steps", [0, 1])
def test_a_fault_in_a_method_is_an_answer(bench, steps, monkeypatch, capsys):
    # At once, and in a later step.
    broken = [lambda link: 1 // 0, lambda link: (1 // 0 for _ in range(1))]
    monkeypatch.setattr(seldom, "stats", broken[steps])
    with pytest.raises(InternalError, match="ZeroDivisionError"):
        bench.client.call("stats")
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert bench.client.call("hello")["protocol"] == 1


def thinking(steps, answer):
    for _ in range(steps):
        yield None
    return answer


def test_an_impossible_chance_to_win_is_never_sent(bench):
    bench.client.call("new_game", variant="pig", players=HUMANS)
    for value in (math.inf, -math.inf, math.nan, -0.1, 1.1):
        for answer in ({"win": value}, {"actions": {"roll": value}}, {"mix": {"roll": value}}):
            bench.app.match.advice = lambda player, answer=answer: thinking(0, answer)
            with pytest.raises(NotSupported):
                bench.client.call("advice")


def test_the_app_goes_on_while_advice_is_worked_out(bench):
    bench.client.call("new_game", variant="pig", players=HUMANS)
    bench.app.match.advice = lambda player: thinking(500, {"action": "roll"})
    number = bench.client.request("advice")
    bench.step(100)
    assert not bench.link.from_app and bench.app.bridge.busy
    bench.board.press("up")
    bench.step(60)
    assert bench.app.screen.ID != "play"
    assert not bench.link.from_app
    assert bench.client.wait_for(number) == {"action": "roll"}


@pytest.mark.parametrize("action", ["roll", "another game", "sit"])
def test_advice_for_a_position_that_is_gone_is_refused(bench, action):
    bench.client.call("new_game", variant="skunk" if action == "sit" else "pig", players=HUMANS)
    if action == "sit":  # a hidden choice
        bench.client.call("dice", faces=[[3, 4]])
        bench.client.call("act", player=0, action="roll")
    bench.app.match.advice = lambda player: thinking(50, {"action": "roll"})
    number = bench.client.request("advice", player=0)
    bench.step(10)
    if action == "another game":
        bench.app.start_match("pig", {}, [("human", "A"), ("human", "B")], 0)
    else:
        bench.app.act(action, 0)
    with pytest.raises(TimedOut):
        bench.client.wait_for(number)


def test_the_picture_and_the_record_are_of_one_moment(bench):
    """Also if they are read slowly and the game changes meanwhile."""
    bench.client.call("new_game", variant="pig", players=HUMANS)
    frame, text = bench.client.frame(), bench.client.call("record")["text"]
    bench.link.capacity = 100
    number = bench.client.request("frame")
    bench.step(5)
    queue(bench.app.cup, [[2]] * 300)
    for _ in range(300):
        bench.app.act("roll", 0)
        bench.step()
    assert base64.b64decode(bench.client.wait_for(number)["data"]) == frame
    assert bench.client.frame() != frame
    assert bench.client.call("record")["text"] == text + " 2" * 300


def test_press_lasts_as_long_as_it_says(bench):
    bench.client.call("subscribe", on=True)
    for ms in (0, 30, 500):
        start = bench.board.clock.now_us()
        bench.client.call("press", button="b", ms=ms)
        assert ms <= (bench.board.clock.now_us() - start) / 1000 <= ms + 50
        buttons = [e["down"] for e in bench.client.events if e["kind"] == "button"]
        assert buttons == [True, False]
        bench.client.events.clear()


def test_the_app_keeps_stepping_while_computers_move(bench):
    options = {"target": 1000}
    request = bench.client.request("new_game", variant="pig", options=options, players=COMPUTERS)
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


def test_a_game_between_computers_that_does_not_end_is_given_up(bench, monkeypatch):
    """99 heads in a row; the true limit is more than a test has time for."""
    monkeypatch.setattr(control, "LONGEST", 500)
    with pytest.raises(TimedOut, match="given up"):
        bench.client.call("new_game", variant="piglet", options={"target": 99}, players=COMPUTERS)
    assert bench.client.call("state") is None
    assert bench.client.call("screen")["id"] == "title"
    assert not bench.app.journal.size(GAME) and not bench.app.hurry


def test_a_person_who_leaves_the_game_ends_the_waiting(bench):
    forever = [{"kind": "hold999"}] * 2
    options = {"target": 1000, "end": "equal_turns"}
    request = bench.client.request("new_game", variant="pig", options=options, players=forever)
    bench.step(20)
    bench.press("down", after=0)
    assert not bench.client.wait_for(request)["over"]
    assert bench.client.call("screen")["id"] == "pause"
