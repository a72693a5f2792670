# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Actions of a game as steps of the journal: one byte for most of them."""

# Faces of one die, of two dice, or of any number between OPEN and CLOSE. BY and the index of a
# player, as the code of two dice, go before a choice of anybody but the first who is asked.

from shared_rules.game import HOLD, ROLL, SIT, STAND

from .journal import STEP_CODES

_PAIRS = STEP_CODES[:36]
_FACES = STEP_CODES[36:43]  # 0 to 6
_WORDS = (HOLD, STAND, SIT, "(", ")", "by", "not counted")
_CODES = STEP_CODES[43 : 43 + len(_WORDS)]
_OPEN, _CLOSE, _BY = _CODES[3:4], _CODES[4:5], _CODES[5:6]
NOT_COUNTED = _WORDS[6]  # no action: from here on the game does not count


def _code(word):
    return _CODES[_WORDS.index(word) :][:1]


def _faces(text):
    """The codes of faces as a record's token tells them."""
    codes = b""
    at = 0
    while at < len(text):
        if len(text) - at > 1 and text[at] != "0" != text[at + 1]:
            place = 6 * int(text[at]) + int(text[at + 1]) - 7
            codes += _PAIRS[place : place + 1]
            at += 2
        else:
            codes += _FACES[int(text[at]) :][:1]
            at += 1
    return codes if len(codes) == 1 else _OPEN + codes + _CLOSE


def encode(action, token="", player=None):
    """The codes of an action: `token` of a roll's faces, `player` where not the first asked."""
    if action == ROLL:
        return _faces(token)
    codes = _code(action)
    return codes if player is None else _BY + _PAIRS[player : player + 1] + codes


def codes_of_record(tokens):
    """The codes of the tokens of a record (see `shared_rules.notation`)."""
    codes = bytearray()
    for token in tokens:
        if token.isdigit():
            codes += _faces(token)
        else:
            for letter in token:
                codes += _code({"h": HOLD, "t": STAND, "s": SIT}[letter])
    return bytes(codes)


def decode(codes):
    """Generator over (action, faces or None, player or None); ("", None, None): cut short."""
    faces = None
    player = None
    asked = False  # the next code is a player
    for n in range(len(codes)):
        code = codes[n : n + 1]
        pair = _PAIRS.find(code)
        face = _FACES.find(code)
        word = "" if pair >= 0 or face >= 0 else _WORDS[_CODES.find(code)]
        if asked:
            player = pair
            asked = False
        elif word == "(":
            faces = []
        elif word == ")" and faces:
            yield ROLL, faces, None
            faces = None
        elif word == "by":
            asked = True
        elif word:
            yield word, None, player
            player = None
        else:
            fell = [face] if face >= 0 else [1 + pair // 6, 1 + pair % 6]
            if faces is None:
                yield ROLL, fell, None
            else:
                faces += fell
    if faces is not None or asked or player is not None:
        yield "", None, None
