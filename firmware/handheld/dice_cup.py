# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Where the faces of a roll come from: a scripted queue, a seeded generator or entropy."""

from shared_rules.chance import Entropy, fall

PIECE = 256  # bytes of queued rolls in one piece: a heap in use has no larger gaps


class DiceCup:
    """Throws dice. `thoughts` is the random source of computer players."""

    def __init__(self, entropy):
        """`entropy(n)` returns n bytes of hardware randomness."""
        self._entropy = entropy
        self.fair()

    def fair(self):
        """From now on dice and thoughts come from entropy; what a tester asked for is forgotten."""
        self.source = self.thoughts = Entropy(self._entropy)
        # Queued rolls in pieces; each roll: the number of faces, then the faces.
        self._queue = []
        self.queued = 0

    def seed(self, seed):
        """From now on dice and thoughts come from two streams of the seeded generator."""
        from shared_rules.pcg32 import Pcg32

        self.source = Pcg32(seed)
        self.thoughts = Pcg32(seed, 1)

    def clear(self):
        """Forget the queue."""
        self._queue = []
        self.queued = 0

    def queue(self, rolls):
        """Let the faces of `rolls`, checked lists of faces, fall next."""
        pieces = self._queue[-1:]
        for roll in rolls:
            data = bytes([len(roll)] + roll)
            if pieces and len(pieces[-1]) + len(data) <= PIECE:
                pieces[-1] = pieces[-1] + data
            else:
                pieces.append(data)
        self._queue = self._queue[:-1] + pieces
        self.queued += len(rolls)

    def queue_bytes(self):
        """Return the size of the queue in bytes."""
        return sum([len(piece) for piece in self._queue])

    def throw(self, faces, count):
        """Tuple of `count` faces in the range `faces`; a scripted roll comes as it is."""
        if not self.queued:
            return fall(self.source, faces, count)
        piece = self._queue[0]
        end = 1 + piece[0]
        roll = tuple(piece[1:end])
        if end < len(piece):
            self._queue[0] = piece[end:]
        else:
            self._queue.pop(0)
        self.queued -= 1
        return roll
