"""Check that every die of a finished game follows from its secret (docs/fair-dice.md).

RECORD is a file with the record of the game, `-` for the standard input, or the record itself:
  pocketpig device record > game.txt
  pocketpig verify game.txt --commitment "2ff1 cdcf …" --number 004217

Give at least 40 digits of the commitment that you noted before the first roll: one that was taken
from the record proves nothing. Also give the number that somebody typed. If a long game has several
records, give all of them in order.

Then compare the turns that are printed with those that you saw, the marked ones first: a handheld
can show other dice, and write a record of a game that nobody played. A log of the game's events
compares them at once:
  pocketpig device watch --events > events.txt
  pocketpig verify game.txt --commitment "2ff1 cdcf …" --events events.txt

Exit status: 0 proven, if these are the dice that you saw; 1 something was changed (its name comes
first); 2 that is no record; 3 this game has no proof; 4 the record is consistent, but without what
you noted nothing is proven; 5 this is only a part of the game.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pocketpig
from host_sim.commands.arguments import Arguments
from host_sim.drive.inside import read_regular
from host_sim.plain_text import decoded, tidy
from shared_rules.notation import RECORD_LIMIT, VERSION

STATUS = {"proven": 0, "changed": 1, "nothing": 3, "consistent": 4, "part": 5}
NO_RECORD = 2
MOST_RECORDS = 100
_LONGEST = 4 * RECORD_LIMIT
_LONGEST_LOG = 1 << 24
# What is on the dice in place of numbers, by die.
_FACES = {"piglet": ({"0": "tail", "1": "head"},), "pig_dice": ({"1": "head"}, {"6": "tail"})}


_NOTED = {"type": tidy, "action": "append", "default": []}
ARGUMENTS: Arguments = {
    "RECORD": ("a file, -, or the record", {"nargs": "+"}),
    "--commitment DIGITS": ("what you noted before the first roll, at least 40 digits", _NOTED),
    "--number DIGITS": ("the number that was typed, all six digits", _NOTED),
    "--events FILE": "compare what `pocketpig device watch --events` printed",
    "--json": "print one line of JSON",
}


def run(arguments: argparse.Namespace) -> int:
    stdin = [*arguments.record, arguments.events].count("-")
    try:
        if len(arguments.record) > MOST_RECORDS or stdin > 1:
            raise ValueError(f"at most {MOST_RECORDS}, and the standard input once")
        commitment, number = _one(arguments, "commitment"), _one(arguments, "number")
        *earlier, last = [_record(name) for name in arguments.record]
        events = _events(arguments.events) if arguments.events else None
        verdict = pocketpig.verify(last, commitment, number, tuple(earlier), events)
    except ValueError as error:
        print(f"pocketpig verify: {error}", file=sys.stderr)
        return NO_RECORD
    lines = list(_sentences(verdict, events is not None))
    if arguments.json:
        answer = {"verdict": verdict.kind, "changed": verdict.word or None, "record": last}
        print(json.dumps({**answer, "words": "\n".join(lines), **verdict.facts}))
    else:
        print("\n".join(lines))
    return STATUS[verdict.kind]


def _one(arguments: argparse.Namespace, name: str) -> str:
    """Return what was noted, "" if nothing was. Raises ValueError for more than one."""
    noted: list[str] = getattr(arguments, name)
    if len(noted) > 1:
        raise ValueError(f"two of --{name}: give the one that was noted before the first roll")
    return "".join(noted)


def _record(name: str) -> str:
    """Return the text of a record, which may have some spaces too many. Raises ValueError."""
    text = tidy(name)
    if not text.startswith(VERSION + " "):
        text = _read(name, _LONGEST)
        if tidy(text).split()[:1] != [VERSION]:
            raise ValueError(f"{name!r} is no record: a record begins with {VERSION}")
    return text


def _events(name: str) -> list[dict[str, object]]:
    """Return the events in a file, a line each. Raises ValueError."""
    events = []
    for place, line in enumerate(_read(name, _LONGEST_LOG).splitlines()):
        try:
            events.append(json.loads(line))
        except (ValueError, RecursionError):
            raise ValueError(f"{name!r}: line {place + 1} is no event") from None
    return events


def _read(name: str, most: int) -> str:
    """Return the text of a file of at most `most` bytes. Raises ValueError."""
    try:
        if name != "-":
            data = read_regular(Path(name), most)
        else:
            data = sys.stdin.buffer.read(most + 1)
            if len(data) > most:
                raise ValueError(f"{name!r}: it is longer than {most:,} bytes")
    except (AttributeError, OSError) as error:
        raise ValueError(f"{name!r}: {getattr(error, 'strerror', None) or 'closed'}") from None
    try:
        return decoded(data)
    except ValueError as error:
        raise ValueError(f"{name!r}: {error}") from None


def _sentences(verdict: pocketpig.Verdict, compared: bool) -> Iterator[str]:
    """Yield what to print, a line each. `compared`: with a log of events."""
    facts = verdict.facts
    if verdict.word:
        yield f"Refused because of its {verdict.word}: {verdict.found}."
        return
    if facts:
        rolls, first = facts["rolls"], facts["from_roll"]
        yield f"Every die follows from the secret: {rolls} rolls, from roll {first}."
    if verdict.kind == "nothing":
        yield f"Nothing is proven: {verdict.found}."
    elif verdict.kind == "part":
        yield "This is only a part of the game. What came before it is not proven."
    elif verdict.kind == "consistent":
        yield f"The record is consistent. Nothing is proven: {verdict.found}."
    else:
        before, more = "the first roll", ""
        if facts["number"]:
            before, more = "the number was typed", ", and not chosen by the handheld"
        yield "Proven, only if these are the dice you saw, and you noted the commitment"
        yield f"before {before}: the dice were fixed before the game{more}."
    if compared and facts and verdict.kind != "part":
        yield "The log of events has the same rolls and scores."
    if facts:
        yield from _to_compare(verdict)


def _to_compare(verdict: pocketpig.Verdict) -> Iterator[str]:
    """Yield what the commitment does not fix, and the turns."""
    facts: dict[str, Any] = verdict.facts
    yield "Compare every roll with your game, in its order. Begin with *: there most was at stake."
    if verdict.kind != "proven" or facts["number"] is None:
        yield f"  own number    {facts['number'] or 'none'}"
    options = [f"{name}={value}" for name, value in facts["options"].items()]
    if facts["options"].get("end") != "rounds":
        options = [option for option in options if not option.startswith("rounds=")]
    players = [f"{place} {kind}" for place, kind in enumerate(facts["seats"], 1)]
    rolloff = [" + ".join(pair) for pair in (facts["rolloff"] or "").split(",") if pair]
    yield f"  game          {' '.join([facts['variant'], *options])}"
    yield f"  players       {', '.join(players)}"
    yield f"  began         player {facts['first'] + 1}"
    yield f"  roll-off      {', '.join(rolloff) or 'none'}"
    again = facts["again"] and f"{facts['again']} times, each with new dice"
    yield f"  begun again   {again or 'none'}"
    yield f"  final scores  {' : '.join(map(str, facts['scores']))}"
    yield ""
    rows = [("", "turn", "player", "points", "score"), *map(_row, facts["turns"])]
    rolls = ["rolls", *(_rolls(turn, _FACES.get(facts["variant"], ())) for turn in facts["turns"])]
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row, last in zip(rows, rolls):
        yield "  ".join([*(cell.rjust(width) for cell, width in zip(row, widths)), last])


def _row(turn: dict[str, Any]) -> tuple[str, ...]:
    """Return the cells of a turn, but its rolls."""
    player = turn["player"]
    who: dict[int, list[int]] = {}
    for each, points in enumerate(turn["points"]):
        if points:
            who.setdefault(points, []).append(each)
    points = ", ".join(
        f"{n:+}" + ("" if each == [player] else f" for {_numbered(each)}")
        for n, each in who.items()
    )
    points = points or ("0, lost " + str(turn["at_stake"]) if turn["at_stake"] else "0")
    star = "*" if turn["telling"] else ""
    if player is None:
        return star, str(turn["turn"]), "all", points, ""
    return star, str(turn["turn"]), str(player + 1), points, str(turn["scores"][player])


def _numbered(players: Iterable[int]) -> str:
    return " ".join(str(player + 1) for player in players)


def _rolls(turn: dict[str, Any], names: Sequence[dict[str, str]]) -> str:
    """Return the rolls of a turn, and who banked after them. `names`: of faces, by die."""
    told = []
    for count, faces in enumerate(["", *turn["rolls"]]):
        if faces:
            words = [*names, *[{}] * len(faces)]
            told.append("+".join(words[die].get(face, face) for die, face in enumerate(faces)))
        banked = [player for player, after in turn["banked"] if after == count]
        if banked:
            told.append("hold" if turn["player"] is not None else f"({_numbered(banked)} sat)")
    return " ".join(told)
