"""Encode actions of a game as steps of the journal, most of them in one byte."""

# A roll whose faces follow from the game's secret is the number of its dice; any other its faces,
# then END. A choice of any player but the first to choose follows BY and the player's index.
# `begin.resume` reads them.

from shared_rules.game import HOLD, ROLL, SIT, STAND

from ..saves.journal import STEP_CODES

NUMBERS = STEP_CODES[:40]  # of dice from 1, of players from 0
FACES = STEP_CODES[40:50]
# The last three are no actions: the game no longer counts, its dice are no longer proven, or the
# newest hold is taken back (after BY the hidden choice of that player).
WORDS = (HOLD, STAND, SIT, "end", "by", "not counted", "unproven", "undo")
CODES = STEP_CODES[50:58]
END, BY, NOT_COUNTED, NOT_PROVEN, UNDO = WORDS[3:]


def code(word):
    """Return the code of an action, as bytes."""
    return CODES[WORDS.index(word) :][:1]


def encode(action, faces, fair, player):
    """Return the codes of an action. `faces`: of a roll; `player`: None if the first to choose."""
    if action == ROLL and fair:
        return NUMBERS[len(faces) - 1 :][:1]
    if action == ROLL:
        return bytes([FACES[face] for face in faces]) + code(END)
    codes = code(action)
    return codes if player is None else code(BY) + NUMBERS[player : player + 1] + codes
