"""A handheld at the end of a line, mirrored. Here the line is a direct call."""

import json
from collections import deque
from concurrent.futures import Future

import pytest

from host_sim.desk.mirror import PICTURE_S, Mirror
from host_sim.link.client import ConnectionLost, refusal
from host_sim.simulated.handset import Handset
from tests.support.programs import running
from tests.support.targets import LoopLink
from tests.support.wall import Wall


class DirectLine:
    """A `ClientLine` to a handset here; its futures are done after time has passed there."""

    def __init__(self, **how):
        self.link = LoopLink()
        self.handset = Handset(speed=0, link=self.link, **how)
        self.asked = []
        self.cut = False
        self._open = deque()

    def ask(self, method, **params):
        future = Future()
        if self.cut:
            future.set_exception(ConnectionLost("cut"))
            return future
        self.asked.append((method, params))
        request = {"jsonrpc": "2.0", "id": len(self.asked), "method": method, "params": params}
        self.link.to_app += json.dumps(request).encode() + b"\n"
        self._open.append(future)
        return future

    def advance(self, ms):
        self.handset.advance(ms)
        *lines, self.link.from_app = self.link.from_app.split(b"\n")
        for message in map(json.loads, lines):
            future = self._open.popleft()
            if "error" in message:
                future.set_exception(refusal(message["error"]))
            else:
                future.set_result(message["result"])

    def call(self, method, **params):
        future = self.ask(method, **params)
        for _ in range(1000):
            self.advance(5)
            if future.done():
                return future.result()
        pytest.fail(f"no answer to {method}")

    def close(self):
        pass


@pytest.fixture
def wall():
    return Wall()


@pytest.fixture
def line():
    return DirectLine(test_mode=True)


@pytest.fixture
def mirror(line, wall):
    return Mirror(line, line.call("hello"), wall=wall)


def pass_time(mirror, line, wall, seconds=0.5):
    for _ in range(round(seconds / 0.01)):
        wall.now += 0.01
        line.advance(10)
        mirror.step()


class TestMirror:
    def test_it_shows_what_is_there(self, mirror, line, wall):
        pass_time(mirror, line, wall)
        there = line.handset.view()
        assert mirror.view() == there
        assert mirror.words() == line.handset.words()

    def test_its_buttons_press_the_other_handheld(self, mirror, line, wall):
        mirror.down("b", "key")
        assert mirror.view().pressed == 8
        pass_time(mirror, line, wall)
        mirror.fingers.release_source("key")
        pass_time(mirror, line, wall)
        assert mirror.view().pressed == 0
        assert mirror.words()[0] == "menu"
        mirror.tap("b")
        pass_time(mirror, line, wall)
        assert mirror.words()[0] == "title"
        assert mirror.view().pressed == 0
        orders = [each for each in line.asked if each[0] in ("down", "up")]
        assert [method for method, _ in orders] == ["down", "up"] * 2

    def test_without_test_mode_it_only_watches(self, wall):
        line = DirectLine()
        mirror = Mirror(line, line.call("hello"), wall=wall)
        pass_time(mirror, line, wall)
        assert mirror.words()[0] == "title"
        mirror.down("a", "key")
        mirror.tap("a")
        mirror.fingers.release_source("key")
        pass_time(mirror, line, wall)
        assert mirror.view().pressed == 0
        assert "test mode" in mirror.status()
        assert not [each for each in line.asked if each[0] in ("down", "up")]

    def test_it_asks_no_more_than_it_must(self, mirror, line, wall):
        pass_time(mirror, line, wall, 2.0)
        methods = [method for method, _ in line.asked]
        assert methods.count("frame") <= 2.0 / PICTURE_S + 1
        assert methods.count("screen") == 1, "the picture has not changed"

    def test_a_line_that_is_cut(self, mirror, line, wall):
        pass_time(mirror, line, wall)
        before = mirror.view().picture
        line.cut = True
        pass_time(mirror, line, wall)
        assert "cut" in mirror.status()
        mirror.tap("a")
        pass_time(mirror, line, wall)
        assert mirror.view().picture == before


def test_watch_in_a_window_or_without_a_display(server):
    pytest.importorskip("pygame")
    command = ("device", "--port", server.url, "--timeout", "60", "watch")
    with running(*command) as watching:
        assert "no display" in watching.stderr.readline()
    words = (*command, "--scale", "2", "--narrate")
    with running(*words, SDL_VIDEODRIVER="dummy", LC_ALL="de_DE.UTF-8") as watching:
        assert "A: Start, B: Menu, auf und ab: Rival" in watching.stdout.readline()
