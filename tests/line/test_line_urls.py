"""`pocketpig device --port`: every URL that pyserial reads, and lines that echo."""

import pathlib
import pkgutil
import socket

import pytest
import serial.urlhandler
from serial.tools import list_ports, list_ports_common

from host_sim import cli
from host_sim.link.client import Client
from tests.support.targets import Bench, Server


@pytest.fixture(scope="module")
def pty():
    """The path of a simulator's pseudo-terminal."""
    server = Server("--pty", "--test-mode")
    yield server.url
    server.stop()


class Echo:
    """A line to a handheld that gives back what is sent, before or after the answer."""

    def __init__(self, echo, before=True):
        self.echo, self.before = echo, before
        self.bench = Bench()
        self.back = b""

    def write(self, data):
        self.back += self.echo(data)
        self.bench.write(data)

    def read(self, timeout):
        answer = b"" if self.before and self.back else self.bench.read(min(timeout, 0.1))
        data, self.back = answer + self.back, b""
        return data


def hello(url, *words):
    return cli.main(["device", "--port", url, *words, "hello"])


LINES = pathlib.Path(__file__).with_name("bad_urls.txt").read_text("utf-8").splitlines()
BAD = [line.split(" ", 1) for line in LINES if line[0] != "#"]


def test_no_scheme_is_forgotten():
    known = {each.name for each in pkgutil.iter_modules(serial.urlhandler.__path__)}
    assert {f"protocol_{url.partition('://')[0]}" for _, url in BAD} >= known


@pytest.mark.parametrize("status, url", BAD)
def test_a_url_that_cannot_be_and_a_port_that_is_not_there(status, url, capsys):
    assert hello(url) == int(status)
    said = capsys.readouterr().err
    assert said.startswith("pocketpig device: cannot ") and url in said and "Traceback" not in said
    assert ("known: alt, " in said) is url.startswith(("http", "würfel", ":"))
    assert "cp2110" not in url or "hid" in said  # its package is not installed here


@pytest.mark.parametrize(
    "form",
    [
        *("{}", "alt://{}", "alt://{}?class=PosixPollSerial", "alt://{}?class=VTIMESerial"),
        *("ALT://{}", "spy://{}", "spy://{}?all", "hwgrep://Pocket.*Pig"),
    ],
)
def test_a_port_of_this_computer(form, pty, monkeypatch):
    entry = list_ports_common.ListPortInfo(pty)
    entry.description = "Pocket Pig"
    monkeypatch.setattr(list_ports, "comports", lambda *_: [entry])
    with Client.open(form.format(pty)) as handheld:
        assert len(handheld.frame()) == 1024
        assert handheld.receive(0) is None


ECHOES = {
    "before": (lambda data: data, True),
    "after": (lambda data: data, False),
    "terminal": (lambda data: data.replace(b"\n", b"\r\n"), True),
    "blank": (lambda data: b"\r\n" + data, True),
}


@pytest.mark.parametrize("kind", ECHOES)
def test_a_line_that_echoes_and_answers(kind):
    handheld = Client(Echo(*ECHOES[kind]))
    assert handheld.call("hello")["product"] == "pocketpig"
    assert handheld.call("subscribe", on=True) == {"on": True}
    handheld.call("press", button="b")
    assert handheld.next_event()["kind"]
    assert len(handheld.frame()) == 1024


def test_a_line_that_only_echoes_and_one_that_says_nothing(capsys):
    assert hello("loop://", "--timeout", "0.2") == 1
    assert "gives back what is sent" in capsys.readouterr().err
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        assert hello(f"SOCKET://127.0.0.1:{port}/", "--timeout", "0.3") == 1
    said = capsys.readouterr().err
    assert "no answer in 0.3 s" in said and "gives back" not in said


def test_a_handheld_that_hears_itself():
    """As on two wires of RS-485: what it says comes back to it."""
    bench = Bench()
    for method, params in (
        ("hello", {}),
        ("variants", {}),  # longer than a line may be
        ("subscribe", {"on": True}),
        ("press", {"button": "b"}),
        ("no_method", {}),
    ):
        bench.client.request(method, **params)
        heard = []
        for _ in range(500):
            bench.step()
            heard.append(bytes(bench.link.from_app))
            bench.link.from_app.clear()
            bench.write(heard[-1])
        assert 1 <= b"".join(heard).count(b"\n") <= 4 and not b"".join(heard[250:]), method
