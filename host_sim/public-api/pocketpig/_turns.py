# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The turns of a game, for people and programs that saw it."""

# This module imports only `shared_rules`, and runs on MicroPython too.

from shared_rules.game import Game
from shared_rules.reading import replay_token

_TELLING = 3  # turns


class Turns:
    """Plays the steps of a game and lists its turns.

    `turns`: a dict for each turn, in a shared game for each round: `turn`, its number; `player`,
    the index of who rolls, None where all play; `rolls`, their faces as in a record; `banked`,
    pairs of a player and the number of rolls before that player held or sat; `points`, by how much
    each player's score changed; `scores` after it; `telling`, see `mark`.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turns: list[dict[str, object]] = []
        self._rolls: list[str] = []
        self._banked: list[list[int]] = []
        self._before: list[int] = []
        self._stakes: list[int] = []

    def play(self, token: str) -> None:
        """Play a step of a record. Raises a RulesError."""
        game = self.game
        if not self.turns or self.turns[-1]["turn"] != game.turn:
            self._begin()
        at_stake, to_move = game.turn_total, game.to_move()
        replay_token(game, token)
        if token.isdigit():
            self._rolls.append(token)
        else:
            rolls = len(self._rolls)
            self._banked += [[p, rolls] for p, letter in zip(to_move, token) if letter != "t"]
        points = [after - before for before, after in zip(self._before, game.scores)]
        self.turns[-1].update(points=points, scores=list(game.scores))
        self._stakes[-1] = max([self._stakes[-1], at_stake] + [abs(each) for each in points])

    def _begin(self) -> None:
        game = self.game
        self._rolls, self._banked, self._before = [], [], list(game.scores)
        self._stakes.append(0)
        self.turns.append(
            {
                "turn": game.turn,
                "player": None if game.SHARED_ROLL else game.player,
                "rolls": self._rolls,
                "banked": self._banked,
                "telling": False,
            }
        )

    def mark(self) -> None:
        """Mark the most telling turns: the last one, and those with the most points at stake."""
        by_stake = sorted((stake, place) for place, stake in enumerate(self._stakes))
        telling = [self.turns[place] for _, place in by_stake[-_TELLING:]]
        for turn in telling + self.turns[-1:]:
            turn["telling"] = True
