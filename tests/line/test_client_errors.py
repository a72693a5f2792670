"""The client's errors have names, whatever comes over the line. test_games.py has faults of it."""

import json
import math
from types import SimpleNamespace

import pytest

from host_sim.link import client as link_client
from host_sim.link.client import BadAnswer, Client, ConnectionLost, NoAnswer, NoRoom


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


class Slow:
    """A line whose answers come after so many seconds of its own clock."""

    def __init__(self, monkeypatch, *after):
        self.now = 0.0
        self.after = list(after)
        self.coming = []
        monkeypatch.setattr(link_client, "time", SimpleNamespace(monotonic=lambda: self.now))

    def write(self, data):
        if self.after:
            answer = b'{"id":%d,"result":{}}\n' % json.loads(data)["id"]
            self.coming.append((self.now + self.after.pop(0), answer))

    def read(self, timeout):
        at, answer = self.coming[0] if self.coming else (math.inf, b"")
        self.now = max(self.now, min(self.now + timeout, at))
        if self.now < at:
            return b""
        self.coming.pop(0)
        return answer


@pytest.mark.parametrize("timeout, seconds", [(None, 60), (2.0, 2)])
def test_who_has_answered_may_take_its_time_and_others_not(timeout, seconds, monkeypatch):
    monkeypatch.setattr(link_client, "TIMEOUT_SECONDS", 5.0)
    for answered, limit in ((True, seconds), (False, timeout or 5)):
        line = Slow(monkeypatch, *[1.5, seconds - 1] * answered)
        client = Client(line, timeout)
        if answered:
            assert client.call("hello") == client.call("hello") == {}
        began = line.now
        with pytest.raises(NoAnswer, match=f"no answer in {limit:g} s"):
            client.call("hello")
        assert line.now - began == limit


def test_other_lines_are_ignored():
    client = client_that_hears(
        b'half a line"}',
        b'{"id":null,"error":{"code":-32700,"message":"what was left on the line"}}',
        *[b'{"method":"event","params":{"kind":"roll"}}'] * 900,
        b'{"id":9,"result":1}',
        answer(b"5"),
    )
    client._last_id = 0
    assert client.call("state") == 5
    assert [client.next_event(0) for _ in range(900)] == [{"kind": "roll"}] * 900
