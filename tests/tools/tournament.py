# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""How strong the computer players are.

python -m tests.tools.tournament levels          every player against perfect play
python -m tests.tools.tournament levels --write  … into docs/players.md
python -m tests.tools.tournament fields          the perfect player against several

A cell of `fields` has the field in which the perfect player won least, its wins there (1 is a fair
share), and the least lead over its best opponent in any field.
"""

import argparse
import pathlib
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from pocketpig.computer_players import PERFECT
from pocketpig.simulation import contest
from pocketpig.simulation.decision_tables import DecisionTables
from pocketpig.simulation.optimal import player_of
from pocketpig.simulation.pcg import seeded
from pocketpig.simulation.race import Race
from pocketpig.simulation.tally import Tally
from shared_rules.variants import ids, variant_class

DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "players.md"
SEED = 1
LEVELS = ("careless", "easy", "medium", "hard", "practical", "keep_pace", "gambler", "banker")
# The rules of single-rule fields: LEVELS and two more rules of Pig.
RULES = (*LEVELS, "hold20", "hold25")
GOOD = ("hard", "practical", "keep_pace", "gambler", "hold20", "hold25")
SIZES = (3, 4, 6)
LEVEL_GAMES = 1_000_000
# For variants whose decisions take long to compute.
SLOW_GAMES = 20_000
FIELD_GAMES = 200_000


class Field(NamedTuple):
    """A field of opponents of the perfect player, and the result."""

    others: tuple[str, ...]
    tally: Tally

    def best_other(self) -> int:
        """Return the seat of the opponent who won most."""
        return max(range(1, len(self.tally.won)), key=lambda seat: self.tally.overall(seat)[0])


def fields_of(players: int) -> Iterator[tuple[str, ...]]:
    """Yield the fields for so many players in all: every rule alone, and all sets of good ones."""
    for rule in RULES:
        yield (rule,) * (players - 1)
    yield from combinations(GOOD, players - 1)


def play_fields(variant: str, players: int, games: int = FIELD_GAMES) -> list[Field]:
    """Play the perfect player against every field, `games` games each; who begins changes."""
    names = (PERFECT, *RULES)
    strategies = [player_of(name, variant, {}) for name in names]
    tables, rng = DecisionTables(variant, {}, players, strategies), seeded(SEED)
    fields = []
    for others in fields_of(players):
        race = Race(tables, [0, *(names.index(name) for name in others)], rng)
        race.play(games)
        fields.append(Field(others, race.tally))
    return fields


def field_row(variant: str) -> Iterator[str]:
    """Yield the row of "fields": for each number of players the hardest field, the least lead."""
    cells = []
    for players in SIZES:
        fields = play_fields(variant, players)
        least = min(fields, key=lambda field: field.tally.overall(0)[0])
        rate = players * least.tally.overall(0)[0]
        lead = players * min(field.tally.lead(0, field.best_other())[0] for field in fields)
        cells.append(f"{named(least.others)}: {rate:.3f}, {lead:+.3f}")
    yield f"|`{variant}`|{'|'.join(cells)}|"


def named(others: tuple[str, ...]) -> str:
    """Return the field as text."""
    return f"{len(others)} {others[0]}" if len(set(others)) == 1 else ", ".join(others)


def level_row(variant: str) -> Iterator[str]:
    """Yield the row of the table "levels"."""
    games = LEVEL_GAMES if "end" in variant_class(variant)().options else SLOW_GAMES
    cells = []
    for name in LEVELS:
        outcome = contest(variant, [name, PERFECT], games, SEED)
        if "not perfect" in outcome.notice:
            raise SystemExit(outcome.notice)
        cells.append(f"{outcome.tally.overall(0)[0]:.1%}")
    yield f"|`{variant}`|{'|'.join(cells)}|"


TABLES = {
    "levels": (level_row, ("game", *LEVELS), ids()),
    "fields": (
        field_row,
        ("game", *(f"{players} players" for players in SIZES)),
        tuple(variant for variant in ids() if "end" in variant_class(variant)().options),
    ),
}


def write(lines: list[str]) -> None:
    """Replace the table of levels in its document."""
    text = DOCUMENT.read_text(encoding="utf-8")
    start, end = "<!-- levels -->\n", "<!-- end of levels -->"
    before, _, rest = text.partition(start)
    _, _, after = rest.partition(end)
    DOCUMENT.write_text(
        before + start + "\n" + "\n".join(lines) + "\n\n" + end + after, encoding="utf-8"
    )


def main() -> None:
    """Run the command."""
    assert __doc__
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.tournament",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("table", choices=TABLES)
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="all that there are")
    parser.add_argument("--write", action="store_true", help="the levels into docs/players.md")
    arguments = parser.parse_args()
    rows_of, head, variants = TABLES[arguments.table]
    lines = [f"|{'|'.join(head)}|", "|" + "---|" * len(head)]
    print("\n".join(lines))
    if arguments.write and (arguments.table != "levels" or arguments.variants):
        parser.error("--write: all levels, please: name no variants")
    for variant in arguments.variants or variants:
        for row in rows_of(variant):
            print(row, flush=True)
            lines.append(row)
    if arguments.write:
        write(lines)


if __name__ == "__main__":
    main()
