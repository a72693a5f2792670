# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The variants and their options."""

from __future__ import annotations

from typing import NamedTuple

from shared_rules.options import is_range
from shared_rules.variants import ids, variant_class


class Option(NamedTuple):
    """An option of a variant: its default, and a range of numbers or a tuple of words."""

    default: int | str
    allowed: range | tuple[str, ...]


class Variant(NamedTuple):
    """A variant: `id` is what `new_game` takes, `name` is for people."""

    id: str
    name: str
    min_players: int
    max_players: int
    options: dict[str, Option]


def variants() -> list[Variant]:
    """Return all variants, in the order of the handheld's menu."""
    found = []
    for identifier in ids():
        rules = variant_class(identifier)
        options = {name: Option(default, _allowed(row)) for name, default, row in rules.OPTIONS}
        found.append(
            Variant(identifier, rules.NAME, rules.MIN_PLAYERS, rules.MAX_PLAYERS, options)
        )
    return found


def _allowed(row: tuple[int, int] | tuple[str, ...]) -> range | tuple[str, ...]:
    return range(row[0], row[1] + 1) if is_range(row) else row
