"""The harness of the MicroPython VM: what a test can rely on."""

import pytest

from tests.support.micropython_vm import VmError, heap_in_use, run_on_micropython


def test_heap_in_use_counts_what_is_kept_and_nothing_else():
    empty = heap_in_use("", base={})
    assert 0 < empty < 8192
    script = "for i in range(99):\n    a = bytearray(10000)"
    assert 10000 <= heap_in_use(script, base={}) - empty < 10256


def test_modules_that_the_device_lacks_are_hidden():
    with pytest.raises(VmError, match="ImportError: no module named 'functools'"):
        run_on_micropython("import functools", base={})
