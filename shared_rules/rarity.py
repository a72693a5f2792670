# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""How rare counts of faces are with fair dice: an exact test."""

# The statistic is the greatest deviation of a face from its share. With n throws of a die with f
# faces the counts are f Poisson numbers of mean n / f, given that their sum is n. So the chance
# that all of them stay near the mean is a coefficient of a product of f equal polynomials.

from math import exp, pi, sqrt

FEWEST = 30  # throws, below which the counts say nothing
# From so many standard deviations on, and so many throws, the chance is below 0.0005.
_FAR = 4.5
_MANY = 500
_TINY = 1e-12


def product(a, b):
    """Return the product of two polynomials (lists of coefficients)."""
    result = [0.0] * (len(a) + len(b) - 1)
    for start, x in enumerate(a):
        place = start
        for y in b:
            result[place] += x * y
            place += 1
    return result


def rarity(counts):
    """Return the chance that fair dice deviate as far as `counts` of an even number of faces."""
    faces, throws = len(counts), sum(counts)
    mean = throws / faces
    # A count k is nearer to the mean than the farthest where |faces * k - throws| < far.
    far = max([abs(faces * count - throws) for count in counts])
    if throws > _MANY and far > faces * _FAR * sqrt(mean * (1 - 1 / faces)):
        return 0.0
    low = max(0, (throws - far) // faces + 1)
    high = (throws + far - 1) // faces
    if high < low:
        return 1.0
    # Poisson terms from the middle outwards: the first would be too small for a short float.
    near = []
    first = 0  # the count of the first of them
    total = 0.0
    term = 1.0
    count = throws // faces
    while count >= 0 and term > _TINY:
        if low <= count <= high:
            near.insert(0, term)
            first = count
        total += term
        term *= count / mean
        count -= 1
    term = 1.0
    count = throws // faces
    while term > _TINY:
        count += 1
        term *= mean / count
        if low <= count <= high:
            first = first if near else count
            near.append(term)
        total += term
    near = [term / total for term in near]
    half = near
    for _ in range(faces // 2 - 1):
        half = product(half, near)
    chance = 0.0
    at = throws - faces * first  # the coefficient that is wanted, of `half` squared
    for i, x in enumerate(half):
        if 0 <= at - i < len(half):
            chance += x * half[at - i]
    # The chance of the sum n, by Stirling's series.
    whole = exp(-1 / (12 * throws) + 1 / (360 * throws**3)) / sqrt(2 * pi * throws)
    return min(1.0, max(0.0, 1 - chance / whole))


def in_series(chance):
    """Return a chance as (a, b): in a of b such series; (1, 1000) also for less."""
    for of in (10, 100, 1000):
        if chance * of >= 0.95:
            return min(of, int(chance * of + 0.5)), of
    return 1, 1000
