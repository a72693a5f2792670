"""Write what the solver says of random positions of the solved games, for tests of the device.

`python -m tests.players.solved_positions` takes minutes and writes solved_positions.txt: on
each line the words of `pocketpig odds`, then for each action its probability to win.
"""

import argparse
import pathlib

from host_sim.commands import odds
from host_sim.commands.arguments import add_module
from shared_rules.chance import Pcg32
from shared_rules.errors import RulesError
from tests.players.perfect_positions import position

FILE = pathlib.Path(__file__).with_suffix(".txt")
OF_A_GAME = 5
OF_MANY = 12  # where the tables have more kinds of rows
# Far behind with the last turn but one: the turn total may be far above where one holds else.
BEHIND = "pig --option=end=rounds --scores=0,70 --turn-total=60 --round=10"


def asked(*words):
    """Return the reply of the command."""
    parser = argparse.ArgumentParser()
    add_module(parser, odds)
    return odds.answer(parser.parse_args([*words]))


def question(variant, options, source):
    """Return words of the command for a random position."""
    game = position(variant, options, source)
    mine, theirs = game.scores[game.player], game.scores[1 - game.player]
    words = [variant, *(f"--option={name}={value}" for name, value in options.items())]
    words += [f"--scores={mine},{theirs}", f"--turn-total={game.turn_total}"]
    rounds = options.get("end") == "rounds"
    if game.player and (rounds or options.get("end") == "equal_turns"):
        words.append("--second")
    if variant == "skunk" or rounds:
        words.append(f"--round={game.turn if variant == 'skunk' else (game.turn + 1) // 2}")
    if variant == "hog" and game.turn_total:
        words.append(f"--dice={len(game.dice)}")
    return words + ["--opponent-sits"] * (game.SHARED_ROLL and not game.standing[1])


def read():
    """Return {variant: [(words, {action: probability})]}."""
    found = {}
    for line in FILE.read_text().splitlines():
        words, _, said = line.partition(" : ")
        actions = dict(row.rsplit("=", 1) for row in said.split(", "))
        row = words.split(" "), {name: float(worth) for name, worth in actions.items()}
        found.setdefault(row[0][0], []).append(row)
    return found


def line_of(words):
    """Return the line of the file for a question."""
    actions = asked(*words, "--exact")["actions"]
    said = ", ".join(f"{name}={worth:.6f}" for name, worth in actions.items())
    return f"{' '.join(words)} : {said}\n"


def main():
    from pocketpig.solver import BadPosition
    from pocketpig.solver.catalogue import product_games

    source = Pcg32(31)
    with FILE.open("w") as file:
        file.write(line_of(BEHIND.split()))
        for variant, options in product_games():
            left = OF_A_GAME if variant not in ("fast", "hog", "pig_dice") else OF_MANY
            for _ in range(200):
                words = question(variant, options, source)
                try:
                    if asked(*words)["source"] != "perfect":
                        continue
                    file.write(line_of(words))
                except (RulesError, BadPosition):
                    continue
                file.flush()
                left -= 1
                if not left:
                    break


if __name__ == "__main__":
    main()
