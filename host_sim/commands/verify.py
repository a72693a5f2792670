# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Check that every die of a finished game follows from its secret (docs/fair-dice.md).

RECORD is a file with the record of the game, `-` for the standard input, or the record itself:
  pocketpig device record > game.txt
  pocketpig verify game.txt --commitment "2ff1 cdcf …" --number 004217

The commitment that the handheld showed before the first roll proves that the dice were fixed then:
note at least 40 of its digits, and give them here. Also give the number that somebody typed. If a
long game has several records, give all of them in order.
Exit status: 0 the dice are proven, 1 something was changed (the first word says what), 2 that is no
record, 3 this game has no proof, 4 the record is consistent, but without what you noted nothing is
proven, 5 this is only a part of the game.
"""

from __future__ import annotations

import argparse
import json
import os
import stat
import sys
from collections.abc import Iterator

import pocketpig
from host_sim.plain_text import NotText, decoded, tidy
from shared_rules.notation import RECORD_LIMIT, VERSION

STATUS = {"proven": 0, "changed": 1, "nothing": 3, "consistent": 4, "part": 5}
NO_RECORD = 2
MOST_RECORDS = 100
_LONGEST = 4 * RECORD_LIMIT
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", nargs="+", help="a file, -, or the record")
    parser.add_argument(
        "--commitment",
        type=tidy,
        default="",
        metavar="DIGITS",
        help="what the handheld told before the first roll, at least 40 digits",
    )
    parser.add_argument(
        "--number",
        type=tidy,
        default="",
        metavar="DIGITS",
        help="the number that was typed, all six digits",
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON")


def run(arguments: argparse.Namespace) -> int:
    try:
        if len(arguments.record) > MOST_RECORDS or arguments.record.count("-") > 1:
            raise ValueError(f"at most {MOST_RECORDS}, and the standard input once")
        *earlier, last = [_read(name) for name in arguments.record]
        verdict = pocketpig.verify(last, arguments.commitment, arguments.number, tuple(earlier))
    except ValueError as error:
        print(f"pocketpig verify: {error}", file=sys.stderr)
        return NO_RECORD
    lines = list(_sentences(verdict))
    if arguments.json:
        answer = {"verdict": verdict.kind, "changed": verdict.word or None, "record": last}
        print(json.dumps({**answer, "words": "\n".join(lines), **verdict.facts}))
    else:
        print("\n".join(lines))
    return STATUS[verdict.kind]


def _read(name: str) -> str:
    """Return the text of a record, which may have some spaces too many. Raises ValueError."""
    if tidy(name).startswith(VERSION + " "):
        return tidy(name)
    try:
        # Without waiting for somebody to write into a FIFO.
        source = sys.stdin.fileno() if name == "-" else os.open(name, os.O_RDONLY | _AT_ONCE)
        with open(source, "rb", closefd=name != "-") as file:
            if name != "-" and not stat.S_ISREG(os.fstat(source).st_mode):
                raise ValueError(f"{name!r} is not a regular file")
            data = file.read(_LONGEST + 1)
    except (AttributeError, OSError) as error:
        raise ValueError(f"{name!r}: {getattr(error, 'strerror', None) or 'closed'}") from None
    if len(data) > _LONGEST:
        raise ValueError(f"{name!r} has more than {_LONGEST} bytes")
    try:
        return decoded(data)
    except NotText as error:
        raise ValueError(f"{name!r}: {error}") from None


def _sentences(verdict: pocketpig.Verdict) -> Iterator[str]:
    """Yield what to print, a line each."""
    facts = verdict.facts
    if verdict.word:
        yield f"The record was changed. Its {verdict.word}: {verdict.found}."
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
