# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Whom the handheld says simulated people play like: `python -m tests.levels_told`.

A person plays as a computer player does: one game against one rival, both drawn by chance, again
and again. The games are drawn from POOL of each game and pair, other ones than those from which
`host_sim.theory.levels` makes its file.
"""

import collections
import functools
import random

from handheld import skill
from handheld.saves.moves_read import short
from host_sim.theory.levels import GAMES_OF, PLAYERS, SEED, Table
from shared_rules.players import KINDS

AFTER = (10, 20, 50, 100)  # games
PEOPLE, POOL = 300, 40
ORDER = ("careless", "easy", "medium", "hard", "practical", "perfect")
RIVALS = tuple(KINDS.split(" "))
Told = collections.namedtuple("Told", "own near inside")


class Person:
    """What the handheld keeps of the reviewed games of a person."""

    def __init__(self):
        self.pairs = {}
        self.reviewed = b""

    def play(self, variant, rival, loss):
        """Add a reviewed game that lost so much of a win."""
        skill.add(self, int(100_000 * loss), 0, short(variant) + short(rival))


@functools.cache
def table(variant):
    return Table(variant, RIVALS)


@functools.cache
def losses(variant, player, rival, count):
    """Return what the player loses in so many games against the rival."""
    seed = SEED + 1000 + 20 * PLAYERS.index(player) + RIVALS.index(rival)
    return [lost for lost, _ in table(variant).losses((player, rival), count, seed)]


def told(player, people=PEOPLE, pool=POOL, variants=GAMES_OF, rivals=RIVALS, after=AFTER):
    """Return {games: Told} of people who play as the player does.

    A `Told` has the shares of people who are told to play like it, like it or the next weaker or
    stronger one, and whose interval has the player's mean loss in these games.
    """
    source = random.Random(f"{player} {SEED}")
    at = ORDER.index(player)
    near = ORDER[max(0, at - 1) : at + 2]
    found = {count: [0, 0, 0] for count in after}
    for _ in range(people):
        variant, rival = source.choice(variants), source.choice(rivals)
        games = losses(variant, player, rival, pool)
        mean = sum(games) / len(games)
        person = Person()
        for number in range(1, max(after) + 1):
            person.play(variant, rival, source.choice(games))
            if number in found:
                said = skill.report(person)
                inside = said["kind"] and said["min"] <= mean <= said["max"]
                for n, right in enumerate((said["kind"] == player, said["kind"] in near, inside)):
                    found[number][n] += bool(right)
    return {count: Told(*[n / people for n in row]) for count, row in found.items()}


def main():
    print(f"| plays like | {' | '.join(f'{count} games' for count in AFTER)} |")
    print("|" + " --- |" * (1 + len(AFTER)))
    for player in ORDER:
        cells = [f"{row.own:.0%}/{row.near:.0%}/{row.inside:.0%}" for row in told(player).values()]
        print(f"| {player} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
