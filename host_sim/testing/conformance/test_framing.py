"""Lines on the wire: which are answered, with which error and id, and hostile input."""

import json
from typing import Any

import pytest

from host_sim.link.client import BadParameters
from host_sim.testing.handheld import Handheld

HELLO = b'{"jsonrpc":"2.0","id":7,"method":"hello"}'
LIMIT = 4096
# More limits of docs/protocol.md.
DEEPEST = 8
MOST_VALUES = 300
ID_BYTES = 64
LONGEST_NUMBER = 32
MOST_ID = (1 << 53) - 1


def answer(handheld: Handheld, line: bytes) -> Any:
    """Send a line; return the answer."""
    handheld.client.send(line)
    message = handheld.client.receive()
    assert message is not None, f"no answer to {line[:60]!r}"
    return message


def padded(length: int) -> bytes:
    """Return a valid request of exactly `length` bytes."""
    return HELLO + b" " * (length - len(HELLO))


def refusal(handheld: Handheld, line: bytes, number: Any, *codes: int) -> str:
    """Return the message of the error, one of `codes`, that a line is answered with. The id is
    `number`, and the next request is answered, with nothing else before it."""
    message = answer(handheld, line)
    assert message["id"] == number and message["error"]["code"] in codes, line[:60]
    assert is_answered(handheld), line[:60]
    return str(message["error"]["message"])


def is_answered(handheld: Handheld) -> bool:
    """Return True if the next request is answered, with nothing else before it."""
    return bool(answer(handheld, HELLO)["id"] == 7)


NOT_JSON = [
    b"", b" ", b"hello", b"NaN", b"\x00", b"\xfe\xff",
    HELLO[:-1], HELLO + b"}", HELLO[:-1] + b",}",
    HELLO.replace(b"7", b"07"), HELLO.replace(b"7", b"NaN"), HELLO.replace(b"hello", b"\xff"),
]  # fmt: skip


NOT_A_REQUEST: list[tuple[Any, list[bytes]]] = [  # with the id of the answer
    (None, [
        b"1", b"null", b'"hello"', b"[]", b"[" + HELLO + b"]", b"[" * 2000, b"{}",
        b'{"a":' * 500 + b"1" + b"}" * 500,
        b'{"jsonrpc":"2.0"}', b'{"jsonrpc":"2.0","method":1,"params":"bar"}',
        *(HELLO.replace(b"7", wrong) for wrong in (b"{}", b"[1]", b"true", b"1.5", b"1e999")),
    ]),
    (3, [
        b'{"id":3,"method":"hello"}', b'{"jsonrpc":"1.0","id":3,"method":"hello"}',
        b'{"jsonrpc":2.0,"id":3,"method":"hello"}', b'{"jsonrpc":"2.0","id":3,"method":null}',
        b'{"jsonrpc":"2.0","id":3,"method":["hello"]}',
    ]),
    ("x", [b'{"jsonrpc":"2.0","id":"x"}']),
]  # fmt: skip


def test_lines_that_are_no_request(handheld: Handheld) -> None:
    for line in NOT_JSON:
        refusal(handheld, line, None, -32700)
    for number, lines in NOT_A_REQUEST:
        for line in lines:
            refusal(handheld, line, number, -32600)


IDS = [None, 0, -1, 1 << 40, MOST_ID, -MOST_ID, "", "a", 'q"\\\u0000', "é", "\U0001f437"]


def test_the_id_comes_back_as_it_was(handheld: Handheld) -> None:
    for number in IDS:
        for ascii_only in (True, False):
            fields = {"jsonrpc": "2.0", "id": number, "method": "state"}
            message = answer(handheld, json.dumps(fields, ensure_ascii=ascii_only).encode())
            assert message == {"jsonrpc": "2.0", "id": number, "result": None}


def request(number: str, params: str = "{}") -> bytes:
    """Return a request with an id and parameters given as JSON text."""
    return f'{{"jsonrpc":"2.0","id":{number},"method":"dice","params":{params}}}'.encode()


def test_ids_of_the_greatest_length_and_beyond(handheld: Handheld) -> None:
    for good in ("x" * ID_BYTES, "é" * (ID_BYTES // 2), "\\u0041" * (ID_BYTES // 6)):
        assert answer(handheld, request(f'"{good}"'))["id"] == json.loads(f'"{good}"')
        for text in (good.ljust(ID_BYTES, "x") + "x", good * 10, "é" * 2000):
            assert str(ID_BYTES) in refusal(handheld, request(f'"{text}"'), None, -32600), text
    large = [MOST_ID + 1, -MOST_ID - 1, 10 ** (LONGEST_NUMBER - 1), 10**LONGEST_NUMBER]
    for number in [str(n) for n in large] + ["9" * 4000, "-" + "9" * 4000, "1." + "0" * 4000]:
        refusal(handheld, request(number), None, -32600)


def test_parameters_of_the_greatest_size_and_beyond(handheld: Handheld) -> None:
    most, more = "1" * LONGEST_NUMBER, "1" * (LONGEST_NUMBER + 1)
    refusal(handheld, request("1", f'{{"faces":{most}}}'), 1, -32602)
    assert str(LONGEST_NUMBER) in refusal(handheld, request("1", f'{{"faces":{more}}}'), 1, -32600)
    for opening, closing in ("[", "]"), ('{"a":', "}"):
        for levels, code in (DEEPEST - 1, -32602), (DEEPEST, -32600), (600, -32600):
            params = opening * levels + "1" + closing * levels
            told = refusal(handheld, request("1", params), 1, code)
        assert str(DEEPEST) in told
    # The request, its version, id, method, parameters and the list are six values.
    for one in "1", "[]", "{}", '""', "null":
        for count, code in (MOST_VALUES - 6, -32602), (MOST_VALUES - 5, -32600), (750, -32600):
            params = '{"faces":[' + ",".join([one] * count) + "]}"
            told = refusal(handheld, request("1", params), 1, code)
        assert str(MOST_VALUES) in told


ASK = b'{"jsonrpc":"2.0","id":1,"method":'
HOSTILE = [
    b"[" * 4000, b"[[]," * 1000, b"{" * 4000, b'{"a":' * 800, b'{"":[],' * 550,
    b"[[]" + b",[]" * 1300 + b"]", b'"' * 4000, b'"' + b"\\" * 4000,
    b'{"jsonrpc":"2.0","id":"' + "é".encode() * 2000,
    b'{"jsonrpc":"2.0","id":' + b"7" * 4000 + b"}",
    b'{"jsonrpc":"2.0","id":1e' + b"7" * 4000 + b"}",
    ASK + b'"' + b"m" * 4000 + b'"}',
    ASK + b'"hello","params":{"' + b"p" * 4000 + b'":1}}',
    ASK + b'"hello","params":' + b"[" * 4000,
    ASK + b'"load","params":{"text":"' + b"\\u0041" * 650 + b'"}}',
    ASK + b'"load","params":{"text":"' + b"pp1 " * 1000 + b'"}}',
    ASK + b'"new_game","params":{"variant":"pig","players":[' + b'{"kind":"human"},' * 230,
    ASK + b'"dice","params":{"faces":[' + b"[1]," * 1000,
    *(byte * 4001 for byte in (b"x", b" ", b"\xff", b"\x00")),
]  # fmt: skip


def test_hostile_lines_are_refused_by_name(handheld: Handheld) -> None:
    """A device with little memory left may answer -32006 instead."""
    for line in HOSTILE:
        for sent in (line, line + b"}" * 80):
            message = answer(handheld, sent)
            codes = (-32700, -32600, -32601, -32602, -32006)
            assert message["error"]["code"] in codes, line[:60]
            assert is_answered(handheld), line[:60]


def test_white_space_and_order_and_further_members_do_not_matter(handheld: Handheld) -> None:
    line = b' \t{ "more" : [ ] , "method":"state" ,"id" : 1, "params" : { } , "jsonrpc":"2.0" } \r'
    assert answer(handheld, line)["result"] is None
    assert answer(handheld, b"\r")["error"]["code"] == -32700


def test_a_line_of_the_greatest_length_and_longer_ones(handheld: Handheld) -> None:
    assert answer(handheld, padded(LIMIT))["id"] == 7
    assert answer(handheld, padded(LIMIT) + b"\r")["id"] == 7
    for length in (LIMIT + 1, LIMIT + 2, 10_000, 100_000):
        assert str(LIMIT) in refusal(handheld, padded(length), None, -32600), length
    # It is answered before it ends, and once.
    handheld.client.transport.write(b"x" * 5000)
    message = handheld.client.receive()
    assert message is not None and message["error"]["code"] == -32600
    handheld.client.transport.write(b"y" * 5000)
    handheld.client.send(b"")
    assert is_answered(handheld)


def test_a_notification_is_done_and_not_answered(handheld: Handheld) -> None:
    handheld.client.notify("press", button="b")
    handheld.client.notify("nope")
    handheld.client.notify("press", button="x")
    handheld.client.notify("variants")
    handheld.client.notify("wait", screen="menu", timeout_ms=0)
    assert is_answered(handheld)
    assert handheld.call("screen")["id"] == "menu"


def test_requests_sent_together_are_answered_in_order(handheld: Handheld) -> None:
    methods = ["hello", "variants", "state", "screen", "frame", "nope", "stats"] * 5
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": i, "method": method}).encode()
        for i, method in enumerate(methods)
    ]
    handheld.client.send(b"\n".join(lines))
    assert [(handheld.client.receive() or {})["id"] for _ in lines] == list(range(len(lines)))


def test_params_must_be_an_object_and_a_long_value_is_not_quoted_at_length(
    handheld: Handheld,
) -> None:
    for params in ("[]", "[1]", '"a"', "1", "null", "true"):
        line = f'{{"jsonrpc":"2.0","id":1,"method":"state","params":{params}}}'
        assert "params" in refusal(handheld, line.encode(), 1, -32602), params
    with pytest.raises(BadParameters) as refused:
        handheld.call("press", button="x" * 3000)
    assert len(str(refused.value)) < 400 and "up, down, a, b" in str(refused.value)
