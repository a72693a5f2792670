"""Random numbers: from hardware entropy, or the same from a seed on every interpreter."""


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
        old = self._state
        self._state = (old * self.MULTIPLIER + self._increment) & self.MASK
        mixed = ((old >> 18 ^ old) >> 27) & 0xFFFFFFFF
        rotation = old >> 59
        return (mixed >> rotation | mixed << (32 - rotation)) & 0xFFFFFFFF

    def below(self, n):
        limit = (1 << 32) - (1 << 32) % n
        while True:
            number = self.next32()
            if number < limit:
                return number % n


def fall(source, faces, count):
    """Return a tuple of `count` random faces in the range `faces` (low, high)."""
    low, high = faces
    return tuple([low + source.below(high - low + 1) for _ in range(count)])
