# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Where dice come from: hardware entropy, or a seeded generator that is the same everywhere."""


class Entropy:
    """Fair numbers from bytes of entropy; bytes that would bias them are thrown away."""

    def __init__(self, read):
        """`read(n)` returns n random bytes."""
        self._read = read

    def below(self, n):
        """A whole number from 0 to n - 1, n at most 256, each equally likely."""
        limit = 256 - 256 % n
        while True:
            byte = self._read(1)[0]
            if byte < limit:
                return byte % n


class Pcg32:
    """PCG32 (O'Neill 2014, the XSH RR 64/32 member), in integers alone.

    `seed` has up to 64 bits; another `stream` of the same seed is an independent sequence.
    """

    MULTIPLIER = 6364136223846793005
    MASK = (1 << 64) - 1

    def __init__(self, seed, stream=0):
        self._increment = (stream << 1 | 1) & self.MASK
        self._state = 0
        self.next32()
        self._state = (self._state + seed) & self.MASK
        self.next32()

    def next32(self):
        """The next whole number of 32 random bits."""
        old = self._state
        self._state = (old * self.MULTIPLIER + self._increment) & self.MASK
        mixed = ((old >> 18 ^ old) >> 27) & 0xFFFFFFFF
        rotation = old >> 59
        return (mixed >> rotation | mixed << (32 - rotation)) & 0xFFFFFFFF

    def below(self, n):
        """A whole number from 0 to n - 1, each equally likely."""
        limit = (1 << 32) - (1 << 32) % n
        while True:
            number = self.next32()
            if number < limit:
                return number % n


def fall(source, faces, count):
    """Tuple of `count` faces in the range `faces` (low, high) that fall by chance."""
    low, high = faces
    return tuple([low + source.below(high - low + 1) for _ in range(count)])
