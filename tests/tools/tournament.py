"""How strong the computer players are: every player against perfect play.

python -m tests.tools.tournament          prints the table
python -m tests.tools.tournament --write  … into docs/players.md
"""

import argparse
import pathlib
from collections.abc import Iterator

from pocketpig.computer_players import PERFECT
from pocketpig.simulation import contest
from shared_rules.variants import ids, variant_class

DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "players.md"
SEED = 1
LEVELS = ("careless", "easy", "medium", "hard", "practical", "keep_pace", "gambler", "banker")
LEVEL_GAMES = 1_000_000
# For variants whose decisions take long to compute.
SLOW_GAMES = 20_000


def level_row(variant: str) -> Iterator[str]:
    """Yield the row of the table."""
    games = LEVEL_GAMES if "end" in variant_class(variant)().options else SLOW_GAMES
    cells = []
    for name in LEVELS:
        outcome = contest(variant, [name, PERFECT], games, SEED)
        if "not perfect" in outcome.notice:
            raise SystemExit(outcome.notice)
        cells.append(f"{outcome.tally.overall(0)[0]:.1%}")
    yield f"|`{variant}`|{'|'.join(cells)}|"


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
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="all that there are")
    parser.add_argument("--write", action="store_true", help="into docs/players.md")
    arguments = parser.parse_args()
    head = ("game", *LEVELS)
    lines = [f"|{'|'.join(head)}|", "|" + "---|" * len(head)]
    print("\n".join(lines))
    if arguments.write and arguments.variants:
        parser.error("--write: the whole table, please: name no variants")
    for variant in arguments.variants or ids():
        for row in level_row(variant):
            print(row, flush=True)
            lines.append(row)
    if arguments.write:
        write(lines)


if __name__ == "__main__":
    main()
