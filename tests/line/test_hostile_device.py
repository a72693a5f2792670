"""The client on a device with invalid answers: a clear error, status 1, no escapes."""

import argparse
import contextlib
import json
import math
import random
import time
from types import SimpleNamespace

import pytest

from host_sim import cli
from host_sim.commands import device as device_command
from host_sim.commands.device import ACTIONS, parse_words
from host_sim.desk.mirror import Mirror
from host_sim.link import client
from host_sim.link.client import BadAnswer, Client, NoAnswer, NoRoom
from host_sim.link.line import ClientLine
from host_sim.link.visible import visible
from host_sim.testing import golden, script
from host_sim.testing.conformance.test_observing import CONTROL
from tests.support.targets import Bench

# Title, clipboard, colour, C1, right-to-left override, a lone surrogate.
NASTY = "\x1b]0;owned\x07\x1b]52;c;AAAA\x07\x1b[31m\x9b2J\u202e\ud800\r\x00\x7f"
PARAMS = {**CONTROL, "wait": {"screen": "pause", "timeout_ms": 0}, "advice": {"player": 0}}
# The members of docs/protocol.md that a command relies on.
STATE = "variant options players scores turn_total dice phase to_move legal turn over winners"
PROMISED = {
    "hello": "product firmware protocol target test_mode",
    "variants": "id name min_players max_players options",
    "screen": "id lines frame_id",
    "frame": "width height data contrast inverted on frame_id",
    "record": "text",
    "stats": "games variants",
    "memory": "free used",
    "advice": "action actions source",
    **dict.fromkeys(("press", "down", "up", "wait"), "frame_id screen"),
    **dict.fromkeys(("state", "new_game", "act", "load"), STATE),
    "dice": "queued",
    "seed": "seed",
    "clock": "advanced_ms",
    "self_test": "passed tests",
    "reset": "storage",
}
NONSENSE = [
    None, True, False, 0, -1, 1 << 70, 1.5, "", "x" * 5000, NASTY, [], {}, [NASTY], {NASTY: NASTY},
    [[[[]]]], {"a": {"b": {"c": {}}}},
]  # fmt: skip


class Device:
    """A transport that answers every request with the JSON text `answer(method)`, and with the
    lines `before` ahead of the first answer."""

    def __init__(self, answer, before=b""):
        self.answer = answer
        self.waiting = before

    def write(self, data):
        for line in data.split(b"\n"):
            if line:
                request = json.loads(line)
                if "id" in request:
                    head = b'{"jsonrpc":"2.0","id":%d,' % request["id"]
                    self.waiting += head + self.answer(request["method"]).encode() + b"}\n"

    def read(self, timeout):
        data, self.waiting = self.waiting, b""
        return data

    def close(self):
        pass


@pytest.fixture(scope="module")
def good():
    """{method: a valid answer}."""
    answers = {}
    for method in METHODS:
        bench = Bench()
        bench.client.call("new_game", **PARAMS["new_game"])
        bench.client.call("press", button="down")
        answers[method] = bench.client.call(method, **PARAMS.get(method, {}))
    return answers


@pytest.fixture(scope="module")
def parser():
    """The parser of `pocketpig device`, made once because that is slow."""
    parser = argparse.ArgumentParser()
    device_command.add_arguments(parser)
    return parser


@pytest.fixture
def device(monkeypatch, capsys, parser):
    """Run `pocketpig device` for a method; return (exit status, output, errors)."""

    def run(method, answer, *more):
        monkeypatch.setattr(client, "open_transport", lambda url: Device(lambda name: answer))
        (action,) = (action for action in ACTIONS if action.method == method)
        words = ["--port", "x", "--timeout", "0.01", *words_of(action), *more]
        arguments = parser.parse_args(words)
        return (device_command.run(arguments), *capsys.readouterr())

    return run


def words_of(action):
    """Return the words of a request, with what must be given."""
    words = {"button": "a", "storage": "keep"}
    arguments = device_command._arguments(action.method)
    needed = [name for name, how in arguments if name[0] != "-" and not how.get("nargs")]
    return [action.name, *(words.get(name, "1") for name in needed)]


def result(value):
    return '"result":' + json.dumps(value)


def is_clean(text):
    return visible(text) == text


def ruined(value):
    """Yield (path, kind, value) for every way to make one thing in the value wrong."""
    if isinstance(value, dict):
        for name in value:
            rest = {other: value[other] for other in value if other != name}
            yield (name,), "missing", rest
            for path, kind, each in ruined(value[name]):
                yield (name, *path), kind, {**value, name: each}
    elif isinstance(value, list) and value:
        for path, kind, each in ruined(value[0]):
            yield (0, *path), kind, [each, *value[1:]]
    for each in NONSENSE:
        if type(each) is not type(value) or isinstance(each, (str, int)):
            yield (), "wrong", each


def some(cases):
    """Return all cases with a top-level member missing, and some of the others."""
    cases = list(cases)
    missing = [case for case in cases if case[1] == "missing" and len(case[0]) <= 2]
    others = [case for case in cases if case[1] == "wrong"]
    return missing[:25] + random.Random(1).sample(others, min(len(others), 25))


METHODS = [action.method for action in ACTIONS if action.method in PROMISED]


@pytest.mark.parametrize("method", METHODS)
def test_every_member_missing_or_of_another_type(device, good, method):
    refused = set()
    for path, kind, value in some(ruined(good[method])):
        for more in ((), ("--json",)):
            status, output, errors = device(method, result(value), *more)
            assert status in (0, 1) and is_clean(output + errors), (path, value)
            if status == 1 and (errors or output.startswith('{"error"')):
                told = json.loads(output)["error"]["message"] if more else errors
                assert method in told or "picture" in told, (path, value)
                if kind == "missing":
                    refused.add(path[-1])
    assert refused >= set(PROMISED.get(method, "").split())


LINES = [
    '"result":NaN', '"result":Infinity', '"result":1e999', '"result":' + "9" * 5000,
    '"result":' + "[" * 5000, '"result":"\\ud800"', '"result":{"data":"AAAA"}',
    '"error":1', '"error":{}', '"error":{"code":"x"}', '"error":{"code":1e999,"message":"x"}',
    '"error":' + json.dumps({"code": -32602, "message": NASTY, "data": {"x": NASTY}}),
    '"error":' + json.dumps({"code": 1 << 80, "message": {"a": NASTY}}), '"error":{"code":true}',
    '"method":"event"', '"method":"event","params":[]', '"x":1', '"id":null',
]  # fmt: skip


@pytest.mark.parametrize("text", LINES, ids=lambda text: text[:40])
@pytest.mark.parametrize("method", ["hello", "frame", "state", "new_game"])
def test_lines_of_every_kind(device, method, text):
    for more in ((), ("--json",)):
        status, output, errors = device(method, text, *more)
        assert status == (2 if "-32602" in text else 1) and is_clean(output + errors)
        assert errors or json.loads(output)["error"]["message"]


PICTURES = [
    {"data": ""}, {"data": "AAAA"}, {"data": "AAAA" * 5000}, {"data": "*" * 1368}, {"data": "é"},
    {"data": "AAAA*" + "AAAA" * 340 + "AA=="},  # 1,024 bytes beside rubbish
    {"width": 1 << 40, "height": 1 << 40}, {"width": 0}, {"width": -128}, {"height": 65},
    {"contrast": 1 << 40}, {"contrast": -1},
]  # fmt: skip


@pytest.mark.parametrize("change", PICTURES, ids=str)
def test_invalid_pictures(device, good, change):
    status, output, errors = device("frame", result({**good["frame"], **change}))
    assert status == 1 and output == ""
    assert "picture" in errors or "not an answer to 'frame'" in errors


def test_escapes_are_shown_as_escapes(device, good):
    answer = {**good["screen"], "lines": [NASTY, "▶  Play", "Añadir"]}
    status, output, _ = device("screen", result(answer))
    assert status == 0 and is_clean(output)
    assert "\\x1b]0;owned\\x07" in output and "▶  Play" in output and "Añadir" in output


@pytest.mark.parametrize("method", ["frame", "screen"])
def test_a_window_on_a_device_that_answers_nonsense(good, method):
    for _, _, value in some(ruined(good[method])):
        answers = {**good, method: value}
        line = ClientLine(Client(Device(lambda name: result(answers[name])), 0.05))  # noqa: B023
        mirror = Mirror(line, {**good["hello"], "board": NASTY})
        deadline = time.monotonic() + 5
        while not mirror.gone and mirror._words_of is None and time.monotonic() < deadline:
            mirror.step()
        mirror.view()
        told = [mirror.status(), *mirror.words()[1]]
        assert all(map(is_clean, told))
        line.close()


def test_a_script_on_a_device_that_answers_nonsense(good, tmp_path):
    path = tmp_path / "a.pig"
    path.write_text("expect screen [title]\nexpect state x\nexpect frame x\nexpect record x\n")
    steps = script.parse(path, parse_words)
    for method in ("screen", "state", "record", "frame"):
        for _, _, value in some(ruined(good[method])):
            answers = {**good, "screen": {**good["screen"], "id": "title", "lines": ["x"]}}
            answers[method] = value
            asked = Client(Device(lambda name: result(answers[name])), 0.05)  # noqa: B023
            for step in steps:
                with contextlib.suppress(script.Failed):
                    script.play(step, asked)


def test_a_picture_that_never_stands_still(good):
    number = iter(range(1 << 30))

    def answer(method):
        return result({**good[method], "frame_id": next(number)})

    with pytest.raises(BadAnswer, match="stands still"):
        golden.picture_and_words(Client(Device(answer), 0.05))


EVENT = b'{"jsonrpc":"2.0","method":"event","params":{"kind":"roll"}}\n'
LEFT = b'{"id":null,"error":{"code":-32700,"message":"what was left on the line"}}\n'
NO_ROOM = b'{"id":null,"error":{"code":-32006,"message":"no room"}}\n'


def test_other_lines_are_ignored():
    before = b'half a line"}\n' + LEFT + EVENT * 900 + b'{"id":9,"result":1}\n'
    asked = Client(Device(lambda method: result(5), before))
    asked._last_id = 0
    assert asked.call("state") == 5
    assert [asked.next_event(0) for _ in range(900)] == [{"kind": "roll"}] * 900


def test_a_handheld_that_has_no_room_to_read_what_it_is_asked():
    with pytest.raises(NoRoom, match="no room"):
        Client(Device(lambda method: result(5), LEFT + NO_ROOM)).call("dice")


def test_a_line_that_has_begun_is_read_to_its_end():
    pieces, waits = [EVENT[:20], EVENT[20:]], []

    def read(timeout):
        waits.append(timeout)
        return pieces.pop(0) if pieces else b""

    asked = Client(SimpleNamespace(write=lambda data: None, read=read))
    assert asked.receive(0)["method"] == "event" and asked.receive(0) is None
    assert waits[0] == 0 and waits[1] > 0


class Slow(Device):
    """Its answers come after so many seconds of its own clock."""

    def __init__(self, monkeypatch, *after):
        super().__init__(lambda method: result({}))
        self.now = 0.0
        self.after = list(after)
        monkeypatch.setattr(client, "time", SimpleNamespace(monotonic=lambda: self.now))

    def write(self, data):
        super().write(data)
        self.due = self.now + self.after.pop(0) if self.after else math.inf

    def read(self, timeout):
        self.now = max(self.now, min(self.now + timeout, self.due))
        return super().read(0) if self.now >= self.due else b""


LONG = [
    ("wait", {"timeout_ms": 5000}, 5), ("wait", {"timeout_ms": "5"}, 0), ("press", {}, 0.03),
    ("press", {"ms": 100, "count": 20}, 2), ("self_test", {}, 50),
    ("self_test", {"timeout_ms": 0}, 10), ("restore", {}, 30),
]  # fmt: skip


@pytest.mark.parametrize("method, params, seconds", LONG)
def test_what_takes_time_by_itself_is_waited_for(method, params, seconds, monkeypatch):
    line = Slow(monkeypatch)
    with pytest.raises(NoAnswer):
        Client(line, 2.0).call(method, **params)
    assert line.now == pytest.approx(2 + seconds)


@pytest.mark.parametrize("timeout, seconds", [(None, 60), (2.0, 2)])
def test_who_has_answered_may_take_its_time_and_others_not(timeout, seconds, monkeypatch):
    monkeypatch.setattr(client, "TIMEOUT_SECONDS", 5.0)
    for answered, limit in ((True, seconds), (False, timeout or 5)):
        line = Slow(monkeypatch, *[1.5, seconds - 1] * answered)
        asked = Client(line, timeout)
        if answered:
            assert asked.call("hello") == asked.call("hello") == {}
        began = line.now
        with pytest.raises(NoAnswer, match=f"no answer in {limit:g} s"):
            asked.call("hello")
        assert line.now - began == limit


@pytest.mark.parametrize(
    "data, pause, told",
    [
        (b"", 0.01, "second serial port"),
        (b">>> \n", 0.001, "console"),
        (EVENT * 20, 0.001, "no answer"),
        (b'{"method":"x"}\n', 0.001, "gives back"),  # an echo
        (b'{"jsonrpc":"2.0","id":null,"result":1}\n', 0.001, "no answer"),
        (b"garbage\n", 0.001, ""),
        (b"x", 0.01, ""),
        (b"x" * 4096, 0.0, "without the end"),
        (NASTY.encode("utf-8", "surrogatepass") + b"\n", 0.001, ""),
        (bytes(random.Random(1).choices(range(256), k=3000)) + b"\n", 0.0, ""),
    ],
)
def test_a_stream_without_end_comes_to_an_end(monkeypatch, data, pause, told, capsys):
    monkeypatch.setattr(client, "LINE_SECONDS", 0.2)
    stream = Device(None)
    stream.write = lambda data: None
    stream.read = lambda timeout: time.sleep(pause) or data
    monkeypatch.setattr(client, "open_transport", lambda url: stream)
    assert cli.main(["device", "--port", "x", "--timeout", "0.2", "hello"]) == 1
    output = capsys.readouterr()
    assert output.out == "" and told in output.err != "" and is_clean(output.err)
