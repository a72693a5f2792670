"""Choose the positions of the handheld's drills and write firmware/handheld/pages/drill.txt.

Run it as ``python -m tools.drill_positions``. Sensible players play games with seeded dice. Of the
positions near the border between going on and stopping it takes as many where each is right, and
of each as many close ones as clear ones; none where holding wins, or after a clear mistake in the
turn. Of numbers of dice it takes those that a likely number misses by as much.
"""

import argparse
from itertools import product
from pathlib import Path

from handheld.coach.drills import pack
from pocketpig.computer_players import computer_player
from shared_rules.chance import Pcg32, fall
from shared_rules.game import HOLD, ROLL, SIT, STAND, Game
from shared_rules.players.tables.advice import advice
from shared_rules.thinking import answer_of
from shared_rules.variants import ids, new_game

GAMES = tuple(name for name in ids() if name != "gran_cerdo")  # it has no exact odds
PLAYERS = ("practical", "hard", "medium")
PLAYED = 60  # games of each pair of players
LIKELY = (2, 6)  # numbers of dice that people may choose
# Differences of the two chances, in tenths of a per cent: from, to, and how many of each kind.
NEAR = ((3, 10, 5), (10, 30, 5), (30, 100, 5))
MISTAKE = 10  # tenths of a per cent; who has gone on at such a cost gets where nobody else does
EACH = 15  # positions where going on is right, and where stopping is
FILE = Path(__file__).parents[1] / "firmware" / "handheld" / "pages" / "drill.txt"
HEAD = """\
Positions from games of sensible players, near the border between rolling and holding; a section
for each game with its usual options. `python -m tools.drill_positions` writes this file. A
position is packed as a mistake (handheld/coach/drills.py), with what the wrong choice costs.
"""

Row = tuple[str, int]  # the position, what going on gains in tenths of a per cent


def tenths(chance: float) -> int:
    """Return a probability in tenths of a per cent, rounded as the coach does."""
    return int(1000 * chance + 0.5)


def gain_of(game: Game, player: int, judge: object, likely: int) -> int:
    """Return what rolling or standing gains in tenths of a per cent.

    Of numbers of dice: what the best one gains over `likely`, negative for fewer dice.
    """
    answer = answer_of(advice(judge, game, player))
    chances = answer["actions"]
    if game.dice_range():
        gain = tenths(answer["win"]) - tenths(chances[f"{ROLL} {likely}"])
        return gain if int(answer["action"].split()[1]) > likely else -gain
    on, stop = (STAND, SIT) if game.SHARED_ROLL else (ROLL, HOLD)
    return tenths(chances[on]) - tenths(chances[stop])


def positions(variant: str, source: Pcg32) -> tuple[list[Row], list[Row]]:
    """Return (those with a number of dice to choose, the others), each once, as they came."""
    judge = computer_player("perfect")
    of_dice: dict[str, int] = {}
    others: dict[str, int] = {}
    seen: dict[bytes, int] = {}
    for *names, _ in product(PLAYERS, PLAYERS, range(PLAYED)):
        players = [computer_player(name) for name in names]
        game, turn, slipped = new_game(variant), 0, set[int]()
        while not game.over:
            mover = game.to_move()[0]
            if game.turn != turn:
                turn, slipped = game.turn, set()
            action, dice = players[mover].choose(game, mover, source)
            allowed = game.dice_range()
            likely = LIKELY[0] + source.below(LIKELY[1] - LIKELY[0] + 1)
            if game.phase() == "choose":
                place = pack(game, mover, 0)
                wins = game.scores[mover] + game.turn_total >= game.options.get("target", 1000)
                if place not in seen:
                    gain = seen[place] = gain_of(game, mover, judge, likely)
                    if not wins and mover not in slipped:
                        row = pack(game, mover, abs(gain)).hex()
                        (of_dice if allowed else others)[row] = gain
                if action in (ROLL, STAND) and not allowed and seen[place] <= -MISTAKE:
                    slipped.add(mover)
            if allowed and game.scored(1).goes_on:
                dice = likely  # the players know that one die is best
            dice = dice or game.dice_count()
            faces = fall(source, game.FACES, dice) if action == ROLL else None
            game.apply(action, faces, mover)
    return list(of_dice.items()), list(others.items())


def chosen(rows: list[Row], number: int, source: Pcg32) -> list[Row]:
    """Return so many rows in random order."""
    rows = shuffled(rows, source)
    drills: list[Row] = []
    for sign in (1, -1):
        taken: list[Row] = []
        for least, most, each in NEAR:
            taken += [row for row in rows if least <= sign * row[1] < most][:each]
        # Some games have few clear ones.
        more = [row for row in near(rows, taken) if sign * row[1] > 0]
        drills += (taken + more)[: number // 2]
    # Of one kind there may be too few.
    return shuffled((drills + near(rows, drills))[:number], source)


def near(rows: list[Row], without: list[Row]) -> list[Row]:
    """Return the rows near the border, without some."""
    least, most = NEAR[0][0], NEAR[-1][1]
    return [row for row in rows if least <= abs(row[1]) < most and row not in without]


def shuffled(rows: list[Row], source: Pcg32) -> list[Row]:
    """Return the rows in random order."""
    left = list(rows)
    return [left.pop(source.below(len(left))) for _ in rows]


def main() -> None:
    """Write the file."""
    argparse.ArgumentParser("python -m tools.drill_positions", description=__doc__).parse_args()
    source = Pcg32(1942)
    lines = [HEAD]
    for variant in GAMES:
        lines.append(f"[{variant}]\n")
        kinds = [rows for rows in positions(variant, source) if rows]
        rows = [row for rows in kinds for row in chosen(rows, 2 * EACH // len(kinds), source)]
        lines += [f"{row}\n" for row, _ in shuffled(rows, source)]
    FILE.write_text("".join(lines), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
