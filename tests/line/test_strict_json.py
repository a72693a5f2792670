"""The JSON reader: RFC 8259, on every interpreter, from a buffer, with limits."""

import contextlib
import json
import random
import tracemalloc
from types import SimpleNamespace

import pytest

from handheld.line.strict_json import DEEPEST, LONGEST_NUMBER, MOST_VALUES, TooMuch, loads
from tests.support.micropython_vm import run_on_micropython
from tests.tools.fuzz.edits import inputs


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
# At the edges of what a string may hold.
BAD = [
    b'"\x00"', b'"\x1f"', b'"\xff"', b'"\xc0\x80"', b'"\xc1\xbf"', b'"\xed\xa0\x80"', b'"\x80"',
    b'"\xed\xbf\xbf"', b'"\xe0\x80\x80"', b'"\xe0\x9f\xbf"', b'"\xf0\x80\x80\x80"', b'"\xc3"',
    b'"\xf0\x8f\xbf\xbf"', b'"\xf4\x90\x80\x80"', b'"\xf5\x80\x80\x80"', b'"\xe2\x82"', b'"\\q"',
    b'"\xc3\\n\xa9"', b'"\xe2\x82\\u00ac"', b'"\xf0\x90\x80\x7f"', b'"\xe2\x82\xc0"', b'"\xc3\x7f"',
    b'"\\ud83d\\uzzzz"', b'"\\ud83d\\u12"', b'"\\u+123"',
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


def test_a_member_of_the_outermost_object_has_its_limit():
    for text in (b'{"id":"123"}', b'{"no":"1234"}', b'{"a":{"id":"1234"}}', b'[{"id":"1234"}]'):
        assert read(text, {"id": 3}) == json.loads(text)
    with pytest.raises(TooMuch, match="id: more than 3 bytes"):
        read(b'{"id":"1234"}', {"id": 3})


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


# What to make good texts bad with.
WORDS = [
    *b"[ ] { } , : \" ' \\ \\u12 \\ud83d \\udc37 \\u 0 1 - + . e NaN Infinity true //".split(),
    *b"\xff \x80 \xa0 \xc3 \xa9 \xe2\x82 \xef\xbb\xbf".split(), b" ", b"\t", b"\x0b", b"\x00",
]  # fmt: skip


def made(count):
    """Return texts, most of which are bad."""
    target = SimpleNamespace(seeds=GOOD, words=WORDS)
    return [text for _, text in zip(range(count), inputs(target, random.Random(2026)))]


def test_json_is_read_and_nothing_else():
    for text in GOOD:
        assert answer(read, text) == answer(by_cpython, text) is not answer, text
    for text in BAD:
        assert answer(by_cpython, text) is answer, text
        with pytest.raises(ValueError) as raised:
            read(text)
        # The reader refused it: MicroPython decodes what it lets pass.
        assert type(raised.value) is ValueError, text
    good = 0
    for text in made(4000):
        with contextlib.suppress(TooMuch):
            found = answer(read, text)
            assert found == answer(by_cpython, text), text
            good += found is not answer
    assert 400 < good < 3000


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
    script = SCRIPT.format(texts=GOOD + BAD + made(300) + TOO_MUCH + ids)
    exec(script, {})
    assert run_on_micropython(script) == capsys.readouterr().out
