"""The harness of the MicroPython VM: what a test can rely on."""

import pytest

from tests.support.micropython_vm import VmError, heap_in_use, run_on_micropython


def run(*scripts, **options):
    return run_on_micropython(*scripts, base={}, **options)


def test_heap_in_use_counts_what_is_kept_and_nothing_else():
    empty = heap_in_use("", base={})
    assert 0 < empty < 8192
    garbage = "for i in range(99):\n    a = bytearray(10000)\na = None"
    assert heap_in_use(garbage, base={}) - empty < 256
    assert 10000 <= heap_in_use("a = bytearray(10000)", base={}) - empty < 10256


def test_modules_that_the_device_lacks_are_hidden():
    with pytest.raises(VmError, match="ImportError: no module named 'functools'"):
        run("import functools")
    assert run("import functools\nprint('there')", absent=()) == "there\n"
