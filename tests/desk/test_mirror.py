"""A handheld at the end of a line, mirrored. Here the line is a direct call."""

from concurrent.futures import Future

import pytest

from host_sim.desk.mirror import PICTURE_S, Mirror
from host_sim.link.client import ClientError, ConnectionLost
from tests.support.programs import running
from tests.support.targets import Bench
from tests.support.wall import Wall


class Watched:
    """A handheld here, its mirror, and the `ClientLine` between them, which answers at once."""

    def __init__(self, test_mode=True):
        self.bench = Bench(test_mode)
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


def test_without_test_mode_it_only_watches():
    watched = Watched(test_mode=False)
    assert watched.mirror.words()[0] == "title"
    watched.mirror.down("a", "key")
    watched.mirror.tap("a")
    watched.mirror.fingers.release_source("key")
    watched.wait()
    assert watched.mirror.view().pressed == 0
    assert "test mode" in watched.mirror.status()
    assert watched.orders() == []


def test_it_asks_no_more_than_it_must(watched):
    watched.wait(2.0)
    assert watched.asked.count("frame") <= 2.5 / PICTURE_S + 1
    assert watched.asked.count("screen") == 1, "the picture has not changed"


def test_a_line_that_is_cut(watched, monkeypatch):
    def cut(data):
        raise ConnectionLost("cut")

    before = watched.mirror.view().picture
    monkeypatch.setattr(watched.bench, "write", cut)
    watched.wait()
    assert "cut" in watched.mirror.status()
    watched.mirror.tap("a")
    watched.wait()
    assert watched.mirror.view().picture == before


def test_watch_in_a_window_or_without_a_display(server):
    pytest.importorskip("pygame")
    command = ("device", "--port", server.url, "--timeout", "60", "watch")
    with running(*command) as watching:
        assert "no display" in watching.stderr.readline()
    words = (*command, "--scale", "2", "--narrate")
    with running(*words, SDL_VIDEODRIVER="dummy", LC_ALL="de_DE.UTF-8") as watching:
        assert "A: Start, B: Menu, auf und ab: Rival" in watching.stdout.readline()
