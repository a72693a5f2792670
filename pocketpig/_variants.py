"""The variants and their options."""

from typing import Any, NamedTuple

from shared_rules.options import is_range
from shared_rules.variants import ids, variant_class


class Option(NamedTuple):
    """An option of a variant: its default, and a range of numbers or a tuple of words."""

    default: int | str
    allowed: range | tuple[str, ...]


class Variant(NamedTuple):
    """A variant: `id` is for `new_game`, `name` for display."""

    id: str
    name: str
    min_players: int
    max_players: int
    options: dict[str, Option]


def variants() -> list[Variant]:
    """Return all variants, in the order of the handheld's menu."""
    found = []
    for identifier in ids():
        rules: Any = variant_class(identifier)
        options = {
            name: Option(default, range(row[0], row[1] + 1) if is_range(row) else row)
            for name, default, row in rules.OPTIONS
        }
        found.append(Variant(identifier, rules.NAME, rules.MIN_PLAYERS, rules.MAX_PLAYERS, options))
    return found
