# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The seeded generator: the same sequence on every interpreter."""


class Pcg32:
    """PCG32 (O'Neill 2014, XSH RR 64/32)."""

    # `seed` has up to 64 bits; another `stream` of the same seed is an independent sequence.

    MULTIPLIER = 6364136223846793005
    MASK = (1 << 64) - 1

    def __init__(self, seed, stream=0):
        self._increment = (stream << 1 | 1) & self.MASK
        self._state = 0
        self.next32()
        self._state = (self._state + seed) & self.MASK
        self.next32()

    def next32(self):
        """Return the next 32 random bits as an int."""
        old = self._state
        self._state = (old * self.MULTIPLIER + self._increment) & self.MASK
        mixed = ((old >> 18 ^ old) >> 27) & 0xFFFFFFFF
        rotation = old >> 59
        return (mixed >> rotation | mixed << (32 - rotation)) & 0xFFFFFFFF

    def below(self, n):
        """Return an integer from 0 to n - 1, uniformly."""
        limit = (1 << 32) - (1 << 32) % n
        while True:
            number = self.next32()
            if number < limit:
                return number % n
