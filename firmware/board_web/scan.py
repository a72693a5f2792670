# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the page of the camera asks about the codes that it has read. Only text crosses over."""

import json

from pocketpig._verify import verify
from shared_rules.fair_dice import FairDice
from shared_rules.reading import replay

from .codes import commitment_of, frame_of, record_of


def look(code):
    """Return what a scanned text is, as JSON: {commitment}, {place, count}, or {} for another."""
    commitment = commitment_of(code)
    if commitment:
        return json.dumps({"commitment": commitment})
    try:
        place, count = frame_of(code)
    except ValueError:
        return "{}"
    return json.dumps({"place": place, "count": count})


def judge(codes, commitment, number):
    """Return the verdict of a game as JSON, {} if the codes do not fit together.

    codes: the texts of all its frames, a line each. commitment, number: what was noted, or "".
    `told`: the commitment of the secret that the record tells, whatever else it says; or "".
    """
    try:
        record = record_of(codes.split("\n"))
        verdict = verify(record, commitment, number)
        found = {"kind": verdict.kind, "word": verdict.word, "record": record}
        found["told"] = _told(record)
        found.update(verdict.facts)
        if not verdict.word:
            found["scores"] = replay(record)[0].scores
    except ValueError:
        return "{}"
    return json.dumps(found)


def _told(record):
    before, _, after = record.partition(" secret=")
    secret = after.split(" ")[0] if " :" not in before else ""
    plain = len(secret) == 32 and not secret.strip("0123456789abcdef")
    return FairDice(secret, "-").commitment if plain else ""
