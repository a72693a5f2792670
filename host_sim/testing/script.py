# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Test scripts for testers without Python: `pocketpig device run FILE`.

A script is a text file with one step a line; ``parse`` reads it, ``play`` runs it on a handheld.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Callable, NamedTuple

from handheld.board import BUTTONS
from host_sim.drive import inside
from host_sim.link.answers import checked
from host_sim.link.client import Client, ClientError, NoGame, NotSupported
from host_sim.link.visible import visible
from host_sim.plain_text import decoded, write_text
from shared_rules import players
from shared_rules.errors import RulesError

HELP = "play a script of presses and expectations"
DESCRIPTION = """Run scripts on a handheld in test mode. A script is a text file, one step a line:

  press a down*3 b           press and release buttons, one after the other
  hold b 800                 hold a button down for that many milliseconds
  wait play 20               wait until that screen is shown, at most 20 seconds (5)
  wait 1.5                   wait that many seconds
  expect screen menu         that screen is shown
  expect words "Turn 11"     it shows these words; `expect no words ...`: it does not
  expect state scores 0 11   a field of the game; yes, no and none are words for values;
                             `expect state none`: no game
  expect picture title.txt   the picture is that of a file that `screenshot` wrote
  dice 43 11                 set the next rolls, a digit a die; no digits: random again
  seed 7                     take dice from the seeded generator
  new two_dice target=50 Ann hold20    start a game with these players; `first=1`: who begins
  act 0 roll                 player 0 acts: roll, hold, stand, sit; `act 0 roll 3`: three dice
  load pp1 pig : 6 5 h       continue from the end of a record
  reset erase                restart the app; `erase` deletes what is saved, `keep` does not
  screenshot title.png       write the picture (.png, or .txt to compare with)
  include start.pig          run the steps of another file
  # words                    a comment

File names are relative to the script. `screenshot` writes into that folder or one below it, and
replaces only pictures. Exit status: 0: everything was as expected, 1: something was not, 2: a
script cannot be read."""

ACTIONS = ("roll", "hold", "stand", "sit")
_WAIT_SECONDS = 5.0
_LONGEST_MS = 10_000
_LONGEST_FILE = 1 << 20

Do = Callable[[Client], None]


class Step(NamedTuple):
    """A step. ``do`` runs it; ``place`` is FILE:LINE, followed by the places that include it."""

    place: str
    text: str
    do: Do


class ScriptError(Exception):
    """The script is invalid; the message has a line for each fault."""


class Unexpected(Exception):
    """The script's expectation failed; the message says what was seen."""


def _screen(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = checked("screen", client.call("screen"))
    return found


# -- steps: each parses its words and returns the action; ValueError says what is wrong ------------


def _press(words: Sequence[str], folder: Path) -> Do:
    presses = []
    for word in _some(words, "the buttons, such as: press a down*3"):
        name, star, times = word.partition("*")
        presses.append((_one_of(name, BUTTONS, "button"), _number(times, 1, 100) if star else 1))

    def do(client: Client) -> None:
        for button, count in presses:
            client.call("press", button=button, count=count)

    return do


def _hold(words: Sequence[str], folder: Path) -> Do:
    button, ms = _just(words, 2, "a button and milliseconds, such as: hold b 800")
    _one_of(button, BUTTONS, "button")
    long = _number(ms, 0, _LONGEST_MS)
    return lambda client: client.call("press", button=button, ms=long)


def _wait(words: Sequence[str], folder: Path) -> Do:
    first, *more = _some(words, "a screen or seconds, such as: wait play, wait 1.5")
    if not _is_seconds(first):
        (limit,) = _just(more or [str(_WAIT_SECONDS)], 1, "a screen and seconds")
        ms = round(_seconds(limit) * 1000)
        return lambda client: client.call("wait", screen=first, timeout_ms=ms)
    seconds = _seconds(*_just(words, 1, "one number of seconds"))

    def do(client: Client) -> None:
        try:
            client.call("clock", advance_ms=round(seconds * 1000))
        except NotSupported:
            time.sleep(seconds)

    return do


def _expect(words: Sequence[str], folder: Path) -> Do:
    what, *rest = _some(words, "what, such as: expect screen menu")
    check = _check(what, rest, folder)

    def do(client: Client) -> None:
        wrong = check(client)
        if wrong:
            raise Unexpected(wrong)

    return do


def _check(what: str, words: Sequence[str], folder: Path) -> Callable[[Client], str]:
    """Return what says how a handheld is not as expected, "" if it is."""
    if what == "no" and words[:1] != ["words"]:
        raise ValueError("only words can be negated: expect no words ...")
    if what in ("no", "words"):
        wanted = what == "words"
        text = " ".join(_some(words[not wanted :], 'the words, such as: expect words "Turn 11"'))
        return lambda client: _wrong_words(client, text, wanted)
    _one_of(what, ("screen", "words", "state", "picture"), "expectation")
    if what == "screen":
        (name,) = _just(words, 1, "one screen")
        return lambda client: _wrong_screen(client, name)
    if what == "picture":
        path = folder / _just(words, 1, "one file")[0]
        return lambda client: _wrong_picture(client, path)
    field, *expected = _some(words, "a field and its value, such as: expect state over yes")
    return lambda client: _wrong_state(client, field, expected)


def _wrong_screen(client: Client, name: str) -> str:
    seen = _screen(client)["id"]
    return "" if seen == name else f"the screen is {seen}"


def _wrong_words(client: Client, text: str, wanted: bool) -> str:
    found = any(text in line for line in _screen(client)["lines"])
    return "" if found == wanted else f"{text!r} {'is' if found else 'is not'} on the screen"


def _wrong_state(client: Client, field: str, expected: Sequence[str]) -> str:
    state = checked("state", client.call("state"))
    no_game = field == "none" and not expected
    if state is None:
        return "" if no_game else "there is no game"
    if no_game:
        return "there is a game"
    if field not in state:
        return f"the game has no {field}; it has {', '.join(sorted(state))}"
    seen = _as_words(state[field])
    return "" if seen == expected else f"{field} is {' '.join(seen) or 'empty'}"


def _as_words(value: Any) -> list[str]:
    if isinstance(value, list):
        return [word for item in value for word in _as_words(item)]
    if isinstance(value, dict):
        return [f"{name}={' '.join(_as_words(item))}" for name, item in value.items()]
    if value is None or isinstance(value, bool):
        return ["none" if value is None else "yes" if value else "no"]
    return [str(value)]


def _wrong_picture(client: Client, path: Path) -> str:
    from host_sim.testing import frames, golden

    try:
        expected, expected_words = golden.read_golden(path)
    except (OSError, ValueError) as error:
        return f"{path} cannot be read: {error}"
    seen, words = golden.picture_and_words(client)
    wrong = frames.describe(expected, seen)
    if wrong:
        both = frames.side_by_side([(path.name, expected), ("this handheld", seen)])
        return f"{wrong}\n{both}"
    if words != expected_words:
        return f"the words are {words}, in {path.name} {expected_words}"
    return ""


def _dice(words: Sequence[str], folder: Path) -> Do:
    for word in words:
        if not (word.isascii() and word.isdigit()):
            raise ValueError(f"{word!r} is not a roll: a digit for each die, such as 43")
    faces = [[int(face) for face in word] for word in words]
    return lambda client: client.call("dice", faces=faces)


def _seed(words: Sequence[str], folder: Path) -> Do:
    (word,) = _just(words, 1, "one number, such as: seed 7")
    seed = _number(word, 0, (1 << 32) - 1)
    return lambda client: client.call("seed", seed=seed)


def _new(words: Sequence[str], folder: Path) -> Do:
    variant, *rest = _some(words, "a game, such as: new two_dice target=50 Ann hold20")
    options: dict[str, Any] = {}
    seats = []
    for word in rest:
        name, equals, value = word.partition("=")
        if equals:
            options[name] = int(value) if re.fullmatch(r"-?[0-9]{1,18}", value) else value
        else:
            seats.append(_seat(word))
    params: dict[str, Any] = {"variant": variant, "options": options}
    params["players"] = seats or [{"kind": "human"}] * 2
    if "first" in options:
        params["first"] = options.pop("first")
    return lambda client: client.call("new_game", **params)


def _seat(word: str) -> dict[str, str]:
    """Return the seat for a computer player's name, a person's name, or KIND:NAME."""
    kind, colon, name = word.partition(":")
    if colon:
        return {"kind": kind, "name": name}
    try:
        players.make(word)
    except RulesError:
        return {"kind": "human", "name": word}
    return {"kind": word}


def _act(words: Sequence[str], folder: Path) -> Do:
    who, action, *more = _some(words, "a player and an action", least=2)
    params: dict[str, Any] = {"player": _number(who, 0, 29)}
    params["action"] = _one_of(action, ACTIONS, "action")
    if more:
        params["dice"] = _number(_just(more, 1, "one number of dice")[0], 1, 40)
    return lambda client: client.call("act", **params)


def _load(words: Sequence[str], folder: Path) -> Do:
    text = " ".join(_some(words, "a record, such as: load pp1 pig : 6 5 h"))
    return lambda client: client.call("load", text=text)


def _reset(words: Sequence[str], folder: Path) -> Do:
    (word,) = _just(words, 1, "keep or erase")
    storage = _one_of(word, ("keep", "erase"), "kind of reset")

    def do(client: Client) -> None:
        client.call("reset", storage=storage)
        client.call("hello")  # answered when the app has restarted

    return do


def _screenshot(words: Sequence[str], folder: Path) -> Do:
    (name,) = _just(words, 1, "one file, such as: screenshot title.png")
    _one_of(Path(name).suffix, (".png", ".txt"), "kind of picture")
    try:
        path = folder / inside.check_name(name)
    except inside.Outside as error:
        raise ValueError(
            f"{error}; a picture goes next to the script, or into a folder there"
        ) from None

    def do(client: Client) -> None:
        from host_sim.testing import frames, golden

        frame, lines = golden.picture_and_words(client)
        try:
            if inside.regular(folder, name) and not _is_picture(path):
                raise Unexpected(f"{path} is not one of our pictures, so it is not replaced")
            # Atomic: the name always has a complete picture, and a link made meanwhile is
            # replaced, not followed.
            new = path.with_name(path.name + ".new")
            new.unlink(missing_ok=True)
            if path.suffix == ".png":
                frames.save_png(frame, new)
            else:
                write_text(new, golden.golden_text(frame, lines))
            os.replace(new, path)
        except inside.Outside as error:
            raise Unexpected(str(error)) from error
        except OSError as error:
            raise Unexpected(f"{path} cannot be written: {error.strerror}") from error

    return do


def _is_picture(path: Path) -> bool:
    from host_sim.testing import golden

    try:
        if path.suffix == ".png":
            return inside.read_regular(path, _LONGEST_FILE).startswith(b"\x89PNG\r\n\x1a\n")
        golden.read_golden(path)
    except (OSError, ValueError):
        return False
    return True


COMMANDS: dict[str, Callable[[Sequence[str], Path], Do]] = {
    "press": _press,
    "hold": _hold,
    "wait": _wait,
    "expect": _expect,
    "dice": _dice,
    "seed": _seed,
    "new": _new,
    "act": _act,
    "load": _load,
    "reset": _reset,
    "screenshot": _screenshot,
}
INCLUDE = "include"


# -- what words must be ---------------------------------------------------------------------------


def _some(words: Sequence[str], what: str, least: int = 1) -> Sequence[str]:
    if len(words) < least:
        raise ValueError(f"it lacks {what}")
    return words


def _just(words: Sequence[str], count: int, what: str) -> Sequence[str]:
    if len(words) != count:
        raise ValueError(f"it needs {what}")
    return words


def _one_of(word: str, allowed: Sequence[str], what: str) -> str:
    if word not in allowed:
        raise ValueError(f"{word!r} is no {what}; allowed: {', '.join(allowed)}")
    return word


def _number(word: str, least: int, most: int) -> int:
    # Python's int() refuses thousands of digits with words of its own.
    if not (re.fullmatch("[0-9]{1,18}", word) and least <= int(word) <= most):
        raise ValueError(f"{word[:40]!r} is not a whole number from {least} to {most}")
    return int(word)


def _is_seconds(word: str) -> bool:
    return re.fullmatch(r"\d+(\.\d+)?", word) is not None


def _seconds(word: str) -> float:
    if not _is_seconds(word) or float(word) > 3600:
        raise ValueError(f"{word!r} is not a number of seconds from 0 to 3600")
    return float(word)


# -- reading --------------------------------------------------------------------------------------


def parse(path: Path) -> list[Step]:
    """Return the steps of a file and of the files that it includes. Raises ScriptError."""
    wrong: list[str] = []
    steps = _read(path, (), "", wrong)
    if wrong:
        raise ScriptError("\n".join(wrong))
    return steps


def _read(path: Path, above: tuple[Path, ...], origin: str, wrong: list[str]) -> list[Step]:
    """Return the steps of a file. ``above``: the files that include it; ``origin``: the places of
    the includes; ``wrong`` gets the faults found, a line or two each."""
    try:
        lines = decoded(inside.read_regular(path, _LONGEST_FILE)).splitlines()
    except (OSError, ValueError) as error:
        wrong.append(f"{origin or path}: {path} cannot be read: {_reason(error)}")
        return []
    steps: list[Step] = []
    for number, line in enumerate(lines, 1):
        place = f"{path}:{number}"
        if origin:
            place += f" (included at {origin})"
        try:
            command, *words = shlex.split(line, comments=True) or [""]
            if command == INCLUDE:
                inner = path.parent / _just(words, 1, "one file")[0]
                steps += _read(inner, _family(path, inner, above), place, wrong)
            elif command:
                steps.append(Step(place, line.strip(), _step(command)(words, path.parent)))
        except (ValueError, RuntimeError) as error:  # RuntimeError: a loop of symbolic links
            wrong.append(f"{place}: {line.strip()}\n  {error}")
    return steps


def _family(path: Path, inner: Path, above: tuple[Path, ...]) -> tuple[Path, ...]:
    """Return ``above`` for an included file. Raises ValueError if it includes itself."""
    family = (*above, path.resolve())
    if inner.resolve() in family:
        names = [each.name for each in family[family.index(inner.resolve()) :]]
        raise ValueError(f"{inner.name} includes itself: {' > '.join([*names, inner.name])}")
    return family


def _step(command: str) -> Callable[[Sequence[str], Path], Do]:
    if command not in COMMANDS:
        known = [*COMMANDS, INCLUDE]
        near = difflib.get_close_matches(command, known, 1)
        meant = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
        raise ValueError(f"{command!r} is not a step; {meant}")
    return COMMANDS[command]


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(error)


# -- playing --------------------------------------------------------------------------------------


class Failed(Exception):
    """A step failed: ``step``, ``reason``, and the lines ``seen`` then."""

    def __init__(self, step: Step, reason: str, seen: list[str]) -> None:
        lines = [f"{step.place}: {step.text}", f"  {reason}", *(f"  {line}" for line in seen)]
        super().__init__("\n".join(lines))
        self.step = step
        self.reason = reason
        self.seen = seen


def play(steps: Sequence[Step], client: Client, on_step: Callable[[Step], None]) -> None:
    """Run the steps. Raises Failed at the first step that fails."""
    for step in steps:
        on_step(step)
        try:
            step.do(client)
        except (Unexpected, ClientError) as error:
            raise Failed(step, str(error), _seen(client)) from error


def _seen(client: Client) -> list[str]:
    """Return screen and record as lines, as far as the handheld answers."""
    try:
        screen = _screen(client)
        seen = [f"on the screen [{screen['id']}]:", *(f"  {line}" for line in screen["lines"])]
        try:
            return [*seen, f"record: {checked('record', client.call('record'))['text']}"]
        except NoGame:
            return [*seen, "record: no game"]
    except ClientError as error:
        return [f"and the screen is unknown: {error}"]


# -- the command ----------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="scripts to run, one after the other"
    )
    parser.add_argument("-v", dest="verbose", action="store_true", help="print every step")


def run(arguments: argparse.Namespace, find: Callable[[], str]) -> int:
    """Run the script; return the exit status. ``find`` returns the port if none is given. Raises
    what ``find`` raises, and ClientError."""
    try:
        scripts = [(name, parse(Path(name))) for name in arguments.files]
    except ScriptError as error:
        _print(arguments, {"error": str(error)}, f"pocketpig device run: {error}")
        return 2

    def print_step(step: Step) -> None:
        if arguments.verbose:
            print(visible(f"{step.place}: {step.text}"), file=sys.stderr, flush=True)

    with Client.open(arguments.port or find(), arguments.timeout) as client:
        for name, steps in scripts:
            try:
                play(steps, client, print_step)
            except Failed as failed:
                report = {"file": name, "place": failed.step.place, "step": failed.step.text}
                report |= {"error": failed.reason, "seen": failed.seen}
                _print(arguments, report, str(failed))
                return 1
            if arguments.json:
                print(json.dumps({"file": name, "steps": len(steps)}))
            else:
                print(f"{name}: {len(steps)} steps done")
    return 0


def _print(arguments: argparse.Namespace, as_json: dict[str, Any], text: str) -> None:
    if arguments.json:
        print(json.dumps(as_json))
    else:
        print(visible(text), file=sys.stderr)
