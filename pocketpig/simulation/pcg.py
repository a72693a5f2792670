"""`shared_rules.chance.Pcg32` compiled; gives the same numbers from the same seed.

The state is an array of two uint64, `[state, increment]`.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from shared_rules.chance import Pcg32

Words = NDArray[np.uint64]

MULTIPLIER = np.uint64(Pcg32.MULTIPLIER)
LOW_32 = np.uint64(0xFFFFFFFF)
U18, U27, U31, U32, U59 = (np.uint64(n) for n in (18, 27, 31, 32, 59))


def seeded(seed: int, stream: int = 0) -> Words:
    """Return the state of a new `Pcg32(seed, stream)`."""
    source = Pcg32(seed, stream)
    return np.array([source._state, source._increment], dtype=np.uint64)


@njit(inline="always")
def next32(rng: Words) -> np.uint64:
    """Return the next 32 random bits, as uint64."""
    old = rng[0]
    rng[0] = old * MULTIPLIER + rng[1]
    mixed = (((old >> U18) ^ old) >> U27) & LOW_32
    rotation = old >> U59
    return ((mixed >> rotation) | (mixed << ((U32 - rotation) & U31))) & LOW_32


@njit(inline="always")
def below(rng: Words, n: int) -> int:
    """Return an integer from 0 to n - 1, uniformly (`Pcg32.below`)."""
    un = np.uint64(n)
    limit = (LOW_32 + np.uint64(1)) - (LOW_32 + np.uint64(1)) % un
    while True:
        number = next32(rng)
        if number < limit:
            return np.int64(number % un)  # type: ignore[return-value]  # an int once compiled
