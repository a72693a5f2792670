# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The words that prove the dice of a record, see docs/fair-dice.md."""

from .fair_dice import NONE, FairDice


def proof_words(fair, seats, roll, challenge=0, unproven=False):
    """Return the words of a proof before its seal, each behind a space.

    `seats`: the kinds of the players; `roll`: the number of the record's first roll.
    """
    commitment = FairDice(fair.secret).commitment  # known also where it is no longer told
    words = " commitment=%s secret=%s" % (commitment, fair.secret)
    if fair.addition != NONE:
        words += " addition=%s" % fair.addition
    if fair.rolloff:
        words += " rolloff=%s" % fair.rolloff
    if fair.again:
        words += " again=%d" % fair.again
    words += " roll=%d seats=%s" % (roll, ",".join(seats))
    if challenge:
        words += " challenge=%d" % challenge
    return words + (" unproven=1" if unproven else "")
