"""Write what the solver says of random positions of the solved games, for tests of the device.

`python -m tests.players.solved_positions` takes minutes and writes solved_positions.txt: on
each line the words of `pocketpig odds`, then for each action its probability to win.
"""

import argparse
import pathlib
import random

from host_sim.commands import odds
from host_sim.commands.arguments import add_module
from shared_rules.errors import RulesError

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


def question(variant, options, chance):
    """Return words of the command for a random position, which may not exist."""
    words = [variant, *(f"--option={name}={value}" for name, value in options.items())]
    target = options.get("target", 100)
    end = options.get("end", "")
    beyond = end in ("equal_turns", "one_more_turn", "one_more_roll") and chance.random() < 0.3
    scores = [chance.randrange(target), chance.randrange(target)]
    if chance.random() < 0.15:
        scores[1] = target - 1
    if beyond:
        scores[1] = target + chance.randrange(20)
    total = chance.choice([0, chance.randrange(max(*scores, target) - scores[0])])
    if variant == "pig_dice" and chance.random() < 0.5:
        total = -chance.randrange(1, 28)
    words += [f"--scores={scores[0]},{scores[1]}", f"--turn-total={total}"]
    if end == "equal_turns" and (beyond or chance.random() < 0.4):
        words.append("--second")
    if variant == "skunk" or end == "rounds":
        words.append(f"--round={chance.randrange(1, 6)}")
    if variant == "hog" and total:
        words.append(f"--dice={chance.randrange(1, 6)}")
    if variant in ("skunk", "swine_herd"):
        # What is far from a choice is not in their tables.
        words[-2 if variant == "skunk" else -1] = f"--turn-total={2 * chance.randrange(5, 18)}"
        words += ["--opponent-sits"] * (chance.random() < 0.5)
    return words


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

    chance = random.Random(31)
    with FILE.open("w") as file:
        file.write(line_of(BEHIND.split()))
        for variant, options in product_games():
            left = OF_A_GAME if variant not in ("fast", "hog", "pig_dice") else OF_MANY
            for _ in range(200):
                words = question(variant, options, chance)
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
