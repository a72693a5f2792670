# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Where the faces of a roll come from: a scripted queue, a seeded generator or entropy."""

from shared_rules.chance import Entropy, fall


class DiceCup:
    """Throws dice. `thoughts` is the random source of computer players."""

    def __init__(self, entropy):
        """`entropy(n)` returns n bytes of hardware randomness."""
        self._entropy = entropy
        self.fair()

    def fair(self):
        """From now on dice and thoughts come from entropy; what a tester asked for is forgotten."""
        self.source = self.thoughts = Entropy(self._entropy)
        # Queued rolls, each its number of faces and the faces.
        self._queue = bytearray()
        self.queued = 0

    def seed(self, seed):
        """From now on dice and thoughts come from two streams of the seeded generator."""
        from shared_rules.pcg32 import Pcg32

        self.source = Pcg32(seed)
        self.thoughts = Pcg32(seed, 1)

    def clear(self):
        """Forget the queue."""
        self._queue = bytearray()
        self.queued = 0

    def queue(self, rolls):
        """Let the faces of `rolls`, checked lists of faces, fall next."""
        added = bytearray()
        for roll in rolls:
            added += bytes([len(roll)] + roll)
        self._queue += added
        self.queued += len(rolls)

    def queue_bytes(self):
        """Bytes that the queue takes."""
        return len(self._queue)

    def throw(self, faces, count):
        """Tuple of `count` faces in the range `faces`; a scripted roll comes as it is."""
        if not self.queued:
            return fall(self.source, faces, count)
        end = 1 + self._queue[0]
        roll = tuple(self._queue[1:end])
        self._queue = self._queue[end:]
        self.queued -= 1
        return roll
