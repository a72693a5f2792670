"""Test scripts for testers without Python: `pocketpig device run FILE`."""

import argparse
import json
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from host_sim.command_error import CommandError
from host_sim.drive import inside
from host_sim.link.answers import checked
from host_sim.link.client import Client, ClientError
from host_sim.link.visible import visible
from host_sim.plain_text import decoded

HELP = "play a script of presses and expectations"
DESCRIPTION = """Run scripts on a handheld in test mode. Each line is what `pocketpig device` takes:

  reset erase                     restart the app with nothing saved
  wait title                      wait until that screen is shown
  dice 6 5 1                      set the next rolls
  press a --count 2               press a button
  new-game pig --player human:Ann --player hold20
  expect screen "[play]"          what `pocketpig device screen` prints has these words
  expect no state "over: true"    what `pocketpig device state` prints has not
  # words                         a comment

Exit status: 0: everything was as expected, 1: something was not, or a script cannot be read, 2: a
script is not understood."""

EXPECT, NO = "expect", "no"
_LONGEST_FILE = 1 << 20
_LONGEST_FAULT = 300  # characters

# From the words of a line to a row of `pocketpig device` and its parameters. Raises ValueError.
Parse = Callable[[Sequence[str]], tuple[Any, dict[str, Any]]]


class Step(NamedTuple):
    """A line of a script. ``expected``: words that its answer must have, or must not."""

    place: str  # FILE:LINE
    text: str
    action: Any
    params: dict[str, Any]
    expected: str | None = None
    wanted: bool = True


class ScriptError(CommandError):
    """A script is not understood, cannot be read, or fails. The message has several lines."""


class Failed(ScriptError):
    """A step failed: ``step``, ``reason``, and what is ``seen`` on the screen then, in lines."""

    def __init__(self, step: Step, reason: str, seen: list[str]) -> None:
        lines = [*reason.splitlines(), *seen]
        super().__init__("\n  ".join([f"{step.place}: {step.text}", *lines]))
        self.report = {"place": step.place, "step": step.text, "error": reason, "seen": seen}


def parse(path: Path, parse_words: Parse) -> list[Step]:
    """Return the steps of a file. Raises ScriptError."""
    try:
        lines = decoded(inside.read_regular(path, _LONGEST_FILE)).splitlines()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ScriptError(f"{path} cannot be read: {reason}") from error
    steps, wrong = [], []
    for number, line in enumerate(lines, 1):
        place, text = f"{path}:{number}", line.strip()
        try:
            words = shlex.split(line, comments=True)
            if words:
                steps.append(Step(place, text, *_parsed(words, parse_words)))
        except ValueError as error:
            wrong.append(f"{place}: {text[:_LONGEST_FAULT]}\n  {str(error)[:_LONGEST_FAULT]}")
    if wrong:
        raise ScriptError("\n".join(wrong), 2)
    return steps


def _parsed(words: list[str], parse_words: Parse) -> tuple[Any, ...]:
    """Return the fields of a step from ``action`` on. Raises ValueError."""
    if words[0] != EXPECT:
        return parse_words(words)
    wanted = words[1:2] != [NO]
    *asked, expected = words[1 if wanted else 2 :] or [""]
    if not asked or not expected:
        raise ValueError('it lacks a request and words, such as: expect screen "[play]"')
    return (*parse_words(asked), expected, wanted)


def play(step: Step, client: Client) -> None:
    """Run a step. Raises Failed."""
    try:
        result = checked(step.action.method, client.call(step.action.method, **step.params))
    except ClientError as error:
        raise Failed(step, str(error), _seen(client)) from error
    answer = step.action.show(result)
    if step.expected is not None and (step.expected in answer) != step.wanted:
        what = "is not" if step.wanted else "is"
        raise Failed(step, f"{step.expected!r} {what} in the answer:\n{answer}", _seen(client))
    if step.expected is None and isinstance(result, dict) and result.get("passed") is False:
        raise Failed(step, answer, _seen(client))


def _seen(client: Client) -> list[str]:
    """Return the words on the screen, as far as the handheld answers."""
    try:
        screen = checked("screen", client.call("screen"))
    except ClientError as error:
        return [f"the screen is unknown: {error}"]
    return [f"on the screen [{screen['id']}]:", *(f"  {line}" for line in screen["lines"])]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="scripts to run, one after the other"
    )
    parser.add_argument("-v", dest="verbose", action="store_true", help="print every step")


def run(arguments: argparse.Namespace, find: Callable[[], str], parse_words: Parse) -> int:
    """Run the scripts; return the exit status. ``find`` returns the port if none is given. Raises
    what ``find`` raises, and ClientError."""
    try:
        scripts = [(name, parse(Path(name), parse_words)) for name in arguments.files]
        with Client.open(arguments.port or find(), arguments.timeout) as client:
            for name, steps in scripts:
                for step in steps:
                    if arguments.verbose:
                        told = visible(f"{step.place}: {step.text}")
                        print(told, file=sys.stderr, flush=True)
                    play(step, client)
                done = {"file": name, "steps": len(steps)}
                print(json.dumps(done) if arguments.json else f"{name}: {len(steps)} steps done")
    except ScriptError as error:
        if arguments.json:
            print(json.dumps(getattr(error, "report", {"error": str(error)})))
        else:
            print(visible(str(error)), file=sys.stderr)
        return error.status
    return 0
