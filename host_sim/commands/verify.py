# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Check that every die of a finished game follows from its secret (docs/fair-dice.md).

RECORD is a file with the record of the game, `-` for the standard input, or the record itself:
  pocketpig device record > game.txt
  pocketpig verify game.txt --commitment "2ff1 cdcf 4868 d5e7 0d41"

Only the commitment that the handheld told before the first roll proves that the dice were fixed
then: note at least 20 of its digits, and give them here.
The dice of a numbered challenge follow from its number, so they prove nothing; they are checked
against the number.
Exit status: 0 the dice are proven, 1 something was changed (the first word says what), 2 that is no
record, 3 there is nothing to check.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from handheld.screens import challenge
from shared_rules.errors import RulesError
from shared_rules.fair_dice import NONE, FairDice, sha256
from shared_rules.notation import VERSION
from shared_rules.reading import PROOF, parse_position, replay_token
from shared_rules.roll_off import DICE, leaders

PROVEN, CHANGED, NO_RECORD, NOTHING = range(4)
SEAL_DIGITS = 16
LEAST_DIGITS = 20  # of a commitment that was noted
_MOST_TIES = 100  # rounds of a roll-off
_MOST_ROLLS = 3000  # before a record begins anew
_SHOWN = 3  # rolls that are listed


class Verdict(NamedTuple):
    """What was found. ``status`` is the exit status, ``changed`` the first word, "" for none."""

    status: int
    changed: str
    words: str
    facts: dict[str, Any]


class Roll(NamedTuple):
    """A roll: its step in the record (from 0), its number in the game, its faces, the true ones."""

    step: int
    number: int
    faces: str
    true: str


class _Changed(Exception):
    """Something was changed: its word, and what was found."""

    def __init__(self, word: str, found: str) -> None:
        super().__init__(found)
        self.word = word


class _Record:
    """The words of a record before its colon, and its steps."""

    def __init__(self, text: str) -> None:
        head, colon, moves = text.partition(":")
        if not text.startswith(VERSION + " ") or not colon:
            raise ValueError(f"a record begins with {VERSION!r} and has a colon")
        words = head.split()
        names = [word.partition("=")[0] for word in words]
        self.head = [word for word, name in zip(words, names) if f" {name} " not in PROOF]
        self.proof = [word for word, name in zip(words, names) if f" {name} " in PROOF]
        self.steps = moves.split()
        self.values = dict(word.split("=", 1) for word in self.proof if "=" in word)

    def seals(self, steps: list[str], proof: list[str] | None = None) -> bool:
        """Return True if the seal fits the record with other steps, or other words of the proof."""
        words = [word for word in proof or self.proof if not word.startswith("seal=")]
        text = " ".join([*self.head, *words, ":", *steps])
        return seal_of(text) == self.values.get("seal")


def seal_of(text: str) -> str:
    """Return the seal of a record that has none."""
    return str(sha256(b"pocketpig-1 record ", text.encode()).hex()[:SEAL_DIGITS])


def verify(text: str, noted: str = "") -> Verdict:
    """Check a record; ``noted``: the digits of the commitment that was told, "" if unknown.

    Raises ValueError for a text that is no record.
    """
    record = _Record(" ".join(text.split()))
    facts: dict[str, Any] = {}
    if "secret" not in record.values:
        words = "The record has no secret: the game is not over, or nothing can be proven of it."
        return Verdict(NOTHING, "", words, facts)
    try:
        fair, rolls = _check(record, noted)
    except _Changed as changed:
        return Verdict(CHANGED, changed.word, str(changed), facts)
    facts.update(
        commitment=fair.commitment,
        rolls=len(rolls),
        from_roll=int(record.values["roll"]),
        addition=record.values.get("addition"),
    )
    words = (
        f"Every die follows from the secret: {len(rolls)} rolls, from roll {facts['from_roll']}."
    )
    if "challenge" in record.values:
        number = facts["challenge"] = int(record.values["challenge"])
        more = f"They are those of challenge {number}, known beforehand: nothing is proven."
        return Verdict(NOTHING, "", f"{words}\n{more}", facts)
    if "unproven" in record.values:
        more = "But a computer could have known the secret during the game: nothing is proven."
        return Verdict(NOTHING, "", f"{words}\n{more}", facts)
    words += "\nThe dice were fixed before the game"
    words += "." if facts["addition"] is None else " and not chosen by the handheld."
    if not noted:
        words += f"\nCompare the commitment with the one told then: {fair.commitment}"
    return Verdict(PROVEN, "", words, facts)


def _check(record: _Record, noted: str) -> tuple[FairDice, list[Roll]]:
    """Return the dice and all rolls of the record. Raises _Changed."""
    values = record.values
    fair = _dice(record)
    _check_challenge(record)
    rolls, against = _replayed(record, fair)
    wrong = [roll for roll in rolls if roll.faces != roll.true]
    if fair.commitment != values.get("commitment"):
        if wrong:
            raise _Changed("secret", "the secret does not fit the commitment, nor do the dice")
        raise _Changed("commitment", "the secret fits the dice, but not the commitment")
    if not fair.commitment.startswith(noted):
        raise _Changed("commitment", "it is not the one that you noted")
    found = _explained(record, rolls)
    if found:
        raise found
    if wrong:
        raise _unexplained(record, rolls, wrong)
    if against:
        raise against
    _check_rolloff(record)
    if not record.seals(record.steps):
        raise _Changed("seal", "the seats, the start or the seal, or several things together")
    return fair, rolls


def _dice(record: _Record) -> FairDice:
    """Return the dice before the record's first roll."""
    values = record.values
    if len(record.proof) != len(values):
        raise _Changed("seal", "a word of the proof stands there twice")
    secret, addition = values["secret"], values.get("addition", NONE)
    if len(secret) != 32 or secret.strip("0123456789abcdef"):
        raise _Changed("secret", "it has 32 hexadecimal digits in lower case")
    if addition != NONE and (addition.strip("0123456789") or not addition):
        raise _Changed("addition", "it is a number")
    first = values.get("roll", "")
    if not (first.isascii() and first.isdigit() and 0 < int(first) < 1 << 31):
        raise _Changed("seal", "`roll` is the number of the first roll")
    return FairDice(secret, addition, int(first) - 1)


def _check_challenge(record: _Record) -> None:
    """Raise _Changed where the game is not the one of the challenge's number."""
    text = record.values.get("challenge")
    if text is None:
        return
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= challenge.LARGEST):
        raise _Changed("challenge", f"its number is 1 to {challenge.LARGEST}")
    number = int(text)
    variant, kinds, _ = challenge.setup(number)
    seats = ",".join(kinds)
    if record.values["secret"] != challenge.secret(number) or "addition" in record.values:
        raise _Changed("challenge", f"these are not the dice of number {number}")
    if record.head[1:2] != [variant] or record.values.get("seats") != seats:
        raise _Changed("challenge", f"number {number} is {variant} with the seats {seats}")
    if "unproven" not in record.values:
        raise _Changed("unproven", "the mark that nothing is proven was removed")


def _thrown(fair: FairDice, faces: tuple[int, int], dice: int) -> str:
    """Return the faces of the next roll."""
    text = "".join(str(face) for face in fair.throw(faces, dice))
    fair.rolled += 1
    return text


def _replayed(record: _Record, fair: FairDice) -> tuple[list[Roll], _Changed | None]:
    """Return the rolls, and what is against the rules. Raises _Changed for an impossible start."""
    try:
        game = parse_position(" ".join(record.head))
    except RulesError as error:
        raise _Changed("rules", f"the start: {error}") from None
    rolls = []
    against = None
    for step, token in enumerate(record.steps):
        if token.isascii() and token.isdigit():
            number = fair.rolled + 1
            rolls.append(Roll(step, number, token, _thrown(fair, game.FACES, len(token))))
        if against is None:
            try:
                replay_token(game, token)
            except RulesError as error:
                against = _Changed("rules", f"step {step + 1} ({token}): {error}")
    if against is None and not game.over:
        against = _Changed("end", "the game is not over after the last step")
    return rolls, against


def _changes(record: _Record, rolls: list[Roll]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield (word, what was found, steps) for what may have been before a single change."""
    steps = record.steps
    true = list(steps)
    for roll in rolls:
        true[roll.step] = roll.true
    wrong = [roll for roll in rolls if roll.faces != roll.true]
    if wrong:
        same = sorted(roll.faces for roll in rolls) == sorted(roll.true for roll in rolls)
        yield "order" if same else "face", _listed(wrong), true
    for at in range(len(steps) - 1):
        if steps[at] != steps[at + 1]:
            swapped = [*steps[:at], steps[at + 1], steps[at], *steps[at + 2 :]]
            yield "order", f"steps {at + 1} and {at + 2} changed places", swapped
    for at, step in enumerate(steps):
        if step == "h":
            yield "action", f"the hold in step {at + 1} was added", steps[:at] + steps[at + 1 :]
        for place, letter in enumerate(step):
            if letter in "ts":
                other = step[:place] + ("s" if letter == "t" else "t") + step[place + 1 :]
                found = f"step {at + 1} ({step}) was {other}"
                yield "action", found, [*steps[:at], other, *steps[at + 1 :]]
    for at in range(len(steps) + 1):
        yield "action", f"a hold before step {at + 1} is missing", [*steps[:at], "h", *steps[at:]]


def _explained(record: _Record, rolls: list[Roll]) -> _Changed | None:
    """Return the single change after which the seal does not fit any more, if there is one."""
    if record.seals(record.steps):
        return None
    if record.seals(record.steps, [*record.proof, "unproven=1"]):
        return _Changed("unproven", "the mark that nothing is proven was removed")
    for number in range(1, _MOST_ROLLS):
        other = [f"roll={number}" if word.startswith("roll=") else word for word in record.proof]
        if record.seals(record.steps, other):
            return _Changed("order", f"the first roll is number {number}")
    for word, found, steps in _changes(record, rolls):
        if record.seals(steps):
            return _Changed(word, found)
    return None


def _unexplained(record: _Record, rolls: list[Roll], wrong: list[Roll]) -> _Changed:
    """Return what is likeliest where dice do not follow from the secret."""
    at = rolls.index(wrong[0])
    fair = _dice(record)
    faces = parse_position(" ".join(record.head)).FACES
    for more in (1, -1):
        if len(rolls) - at < 3:
            break  # too few to tell
        fair.rolled = rolls[at].number - 1 + more
        rest = rolls[at if more > 0 else at + 1 :]
        fair.rolled += more < 0
        if all(_thrown(fair, faces, len(roll.faces)) == roll.faces for roll in rest):
            found = "is missing" if more > 0 else "is too many"
            return _Changed("order", f"a roll {found} at roll {rolls[at].number}")
    if at == 0 and len(wrong) > len(rolls) // 2 and not record.seals(record.steps):
        found = "most dice do not follow from the secret and this number"
        return _Changed("addition", found)
    return _Changed("face", _listed(wrong))


def _listed(wrong: list[Roll]) -> str:
    words = [f"roll {roll.number} is {roll.faces}, and {roll.true} fell" for roll in wrong]
    more = f"; and {len(words) - _SHOWN} more" if len(words) > _SHOWN else ""
    return "; ".join(words[:_SHOWN]) + more


def _check_rolloff(record: _Record) -> None:
    """Raise _Changed where the roll-off did not fall so, or somebody else began."""
    given = record.values.get("rolloff")
    game = parse_position(" ".join(record.head))
    first = int(record.values["roll"])
    if given is None:
        if first > 1 and (game.turn, game.roll_number) == (1, 0):
            raise _Changed("roll-off", f"rolls 1 to {first - 1} are missing")
        return
    fair = _dice(record)
    fair.rolled = 0
    tied = list(range(game.players))
    fell: list[str] = []
    for _ in range(_MOST_TIES):
        rolled = [_thrown(fair, (1, 6), DICE) for _ in tied]
        fell += rolled
        best = leaders([tuple(map(int, faces)) for faces in rolled])
        tied = [tied[place] for place in best]
        if len(tied) == 1:
            break
    if given != ",".join(fell):
        raise _Changed("roll-off", f"it is {given}, and {','.join(fell)} fell")
    if game.first != tied[0]:
        raise _Changed("roll-off", f"player {game.first + 1} began, not player {tied[0] + 1}")
    if first <= len(fell):
        raise _Changed("roll-off", "its rolls are counted twice")


# --- the command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", help="a file, -, or the record itself")
    parser.add_argument(
        "--commitment",
        type=_noted,
        metavar="DIGITS",
        help=f"what the handheld told before the first roll, at least {LEAST_DIGITS} digits",
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON")


def _noted(text: str) -> str:
    found = "".join(text.split()).lower()
    if not LEAST_DIGITS <= len(found) <= 64 or found.strip("0123456789abcdef"):
        raise argparse.ArgumentTypeError(f"expected {LEAST_DIGITS} to 64 hexadecimal digits")
    return found


def run(arguments: argparse.Namespace) -> int:
    text = arguments.record
    try:
        if text == "-":
            text = sys.stdin.read()
        elif not text.startswith(VERSION + " "):
            text = Path(text).read_text(encoding="ascii")
        verdict = verify(text, arguments.commitment or "")
    except OSError as error:
        print(f"{arguments.record}: {error.strerror}", file=sys.stderr)
        return NO_RECORD
    except ValueError as error:
        print(f"that is no record: {error}", file=sys.stderr)
        return NO_RECORD
    if arguments.json:
        answer = {"proven": verdict.status == PROVEN, "changed": verdict.changed or None}
        print(json.dumps({**answer, "words": verdict.words, **verdict.facts}))
    else:
        print(f"{verdict.changed}: {verdict.words}" if verdict.changed else verdict.words)
    return verdict.status
