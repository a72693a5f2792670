# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""JSON as RFC 8259 has it, on every interpreter."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handheld.strict_json import DEEPEST, TooDeep, loads
from tests.micropython_vm import run_on_micropython

GOOD = [
    b"0", b"-0", b"10", b"-1.5", b"1e5", b"1E+5", b"0.5e-3", b'""', b'"a"', b"true", b"false",
    b"null", b"[]", b"{}", b"[1]", b"[1,2]", b'{"a":1}', b'{"a":1,"b":[{}]}', b" [ 1 , 2 ] ",
    b'\t{ "a" :\r1 }', b'"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uABCD"', b'"\\ud83d\\udc37"',
    "\"é€\U0001f437\"".encode(), b'"\x7f"', b'{"a":1,"a":2}', b"[[],[[]],{}]", b'{"":""}',
    b'"a,]}:[{"', b"[true,false,null]", b"1" * 300, b'"' + b"x" * 3000 + b'"',
    b"[" * DEEPEST + b"]" * DEEPEST,
]  # fmt: skip
BAD = [
    b"", b" ", b"-", b"+1", b"01", b"-01", b"1.", b".5", b"1e", b"1e+", b"--1", b"1-2", b"0x1",
    b"1 2", b"NaN", b"Infinity", b"-Infinity", b"tru", b"True", b"nul", b"truefalse", b"[", b"]",
    b"{", b"}", b"[1", b"[1 2]", b"[1,]", b"[,1]", b"[,]", b"[1,,2]", b"[1}", b"{]", b'{"a"}',
    b'{"a":}', b'{"a" 1}', b'{"a",1}', b'{"a":1,}', b'{,"a":1}', b"{1:2}", b"{a:1}", b"{[]:1}",
    b'{"a":1 "b":2}', b'{"a"::1}', b'{"a":1:2}', b":", b",", b'"', b'"a', b'"\\', b'"\\"', b'"\\q"',
    b'"\\u12"', b'"\\u12g4"', b'"\\u+123"', b'"\\x41"', b'"a\tb"', b'"\x00"', b'"\x1f"', b"'a'",
    b"[1]x", b"[] []", b"1,", b"\x00", b"\xef\xbb\xbf1", b"\x0b1", b"1\x0c", b"\xa0", b"// a\n1",
    b'"\xff"', b'"\xe9"', b'"\xc0\x80"', b'"\xc1\xbf"', b'"\xed\xa0\x80"', b'"\xed\xbf\xbf"',
    b'"\xe0\x80\x80"', b'"\xf0\x80\x80\x80"', b'"\xf4\x90\x80\x80"', b'"\xf5\x80\x80\x80"',
    b'"\xc3"', b'"\xe2\x82"', b'"\x80"', b"\xe9",
]  # fmt: skip
DEEP = [b"[" * 17 + b"]" * 17, b"[" * 4000, b'{"a":' * 800, b"[[{}]," * 0 + b"[" * 20 + b"1"]


@pytest.mark.parametrize("text", GOOD, ids=lambda text: repr(text)[:40])
def test_json_is_read(text):
    assert loads(text) == json.loads(text)


@pytest.mark.parametrize("text", BAD, ids=lambda text: repr(text)[:40])
def test_anything_else_is_refused(text):
    with pytest.raises(ValueError) as refused:
        loads(text)
    assert not isinstance(refused.value, TooDeep)


@pytest.mark.parametrize("text", DEEP, ids=lambda text: repr(text)[:40])
def test_deep_nesting_is_told_apart(text):
    with pytest.raises(TooDeep):
        loads(text)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=15,
)


@given(VALUES, st.booleans(), st.sampled_from([None, (",", ":")]))
def test_what_json_writes_is_read(value, ascii_only, separators):
    try:
        text = json.dumps(
            value, ensure_ascii=ascii_only, separators=separators, allow_nan=False
        ).encode()
    except ValueError:  # infinities, and surrogates that UTF-8 cannot hold
        return
    try:
        assert loads(text) == value
    except TooDeep:
        pass


JSON_ISH = st.lists(
    st.sampled_from(
        [b"[", b"]", b"{", b"}", b",", b":", b'"', b"\\", b"u", b"1", b"-", b".", b"e", b"0",
         b"true", b"null", b'"a"', b'"b":', b" ", b"\t", b"\xc3\xa9", b"\xff"]
    ),
    max_size=12,
).map(b"".join)  # fmt: skip


def refused_by_cpython(text):
    def no_constant(name):
        raise ValueError(name)

    try:
        json.loads(text.decode("utf-8"), parse_constant=no_constant)
    except ValueError:
        return True
    return False


@given(JSON_ISH | st.binary(max_size=8))
def test_it_refuses_what_cpython_refuses(text):
    try:
        loads(text)
        refused = False
    except TooDeep:
        return
    except ValueError:
        refused = True
    assert refused == refused_by_cpython(text)


SCRIPT = """
from handheld.strict_json import loads
for text in {texts!r}:
    try:
        value = loads(text)
        print("read", repr(value) if isinstance(value, list) else "")
    except ValueError as error:
        print(type(error).__name__ == "TooDeep")
"""


def test_micropython_reads_and_refuses_the_same(capsys):
    script = SCRIPT.format(texts=GOOD + BAD + DEEP)
    exec(script, {})
    assert run_on_micropython(script) == capsys.readouterr().out
