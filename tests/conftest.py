"""Fixtures for every test. The packages come from the installed (editable) distribution."""

import contextlib
import gc
import hashlib
import importlib
import os
import pathlib
import shutil
import signal
import sys
import tempfile

import pytest
from hypothesis import HealthCheck, settings

from host_sim.link import client
from host_sim.testing.plugin import value
from tests.support import few_names_once
from tests.support.targets import Server
from tests.support.words_of_pictures import watch_words

# A background job ignores Ctrl-C, and so would the programs that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
# How fast the machine is decides no test.
client.TIMEOUT_SECONDS = client.ALIVE_SECONDS
ANY_SPEED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("all", ANY_SPEED)
settings.register_profile("quick", ANY_SPEED, max_examples=30)


collect_ignore = ["line/example_repo"]  # test_testing_plugin.py runs it as a separate repository


def pytest_configure(config):
    settings.load_profile("quick" if config.option.markexpr == "not slow" else "all")
    config.option.loadscopereorder = False  # else files with most tests come first
    if hasattr(config, "workerinput"):  # the process that started this one has made the folder
        few_names_once.share(os.environ[few_names_once.FOLDER])
    else:
        folder = tempfile.TemporaryDirectory(prefix="pocketpig-")
        config.add_cleanup(folder.cleanup)
        few_names_once.share(folder.name)
        # What programs that a test kills leave behind goes with this folder.
        os.environ["TMPDIR"] = folder.name
        if "numba" not in sys.modules:  # mutants has imported it, and changes the sources
            keep_compiled()


def keep_compiled():
    """Let Numba keep what it compiles, in a folder for exactly these sources."""
    root = pathlib.Path(__file__).parents[1]
    paths = [path for name in ("pocketpig", "shared_rules") for path in (root / name).rglob("*.py")]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(paths))).hexdigest()
    folder = root / "build" / "numba" / digest[:16]
    if not folder.exists():
        shutil.rmtree(folder.parent, ignore_errors=True)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)


def pytest_sessionstart(session):
    """In a worker compile a share of all test modules, so that the others find them compiled."""
    config = session.config
    worker = getattr(config, "workerinput", None)
    if worker and config.args == config.getini("testpaths") and not sys.dont_write_bytecode:
        paths = sorted(pathlib.Path(__file__).parent.glob("*/test_*.py"))
        names = [f"tests.{path.parent.name}.{path.stem}" for path in paths]
        for name in names[int(worker["workerid"][2:]) :: worker["workercount"]]:
            with contextlib.suppress(Exception, pytest.skip.Exception):  # the collection tells
                importlib.import_module(name)


# What the app does is the same on each target and shown on the first. These files show what is not:
# another chip's pictures, bytes on a socket and on a pty.
QUICK_ON = {
    "sh1106": {"test_screens.py"},
    "tcp": {"test_framing.py", "test_observing.py"},
    "pty": {"test_framing.py"},
}


# The files that take longest. They come first, so that at the end no process waits for one of them.
LONGEST = """
players/test_tables line/test_bridge_on_micropython theory/test_solver_brute_force desk/test_voice
drive/test_deploy players/test_perfect handheld/test_screens line/test_testing_plugin
players/test_gran_cerdo_player handheld/test_heap handheld/test_keys handheld/test_folders
handheld/test_small_pieces hardware/test_hardware_case rules/test_fair_dice web/test_web
web/test_scan_session line/test_serve
""".split()


def place_in_order(item):
    name = "/".join(item.path.with_suffix("").parts[-2:])
    return LONGEST.index(name) if name in LONGEST else len(LONGEST)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Put long files first. Mark as slow what another target shows. If an option names a target,
    keep only the tests for any target."""
    items.sort(key=place_in_order)
    for item in items:
        kind = item.callspec.params.get("pocketpig_target") if hasattr(item, "callspec") else None
        if item.path.name not in QUICK_ON.get(kind, {item.path.name}):
            item.add_marker("slow")
    if value(config, "port"):
        others = [item for item in items if "pocketpig_target" not in item.fixturenames]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if "pocketpig_target" in item.fixturenames]


def pytest_collection_finish():
    """Keep what stays anyway, thousands of tests, out of every later collection of garbage."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter, config):
    if value(config, "port"):
        terminalreporter.line("As a port is named, only tests of a handheld are run.")


@pytest.fixture
def update_goldens(request):
    """True if the golden files are to be rewritten."""
    return request.config.getoption("--pocketpig-update-goldens")


@pytest.fixture
def circuitpython(monkeypatch):
    """The module whose ``power_on`` makes a Pico.

    The modules in ``support/circuitpython`` are on the path only during the test, which imports
    them and their users anew.
    """
    folder = pathlib.Path(__file__).parent / "support" / "circuitpython"
    names = {"board_pico", "safemode", *(path.stem for path in folder.glob("*.py"))}

    def loaded():
        return [name for name in sys.modules if name.partition(".")[0] in names]

    for name in loaded():
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(str(folder))
    import simulated_pico

    yield simulated_pico
    for name in loaded():
        del sys.modules[name]


@pytest.fixture(scope="module")
def server():
    """A simulator in test mode, on a TCP port."""
    server = Server("--tcp", "127.0.0.1:0", "--test-mode")
    yield server
    server.stop()


@pytest.fixture
def serve():
    """Call it with the arguments of `pocketpig serve` to start a `Server`."""
    servers = []

    def start(*arguments):
        servers.append(Server(*arguments))
        return servers[-1]

    yield start
    for started in servers:
        if started.process.poll() is None:
            started.stop()


@pytest.fixture
def boxes():
    """List of what is wrong with the words of the pictures since it was last empty."""
    with watch_words() as faults:
        yield faults


@pytest.fixture(scope="session")
def emulator_files():
    """(UF2, boot ROM) for an emulated Pico, from the environment; skips without them."""
    files = (os.environ.get("POCKETPIG_UF2"), os.environ.get("POCKETPIG_BOOTROM"))
    missing = [name for name, file in zip(("UF2", "boot ROM"), files) if not file]
    if missing:
        pytest.skip(
            f"no {' and no '.join(missing)} for the emulated Pico: see docs/internals/chip.md"
        )
    return files


@pytest.fixture(scope="session")
def formatted(emulator_files, tmp_path_factory):
    """A flash file with a drive formatted by CircuitPython; use a copy."""
    from host_sim.emulator.pico import EmulatedPico

    path = tmp_path_factory.mktemp("emulator") / "formatted.flash"
    pico = EmulatedPico(*emulator_files, flash=path, drive={})
    pico.install()
    pico.close()
    return path
