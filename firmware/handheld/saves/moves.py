# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Actions of a game as steps of the journal: one byte for most of them."""

# Faces of one die, of two dice, or of any number between OPEN and CLOSE. BY and the index of a
# player, as the code of two dice, go before a choice of anybody but the first who is asked.

from shared_rules.game import HOLD, ROLL, SIT, STAND

from .journal import STEP_CODES

PAIRS = STEP_CODES[:36]
WORDS = (HOLD, STAND, SIT, "(", ")", "by", "not counted")
CODES = STEP_CODES[43 : 43 + len(WORDS)]
FACES = STEP_CODES[36:43] + STEP_CODES[50:53]  # 0 to 6, 7 to 9
OPEN, CLOSE, BY = CODES[3:4], CODES[4:5], CODES[5:6]
NOT_COUNTED = WORDS[6]  # no action: from here on the game does not count


def code(word):
    """The code of an action, as bytes."""
    return CODES[WORDS.index(word) :][:1]


def faces_code(text):
    """The codes of faces as a record's token tells them."""
    codes = b""
    at = 0
    while at < len(text):
        if len(text) - at > 1 and "1" <= min(text[at : at + 2]) <= max(text[at : at + 2]) <= "6":
            place = 6 * int(text[at]) + int(text[at + 1]) - 7
            codes += PAIRS[place : place + 1]
            at += 2
        else:
            codes += FACES[int(text[at]) :][:1]
            at += 1
    return codes if len(codes) == 1 else OPEN + codes + CLOSE


def encode(action, token="", player=None):
    """The codes of an action: `token` of a roll's faces, `player` where not the first asked."""
    if action == ROLL:
        return faces_code(token)
    codes = code(action)
    return codes if player is None else BY + PAIRS[player : player + 1] + codes
