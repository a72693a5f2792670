"""The JSON reader: RFC 8259, on every interpreter, from a buffer, with limits."""

import contextlib
import json
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handheld.line.strict_json import DEEPEST, LONGEST_NUMBER, MOST_VALUES, TooMuch, loads
from tests.support.micropython_vm import run_on_micropython
from tests.support.sampled import examples


def read(text, longest=None):
    """Return the value of a text in a buffer that had other contents before."""
    return loads(bytearray(text + b'"]}1'), len(text), {}, longest or {})


GOOD = [
    b"0", b"-0", b"10", b"-1.5", b"1e5", b"1E+5", b"0.5e-3", b'""', b'"a"', b"true", b"false",
    b"null", b"[]", b"{}", b"[1]", b"[1,2]", b'{"a":1}', b'{"a":1,"b":[{}]}', b" [ 1 , 2 ] ",
    b'\t{ "a" :\r1 }', b'"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uABCD"', b'"\\ud83d\\udc37"',
    "\"é€\U0001f437\"".encode(), b'"\x7f"', b'{"a":1,"a":2}', b"[[],[[]],{}]", b'{"":""}',
    b'"a,]}:[{"', b"[true,false,null]", b"1" * LONGEST_NUMBER, b'"' + b"x" * 3000 + b'"',
    b"[" * DEEPEST + b"]" * DEEPEST, b"[" + b"1," * (MOST_VALUES - 2) + b"1]",
    b'"' + b"\\u00e9\\n" * 500 + b"x" * 300 + b'"', b'"\\ud83d"', b'"\\udc37\\ud83d"',
    b'"\\ud83d\\u0041"', b'"\\ud83dx"', b'"\\ud83d\\ue000"',
    b'"\\u0000\\u007f\\u0080\\u07ff\\u0800\\uffff"',
    "\"\\n\u00e9\\\\\u20ac\\t\U0001f437\"".encode(), b'{"\\u0061\\"":"\\u0062"}',
    b'"' + b"y" * 63 + b'\\"' + b"y" * 64 + b'"',
    # The first and the last character of each length in UTF-8, raw and as surrogates.
    "\"\x7f\x80\u07ff\u0800\uffff\U00010000\U0010ffff\"".encode(),
    b'"\\ud800\\udc00\\udbff\\udfff"',
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
    b'"\xc3"', b'"\xe2\x82"', b'"\x80"', b"\xe9", b'"\xc3\\n\xa9"', b'"\xe2\x82\\u00ac"',
    b'"\xf0\x90\x80\x7f"', b'"\xe2\x82\xc0"', b'"\xc3\x7f"',
    b'"\\ud83d\\uzzzz"', b'"\\ud83d\\u12"', b'"\\u1"', b"tr", b"nulll", b"-x", b"1e5e5",
    b"x" * 4000,
]  # fmt: skip
TOO_MUCH = [
    b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), b"[" * 4000, b'{"a":' * 800,
    b"[[{}],[" + b"[" * 20,
    b"[" + b"1," * (MOST_VALUES - 1) + b"1]", b"[" + b"[]," * 1300,
    b"[" + b"0," * 2000, b"[" + b'{"":1},' * 500, b"1" * (LONGEST_NUMBER + 1), b"-" + b"9" * 4000,
    b"0." + b"1" * 40, b'{"id":' + b"1" * 4000 + b"}",
]  # fmt: skip


@pytest.mark.parametrize("text", TOO_MUCH, ids=lambda text: repr(text)[:40])
def test_limits_are_told_apart(text):
    with pytest.raises(TooMuch):
        read(text)


def test_reading_a_long_text_makes_no_other_copy_of_it(monkeypatch):
    """Only the value itself is allocated: a free block of 4 KB may not exist."""
    text = bytearray(b'{"text":"' + b"\\u0031 5 6 h " * 300 + b'"}')
    loads(text[:], len(text), {}, {})
    tracemalloc.start()
    value = loads(text, len(text), {}, {})
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(value["text"]) == 300 * 8
    assert kept < peak < kept + 1500


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=15,
)


JSON_ISH = st.lists(
    st.sampled_from(
        [b"[", b"]", b"{", b"}", b",", b":", b'"', b"\\", b"u", b"1", b"-", b".", b"e", b"0",
         b"true", b"null", b'"a"', b'"b":', b" ", b"\t", b"\xc3\xa9", b"\xff"]
    ),
    max_size=12,
).map(b"".join)  # fmt: skip


def dumped(value, ascii_only, separators):
    """Return the JSON of a value; it may have constants that are no JSON."""
    text = json.dumps(value, ensure_ascii=ascii_only, separators=separators)
    return text.encode(errors="replace")


DUMPED = st.builds(dumped, VALUES, st.booleans(), st.sampled_from([None, (",", ":")]))


def answer(loads, text):
    """Return what is read from the text, or `answer` itself if it is refused."""
    try:
        return loads(text)
    except TooMuch:
        raise
    except ValueError:
        return answer


def by_cpython(text):
    def no_constant(name):
        raise ValueError(name)

    return json.loads(text.decode("utf-8"), parse_constant=no_constant)


@pytest.mark.parametrize("text", GOOD + BAD, ids=lambda text: repr(text)[:40])
def test_json_is_read_and_nothing_else(text):
    assert answer(read, text) == answer(by_cpython, text)
    assert (answer(read, text) is answer) is (text in BAD)


@examples(200)
@given(DUMPED | JSON_ISH | st.binary(max_size=8))
def test_it_reads_and_refuses_what_cpython_does(text):
    with contextlib.suppress(TooMuch):
        assert answer(read, text) == answer(by_cpython, text)


SCRIPT = """
from handheld.line.strict_json import loads
for text in {texts!r}:
    try:
        value = loads(bytearray(text), len(text), {{}}, {{"id": 3}})
        print("read", [ord(c) for c in value] if isinstance(value, str) else "")
        if isinstance(value, list):
            print(repr(value))
    except ValueError as error:
        print(type(error).__name__ == "TooMuch")
"""


def test_micropython_reads_and_refuses_the_same(capsys):
    ids = [b'{"id":"123"}', b'{"id":"1234"}']
    script = SCRIPT.format(texts=GOOD + BAD + TOO_MUCH + ids)
    exec(script, {})
    assert run_on_micropython(script) == capsys.readouterr().out
