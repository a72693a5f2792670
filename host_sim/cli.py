"""The command `pocketpig`: finds the subcommand and hands over to its module.

A module has ARGUMENTS or `add_arguments(parser)`, and `run(arguments)`, which returns the exit
status: 0 done, 1 it could not be done, 2 the command was not understood. Its docstring is the help.
"""

import argparse
import errno
import importlib
import os
import re
import sys
from collections.abc import Sequence
from typing import NamedTuple

from host_sim.command_error import CommandError
from host_sim.commands import grouped
from host_sim.install_hint import install_hint
from host_sim.link.visible import visible
from host_sim.plain_text import show_anything
from shared_rules import __version__


class Command(NamedTuple):
    """A subcommand, the module of its name in ``commands``; ``extra``: the packages it needs."""

    group: str
    name: str
    summary: str
    extra: str


COMMANDS = (
    Command("Play", "play", "run the simulator in a window or a terminal", "sim"),
    Command("Play", "web", "build the handheld as a web page, and show it", "sim"),
    Command("Play", "serve", "run the simulator for programs that talk to it", "sim"),
    Command("Your handheld", "device", "talk to a handheld or a simulator", "sim"),
    Command("Your handheld", "deploy", "put the firmware onto a board's drive", "sim"),
    Command("Your handheld", "verify", "check that a game's dice were fixed before it", ""),
    Command("Perfect play", "odds", "print the best action and the chances to win", "solve"),
    Command("Perfect play", "solve", "compute perfect play", "solve"),
    Command("Perfect play", "simulate", "let computer players play many games", "solve"),
    Command("Perfect play", "plot", "draw perfect play", "solve"),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv`` (without the program's name); return the exit status."""
    show_anything()
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        try:
            return _run(arguments)
        finally:
            if sys.stdout:  # None if it was closed, as by `>&-`
                sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has gone, as `head` does.
        return _give_up_output()
    except OSError as error:
        if error.errno != errno.ENOSPC or error.filename:
            raise
        print(f"pocketpig: the output cannot be written: {error.strerror}", file=sys.stderr)
        return _give_up_output()
    except KeyboardInterrupt:
        return 130


def _give_up_output() -> int:
    """Return the exit status. Python flushes the output once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _run(argv: list[str]) -> int:
    wanted = next((word for word in argv if not word.startswith("-")), None)
    parser = argparse.ArgumentParser(
        prog="pocketpig",
        usage="pocketpig [-h] [--version] COMMAND ...",
        description="Pocket Pig: the dice games of the Pig family, on a handheld and a desktop.",
        epilog=grouped((c.group, c.name, c.summary) for c in COMMANDS).strip()
        + "\n\n`pocketpig COMMAND --help` says more about each.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if not argv:
        argv = ["--help"]
    parser.add_argument("--version", action="version", version=f"pocketpig {__version__}")
    choices = parser.add_subparsers(
        dest="command", metavar="COMMAND", prog="pocketpig", required=True, help=argparse.SUPPRESS
    )
    run = None
    for command in COMMANDS:
        # Only the module that is wanted is imported: the client works without pygame.
        module = None
        if command.name == wanted:
            try:
                module = importlib.import_module(f"host_sim.commands.{command.name}")
            except ImportError as error:
                return _missing(command, error)
        child = choices.add_parser(
            command.name,
            description=module.__doc__ if module else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if module:
            from host_sim.commands.arguments import add_module

            add_module(child, module)
            run = module.run
    try:
        for place, word in enumerate(argv):
            if word == "" or re.fullmatch("--[a-z0-9-]+=", word):
                before = word[:-1] or argv[place - 1] if place else "pocketpig"
                parser.error(f"the argument after {before} is empty")
        parsed = parser.parse_args(argv)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 2
    assert run is not None
    try:
        return run(parsed) or 0
    except CommandError as error:
        print(visible(f"pocketpig {wanted}: {error}"), file=sys.stderr)
        return error.status
    except ImportError as error:
        return _missing(next(c for c in COMMANDS if c.name == wanted), error)


def _missing(command: Command, error: ImportError) -> int:
    """A package is not installed (anything else is a fault of ours and shown as one)."""
    name = (error.name or "").split(".")[0]
    if not command.extra or name in ("", "handheld", "host_sim", "pocketpig", "shared_rules"):
        raise error
    print(
        f"pocketpig {command.name} needs the package {name!r} (extra: {command.extra}). "
        "Install it with:\n"
        f"  {install_hint(*command.extra.split(','))}",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
