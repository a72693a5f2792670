# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Where the faces of a roll come from: a scripted queue, a seeded generator or entropy."""

from shared_rules.chance import Entropy, Pcg32, fall
from shared_rules.errors import BadDice

QUEUE_BYTES = 4096
LARGEST_FACE = 6
MOST_DICE = 40


class DiceCup:
    """Throws dice. `thoughts` is the random source of computer players."""

    def __init__(self, entropy):
        """`entropy(n)` returns n bytes of hardware randomness."""
        self.source = self.thoughts = Entropy(entropy)
        # Queued rolls, each its number of faces and the faces.
        self._queue = bytearray()
        self.queued = 0

    def seed(self, seed):
        """From now on dice and thoughts come from two streams of the seeded generator."""
        self.source = Pcg32(seed)
        self.thoughts = Pcg32(seed, 1)

    def clear(self):
        """Forget the queue."""
        self._queue = bytearray()
        self.queued = 0

    def script(self, rolls):
        """Queue `rolls`, a list of lists of faces. Raises BadDice and queues nothing."""
        size = len(self._queue)
        for roll in rolls:
            if not isinstance(roll, list) or not 1 <= len(roll) <= MOST_DICE:
                raise BadDice("faces: %r is not a list of 1 to %d faces" % (roll, MOST_DICE))
            for face in roll:
                if not isinstance(face, int) or face is True or face is False:
                    raise BadDice("faces: %r is not a face" % (face,))
                if not 0 <= face <= LARGEST_FACE:
                    raise BadDice("faces: no die shows %r; allowed: 0 to 6" % face)
            size += 1 + len(roll)
        if size > QUEUE_BYTES:
            raise BadDice("faces: the queue is full; it holds %d bytes" % QUEUE_BYTES)
        for roll in rolls:
            self._queue += bytes([len(roll)] + roll)
        self.queued += len(rolls)

    def throw(self, faces, count):
        """Tuple of `count` faces in the range `faces`; a scripted roll comes as it is."""
        if not self.queued:
            return fall(self.source, faces, count)
        end = 1 + self._queue[0]
        roll = tuple(self._queue[1:end])
        self._queue = self._queue[end:]
        self.queued -= 1
        return roll
