# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Lines on the wire: what is answered, with which error and id, and what never does harm."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_sim.client import BadParameters
from tests.targets import Bench

HELLO = b'{"jsonrpc":"2.0","id":7,"method":"hello"}'
LIMIT = 4096


def answer(target, line):
    """What comes back for a line."""
    target.client.send(line)
    while True:
        message = target.client.receive()
        assert message is not None, f"no answer to {line[:60]!r}"
        return message


def padded(length):
    """A good request of just so many bytes."""
    return HELLO + b" " * (length - len(HELLO))


def is_answered(target):
    """The next good line is understood; nothing else was left on the line."""
    return answer(target, HELLO)["id"] == 7


NOT_JSON = [
    b"",
    b" ",
    b"hello",
    b"{",
    b'{"jsonrpc":"2.0","id":1,"method":"hello"',
    b'{"jsonrpc":"2.0","id":1,"method":"hello"}}',
    b'{"jsonrpc":"2.0","id":1,"method":"hello",}',
    b'{"jsonrpc":"2.0" "id":1,"method":"hello"}',
    b'{"jsonrpc":"2.0","id":01,"method":"hello"}',
    b'{"jsonrpc":"2.0","id":NaN,"method":"hello"}',
    b"{'jsonrpc':'2.0'}",
    b"NaN",
    b"-Infinity",
    b"[1 2]",
    b'"\\q"',
    b'"a\tb"',
    b"\x00",
    b'{"jsonrpc":"2.0","id":1,"method":"\xff"}',
    b'{"jsonrpc":"2.0","id":1,"method":"\xc0\x80"}',
    b'{"jsonrpc":"2.0","id":1,"method":"\xed\xa0\x80"}',
    b"\xfe\xff",
]


@pytest.mark.parametrize("line", NOT_JSON, ids=repr)
def test_a_line_that_is_no_json(target, line):
    message = answer(target, line)
    assert message["id"] is None and message["error"]["code"] == -32700
    assert is_answered(target)


NOT_A_REQUEST = [
    (b"1", None),
    (b"null", None),
    (b'"hello"', None),
    (b"[]", None),
    (b"[" + HELLO + b"]", None),
    (b"[" * 2000, None),
    (b'{"a":' * 500 + b"1" + b"}" * 500, None),
    (b"{}", None),
    (b'{"jsonrpc":"2.0"}', None),
    (b'{"jsonrpc":"2.0","method":1,"params":"bar"}', None),
    (b'{"jsonrpc":"2.0","id":{},"method":"hello"}', None),
    (b'{"jsonrpc":"2.0","id":[1],"method":"hello"}', None),
    (b'{"jsonrpc":"2.0","id":true,"method":"hello"}', None),
    (b'{"jsonrpc":"2.0","id":1.5,"method":"hello"}', None),
    (b'{"jsonrpc":"2.0","id":1e999,"method":"hello"}', None),
    (b'{"id":3,"method":"hello"}', 3),
    (b'{"jsonrpc":"1.0","id":3,"method":"hello"}', 3),
    (b'{"jsonrpc":2.0,"id":3,"method":"hello"}', 3),
    (b'{"jsonrpc":"2.0","id":"x"}', "x"),
    (b'{"jsonrpc":"2.0","id":3,"method":null}', 3),
    (b'{"jsonrpc":"2.0","id":3,"method":["hello"]}', 3),
]


@pytest.mark.parametrize("line, number", NOT_A_REQUEST, ids=lambda value: repr(value)[:60])
def test_json_that_is_no_request(target, line, number):
    message = answer(target, line)
    assert message["id"] == number and message["error"]["code"] == -32600
    assert is_answered(target)


@pytest.mark.parametrize("method", ["nope", "", "HELLO", "__init__", "take", "PARAMS", "é"])
def test_an_unknown_method(target, method):
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method}).encode()
    assert answer(target, line)["error"]["code"] == -32601


@pytest.mark.parametrize(
    "number",
    [0, -1, 1 << 40, 10**300, "", "a", 'q"\\\u0000', "é", "\U0001f437"],
    ids=lambda number: repr(number)[:20],
)
def test_the_id_comes_back_as_it_was(target, number):
    for ascii_only in (True, False):
        fields = {"jsonrpc": "2.0", "id": number, "method": "state"}
        message = answer(target, json.dumps(fields, ensure_ascii=ascii_only).encode())
        assert message == {"jsonrpc": "2.0", "id": number, "result": None}


def test_a_null_id_is_an_id(target):
    line = b'{"jsonrpc":"2.0","id":null,"method":"state"}'
    assert answer(target, line) == {"jsonrpc": "2.0", "id": None, "result": None}


def test_the_end_of_a_line_may_be_crlf(target):
    assert answer(target, HELLO + b"\r")["id"] == 7
    assert answer(target, b"\r")["error"]["code"] == -32700


def test_white_space_and_order_and_further_members_do_not_matter(target):
    line = b' \t{ "more" : [ ] , "method":"state" ,"id" : 1, "params" : { } , "jsonrpc":"2.0" } \r'
    assert answer(target, line)["result"] is None


def test_a_line_of_the_greatest_length_is_understood(target):
    assert answer(target, padded(LIMIT))["id"] == 7
    assert answer(target, padded(LIMIT) + b"\r")["id"] == 7


@pytest.mark.parametrize("length", [LIMIT + 1, LIMIT + 2, 10_000, 100_000])
def test_a_longer_line_is_answered_once(target, length):
    message = answer(target, padded(length))
    assert message["id"] is None and message["error"]["code"] == -32600
    assert str(LIMIT) in message["error"]["message"]
    assert is_answered(target)


def test_a_long_line_is_answered_before_it_ends(target):
    target.client.transport.write(b"x" * 5000)
    assert target.client.receive()["error"]["code"] == -32600
    target.client.transport.write(b"y" * 5000)
    target.client.send(b"")
    assert is_answered(target)


def test_a_notification_is_done_and_not_answered(target):
    target.client.notify("press", button="a")
    target.client.notify("nope")
    target.client.notify("press", button="x")
    target.client.notify("variants")
    target.client.notify("wait", screen="menu", timeout_ms=0)
    assert is_answered(target)
    assert target.call("screen")["id"] == "menu"


def test_requests_sent_together_are_answered_in_order(target):
    methods = ["hello", "variants", "state", "screen", "frame", "nope", "stats"] * 5
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": i, "method": method}).encode()
        for i, method in enumerate(methods)
    ]
    target.client.send(b"\n".join(lines))
    assert [target.client.receive()["id"] for _ in lines] == list(range(len(lines)))


@pytest.mark.parametrize("params", ["[]", "[1]", '"a"', "1", "null", "true"])
def test_params_must_be_an_object(target, params):
    line = f'{{"jsonrpc":"2.0","id":1,"method":"state","params":{params}}}'
    error = answer(target, line.encode())["error"]
    assert error["code"] == -32602 and "params" in error["message"]


def test_a_long_value_is_not_quoted_at_length(target):
    with pytest.raises(BadParameters) as refused:
        target.call("press", button="x" * 3000)
    assert len(str(refused.value)) < 400 and "up, down, a, b" in str(refused.value)


# --- any bytes at all


@pytest.fixture(scope="module")
def bench():
    bench = Bench()
    bench.client.call("new_game", variant="pig", players=[{"kind": "human"}] * 2)
    return bench


def restart_line(bench):
    """End what is on the line and drop what came back."""
    bench.lines(b"\n")


@given(st.binary(max_size=300))
@settings(deadline=None)
def test_any_bytes_are_answered_or_skipped(bench, data):
    restart_line(bench)
    for line in bench.lines(data + b"\n"):
        assert "error" in json.loads(line)
    bench.write(HELLO + b"\n")
    assert json.loads(bench.read(5))["id"] == 7


@given(
    st.lists(
        st.sampled_from([HELLO, b'{"jsonrpc":"2.0","id":8,"method":"state"}', b"", b"[", b"\xff"])
        | st.binary(max_size=40),
        max_size=6,
    ),
    st.lists(st.integers(0, 200), max_size=8),
    st.sampled_from([b"\n", b"\r\n"]),
)
@settings(deadline=None)
def test_where_the_bytes_are_cut_makes_no_difference(bench, lines, cuts, end):
    data = end.join(lines) + end
    restart_line(bench)
    whole = bench.lines(data)
    at = 0
    pieces = b""
    for cut in cuts:
        bench.write(data[at : at + cut])
        at += cut
        bench.step(3)
        pieces += bench.read(0)
    bench.write(data[at:])
    bench.step(50)
    pieces += bench.read(0)
    assert pieces.split(b"\n")[:-1] == whole
    assert len(whole) == data.count(b"\n")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
        ),
        max_leaves=12,
    )
)
@settings(deadline=None)
def test_any_json_is_answered(bench, value):
    restart_line(bench)
    (line,) = bench.lines(json.dumps(value).encode() + b"\n")
    assert json.loads(line)["error"]["code"] in (-32600, -32700)


METHODS = (
    "hello variants state screen frame record stats memory advice subscribe press down up wait "
    "new_game act dice seed load clock"
).split()
NAMES = (
    "player on button ms count screen timeout_ms variant options players first action dice faces "
    "seed text advance_ms kind name"
).split()


@given(
    st.sampled_from(METHODS),
    st.dictionaries(
        st.sampled_from(NAMES),
        st.none()
        | st.booleans()
        | st.integers(-3, 50)
        | st.integers()
        | st.floats()
        | st.sampled_from(["a", "up", "pig", "roll", "hold", "human", "play"])
        | st.text(max_size=5)
        | st.lists(st.integers(0, 9) | st.lists(st.integers(0, 9), max_size=3), max_size=3)
        | st.dictionaries(st.sampled_from(NAMES + ["target"]), st.integers(0, 200), max_size=2),
        max_size=4,
    ),
)
@settings(deadline=None, max_examples=300)
def test_no_parameters_make_it_fail(bench, method, params):
    restart_line(bench)
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    bench.write(json.dumps(request).encode() + b"\n")
    message = bench.client.receive(30)
    assert message["id"] == 1 or message.get("error", {}).get("code") == -32700, message
    assert message.get("error", {}).get("code") != -32603, message
    bench.client.call("subscribe", on=False)
