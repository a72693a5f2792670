# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Dice from hardware entropy (`pcg32` has the seeded generator)."""


class Entropy:
    """Unbiased random integers from bytes of entropy."""

    def __init__(self, read):
        """`read(n)` returns n random bytes."""
        self._read = read

    def below(self, n):
        """Return an integer from 0 to n - 1, uniformly; n is at most 256."""
        # Bytes from the limit on would make small results likelier.
        limit = 256 - 256 % n
        while True:
            byte = self._read(1)[0]
            if byte < limit:
                return byte % n


def fall(source, faces, count):
    """Return a tuple of `count` random faces in the range `faces` (low, high)."""
    low, high = faces
    return tuple([low + source.below(high - low + 1) for _ in range(count)])
