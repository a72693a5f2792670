"""Change one place of the rules, saves, proof or line, run its tests, and tell what none notices.

`python -m tests.tools.mutants` tries a sample of such mutants, each with the tests of its module,
in a fork of a process that has imported what is slow to import. The results are in
build/mutants.txt; a run goes on where the last one ended.
"""

import argparse
import ast
import contextlib
import copy
import fcntl
import fnmatch
import hashlib
import importlib
import os
import pathlib
import resource
import signal
import subprocess
import sys
from collections import Counter
from typing import NamedTuple

import hypothesis
import pytest

ROOT = pathlib.Path(__file__).parents[2]
RESULTS = ROOT / "build" / "mutants.txt"
EQUAL = pathlib.Path(__file__).with_name("equal_mutants.txt")
COUNT = 500  # mutants in the sample
PROCESSOR = 40  # seconds that the tests of a mutant may take
MEMORY = 4 << 30  # bytes
HANGS = 240  # seconds until they are taken to wait for ever
# Beside the tests of its own name: the first pattern that fits a file names them, quick ones first.
TESTS = {
    "shared_rules/players/tables/gran_cerdo.py": "gran_cerdo_player",
    "shared_rules/players/tables/shared*.py": "solved_positions tables_shared",
    "shared_rules/players/tables/*.py": "solved_positions perfect",
    "shared_rules/players/alone.py": "",
    "shared_rules/players/perfect.py": "perfect",
    "shared_rules/players/strategy.py": "stopping_wins players every_game_ends",
    "shared_rules/players/*.py": "players every_game_ends",
    "shared_rules/challenges.py": "keep presses",
    "shared_rules/chance.py": "",
    "shared_rules/compact.py": "corpus",
    "shared_rules/fair_dice.py": "",
    "shared_rules/roll_off.py": "verify rules_document",
    "shared_rules/thinking.py": "perfect",
    "shared_rules/notation.py": "rules_properties saved_game",
    "shared_rules/reading.py": "rules_properties saved_game",
    "shared_rules/proof.py": "saved_game fair_dice",
    "shared_rules/*.py": "transcripts rules_chances rules_properties rules_reference",
    "firmware/handheld/records/records.py": "records keep presses saved_game",
    "firmware/handheld/saves/journal_start.py": "corpus journal power_cuts",
    "firmware/handheld/saves/*.py": "corpus games journal saved_game backup fair_dice",
    "firmware/handheld/game/dice_cup.py": "fair_dice",
    "firmware/handheld/begin/proof.py": "fair_dice own_dice verify",
    "firmware/handheld/begin/resume.py": "saved_game fair_dice own_dice verify",
    "firmware/handheld/line/strict_json.py": "protocol_document",
    "firmware/handheld/line/bridge.py": "framing bridge_memory",
    "firmware/handheld/records/stats.py": "corpus records keep presses saved_game",
    "pocketpig/_verify.py": "seen_game",
    "pocketpig/_codes.py": "",
    "pocketpig/_turns.py": "seen_game",
}
# Parts of the names of tests that are left out.
SLOW = "micropython or compiled_games or every_number_of_players or best_response_gains"
CHOSEN = ["-qm", "not slow", "-k", f"not ({SLOW})", "-p", "no:cacheprovider", "-p", "no:xdist"]
CHOSEN += ["-o", "pocketpig_targets=in-process"]
SWAPS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}  # fmt: skip
STATEMENTS = (ast.Expr, ast.AugAssign, ast.Raise, ast.Delete, ast.Break, ast.Continue)


class Mutant(NamedTuple):
    """A change: the file, the bytes from `start` to `end` that `new` replaces, a unique name."""

    path: str
    start: int
    end: int
    new: bytes
    name: str


def changes(node):
    """Yield what may stand for `node`, as source."""

    def swapped(operator):
        return SWAPS[type(operator)]()

    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            other = copy.deepcopy(node)
            other.ops[place] = swapped(operator)
            yield f"({ast.unparse(other)})"
    elif isinstance(node, (ast.BoolOp, ast.BinOp)):
        # A text with places to fill is no number to divide.
        if not (isinstance(node, ast.BinOp) and text(node.left)):
            other = copy.copy(node)
            other.op = swapped(node.op)
            yield f"({ast.unparse(other)})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub, ast.Invert)):
        yield f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield str(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield f"({node.value + 1})"
        yield f"({node.value - 1})"
    elif isinstance(node, ast.Return) and node.value and ast.unparse(node.value) != "None":
        yield "return None"
    elif isinstance(node, STATEMENTS) and not (isinstance(node, ast.Expr) and text(node.value)):
        if isinstance(node, ast.AugAssign):
            other = copy.copy(node)
            other.op = swapped(node.op)
            yield ast.unparse(other)
        yield "pass"
    elif isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name):
        yield "pass"


def text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))


def mutants_of(path):
    """Yield the mutants of a file, by its path from ROOT."""
    source = (ROOT / path).read_bytes()
    starts = [0]  # of the lines
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    seen = {}
    for node in ast.walk(ast.parse(source)):
        if not hasattr(node, "lineno"):
            continue
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        line = source[starts[node.lineno - 1] :].split(b"\n")[0].decode().strip()
        for new in changes(node):
            name = f"{path} | {line} | {' '.join(source[start:end].decode().split())} -> {new}"
            seen[name] = seen.get(name, 0) + 1
            more = f" | {seen[name]}" if seen[name] > 1 else ""
            yield Mutant(path, start, end, new.encode(), name + more)


def files():
    """Return the paths of all files that are mutated."""
    folders = "shared_rules", "firmware/handheld", "pocketpig"
    found = [path for folder in folders for path in ROOT.glob(f"{folder}/**/*.py")]
    paths = [str(path.relative_to(ROOT)) for path in found]
    return [path for path in paths if tests_of(path)]


def tests_of(path):
    """Return the test files of a module, [] if it is not mutated."""
    found = [names for pattern, names in TESTS.items() if fnmatch.fnmatch(path, pattern)]
    if not found:
        return []
    names = [pathlib.Path(path).stem.lstrip("_"), *found[0].split()]
    folders = "tests/*", "host_sim/testing/conformance"
    found = [each for name in names for at in folders for each in ROOT.glob(f"{at}/test_{name}.py")]
    return [str(path.relative_to(ROOT)) for path in dict.fromkeys(found)]


@contextlib.contextmanager
def changed(mutant):
    """Have the mutant on the disk. The file's times come back too: its bytecode stays good."""
    file = ROOT / mutant.path
    source, times = file.read_bytes(), file.stat()
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.dont_write_bytecode = True
    try:
        file.write_bytes(source[: mutant.start] + mutant.new + source[mutant.end :])
        yield
    finally:
        del os.environ["PYTHONDONTWRITEBYTECODE"]
        sys.dont_write_bytecode = False
        file.write_bytes(source)
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))


class Quickly:
    """A plugin: Hypothesis tries the same examples each time, and looks for no smaller ones."""

    @staticmethod
    @pytest.hookimpl(trylast=True)
    def pytest_configure():
        phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
        quick = hypothesis.settings(phases=phases, derandomize=True, database=None)
        hypothesis.settings.register_profile("mutants", quick)
        hypothesis.settings.load_profile("mutants")


def run(tests):
    """Run tests in a fork; return how it ended, "" if they pass, and the seconds it took."""
    child = os.fork()
    if not child:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.alarm(HANGS)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        code = 1
        try:
            code = pytest.main(["-x", *CHOSEN, *tests], plugins=[Quickly()])
        finally:
            os._exit(code)
    try:
        _, status, used = os.wait4(child, 0)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # and what the tests have started
    code = os.WEXITSTATUS(status)
    if code == pytest.ExitCode.NO_TESTS_COLLECTED:
        raise SystemExit(f"pytest ran nothing: {' '.join(tests)}")
    how = "stopped" if os.WIFSIGNALED(status) else "killed" if code else ""
    return how, used.ru_utime + used.ru_stime


def cover():
    """Print the branch coverage of the mutated files by all these tests."""
    tests = sorted({test for path in files() for test in tests_of(path)})
    command = [sys.executable, "-m", "coverage"]
    os.environ["COVERAGE_FILE"] = str(RESULTS.with_name("coverage"))
    run = ["run", "--branch", f"--include={','.join(files())}", "-m", "pytest", *CHOSEN]
    subprocess.run([*command, *run, *tests], check=True)
    subprocess.run([*command, "report", "--skip-covered", "--show-missing"], check=True)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # the file comes back
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--coverage", action="store_true", help="branch coverage instead")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    for name in ("numba", "PIL.Image", "serial", "yaml"):  # what takes longest to import
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    RESULTS.parent.mkdir(exist_ok=True)
    if arguments.coverage:
        return cover()
    lock = RESULTS.open("a")  # a second run would see the changes of the first
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    known = dict(line.split("\t", 1)[::-1] for line in RESULTS.read_text().splitlines())
    # A change of the sources leaves most of the sample as it was.
    mutants = [mutant for path in files() for mutant in mutants_of(path)]
    mutants.sort(key=lambda mutant: hashlib.sha256(f"31 {mutant.name}".encode()).digest())
    mutants = mutants[:COUNT]
    sound = []  # the tests that pass without a mutant
    for mutant in mutants:
        if mutant.name in known:
            continue
        tests = tests_of(mutant.path)
        if tests not in sound:
            how, seconds = run(tests)
            if how:
                raise SystemExit(f"{how} after {seconds:.1f} s without a mutant: {' '.join(tests)}")
            sound.append(tests)
        with changed(mutant):
            how, seconds = run(tests)
        known[mutant.name] = how
        RESULTS.write_text("".join(f"{how}\t{name}\n" for name, how in known.items()))
        print(f"{len(known)} {seconds:5.1f} s  {how or 'SURVIVED'}  {mutant.name}", flush=True)
    ends = [known[mutant.name] for mutant in mutants]
    killed = len(ends) - ends.count("")
    print(f"{killed} of {len(ends)} killed, {100 * killed / len(ends):.1f} %: {Counter(ends)}")
    rows = (line.partition("\t") for line in EQUAL.read_text().splitlines())
    equal = {name for _, _, name in rows} & {m.name for m in mutants if not known[m.name]}
    print(f"{len(equal)} of the others do the same as the code: {EQUAL.name}")


if __name__ == "__main__":
    main()
