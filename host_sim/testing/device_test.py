"""`pocketpig device test`: run the conformance suite with pytest, from any installation."""

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Sequence
from pathlib import Path

from host_sim.install_hint import install_hint
from host_sim.link.answers import checked
from host_sim.link.client import Client, ClientError, TestModeOff
from host_sim.testing import conformance

HELP = "run the conformance suite: does this handheld do all that it should?"
DESCRIPTION = """Run the conformance suite on a handheld in test mode, or on a simulator.

It erases what is saved there: settings, statistics, the game in progress. It needs pytest. Exit
status: 0: all passed, 1: something failed or nothing answers, 2: the command was not understood or
names a file that does not exist."""

_FOLDER = Path(conformance.__file__).parent
_PLUGIN = "host_sim.testing.plugin"
_OF_OTHERS = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")
_OURS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "POCKETPIG_AGAIN": "pocketpig device test"}
# Exit status by pytest's: 4 is wrong usage, 5 is no tests found.
_STATUS = {0: 0, 4: 2, 5: 2}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "tests", nargs="*", metavar="TEST", help="only these, as a report names them"
    )
    parser.add_argument("-k", dest="words", metavar="WORDS", help="only tests whose name matches")
    parser.add_argument(
        "-x", dest="first", action="store_true", help="stop after the first failure"
    )
    parser.add_argument("--junit-xml", metavar="FILE", help="write a report for CI")
    parser.add_argument("--failures", metavar="DIR", help="folder for the pictures of failures")


def run(arguments: argparse.Namespace, find: Callable[[], str]) -> int:
    """Run the suite; return the exit status. ``find`` returns the port if none is given. Raises
    what ``find`` raises, and ClientError."""
    if not importlib.util.find_spec("pytest"):
        raise ClientError(f"the suite needs pytest: {install_hint('test')}")
    port = arguments.port or find()
    # One error now is clearer than one for every test.
    with Client.open(port, arguments.timeout) as client:
        hello = checked("hello", client.call("hello"))
    if not hello.get("test_mode"):
        raise TestModeOff(TestModeOff.code, "test mode is off")
    target = [f"--pocketpig-port={port}"]
    if arguments.timeout:
        target.append(f"--pocketpig-timeout={arguments.timeout}")
    options = [*target, *_options(arguments)]
    environment = {name: value for name, value in os.environ.items() if name not in _OF_OTHERS}
    environment.update(_OURS)
    with tempfile.TemporaryDirectory() as folder:
        xml = arguments.junit_xml or os.path.join(folder, "report.xml")
        command = [sys.executable, "-m", "pytest", *options, f"--junit-xml={xml}"]
        output = sys.stderr if arguments.json else None
        ended = subprocess.run(command, env=environment, stdout=output, check=False).returncode
        status = _STATUS.get(ended, 1)
        counts = _counts(xml)
        if counts and counts["tests"] == counts["skipped"]:
            status = status or 1  # skipped tests have not passed
        if arguments.json:
            print(json.dumps({"status": status, "target": hello, "tests": counts}))
    return status


def _options(arguments: argparse.Namespace) -> list[str]:
    tests: Sequence[str] = arguments.tests or [""]
    options = ["-c", str(_FOLDER / "suite.ini"), "--rootdir", str(_FOLDER)]
    options += ["-p", _PLUGIN, "-p", "no:cacheprovider", "--no-header", "-q", "-rs", "--tb=short"]
    if arguments.words:
        options += ["-k", arguments.words]
    if arguments.first:
        options.append("-x")
    if arguments.failures:
        options.append(f"--pocketpig-failures={arguments.failures}")
    return options + [str(_FOLDER / test) for test in tests]


def _counts(xml: str) -> dict[str, int]:
    """Return the numbers of tests in a JUnit report, {} if there is none."""
    try:
        suites = list(ElementTree.parse(xml).iter("testsuite"))
    except (OSError, ElementTree.ParseError):
        return {}
    names = ("tests", "failures", "errors", "skipped")
    return {name: sum(int(suite.get(name, 0)) for suite in suites) for name in names}
