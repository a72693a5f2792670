"""Any bytes on the wire are answered or skipped, and do no harm."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handheld.line import bridge, protocol, request
from tests.support.targets import Bench

HELLO = b'{"jsonrpc":"2.0","id":7,"method":"hello"}'


@pytest.fixture(scope="module")
def bench():
    bench = Bench()
    bench.client.call("new_game", variant="pig", players=[{"kind": "human"}] * 2)
    return bench


def restart_line(bench):
    """End the current line and discard the answers."""
    bench.lines(b"\n")


@given(
    st.lists(
        st.sampled_from([HELLO, b'{"jsonrpc":"2.0","id":8,"method":"state"}', b"", b"[", b"\xff"])
        | st.binary(max_size=28),  # too short for a notification, which nobody answers
        max_size=6,
    ),
    st.lists(st.integers(0, 200), max_size=8),
    st.sampled_from([b"\n", b"\r\n"]),
)
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


def test_the_answers_that_need_no_memory_say_that_there_is_no_room():
    whole = bridge.FULL, request.HEAD + b"null" + request.FULL
    for answer in whole:
        assert json.loads(answer)["error"]["code"] == protocol.NO_ROOM
