# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The results of drills, as they are saved."""

# Saved are how many series were done, and of the last ones two characters each: the number of
# right choices and the mean loss in tenths of a per cent, both above "0".

from .saves.journal import DRILLS

COUNT = 10  # positions of a series
KEPT = 16  # series
_LARGEST = 70  # mean loss that is kept
_DIGITS = 8  # fewer for the number of series


def read(journal):
    """Return (number of series, their characters). A value that cannot be read starts anew."""
    number, _, series = journal.text(DRILLS).partition(" ")
    good = number.isdigit() and len(number) < _DIGITS and series and not len(series) & 1
    for place, char in enumerate(series):
        good = good and 0 <= ord(char) - 48 <= (_LARGEST if place & 1 else COUNT)
    if good:
        return int(number), series[-2 * KEPT :]
    if journal.size(DRILLS):
        journal.damaged = DRILLS
    return 0, ""


def save(journal, right, lost):
    """Save a series: its right choices, and the mean loss in tenths of a per cent."""
    number, series = read(journal)
    series += chr(48 + right) + chr(48 + min(lost, _LARGEST))
    journal.put(DRILLS, (str(number + 1) + " " + series[-2 * KEPT :]).encode())
