"""Check the rolls that a tester queues, and keep them for a `DiceCup`."""

# `pieces` of a cup: the queued rolls; each roll: the number of faces, then the faces.

from shared_rules.checks import DICE, is_count, quote
from shared_rules.errors import BadDice
from shared_rules.variants import ORDER, ids, variant_class

_QUEUE_BYTES = 4096
_LARGEST_FACE = 6  # of the variants in ORDER
PIECE = 256  # bytes of queued rolls that lie together: a heap in use has no room for more


def queue(cup, rolls):
    """Queue `rolls`, lists of faces, in a `DiceCup`. Raises BadDice; then it queues none."""
    size = sum([len(piece) for piece in cup.pieces])
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
    pieces = cup.pieces[-1:]
    for roll in rolls:
        data = bytes([len(roll)] + roll)
        if pieces and len(pieces[-1]) + len(data) <= PIECE:
            pieces[-1] = pieces[-1] + data
        else:
            pieces.append(data)
    cup.pieces = cup.pieces[:-1] + pieces
    cup.queued += len(rolls)


def next_roll(cup):
    """Take the next roll from the queue."""
    piece = cup.pieces[0]
    end = 1 + piece[0]
    roll = tuple(piece[1:end])
    rest = piece[end:]
    # From here on nothing allocates: memory cannot run out with the queue half changed.
    cup.queued -= 1
    if rest:
        cup.pieces[0] = rest
    else:
        cup.pieces.pop(0)
    return roll
