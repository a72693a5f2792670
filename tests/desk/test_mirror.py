"""A handheld at the end of a line, mirrored. Here the line is a direct call."""

import importlib
import time
from concurrent.futures import Future

import pytest

from host_sim import cli
from host_sim.desk.mirror import PICTURE_S, Mirror
from host_sim.desk.playing import MESSAGE_S
from host_sim.link.client import Client, ClientError
from host_sim.simulated.handset import DARK
from tests.support.programs import PATIENCE_S
from tests.support.targets import Bench
from tests.support.wall import Wall


class Watched:
    """A handheld here, its mirror, and the `ClientLine` between them, which answers at once."""

    def __init__(self):
        self.bench = Bench()
        self.asked = []
        self.wall = Wall()
        self.mirror = Mirror(self, self.bench.client.call("hello"), wall=self.wall)
        self.wait()

    def ask(self, method, **params):
        self.asked.append(method)
        future = Future()
        try:
            future.set_result(self.bench.client.call(method, **params))
        except ClientError as error:
            future.set_exception(error)
        return future

    def wait(self, seconds=0.5):
        for _ in range(round(seconds / 0.01)):
            self.wall.now += 0.01
            self.bench.step(10)
            self.mirror.step()

    def orders(self):
        return [method for method in self.asked if method in ("down", "up")]


@pytest.fixture
def watched():
    return Watched()


def test_it_shows_what_is_there(watched):
    app, panel = watched.bench.app, watched.bench.board.panel
    picture = b"".join(bytes(row) for row in panel.picture())
    assert any(picture) and watched.mirror.view() == (picture, panel.brightness, 0)
    assert watched.mirror.words() == (app.screen.ID, app.canvas.lines())
    for on, shown in (False, DARK), (True, picture):
        app.panel.power(on)
        watched.wait()
        assert watched.mirror.view().picture == shown


def test_its_buttons_press_the_other_handheld(watched):
    mirror = watched.mirror
    mirror.down("b", "key")
    assert mirror.view().pressed == 8
    watched.wait()
    mirror.fingers.release_source("key")
    watched.wait()
    assert (mirror.view().pressed, mirror.words()[0]) == (0, "menu")
    mirror.tap("b")
    watched.wait()
    assert (mirror.view().pressed, mirror.words()[0]) == (0, "title")
    assert watched.orders() == ["down", "up"] * 2
    watched.bench.app.test_mode = False
    for told in "watching simulator", "test mode is off":
        assert told in mirror.status()
        mirror.tap("b")
        watched.wait()
    watched.wall.now += MESSAGE_S
    assert mirror.status() == "watching simulator only: its test mode is off"
    assert watched.orders() == ["down", "up"] * 3


def test_it_asks_no_more_than_it_must(watched):
    watched.wait(2.0)
    assert watched.asked.count("frame") <= 2.5 / PICTURE_S + 1
    assert watched.asked.count("screen") == 1, "the picture has not changed"


def test_watch_without_a_display_and_in_a_window_until_the_line_is_lost(serve, monkeypatch, capsys):
    pytest.importorskip("pygame")
    window, next_event = importlib.import_module("host_sim.desk.window.window"), Client.next_event
    server = serve("--tcp", "127.0.0.1:0", "--test-mode")
    command = ("device", "--port", server.url, "--timeout", "60", "watch")

    def press(client, timeout):
        if client.events:
            raise KeyboardInterrupt
        client.call("press", button="b", count=2)
        return next_event(client, timeout)

    def run(window):
        said, end = "", time.monotonic() + PATIENCE_S
        while not window.playing.gone:
            assert time.monotonic() < end, said
            window.turn()
            said += capsys.readouterr().out
            if "A: Start, B: Menu, auf und ab: Rival" in said and not window.playing.presses:
                window.playing.tap("b")
            if '"down": false' in said:
                server.process.kill()
        window.playing.tap("a")
        window.turn()

    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Client, "next_event", press)
    assert cli.main(command) == 130
    told = capsys.readouterr()
    assert '"kind": "button"' in told.out and "no display" in told.err
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.setattr(window.PlayWindow, "run", run)
    assert cli.main([*command, "--scale", "2", "--narrate"]) == 1
    assert "the line is lost" in capsys.readouterr().err
