# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Faults of the line: the client gets an answer or a defined error, the game is unchanged or one
action further, and the reopened port works."""

import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

from host_sim.link import client as client_module
from host_sim.link.client import BadAnswer, Client, ClientError, ConnectionLost, NoAnswer, NoRoom
from shared_rules.reading import replay
from tests.faulty_line import (
    KINDS,
    TO_CLIENT,
    TO_DEVICE,
    UNPLUGGED,
    UNREAD,
    WAYS,
    Fault,
    FaultyLine,
)
from tests.targets import Bench

HUMANS = [{"kind": "human"}] * 2
TIMEOUT = 0.05  # simulated seconds
LONG_RECORD = 500  # steps; a full record would restart
CALLS_TO_RECOVER = 3  # a fault may spoil the next line, too


class Plug:
    """The bench as a transport that can be unplugged and plugged in again."""

    def __init__(self, bench):
        self.bench = bench
        bench.link.to_app.clear()
        bench.link.from_app.clear()
        bench.link.connected = True

    def write(self, data):
        self.bench.write(data)

    def read(self, timeout):
        return self.bench.read(timeout)

    def close(self):
        # Requests already sent are still carried out.
        self.bench.step(5)
        self.bench.link.connected = False
        self.bench.step(5)


@pytest.fixture
def bench(monkeypatch):
    """A bench on which time passes only when it is stepped."""
    bench = Bench()
    clock = SimpleNamespace(monotonic=lambda: bench.board.clock.now_us() / 1e6)
    monkeypatch.setattr(client_module, "time", clock)
    begin_a_game(bench.client)
    return bench


def begin_a_game(client):
    client.call("new_game", variant="pig", players=HUMANS, options={"target": 1000})


def position(client):
    """Return (state, number of rolls and holds); assert that the record agrees."""
    state = client.call("state")
    text = client.call("record")["text"]
    game, _ = replay(text)
    assert game.state().items() <= state.items()
    return state, len(text.partition(":")[2].split())


def one_fault(bench, fault):
    """Apply the fault to a roll; return the outcome in a word."""
    plug = Plug(bench)
    line = FaultyLine(plug, sleep=lambda seconds: bench.step(int(seconds * 1000) + 1))
    client = Client(line, TIMEOUT)
    client.send(b"")
    state, before = position(client)
    if before > LONG_RECORD:
        begin_a_game(client)
        state, before = position(client)
    line.begin(fault)
    try:
        client.call("act", player=state["to_move"][0], action="roll")
        ended = "answer"
    except ClientError as error:
        ended = type(error).__name__
    assert line.happened == 1, fault
    if fault.kind not in (UNPLUGGED, UNREAD):
        for left in reversed(range(CALLS_TO_RECOVER)):
            try:
                assert client.call("hello")["product"] == "pocketpig"
                break
            except ClientError:
                assert left, fault
        line.read(0)
    plug.close()
    bench.step(20)
    again = Client(Plug(bench), TIMEOUT)
    again.send(b"")
    _, after = position(again)
    assert after - before in (0, 1), fault
    return ended


def exchange_length(bench):
    """Return the least number of bytes of the request and of its answer."""
    sent, come = [], []
    player = bench.client.call("state")["to_move"][0]
    plug = Plug(bench)
    line = SimpleNamespace(
        write=lambda data: (sent.append(data), plug.write(data)),
        read=lambda timeout: come.append(plug.read(timeout)) or come[-1],
    )
    client = Client(line, TIMEOUT)
    client.call("act", player=player, action="roll")
    return {TO_DEVICE: sum(map(len, sent)), TO_CLIENT: sum(map(len, come))}


# The possible outcomes of each fault. Changed bytes may still be an answer or a refusal.
ENDS = {
    "answer", "NoAnswer", "BadAnswer", "ConnectionLost", "ParseError", "InvalidRequest",
    "UnknownMethod", "BadParameters", "IllegalAction", "TestModeOff", "Refused",
}  # fmt: skip


@pytest.mark.parametrize("step", [11, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", KINDS)
def test_at_many_bytes(bench, kind, way, step):
    ends = [
        one_fault(bench, Fault(kind, way, at))
        for at in range(0, exchange_length(bench)[way] - 20, step)
    ]
    assert len(ends) > 5 and set(ends) <= ENDS
    if kind == UNPLUGGED:
        assert set(ends) == {"ConnectionLost"}
    if kind == UNREAD:
        assert set(ends) == {"NoAnswer"}
    if kind == "stalled":
        assert "answer" in ends


# --- the client's errors have names ---------------------------------------------------------------


def client_that_hears(*lines):
    """Return a client that receives these lines, in which `ID` is the id of its request."""
    said = []

    def write(data):
        if data.strip():
            number = json.loads(data)["id"]
            said.extend(line.replace(b"ID", b"%d" % number) for line in lines)

    def read(timeout):
        if not said:
            raise ConnectionLost("gone")
        return said.pop(0) + b"\n"

    return Client(SimpleNamespace(write=write, read=read, close=lambda: None))


def answer(result):
    return b'{"jsonrpc":"2.0","id":ID,"result":%s}' % result


@pytest.mark.parametrize("line", [b"[1, 2]", b"{", b"\xff\xfe", b'{"id":ID,"error":"no"}'])
def test_a_line_that_is_no_message(line):
    good = answer(b"{}")
    with pytest.raises(BadAnswer, match="not the bridge"):
        client = client_that_hears(good, line)
        client.call("hello")
        client.call("hello")


def test_a_line_that_has_begun_is_read_to_its_end():
    pieces = [b'{"method":"event",', b'"params":{}}\n']
    waits = []

    def read(timeout):
        waits.append(timeout)
        return pieces.pop(0) if pieces else b""

    client = Client(SimpleNamespace(write=lambda data: None, read=read))
    assert client.receive(0) == {"method": "event", "params": {}}
    assert waits[0] == 0 and waits[1] > 0
    assert client.receive(0) is None


def test_a_handheld_that_has_no_room_to_read_what_it_is_asked():
    with pytest.raises(NoRoom, match="no room"):
        client_that_hears(
            b'{"id":null,"error":{"code":-32700,"message":"what was left on the line"}}',
            b'{"id":null,"error":{"code":-32006,"message":"no room"}}',
        ).call("dice")


@pytest.mark.parametrize(
    "heard, error, words",
    [
        (b"", NoAnswer, "second serial port"),
        (b">>> \n", BadAnswer, "console"),
        (b"x" * 100_000, BadAnswer, "without the end"),
    ],
)
def test_a_port_without_a_bridge(heard, error, words):
    said = [heard]
    line = SimpleNamespace(write=lambda _: None, read=lambda _: said.pop() if said else b"")
    with pytest.raises(error, match=words):
        Client(line, 0.01).call("hello")


def test_other_lines_are_ignored():
    client = client_that_hears(
        b'half a line"}',
        b'{"id":null,"error":{"code":-32700,"message":"what was left on the line"}}',
        b'{"method":"event","params":{"kind":"roll"}}',
        b'{"id":9,"result":1}',
        answer(b"5"),
    )
    client._last_id = 0
    assert client.call("state") == 5
    assert client.next_event(0) == {"kind": "roll"}


def test_a_client_that_was_closed(server):
    client = Client.open(server.url)
    client.close()
    with pytest.raises(ConnectionLost):
        client.call("hello")


# --- for a long time ------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_minute_of_random_faults(capsys):
    command = [sys.executable, "-m", "tests.soak", "--seconds", "60", "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    with capsys.disabled():
        print(f"\n{done.stdout}")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 of them wrong" in done.stdout
