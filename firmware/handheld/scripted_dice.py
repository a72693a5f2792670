# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Check the rolls that a tester queues."""

from shared_rules.checks import is_count
from shared_rules.errors import BadDice
from shared_rules.variants import ORDER, ids, variant_class

from .bridge.protocol import DICE, quote

_QUEUE_BYTES = 4096
_LARGEST_FACE = 6  # of the variants in ORDER


def queue(cup, rolls):
    """Queue `rolls`, lists of faces, in a `DiceCup`. Raises BadDice; then it queues none."""
    size = cup.queue_bytes()
    largest = max([_LARGEST_FACE] + [variant_class(name).FACES[1] for name in ids()[len(ORDER) :]])
    for roll in rolls:
        if not isinstance(roll, list) or not DICE[0] <= len(roll) <= DICE[1]:
            raise BadDice("faces: %s is not a list of %d to %d faces" % ((quote(roll),) + DICE))
        for face in roll:
            if not is_count(face) or not 0 <= face <= largest:
                message = "faces: no die shows %s; allowed: 0 to %d"
                raise BadDice(message % (quote(face), largest))
        size += 1 + len(roll)
    if size > _QUEUE_BYTES:
        raise BadDice("faces: the queue is full; it holds %d bytes" % _QUEUE_BYTES)
    cup.queue(rolls)
