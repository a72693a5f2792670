"""All code of the device uses only the Python that the device has."""

import pathlib

import pytest

from host_sim.drive.bytecode import compiled
from tests.project.device_python import MAX_LINES, RULES, faults

ROOT = pathlib.Path(__file__).parents[2]
ON_DEVICE = [
    path
    for folder in ("shared_rules", "firmware", "host_sim/speech")
    for path in sorted((ROOT / folder).rglob("*.py"))
] + [ROOT / "host_sim/web/program.py", ROOT / "host_sim/web/solid.py"]

PLANTED = [
    ("absent", "import typing"),
    ("absent", "def f():\n    from typing import Any"),
    ("absent", "try:\n    import typing\nexcept ValueError:\n    pass"),
    ("absent", "try:\n    pass\nexcept ImportError:\n    import typing"),
    ("absent", "from collections import OrderedDict, Counter"),
    ("class keyword", "class A(metaclass=M): pass"),
    ("special method", "class A:\n    def __init_subclass__(cls): pass"),
    ("function attribute", "def f(): pass\nf.calls = 0"),
    ("function attribute", "def f():\n    f.calls += 1"),
    ("namedtuple", "a._replace(x=1)"),
    ("namedtuple", "A = collections.namedtuple('A', 'x', defaults=(1,))"),
    ("next with default", "a = next(b, None)"),
    ("slice step", "a = b[::-1]"),
    ("slice step", "b[::2] = c"),
    ("json option", "json.dumps(a, indent=1)"),
    ("exception", "try: pass\nexcept FileNotFoundError: pass"),
    ("exception", "try: pass\nexcept (ValueError, PermissionError): pass"),
    ("generic alias", "Row = list[int]"),
    ("generic alias", "a: dict[str, int] = {}"),
    ("generic alias", "class A:\n    rows: list[int]"),
    ("length", "a = 1\n" * (MAX_LINES + 1)),
] + [
    ("str method", f"a.{method}()")
    for method in "zfill ljust rjust title capitalize removeprefix removesuffix isalnum".split()
]  # fmt: skip


@pytest.mark.parametrize("rule, source", PLANTED)
def test_a_planted_fault_is_found(rule, source):
    assert [found for _, found, _ in faults(source)] == [rule]


def test_every_rule_has_a_planted_fault():
    assert {rule for rule, _ in PLANTED} == set(RULES)


def test_device_code_keeps_to_the_devices_python():
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in ON_DEVICE
        for line, _, text in faults(path.read_text(encoding="utf-8"))
    ]
    assert len(ON_DEVICE) > 100
    advice = "Write it without: tests/project/device_python.py says what the device lacks."
    assert not found, "\n".join(["", *found, advice])


def test_device_code_compiles():
    """Also what stays source on the drive, and what only Python 3.10 and newer can parse."""
    for path in ON_DEVICE:
        compiled(path.stem, path.read_bytes())
