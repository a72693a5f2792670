"""The pytest plugin: fixtures for tests of a handheld on any target.

    def test_a_turn(handheld, screen, scripted_dice, golden_frame):
        handheld.new_game("pig")
        scripted_dice("6 5 1")
        ...

Without options the tests run on their own simulator; `--pocketpig-port=URL` names a board or
another simulator. Tests that use none of these fixtures are not affected. See docs/testing.md.
"""

from __future__ import annotations

import os
import shlex
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from host_sim.testing.golden import GoldenFrames
    from host_sim.testing.handheld import Handheld, Screen, ScriptedDice
    from host_sim.testing.targets import Target

# Options and lines of the ini file: the name after "pocketpig", (placeholder, help).
_OPTIONS = {
    "port": ("URL", "test what is on this port: /dev/ttyACM1, COM5, a pty, socket://HOST:PORT"),
    "failures": ("DIR", "put pictures of failures there, not into pytest's temporary folder"),
    "timeout": ("SECONDS", "how long to wait for an answer (5, then 60)"),
}
_LONGEST_TIMEOUT = 86400


class Session:
    """The state of one test run. ``targets``: by kind."""

    def __init__(self) -> None:
        self.targets: dict[str, Target] = {}
        self.counts: dict[str, Counter[str]] = {}
        self.skipped: dict[str, Counter[str]] = {}


_SESSION = pytest.StashKey[Session]()
# A test's handheld, and the folder of its pictures.
_EVIDENCE = pytest.StashKey[tuple["Handheld", "Target", Path]]()


# -- options --------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("pocketpig", "Pocket Pig: handhelds under test")
    for name, (metavar, told) in _OPTIONS.items():
        group.addoption(f"--pocketpig-{name}", dest=f"pocketpig_{name}", metavar=metavar, help=told)
        parser.addini(f"pocketpig_{name}", told, default="")
    group.addoption(
        "--pocketpig-update-goldens",
        dest="pocketpig_update_goldens",
        action="store_true",
        help="write what the tests see into the golden files instead of comparing",
    )
    parser.addini(
        "pocketpig_targets",
        "simulators to test when nothing names a target: in-process, sh1106, tcp, pty",
        type="args",
        default=["tcp"],
    )


def value(config: pytest.Config, name: str) -> str:
    """Return what the command line, or else the ini file, says; "" if nothing.

    A path in the ini file is relative to it.
    """
    option: str | None = config.getoption(f"pocketpig_{name}")
    if option is not None:
        return option
    found = str(config.getini(f"pocketpig_{name}"))
    return str(config.rootpath / found) if found and name == "failures" else found


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_SESSION] = Session()
    for name in _OPTIONS:
        if config.getoption(f"pocketpig_{name}") == "":
            raise pytest.UsageError(f"--pocketpig-{name} is empty: give a value, or leave it out")
    timeout(config)


def timeout(config: pytest.Config) -> float:
    """Return the seconds to wait for an answer, 0 if they are not given. Raises UsageError."""
    text = value(config, "timeout")
    try:
        seconds = float(text or 0)
    except ValueError:
        seconds = -1
    if text and not 0 < seconds <= _LONGEST_TIMEOUT:
        raise pytest.UsageError(
            f"pocketpig timeout: {text[:40]!r} is no number of seconds; "
            f"allowed: above 0, at most {_LONGEST_TIMEOUT}"
        )
    return seconds


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "pocketpig_target" in metafunc.fixturenames:
        config = metafunc.config
        kinds = ["port"] if value(config, "port") else config.getini("pocketpig_targets")
        metafunc.parametrize("pocketpig_target", kinds, indirect=True, scope="session")


# -- fixtures -------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def pocketpig_target(
    request: pytest.FixtureRequest, record_testsuite_property: Callable[[str, object], None]
) -> Iterator[Target]:
    """The target of `handheld`: see ``host_sim.testing.targets``."""
    from host_sim.testing import targets

    config = request.config
    try:
        target = targets.start(request.param, value(config, "port"))
    except targets.NoTarget as error:
        pytest.skip(f"{request.param}: {error}")
    target.timeout = timeout(config) or target.timeout
    config.stash[_SESSION].targets[request.param] = target
    yield target
    record_testsuite_property(f"pocketpig target {target.kind}", str(target))
    target.stop()


@pytest.fixture
def handheld(
    request: pytest.FixtureRequest,
    pocketpig_target: Target,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Handheld]:
    """A handheld in test mode, just restarted, with nothing saved and seed 1."""
    from host_sim.link.client import ClientError
    from host_sim.testing import targets
    from host_sim.testing.report import file_name

    chosen = value(request.config, "failures")
    folder = Path(chosen) if chosen else tmp_path_factory.getbasetemp() / "pocketpig"
    folder = folder.absolute() / file_name(request.node.name)

    def note(handheld: Handheld) -> None:
        request.node.stash[_EVIDENCE] = handheld, pocketpig_target, folder

    try:
        found = targets.clean_handheld(pocketpig_target)
    except ClientError as error:
        if pocketpig_target.latest is not None:
            note(pocketpig_target.latest)
            request.addfinalizer(pocketpig_target.latest.close)  # after the report has asked it
        pytest.fail(f"no handheld to test: {error}", pytrace=False)
    note(found)
    yield found
    found.close()


@pytest.fixture
def screen(handheld: Handheld) -> Screen:
    """The text on the handheld's screen."""
    from host_sim.testing.handheld import Screen

    return Screen(handheld)


@pytest.fixture
def scripted_dice(handheld: Handheld) -> ScriptedDice:
    """Sets the next rolls."""
    from host_sim.testing.handheld import ScriptedDice

    return ScriptedDice(handheld)


@pytest.fixture
def golden_frame(request: pytest.FixtureRequest, handheld: Handheld) -> GoldenFrames:
    """Compares the screen with `goldens/NAME.txt` next to the test's file."""
    from host_sim.testing.golden import GoldenFrames

    update = bool(request.config.getoption("pocketpig_update_goldens"))
    return GoldenFrames(handheld, request.path.parent / "goldens", update)


# -- reports --------------------------------------------------------------------------------------


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, Any, None]:
    outcome = yield
    report: pytest.TestReport = outcome.get_result()
    kind = _kind(item)
    if not kind:
        return
    session = item.config.stash[_SESSION]
    if report.when == "call" or report.outcome != "passed":
        session.counts.setdefault(kind, Counter())[report.outcome] += 1
    if report.skipped and isinstance(report.longrepr, tuple):
        reason = report.longrepr[2].partition("Skipped: ")
        session.skipped.setdefault(kind, Counter())[reason[2] or reason[0]] += 1
    evidence = item.stash.get(_EVIDENCE, None)
    if evidence is None or not report.failed or report.when == "teardown":
        return
    from host_sim.testing.report import sections

    # The state of the handheld, in the JUnit report too.
    error = call.excinfo.value if call.excinfo else None
    add = getattr(report.longrepr, "addsection", None)
    for title, text in sections(*evidence, error, again(item)):
        if add:
            add(f"pocketpig: {title}", text + "\n", "-")
        else:
            report.sections.append((f"pocketpig: {title}", text))


def _kind(item: pytest.Item) -> str:
    """Return the kind of a test's target, "" if it has none."""
    callspec = getattr(item, "callspec", None)
    return str(callspec.params.get("pocketpig_target", "")) if callspec else ""


def again(item: pytest.Item) -> str:
    """Return the command that runs only this test again, on the same target."""
    command = os.environ.get("POCKETPIG_AGAIN", "")
    words = [command or "pytest", shlex.quote(item.nodeid)]
    port = value(item.config, "port")
    if port:
        words.append(f"--{'' if command else 'pocketpig-'}port={shlex.quote(port)}")
    return " ".join(words)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    session = config.stash[_SESSION]
    if not session.counts:
        return
    terminalreporter.section("Pocket Pig", "-")
    for kind, counts in session.counts.items():
        target = session.targets.get(kind)
        total = ", ".join(f"{number} {outcome}" for outcome, number in sorted(counts.items()))
        terminalreporter.line(f"{kind}: {target or 'not tested'}: {total}")
        for reason, number in session.skipped.get(kind, Counter()).items():
            terminalreporter.line(f"    {number} skipped: {reason}")
