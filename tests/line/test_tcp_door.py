"""The TCP port closes a connection whose first line is not a JSON object, and does nothing else."""

import contextlib
import socket
import threading
import time

import pytest

from host_sim import cli
from host_sim.command_error import CommandError
from host_sim.commands.arguments import host_and_port
from host_sim.link.endpoints import TcpEndpoint, open_tcp
from host_sim.link.newcomer import SECONDS
from tests.support.programs import PATIENCE_S

HELLO = b'{"jsonrpc":"2.0","id":7,"method":"hello"}\n'
NEW_GAME = (
    b'{"jsonrpc":"2.0","method":"new_game","params":'
    b'{"variant":"pig","players":[{"kind":"human"},{"kind":"human"}]}}\n'
)
POST = (
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n"
    % len(NEW_GAME)
) + NEW_GAME


class Door:
    """An endpoint with a stopped clock, and what a bridge would read from it."""

    def __init__(self):
        self.now = 100.0
        self.endpoint = TcpEndpoint("127.0.0.1", 0, wall=lambda: self.now)
        self.address = ("127.0.0.1", int(self.endpoint.url.rpartition(":")[2]))

    def connect(self, data=b""):
        line = socket.create_connection(self.address, timeout=PATIENCE_S)
        line.sendall(data)
        return line

    def read_until(self, done):
        """Step as the bridge does until `done(what was read)`; return what was read."""
        data = b""
        deadline = time.monotonic() + PATIENCE_S
        while not done(data):
            assert time.monotonic() < deadline, data
            self.endpoint.wait(0.01)
            if self.endpoint.connected:
                data += self.endpoint.read(64)
        return data

    def answer_to(self, line):
        """Return all that comes back on a connection until it is closed. Assert that nothing of it
        reaches the bridge."""
        answers = []
        thread = threading.Thread(target=lambda: answers.append(read_all(line)))
        thread.start()
        assert self.read_until(lambda data: data or not thread.is_alive()) == b""
        thread.join()
        return answers[0]


def read_all(line):
    data = b""
    with contextlib.suppress(ConnectionError):
        while part := line.recv(4096):
            data += part
    return data


@pytest.fixture
def door():
    door = Door()
    yield door
    door.endpoint.close()


OTHER_LINES = [
    b"\r\n\r\nOPTIONS * HTTP/1.1\r\n\r\n", b"hello\n", b"1\n", b"\0", b"{}}\n",
    b"\x16\x03\x01\x02\x00\x01",  # TLS
    b"[" + HELLO.strip() + b"]\n", b'{"a":NaN}\n', b'{"a":"\xff"}\n', "{}\n".encode("utf-16-le"),
    b'{"a":' * 800 + b"1" + b"}" * 799 + b"\n", b"{" + b" " * 4095 + b"}\n", b"\n" * 4097,
    b"{" + b" " * 9000,
]  # fmt: skip


@pytest.mark.parametrize(
    "data", [POST, *(line + NEW_GAME for line in OTHER_LINES)], ids=lambda data: repr(data[:12])
)
def test_any_other_first_line_is_closed_without_an_answer(door, data):
    assert door.answer_to(door.connect(data)) == b""


def test_a_first_line_of_the_greatest_length_in_pieces(door):
    line = b"{" + b" " * 4094 + b"}\r\n"
    client = door.connect()
    for start in range(0, len(line), 1000):
        client.sendall(line[start : start + 1000])
        door.endpoint.wait(0.01)
        assert door.endpoint.connected in (False, start > 3000)
    client.sendall(HELLO)
    assert door.read_until(lambda data: len(data) == len(line + HELLO)) == line + HELLO


def test_silent_connections_keep_nobody_out_and_end(door):
    silent = [door.connect(data) for data in [b"", b"{", b"\n", *[b""] * 60]]
    reset = door.connect()
    reset.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, bytes([1, *bytes(7)]))  # RST, not FIN
    reset.close()
    client = door.connect()

    def is_served(line=client):
        line.sendall(HELLO)
        return door.read_until(lambda data: data == HELLO)

    assert is_served()
    door.now += SECONDS - 0.01
    assert is_served()
    young = door.connect()
    assert is_served()
    door.now += 0.02
    assert is_served(), "a client stays"
    assert [read_all(each) for each in silent] == [b""] * len(silent)
    young.sendall(HELLO)
    client.close()
    assert door.read_until(lambda data: data == HELLO), "its five seconds are not over"


def test_a_refused_connection_does_not_end_a_client_that_only_stopped_sending(door):
    client = door.connect(HELLO)
    client.shutdown(socket.SHUT_WR)
    assert door.read_until(lambda data: data == HELLO)
    assert door.answer_to(door.connect(POST)) == b""
    assert door.endpoint.write(b"late answer\n") == 12
    assert client.recv(100) == b"late answer\n"


def test_test_mode_for_other_computers_must_be_allowed(capsys, monkeypatch):
    monkeypatch.setattr("host_sim.commands.serve.serve", lambda *_: None)
    words = ["serve", "--tcp", "0.0.0.0:0", "--test-mode", "--allow-remote"]
    assert cli.main(words) == 0 and "control" in capsys.readouterr().err
    with pytest.raises(CommandError, match="--allow-remote"):
        open_tcp("0.0.0.0", 0, test_mode=True)
    for where, more, told in (
        ("127.0.0.1:0", {"test_mode": True}, ""),
        ("localhost:0", {"test_mode": True}, ""),
        (":0", {"test_mode": True}, ""),
        ("0.0.0.0:0", {"test_mode": True, "allow_remote": True}, "warning control"),
        ("0.0.0.0:0", {}, "warning"),
    ):
        open_tcp(*host_and_port(where), **more).close()
        warning = capsys.readouterr().err
        assert warning.count("\n") == bool(told) and ("control" in warning) is ("control" in told)
        assert all(word in warning for word in told.split())
