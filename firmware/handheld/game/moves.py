"""Encode actions of a game as steps of the journal, most of them in one byte."""

# Of a roll whose faces follow from the game's secret: the code at the place of its number of dice,
# less 1. Else its faces: of one die, of two dice, or of any number between OPEN and CLOSE. A choice
# of any player but the first to choose follows BY and the player's index (as a code of two dice).
# `begin.resume` reads them.

from shared_rules.game import HOLD, ROLL, SIT, STAND

from ..saves.journal import STEP_CODES

PAIRS = STEP_CODES[:36]
WORDS = (HOLD, STAND, SIT, "(", ")", "by", "not counted", "unproven", "undo")
CODES = STEP_CODES[43:50] + STEP_CODES[53:55]
FACES = STEP_CODES[36:43] + STEP_CODES[50:53]  # 0 to 6, 7 to 9
OPEN, CLOSE, BY = CODES[3:4], CODES[4:5], CODES[5:6]
# Not actions: the game no longer counts, or its dice are no longer proven.
NOT_COUNTED = WORDS[6]
NOT_PROVEN = "unproven"
# The newest hold is taken back, or after BY the hidden choice of that player.
UNDO = WORDS[8]


def code(word):
    """Return the code of an action, as bytes."""
    return CODES[WORDS.index(word) :][:1]


def roll_code(text, fair):
    """Return the codes of a roll, a token of a record; `fair`: it follows from a secret."""
    if fair:
        return STEP_CODES[len(text) - 1 :][:1]
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


def encode(action, token, fair, player):
    """Return the codes of an action. `token`: faces; `player`: None if the first to choose."""
    if action == ROLL:
        return roll_code(token, fair)
    codes = code(action)
    return codes if player is None else BY + PAIRS[player : player + 1] + codes
