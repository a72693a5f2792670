# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The harness of the MicroPython VM: what a test can rely on."""

import pytest

from tests.micropython_vm import VmError, heap_in_use, run_on_micropython


def run(*scripts, **options):
    return run_on_micropython(*scripts, base={}, **options)


@pytest.mark.parametrize("text", ["", "no newline", "a\r\nb\n\n", "ñ ¡cerdo! 🐖\n", "x" * 70000])
def test_output_is_exact(text):
    script = "import sys\nfrom text import text\nsys.stdout.write(text)"
    assert run(script, files={"/text.py": f"text = {text!r}"}) == text


def test_heap_in_use_counts_what_is_kept_and_nothing_else():
    empty = heap_in_use("", base={})
    assert 0 < empty < 8192
    garbage = "for i in range(99):\n    a = bytearray(10000)\na = None"
    assert heap_in_use(garbage, base={}) - empty < 256
    assert 10000 <= heap_in_use("a = bytearray(10000)", base={}) - empty < 10256


def test_files_land_where_they_are_told(tmp_path):
    (tmp_path / "b").write_bytes(b"\x00\xff")
    files = {"/data/deep/a": b"\xfe", "/data/b": tmp_path / "b"}
    script = "print(open('/data/deep/a', 'rb').read() + open('/data/b', 'rb').read())"
    assert run(script, files=files) == "b'\\xfe\\x00\\xff'\n"


def test_an_exception_brings_its_traceback_and_what_was_printed():
    with pytest.raises(VmError) as caught:
        run("print('before')\nimport broken", files={"/broken.py": "\nraise ValueError('año')\n"})
    assert caught.value.stdout == "before\n"
    assert 'File "broken.py", line 2' in str(caught.value)
    assert str(caught.value).endswith("ValueError: año\n")


def test_an_endless_script_is_ended_and_its_output_kept():
    with pytest.raises(VmError, match="no end after") as caught:
        run("print('started')\nwhile True: pass", timeout=1)
    assert caught.value.stdout == "started\n"


def test_modules_that_the_device_lacks_are_hidden():
    with pytest.raises(VmError, match="ImportError: no module named 'functools'"):
        run("import functools")
    assert run("import functools\nprint('there')", absent=()) == "there\n"


def test_the_drive_is_there_by_default():
    script = "import shared_rules, adafruit_ssd1306 as a\nprint(a.framebuf.__name__)"
    assert run_on_micropython(script) == "adafruit_framebuf\n"


def test_a_missing_node_says_what_to_install(monkeypatch):
    monkeypatch.setenv("NODE", "no-such-node")
    with pytest.raises(VmError, match="Node.js is needed and 'no-such-node'"):
        run("")
