# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Check that every die of a finished game follows from its secret (docs/fair-dice.md).

RECORD is a file with the record of the game, `-` for the standard input, or the record itself:
  pocketpig device record > game.txt
  pocketpig verify game.txt --commitment "2ff1 cdcf …" --number 004217

The commitment that the handheld told before the first roll proves that the dice were fixed then:
note at least 40 of its digits, and give them here. Give also the number that somebody typed. If a
long game has several records, give all of them in order.
Exit status: 0 the dice are proven, 1 something was changed (the first word says what), 2 that is no
record, 3 nothing can be proven of this game, 4 the record is consistent, but without what you noted
nothing is proven, 5 this is only a part of the game.
"""

from __future__ import annotations

import argparse
import json
import os
import stat
import sys
from collections.abc import Iterator

import pocketpig
from shared_rules.notation import RECORD_LIMIT, VERSION

STATUS = {"proven": 0, "changed": 1, "nothing": 3, "consistent": 4, "part": 5}
NO_RECORD = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", nargs="+", help="a file, -, or the record")
    parser.add_argument(
        "--commitment",
        default="",
        metavar="DIGITS",
        help="what the handheld told before the first roll, at least 40 digits",
    )
    parser.add_argument(
        "--number", default="", metavar="DIGITS", help="the number that was typed, all six digits"
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON")


def run(arguments: argparse.Namespace) -> int:
    try:
        *earlier, last = [_read(name) for name in arguments.record]
        verdict = pocketpig.verify(last, arguments.commitment, arguments.number, tuple(earlier))
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return NO_RECORD
    except ValueError as error:
        print(f"that is no record: {error}", file=sys.stderr)
        return NO_RECORD
    lines = list(_sentences(verdict))
    if arguments.json:
        answer = {"verdict": verdict.kind, "changed": verdict.word or None}
        print(json.dumps({**answer, "words": "\n".join(lines), **verdict.facts}))
    else:
        print("\n".join(lines))
    return STATUS[verdict.kind]


def _read(name: str) -> str:
    """Return the text of a record; of a file at most twice its longest."""
    if name.startswith(VERSION + " "):
        return name
    if name == "-":
        return sys.stdin.read(2 * RECORD_LIMIT)
    with open(
        os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), encoding="latin-1"
    ) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise ValueError(f"{name} is no regular file")
        return file.read(2 * RECORD_LIMIT)


def _sentences(verdict: pocketpig.Verdict) -> Iterator[str]:
    """Yield what to print, a line each."""
    facts = verdict.facts
    if verdict.word:
        yield f"{verdict.word}: {verdict.found}"
        return
    if facts:
        rolls, first = facts["rolls"], facts["from_roll"]
        yield f"Every die follows from the secret: {rolls} rolls, from roll {first}."
    if verdict.kind == "nothing":
        yield f"Nothing is proven: {verdict.found}."
    elif verdict.kind == "part":
        yield "This is only a part of the game. What came before it is not proven."
    elif verdict.kind == "consistent":
        yield "The record is consistent. Nothing is proven without what you noted before the game."
    elif facts["number"]:
        yield "Proven: the dice were fixed before the game, and not chosen by the handheld."
    else:
        yield "Proven: the dice were fixed before the game."
    if facts:
        yield from _to_compare(verdict)


def _to_compare(verdict: pocketpig.Verdict) -> Iterator[str]:
    """Yield the facts that the commitment does not fix."""
    facts = verdict.facts
    yield "Compare this with your game:"
    if verdict.kind != "proven":
        yield f"  commitment  {facts['commitment']}"
    if verdict.kind != "proven" or facts["number"] is None:
        yield f"  own number  {facts['number'] or 'none'}"
    options = facts["options"]
    assert isinstance(options, dict)
    words = [str(facts["variant"]), *(f"{name}={value}" for name, value in options.items())]
    yield f"  game        {' '.join(words)}"
    yield f"  players     {', '.join(facts['seats'])}"  # type: ignore[arg-type]
    yield f"  began       player {facts['first'] + 1}"  # type: ignore[operator]
    yield f"  roll-off    {facts['rolloff'] or 'none'}"
    if facts["again"]:
        yield f"  begun again {facts['again']} times, each with new dice"
