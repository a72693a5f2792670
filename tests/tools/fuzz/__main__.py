# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""`make fuzz`: fuzz one target or all, guided by code coverage.

    python -m tests.tools.fuzz --target protocol --inputs 1000000

Without atheris (`make fuzz` installs it), or with --plain, the inputs are random changes of valid
ones. Exit status 1 if an input ended in anything but an answer or a refusal.
"""

import argparse
import importlib.util
import os
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[3]
BUILD = ROOT / "build" / "fuzz"
MAX_BYTES = 6000
GUIDED = ("handheld", "shared_rules")
UNGUIDED = "games"  # coverage cannot guide this target, and would slow it down


def main():
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__.split("\n")[0])
    parser.add_argument("--target", default="all", help="protocol, record, ...; all (default)")
    parser.add_argument("--inputs", type=int, default=100_000, help="how many (100000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="not guided by coverage")
    arguments = parser.parse_args()
    plain = arguments.plain or arguments.target == UNGUIDED
    guided = not plain and importlib.util.find_spec("atheris") is not None
    if arguments.target == "all":
        sys.exit(run_all(arguments))
    if guided:
        import atheris

        with atheris.instrument_imports(include=list(GUIDED)):
            from tests.tools.fuzz import targets
    else:
        from tests.tools.fuzz import targets
    target = targets.target_of(arguments.target)
    (run_guided if guided else run_plain)(target, arguments)


def run_all(arguments):
    """Run each target in its own process, with its share of the inputs."""
    from tests.tools.fuzz.targets import TARGETS

    status = 0
    for target in TARGETS:
        command = [sys.executable, "-m", "tests.tools.fuzz", "--target", target.name]
        command += ["--inputs", str(round(arguments.inputs * target.share))]
        command += ["--seed", str(arguments.seed)] + ["--plain"] * arguments.plain
        status |= subprocess.run(command, check=False).returncode
    return int(status != 0)


def run_plain(target, arguments):
    from tests.tools.fuzz.edits import inputs
    from tests.tools.fuzz.tally import Tally, quiet

    with Tally(target, arguments.inputs, BUILD / "failures") as tally, quiet():
        for _, data in zip(range(arguments.inputs), inputs(target, random.Random(arguments.seed))):
            tally(data)
    print(tally.report())
    sys.exit(not tally.good)


def run_guided(target, arguments):
    """Run atheris, which keeps inputs that reach new code in build/fuzz for the next run."""
    import atheris

    from tests.tools.fuzz.tally import Tally, quiet

    corpus = BUILD / target.name
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.seeds):
        (corpus / f"seed-{number}").write_bytes(seed)
    words = BUILD / f"{target.name}.dict"
    words.write_text("".join(f'"{as_text(word)}"\n' for word in target.words if len(word) < 60))
    tally = Tally(target, arguments.inputs, BUILD / "failures")

    def one(data):
        tally(data)
        if tally.count == tally.total:
            # libFuzzer does not return.
            print(tally.report(), flush=True)
            os._exit(not tally.good)

    options = [
        f"-seed={arguments.seed}", f"-max_len={MAX_BYTES}", f"-dict={words}", "-verbosity=0",
        "-print_final_stats=0", "-detect_leaks=0", f"-artifact_prefix={BUILD}/",
        "-timeout=1000000", "-rss_limit_mb=2048",
    ]  # fmt: skip
    with tally, quiet():
        atheris.Setup([sys.argv[0], *options, str(corpus)], one)
        atheris.Fuzz()


def as_text(word):
    return "".join(f"\\x{byte:02x}" for byte in word)


if __name__ == "__main__":
    main()
