"""The games that ship with tables."""

import itertools
from collections.abc import Iterator
from typing import Any

from shared_rules.options import is_range
from shared_rules.variants import ids, new_game, variant_class

from .moves import Unsolvable, outcome_lists
from .solve import kind_of

# Values of options that have tables in few variants.
FEW_TABLES = {
    ("double_one", "wipe"): ("two_dice", "big"),
    ("end", "one_more_turn"): ("pig", "two_dice"),
    ("end", "rounds"): ("pig", "two_dice"),
}


def product_games() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (variant, options) of every combination of options that are words; numbers are default.

    Leaves out games that cannot be solved, games with the same dice and end as an earlier one, and
    what FEW_TABLES leaves out.
    """
    for variant in ids():
        rows = variant_class(variant).OPTIONS
        values = [(row[1],) if is_range(row[2]) else row[2] for row in rows]
        seen = set()
        for chosen in itertools.product(*values):
            options = dict(zip([row[0] for row in rows], chosen))
            game = new_game(variant, options)
            try:
                kind_of(game)
            except Unsolvable:
                continue
            same = (str(outcome_lists(game)), options.get("end"))
            few = any(variant not in FEW_TABLES.get(item, ids()) for item in options.items())
            if same not in seen and not few:
                seen.add(same)
                yield variant, options
