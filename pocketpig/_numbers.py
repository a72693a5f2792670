"""Numbers from callers: integers of every kind become `int`, and the rules refuse the rest."""

import operator
from typing import Any

from shared_rules.checks import is_count
from shared_rules.errors import BadOption

SEEDS = 2**64
GAMES = 10**12
_SHOWN_BITS = 256


class _Long(int):
    """An integer that is too long for a message."""

    def __repr__(self) -> str:
        return f"a number of {self.bit_length()} bits"


def plain(value: Any) -> Any:
    """Return an integer, such as NumPy's, as an int; a bool and anything else as it is."""
    if value is None or isinstance(value, bool):
        return value
    try:
        number = operator.index(value)
    except TypeError:
        return value
    return number if number.bit_length() <= _SHOWN_BITS else _Long(number)


def within(name: str, value: Any, least: int, most: int) -> int:
    """Return a number of these bounds as an int. Raises BadOption."""
    number = plain(value)
    if not (is_count(number) and least <= number <= most):
        raise BadOption(f"{name}: {number!r} is not allowed; allowed: {least} to {most}")
    return int(number)
