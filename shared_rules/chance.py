# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Where dice come from: hardware entropy, or (see `pcg32`) a seeded generator."""


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


def fall(source, faces, count):
    """Tuple of `count` faces in the range `faces` (low, high) that fall by chance."""
    low, high = faces
    return tuple([low + source.below(high - low + 1) for _ in range(count)])
