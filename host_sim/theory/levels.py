# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Measure what the rivals' choices lose in a game and write firmware/handheld/pages/losses.txt.

Run it as ``python -m host_sim.theory.levels``. In each game of GAMES_OF each two of PLAYERS play
GAMES games with the usual options, who begins changing, with dice seeded by SEED. A choice loses
the chance to win by the best action less that by the action chosen: in double precision by the
solver, else as the handheld's review counts it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from shared_rules.chance import Pcg32, fall
from shared_rules.game import HOLD, ROLL
from shared_rules.players import KINDS
from shared_rules.variants import new_game

from .simulation.optimal import player_of
from .solver import Position, solved
from .solver.moves import Floats
from .solver.solution import FirstSolution

# In the others with exact odds the weakest of PLAYERS loses less than twice what the rule does.
GAMES_OF = ("pig", "two_dice", "big", "sevens", "piggy", "hog", "pig_dice", "piglet")
PLAYERS = tuple(KINDS.split(" ")[:6])  # the levels, and who plays by rule
GAMES = 1000  # of each two
SEED = 1945
FILE = Path(__file__).parents[2] / "firmware" / "handheld" / "pages" / "losses.txt"
HEAD = f"""\
What the choices of {", ".join(PLAYERS[1:])} lose in a game, in tenths of a per cent,
a line for each opponent: {", ".join(PLAYERS)}.
`python -m host_sim.theory.levels` writes this file.
"""


class Judge:
    """Says what a choice loses in the game of that id, which must be one of turns to a target."""

    def __init__(self, variant: str) -> None:
        solution = solved(variant, {})
        assert isinstance(solution, FirstSolution)
        self.solution = solution
        self._found: dict[Any, Any] = {}

    def loss(self, game: Any, player: int, action: str, dice: int | None) -> float:
        """Return what the action loses of a win; `dice`: the number chosen with it, if any."""
        solution = self.solution
        position = solution.within(Position.of(game, player))
        mine, theirs = position.mine, position.theirs
        if game.dice_range():
            actions = self._kept((mine, theirs), lambda: solution.odds(position).actions)
            return float(max(actions.values()) - actions[f"{ROLL} {dice}"])
        total = max(position.turn_total, solution.floor - mine)
        position.turn_total = 0
        m = solution.menu(position, [n for n, _ in solution.lists])
        if total <= 0:  # after a roll, so the player may hold
            _, _, held, rolled = solution.worths(position, m, total)
            return max(held, rolled) - (held if action == HOLD else rolled)
        win, hold = self._kept((mine, theirs, m), lambda: self._turn(position, m))
        rolls = total < len(win) and win[total] > hold[total]
        if rolls == (action == ROLL):
            return 0.0
        if rolls:
            return float(win[total] - hold[total])
        _, _, held, rolled = solution.worths(position, m, total)
        return held - rolled

    def _turn(self, position: Position, m: int) -> tuple[Floats, Floats]:
        """Return (worths, those of holding) by turn total."""
        win = self.solution.worths(position, m)[0]
        return win, self.solution.hold_worths(position, len(win))[0]

    def _kept(self, key: Any, find: Any) -> Any:
        if key not in self._found:
            self._found[key] = find()
        return self._found[key]


class Table:
    """A game, its judge and players."""

    def __init__(self, variant: str, players: tuple[str, ...] = PLAYERS) -> None:
        self.variant = variant
        self.judge = Judge(variant)
        self.players = {name: player_of(name, variant, {}) for name in players}

    def losses(self, pair: tuple[str, str], games: int, seed: int) -> Iterator[list[float]]:
        """Play, the first player beginning every other game; yield what both lost in each."""
        source = Pcg32(seed)
        for number in range(games):
            game = new_game(self.variant, {}, 2, number % 2)
            lost = [0.0, 0.0]
            while not game.over:
                mover = game.player
                action, dice = self.players[pair[mover]].choose(game, mover, source)
                if game.phase() == "choose":
                    lost[mover] += self.judge.loss(game, mover, action, dice)
                faces = None
                if action == ROLL:
                    faces = fall(source, game.FACES, dice or game.dice_count())
                game.apply(action, faces, mover)
            yield lost


def mean_losses(table: Table, pair: tuple[str, str], games: int = GAMES) -> list[int]:
    """Return what both players of a pair lose on average, in tenths of a per cent."""
    seed = SEED + 100 * PLAYERS.index(pair[0]) + PLAYERS.index(pair[1])
    sums = [0.0, 0.0]
    for lost in table.losses(pair, games, seed):
        sums = [total + loss for total, loss in zip(sums, lost)]
    return [round(1000 * total / games) for total in sums]


def section(variant: str) -> list[str]:
    """Return the lines of a game in the file."""
    table = Table(variant)
    found: dict[tuple[str, str], int] = {}
    for pair in itertools.combinations_with_replacement(PLAYERS, 2):
        one, other = pair
        found[other, one], found[one, other] = mean_losses(table, pair)[::-1]
    rows = [" ".join(str(found[name, opponent]) for name in PLAYERS[1:]) for opponent in PLAYERS]
    return [f"[{variant}]", *rows]


def main() -> None:
    """Run the command."""
    lines = [HEAD]
    for variant in GAMES_OF:
        lines.append("\n".join(section(variant)) + "\n")
        print(lines[-1], end="", flush=True)
    FILE.write_text("".join(lines), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
