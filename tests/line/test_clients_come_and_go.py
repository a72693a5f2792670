"""Clients come, speak half a line, read half an answer, leave and come back, on every endpoint."""

import contextlib
import json
import os
import socket
import time
from functools import partial
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from host_sim.link.endpoints import PtyEndpoint, TcpEndpoint
from host_sim.simulated.handset import Handset
from tests.support.sampled import examples

ENDLESS = [{"kind": "hold20"}] * 2  # in Piglet to 99: 99 heads in a row
HELLO = b'{"jsonrpc":"2.0","id":7,"method":"hello"}\n'
HALF = b'{"jsonrpc":"2.0","id":0,'
ASKED = {
    "frame": {},
    "subscribe": {"on": True},
    "down": {"button": "up"},
    "wait": {"screen": "crash", "timeout_ms": 50},
    "new_game": {"variant": "piglet", "options": {"target": 99}, "players": ENDLESS},
    "reset": {"storage": "keep"},
}
BUFFER = 2048  # bytes of a socket: as few as possible, so that answers stay in the bridge
PACKET = 64  # bytes of an answer that the USB controller does not give back
STEPS = 3000
MOMENTS = (0, 1, 2, 3, 30)
MS = st.sampled_from(MOMENTS)
TIMES = st.sampled_from((1, 1, 1, 30))


def over_tcp(endpoint):
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
    line.connect(("127.0.0.1", int(endpoint.url.rpartition(":")[2])))
    line.setblocking(False)
    return SimpleNamespace(send=line.send, read=line.recv, close=line.close)


def over_pty(endpoint):
    file = os.open(endpoint.url, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    return SimpleNamespace(
        send=partial(os.write, file), read=partial(os.read, file), close=partial(os.close, file)
    )


def over_usb(endpoint):
    """Open the board's data channel."""
    serial = endpoint.serial
    old = serial.host_read()
    assert len(old) <= PACKET + 1 and old[-1:] in (b"", b"\n")
    serial.connected = True

    def send(data):
        serial.host_write(data)
        return len(data)

    close = partial(setattr, serial, "connected", False)
    return SimpleNamespace(send=send, read=serial.host_read, close=close)


class Client:
    """What a client has sent and received since it came."""

    def __init__(self, line):
        self.line = line
        self.ids = set()
        self.subscribed = self.broken = self.half = False
        self.received = b""
        self.bytes = 0  # received since it came
        self.hello, self.greeted = 0, False

    def send(self, data):
        """Send what the line takes now; return True if it was all."""
        sent = 0
        with contextlib.suppress(BlockingIOError):
            sent = self.line.send(data)
        self.half = not data[:sent].endswith(b"\n") if sent else self.half
        return sent == len(data)

    def ask(self, number, method):
        if self.half:
            self.broken = True
            if not self.send(b"\n"):
                return
        self.ids.add(number)
        self.subscribed = self.subscribed or method == "subscribe"
        fields = {"jsonrpc": "2.0", "id": number, "method": method, "params": ASKED.get(method, {})}
        self.send(json.dumps(fields).encode() + b"\n")

    def read(self, n):
        """Read at most n bytes, and check the lines."""
        data = b""
        with contextlib.suppress(BlockingIOError):
            data = self.line.read(n)
        self.bytes += len(data)
        self.received += data
        *lines, self.received = self.received.split(b"\n")
        for line in lines:
            message = json.loads(line)
            if message.get("method") == "event":
                assert self.subscribed, message
            else:
                assert message["id"] in self.ids or (message["id"] is None and self.broken), message
                self.greeted = self.greeted or message["id"] == self.hello


class Clients(RuleBasedStateMachine):
    """At most two clients, the first of which is served."""

    most = 2

    def __init__(self, endpoint, connect):
        super().__init__()
        self.endpoint, self.connect = endpoint, connect
        self.handset = Handset(speed=0, link=endpoint, test_mode=True)
        self.handset.advance(100)
        self.clients = []
        self.asked = 0

    def teardown(self):
        for client in self.clients:
            client.line.close()
        self.endpoint.close()

    def next_id(self):
        self.asked += 1
        return self.asked

    @precondition(lambda self: len(self.clients) < self.most)
    @rule(looks=st.booleans())
    def come(self, looks):
        """Come; `looks`: another program opens the line too, and closes it at once."""
        client = Client(self.connect(self.endpoint))
        self.clients.append(client)
        for _ in range(2):
            client.hello = self.next_id()
            client.ask(client.hello, "hello")
        if looks and self.connect is not over_usb:
            self.connect(self.endpoint).close()
        self.handset.advance(1)
        self.greet()

    def greet(self):
        """Step until the first client has the answer to its second line, a `hello`."""
        client = self.clients[0]
        for tried in range(STEPS):
            before = -1
            while client.bytes > before and not client.greeted:
                before = client.bytes
                client.read(1)
            if client.greeted:
                return
            self.handset.advance(1)
            if tried > 200:
                time.sleep(0.001)  # the computer is busy
        raise AssertionError("its hello is not answered")

    @precondition(lambda self: self.connect is not over_usb)
    @rule()
    def come_and_go(self):
        """Leave half a line before the handheld looks at the line."""
        line = self.connect(self.endpoint)
        line.send(HALF)
        line.close()
        self.handset.advance(1)

    @precondition(lambda self: self.clients)
    @rule(place=st.integers(0, 1), at_once=st.booleans())
    def leave(self, place, at_once):
        """Leave; `at_once`: something else happens before the handheld looks at the line again."""
        self.clients.pop(place % len(self.clients)).line.close()
        if not at_once or self.connect is over_usb:
            self.handset.advance(20)  # a board cannot see that DTR falls between two looks
        if self.clients:
            self.greet()

    @precondition(lambda self: self.clients)
    @rule(method=st.sampled_from(list(ASKED)), times=TIMES, ms=MS)
    def ask(self, method, times, ms):
        for _ in range(times):
            self.clients[0].ask(self.next_id(), method)
        self.handset.board.wake()  # as `serve` does when bytes come
        self.handset.advance(ms)

    @precondition(lambda self: self.clients)
    @rule(ms=MS)
    def half_a_line(self, ms):
        self.clients[0].send(HALF)
        self.handset.advance(ms)

    @precondition(lambda self: self.clients)
    @rule(n=st.sampled_from((0, 1, 100, 100_000)))
    def press_and_read(self, n):
        self.handset.fingers.tap("b")
        self.handset.advance(60)
        self.clients[0].read(n)


def run(make, connect, most=2):
    class Case(Clients):
        def __init__(self):
            super().__init__(make(), connect)

    Case.most = most
    how = {"deadline": None, "suppress_health_check": list(HealthCheck)}
    how |= {"derandomize": True, "database": None, "stateful_step_count": 40}
    run_state_machine_as_test(Case, settings=settings(examples(45), **how))


def on_a_port():
    endpoint = TcpEndpoint("127.0.0.1", 0)
    endpoint._listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
    return endpoint


KINDS = [(on_a_port, over_tcp), (PtyEndpoint, over_pty)]


@pytest.mark.parametrize("make, connect", KINDS)
def test_tcp_and_pty(make, connect):
    run(make, connect)


@pytest.mark.parametrize("make, connect", KINDS)
def test_waiting_for_a_client_that_does_not_read_takes_time(make, connect):
    """Bytes that came with the first line must not keep the loop busy while an answer waits."""
    endpoint = make()
    line = connect(endpoint)
    line.send(HELLO * 20)
    while not endpoint.connected:
        endpoint.wait(0.01)
    assert endpoint.read(len(HELLO)) == HELLO
    looks, end = 0, time.monotonic() + 0.5
    while time.monotonic() < end:
        endpoint.write(b"x" * 100_000)
        with contextlib.suppress(BlockingIOError):
            line.send(HELLO)
        endpoint.wait(0.1)
        looks += 1
    assert looks < 50
    assert line.read(1) == b"x"
    line.close()
    endpoint.close()


def test_usb(circuitpython):
    """The link of board_pico."""
    circuitpython.power_on()
    from board_pico import board

    def make():
        serial = board.usb_cdc.data = circuitpython.Serial()
        link = board._Link()
        link.serial = serial
        link.close = lambda: None
        return link

    run(make, over_usb, most=1)
