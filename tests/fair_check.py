# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A second check of fair dice, written from docs/fair-dice.md alone. It imports nothing of ours.

It knows no rules of the games: it checks commitment, dice, roll-off and seal.
"""

import hashlib


def sha256(text):
    return hashlib.sha256(text.encode("ascii")).digest()


def dice(secret, addition, roll, count, least=1, n=6):
    """Return the faces of a roll of `count` dice with `n` faces."""
    faces = []
    block = 0
    while True:
        block += 1
        for byte in sha256(f"pocketpig-1 roll {secret} {addition} {roll} {block}"):
            if byte < 256 // n * n:
                faces.append(least + byte % n)
            if len(faces) == count:
                return faces


def proven(record):
    """Return True if the dice of the record are proven."""
    before, _, after = record.partition(" : ")
    words = before.split(" ")
    fields = dict(word.split("=") for word in words[2:])
    seal = words[-1]
    if not seal.startswith("seal=") or "unproven" in fields:
        return False
    unsealed = " ".join(words[:-1]) + " : " + after
    if seal != "seal=" + sha256("pocketpig-1 record " + unsealed).hex()[:16]:
        return False
    secret, addition = fields["secret"], fields.get("addition", "-")
    if sha256("pocketpig-1 secret " + secret).hex() != fields["commitment"]:
        return False
    least, n = (0, 2) if words[1] == "piglet" else (1, 6)
    roll = int(fields["roll"])
    for step in after.split(" "):
        if step.isdigit():
            if [int(face) for face in step] != dice(secret, addition, roll, len(step), least, n):
                return False
            roll += 1
    if "rolloff" in fields:
        return roll_off(secret, addition, int(fields["players"])) == (
            fields["rolloff"],
            int(fields["first"]),
        )
    return True


def roll_off(secret, addition, players):
    """Return the faces of the roll-off as the record has them, and who begins."""
    fell = []
    equal = list(range(players))
    while len(equal) > 1:
        ranks = []
        for player in equal:
            pair = dice(secret, addition, len(fell) + 1, 2)
            fell.append(f"{pair[0]}{pair[1]}")
            ranks.append((sum(pair), max(pair), player))
        best = max(rank[:2] for rank in ranks)
        equal = [rank[2] for rank in ranks if rank[:2] == best]
    return ",".join(fell), equal[0]
