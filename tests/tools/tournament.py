"""Let every computer player play against perfect play; write the table of docs/players.md."""

import pathlib
import re

from pocketpig.computer_players import PERFECT
from pocketpig.simulation import contest
from shared_rules.variants import ids, variant_class

DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "players.md"
SEED = 1
LEVELS = ("careless", "easy", "medium", "hard", "practical", "keep_pace", "gambler", "banker")
LEVEL_GAMES = 1_000_000
# For variants whose decisions take long to compute.
SLOW_GAMES = 20_000


def level_row(variant: str) -> str:
    """Return the row of a variant."""
    games = LEVEL_GAMES if "end" in variant_class(variant)().options else SLOW_GAMES
    cells = []
    for name in LEVELS:
        outcome = contest(variant, [name, PERFECT], games, SEED)
        if "not perfect" in outcome.notice:
            raise SystemExit(outcome.notice)
        cells.append(f"{outcome.tally.overall(0)[0]:.1%}")
    return f"|`{variant}`|{'|'.join(cells)}|"


def main() -> None:
    lines = [f"|{'|'.join(('game', *LEVELS))}|", "|---" * (len(LEVELS) + 1) + "|"]
    for variant in ids():
        lines.append(level_row(variant))
        print(lines[-1], flush=True)
    text = DOCUMENT.read_text(encoding="utf-8")
    table = "<!-- levels -->\n\n" + "\n".join(lines) + "\n\n<!-- end of levels -->"
    text = re.sub("<!-- levels -->.*<!-- end of levels -->", table, text, flags=re.DOTALL)
    DOCUMENT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
