"""Memory that runs out anywhere in the bridge, and saves that fail, have an answer of their own."""

import errno
import json
import linecache
import pathlib
import sys

import pytest

import handheld
from handheld import folders
from handheld.app import App
from handheld.game.scripted_dice import queue
from handheld.line import request
from handheld.line.bridge import Bridge
from handheld.methods import seldom
from host_sim.link.client import NoRoom
from host_sim.testing.conformance.test_observing import CONTROL, WITHOUT_PARAMETERS
from shared_rules.variants import ids
from tests.support.targets import Bench

FOLDER = str(pathlib.Path(handheld.__file__).parent)
# What begins again where memory runs out.
PATIENT = request.METHODS[0][1] + request.METHODS[1][1]
ROOMS = (
    "line/request line/protocol line/observe methods/seldom methods/control methods/arrange "
    "line/strict_json game/scripted_dice"
).split()
FILES = tuple(f"{FOLDER}/{name}.py" for name in ROOMS)
PATIENT_FILES = (FILES[2], FILES[3])
SETTLED = FILES[4]
# Functions and lines between the action and its answer; they allocate nothing.
ALLOCATE_NOTHING = (
    "go_on",
    "work",
    "try:",
    "else:",
    "return None",
    "return tell",
    'if hasattr(value, "send"):  # only generators can be sent to',
    "job[1] = value",
    "link.start(job, method in PARKED)",
    "cup.queued += len(rolls)",
    "if rest:",
    "cup.pieces[0] = rest",
    "cup.pieces.pop(0)",
    "return roll",
)
HELLO = {"jsonrpc": "2.0", "id": "h", "method": "hello"}
HUMANS = [{"kind": "human"}] * 2
REQUESTS = [
    *[(method, {}) for method in WITHOUT_PARAMETERS if method != "memory"],
    ("advice", {}), ("subscribe", {"on": True}), ("press", {"button": "b"}), ("nope", {}),
    ("wait", {"screen": "play", "timeout_ms": 1}), ("wait", {"screen": "x", "timeout_ms": 1}),
    ("new_game", {"variant": "pig", "players": HUMANS}), ("act", {"player": 0, "action": "roll"}),
    ("act", {"player": 1, "action": "roll"}), ("dice", {"faces": [[2], [2]]}),
    ("seed", {"seed": 5}), ("load", {"text": "pp1 pig : 2"}), ("clock", {"advance_ms": 5}),
    ("act", {"player": "é\n"}),
]  # fmt: skip


def line_of(method, params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


@pytest.fixture
def bench():
    bench = Bench(panel_present=False)
    bench.client.call("new_game", variant="pig", players=HUMANS, options={"target": 1000})
    queue(bench.app.cup, [[2]] * 2000)
    return bench


def ask(bench, line, steps=40, before=lambda: None):
    """Send a line, and call `before()` ahead of each step; return the messages that come back,
    without events. It takes so many steps, or more until there is an answer."""
    bench.link.to_app += line + b"\n"
    for number in range(500):
        if number >= steps and b'"id":' in bench.link.from_app:
            break
        before()
        bench.step()
    messages = [json.loads(text) for text in bytes(bench.link.from_app).splitlines()]
    bench.link.from_app.clear()
    return [message for message in messages if "id" in message]


class Tracer:
    """Record the lines of the bridge's modules that run; at `target` raise so many times, once a
    step: Python forgets a tracer that raises."""

    def __init__(self, target=None, times=0):
        self.target, self.times = target, times
        self.lines = {}
        self.raised = 0

    def __call__(self, frame, event, argument):
        return self.local if frame.f_code.co_filename in FILES else None

    def local(self, frame, event, argument):
        if event == "line":
            place = (frame.f_code.co_filename, frame.f_lineno)
            self.lines[place] = frame.f_code.co_name
            if place == self.target and self.raised < self.times:
                self.raised += 1
                raise MemoryError
        return self.local

    def __enter__(self):
        self._before = sys.gettrace()
        self.start()
        return self

    def start(self):
        sys.settrace(self)

    def __exit__(self, *error):
        sys.settrace(self._before)


def position(bench):
    game, cup = bench.app.match.game, bench.app.cup
    return id(game), game.turn, game.turn_total, game.roll_number, cup.queued, b"".join(cup.pieces)


def is_well(bench, app):
    """Assert that the app goes on, and answers the next request."""
    assert bench.app is app and isinstance(app, App)
    assert ask(bench, json.dumps(HELLO).encode())[0]["id"] == "h"


# For a while, longer than any attempt to begin again; for good.
LASTING = {20: ("act", "dice", "load", "new_game"), 999: ("hello", "advice", "act")}
CASES = [(*row, 1) for row in REQUESTS]
CASES += [(*row, n) for n, names in LASTING.items() for row in REQUESTS if row[0] in names]


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("method", "params", "times"), CASES)
def test_memory_runs_out_in_any_line(method, params, times, every, bench):
    """In each line of the bridge's modules in turn, or in one of each function, once, for a while
    or for good: a correct answer comes."""
    line = line_of(method, params)
    for other in (("seed", {"seed": 1}), ("report", {})):
        ask(bench, line_of(*other))  # their modules stay loaded
    with Tracer() as tracer:
        ask(bench, line)
    functions = {}
    for place, name in tracer.lines.items():
        if not {name, linecache.getline(*place).strip()} & set(ALLOCATE_NOTHING):
            functions.setdefault((place[0], name), []).append(place)
    assert len(functions) > 10
    refused = 0
    if times > 20:
        functions.pop((SETTLED, "settled"), None)  # it waits for room: the act is done
    for at, places in enumerate(functions.values()):
        for place in places if every else [places[(at + len(method)) % len(places)]]:
            refused += refuses(bench, method, line, place, times)
    assert refused > 1


def refuses(bench, method, line, place, times):
    """Return True if a request is refused as memory runs out at that place."""
    app, before = bench.app, position(bench)
    with Tracer(place, times) as tracer:
        messages = ask(bench, line, 40, tracer.start)
    assert tracer.raised
    assert len(messages) == 1, (place, messages)
    (message,) = messages
    assert message["id"] in (1, None), (place, message)
    code = message.get("error", {}).get("code")
    assert code in (None, -32006, -32001, -32002, -32005, -32601, -32602), (place, message)
    if code == -32006:
        assert times > 1 or not (method in PATIENT and place[0] in PATIENT_FILES), place
        if method in ("act", "new_game", "load", "dice") and times <= 20:
            assert position(bench) == before, place
    elif code is None and method == "act":
        assert position(bench)[2:5] == (before[2] + 2, before[3] + 1, before[4] - 1), place
    is_well(bench, app)
    bench.app.bridge.subscribed = False
    return code == -32006


def test_a_request_without_room_waits_for_the_screen_and_begins_again(monkeypatch, bench):
    """It then has the room of all that can be loaded again."""
    app, real = bench.app, seldom.facts
    done = []

    def facts(identifier, variant):
        done.append(identifier)
        if len(done) == 1:
            raise MemoryError
        return real(identifier, variant)

    monkeypatch.setattr(seldom, "facts", facts)
    app.show("settings")
    app.think(None for _ in range(5))
    monkeypatch.setattr(folders, "make_way", lambda again: done.append(app.job))
    assert [row["id"] for row in bench.client.call("variants")] == list(ids())
    assert done == [ids()[0], None, *ids()]


def failing(*args, **more):
    raise MemoryError


def test_no_room_for_the_module_that_reads_requests(monkeypatch, bench):
    monkeypatch.setattr(Bridge, "requests", failing)
    (message,) = ask(bench, line_of("hello", {}))
    assert message["id"] is None and message["error"]["code"] == -32006
    monkeypatch.undo()
    is_well(bench, bench.app)


def test_no_control_method_begins_without_room(monkeypatch, bench):
    """So none has to stop half-way."""
    before = position(bench)
    monkeypatch.setattr(request, "bytearray", failing, raising=False)
    for method, params in CONTROL.items():
        (message,) = ask(bench, line_of(method, params))
        assert message["error"]["code"] == -32006, method
        assert position(bench) == before, method


def test_no_room_to_read_a_line(bench):
    app, read = bench.app, bench.link.read
    line = line_of("hello", {}).ljust(1000)
    for at in range(0, 1000, 256):
        bench.link.to_app += line[:at]
        bench.step(10)
        bench.link.read = failing
        bench.step(5)
        bench.link.read = read
        (message,) = ask(bench, line[at:])
        assert message["id"] is None and message["error"]["code"] == -32006
        is_well(bench, app)


def test_no_room_to_hand_over_an_answer():
    bench = Bench(capacity=100)
    bench.link.to_app += line_of("variants", {}) + b"\n"
    write = bench.link.write
    data = b""
    for step in range(300):
        bench.link.write = failing if step % 3 else write
        bench.step()
        data += bytes(bench.link.from_app)
        bench.link.from_app.clear()
    assert isinstance(bench.app, App)
    assert len(json.loads(data)["result"]) > 10


@pytest.mark.parametrize("name", ["event", "refused"])
def test_no_room_for_what_nobody_asked_for(name, monkeypatch, bench):
    """An event is counted as dropped; a restart waits until it can say goodbye."""
    app = bench.app
    bench.client.call("subscribe", on=True)
    bench.client.request("wait", screen="menu", timeout_ms=10_000)
    bench.step(5)
    monkeypatch.setattr(request, name, failing)
    app.act("roll", 0)
    if name == "refused":
        bench.client.request("reset", storage="keep")
    bench.step(20)
    assert bench.app is app
    monkeypatch.undo()
    app.act("roll", 0)
    bench.step(20)
    if name == "event":
        bench.client.call("hello")
        assert bench.client.events[0]["dropped"] == 1
    else:
        assert bench.app is not app and isinstance(bench.app, App)


def test_memory_that_is_out_when_a_client_goes(bench):
    app, read = bench.app, bench.link.read
    bench.client.call("down", button="a")
    bench.link.read = failing
    bench.link.connected = False
    bench.step(5)
    bench.link.read = read
    bench.step(5)
    assert bench.app is app and not app.bridge.down


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, "no space"),
        OSError(errno.EIO, "broken"),
        RecursionError("maximum recursion depth exceeded"),
        RuntimeError("pystack exhausted"),
    ],
)
def test_a_save_that_fails_and_a_stack_that_is_full(error, monkeypatch, bench):
    before = position(bench)

    def act(*args):
        raise error

    monkeypatch.setattr(bench.app, "act", act)
    with pytest.raises(NoRoom):
        bench.client.call("act", player=0, action="roll")
    assert position(bench) == before
    monkeypatch.undo()
    assert bench.client.call("act", player=0, action="roll")["turn_total"] == 2
