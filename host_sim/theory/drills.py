# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Choose the positions of the handheld's drills and write firmware/handheld/pages/drill.txt.

Run it as ``python -m host_sim.theory.drills``. Sensible players play games with seeded dice. Of the
positions in which holding does not win at once, those are taken that lie near the border between
rolling and holding, unless an earlier roll of the turn was a clear mistake: as many where rolling
is right as where holding is, and of each as many close ones as clear ones.
"""

from __future__ import annotations

from pathlib import Path

from host_sim.theory.computer_players import computer_player
from shared_rules.chance import Pcg32, fall
from shared_rules.game import HOLD, ROLL
from shared_rules.players.tables.advice import advice
from shared_rules.thinking import answer_of
from shared_rules.variants import new_game

GAMES = ("pig", "two_dice", "big", "sevens", "piggy", "pig_dice", "piglet")
PLAYERS = ("practical", "hard", "medium")
PLAYED = 60  # games of each pair of players
# Differences of the two chances, in tenths of a per cent: from, to, and how many of each kind.
NEAR = ((3, 10, 6), (10, 30, 7), (30, 100, 7))
MISTAKE = 10  # tenths of a per cent; who has rolled on at such a cost gets where nobody else does
EACH = 20  # positions where rolling is right, and where holding is
FILE = Path(__file__).parents[2] / "firmware" / "handheld" / "pages" / "drill.txt"
HEAD = """\
Positions from games of sensible players, near the border between rolling and holding; a section
for each game with its usual options. `python -m host_sim.theory.drills` writes this file.
  own score, the rival's, turn total, chance to win by rolling, by holding (in tenths of a per cent)
"""

Row = tuple[int, int, int, int, int]


def tenths(chance: float) -> int:
    """Return a probability in tenths of a per cent, rounded as the coach does."""
    return int(1000 * chance + 0.5)


def positions(variant: str, source: Pcg32) -> list[Row]:
    """Return the rows of all choices in the games, each once, in the order of play."""
    judge = computer_player("perfect")
    found: dict[tuple[int, int, int], Row] = {}
    for first in PLAYERS:
        for second in PLAYERS:
            players = [computer_player(first), computer_player(second)]
            for _ in range(PLAYED):
                game, turn, slipped = new_game(variant), 0, False
                while not game.over:
                    mover = game.player
                    slipped = slipped and game.turn == turn
                    turn = game.turn
                    mine, theirs = game.scores[mover], game.scores[1 - mover]
                    key = (mine, theirs, game.turn_total)
                    wins = mine + game.turn_total >= game.options["target"]
                    choice = HOLD in game.legal_actions() and not wins and not slipped
                    if choice and key not in found:
                        chances = answer_of(advice(judge, game, mover))["actions"]
                        found[key] = (*key, tenths(chances[ROLL]), tenths(chances[HOLD]))
                    action, _ = players[mover].choose(game, mover, source)
                    row = found.get(key, (0, 0, 0, 0, 0))
                    slipped = slipped or (action == ROLL and row[4] - row[3] >= MISTAKE)
                    dice = fall(source, game.FACES, game.DICE) if action == ROLL else None
                    game.apply(action, dice)
    return list(found.values())


def chosen(rows: list[Row], source: Pcg32) -> list[Row]:
    """Return the rows for the drills in random order."""
    rows = shuffled(rows, source)
    drills: list[Row] = []
    for sign in (1, -1):
        taken: list[Row] = []
        for least, most, number in NEAR:
            taken += [row for row in rows if least <= sign * (row[3] - row[4]) < most][:number]
        # Some games have few clear ones.
        least, most = NEAR[0][0], NEAR[-1][1]
        near = [row for row in rows if least <= sign * (row[3] - row[4]) < most]
        more = [row for row in near if row not in taken]
        drills += taken + more[: EACH - len(taken)]
    return shuffled(drills, source)


def shuffled(rows: list[Row], source: Pcg32) -> list[Row]:
    """Return the rows in random order."""
    left = list(rows)
    return [left.pop(source.below(len(left))) for _ in rows]


def text() -> str:
    """Return the content of the file."""
    source = Pcg32(1942)
    lines = [HEAD]
    for variant in GAMES:
        lines.append(f"[{variant}]\n")
        rows = chosen(positions(variant, source), source)
        lines += [" ".join(map(str, row)) + "\n" for row in rows]
    return "".join(lines)


def main() -> None:
    content = text()
    FILE.write_text(content, encoding="utf-8", newline="\n")
    print(f"{FILE}: {content.count(chr(10))} lines")


if __name__ == "__main__":
    main()
