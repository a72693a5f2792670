"""How often the players win against perfect play, as docs/players.md tells it."""

import re
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="strengths need the extra solve")

from pocketpig.simulation import contest  # noqa: E402
from shared_rules.variants import ids  # noqa: E402

PAGE = (Path(__file__).parents[2] / "docs" / "players.md").read_text("utf-8")
HEAD, *ROWS = [
    [cell.strip("` %") for cell in line.strip("| ").split("|")]
    for line in PAGE.split("<!-- levels -->")[1].splitlines()
    if line.startswith("|") and "---" not in line
]
NAMES = [name.strip() for name in HEAD[1:]]
TOLD = {row[0].strip("` "): [float(cell.strip(" %")) for cell in row[1:]] for row in ROWS}
SHARED = ("skunk", "swine_herd")


def test_every_game_and_player_has_its_share():
    assert list(TOLD) == ids()
    words = re.findall(r"`(\w+)`", PAGE.split("## All players")[1].split("\n## ")[0])
    others = {"hold20", "hold25", "random", "perfect"}
    assert set(NAMES) == set(words) - others


@pytest.mark.parametrize("variant", ids())
def test_the_fewer_slips_the_more_wins(variant):
    careless, easy, medium, hard, practical, *_ = TOLD[variant]
    assert careless < easy < medium < hard < practical < 50
    assert all(20 < share < 50 for share in TOLD[variant]) or variant == "swine_herd"


@pytest.mark.parametrize(
    "variant",
    [
        "piglet",
        *(pytest.param(name, marks=pytest.mark.slow)
          for name in ids() if name not in ("piglet", "gran_cerdo")),
    ],
)  # fmt: skip
def test_the_shares_are_those_of_games(variant):
    games = 2_000 if variant in SHARED else 100_000
    for name, told in zip(NAMES, TOLD[variant]):
        share = 100 * contest(variant, [name, "perfect"], games, 5).tally.overall(0)[0]
        assert share == pytest.approx(told, abs=4 * 50 / games**0.5 + 0.2), name
