# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Counted wins and how far chance may have moved them."""

import math

# Steps (a roll, a hold, the choices of a shared roll; with `quick` a turn) after which a game is
# taken to be one that does not end.
LONGEST = 1_000_000

# Standard errors of a 95 % interval.
Z = 1.959964


class EndlessGame(Exception):
    """A game took too many steps; the argument is how many."""


class Tally:
    """Shares of wins by player and by place in the round (0 moved first).

    `squares` are the sums of squared shares: a shared win varies less than a whole one.
    """

    # Both are tables of doubles by (player, place). A memoryview has two indexes as an array has,
    # and needs no NumPy; `numpy.asarray` of it writes into the same memory.

    def __init__(self, players: int) -> None:
        self.games = 0
        self.won, self.squares = (
            memoryview(bytearray(8 * players * players)).cast("d", (players, players))
            for _ in range(2)
        )

    def games_at(self, player: int, place: int) -> int:
        """Games in which the player moved as number `place` of a round."""
        players = len(self.won)
        # Game g is begun by player g % players.
        begun_by = (player - place) % players
        return (self.games + players - 1 - begun_by) // players

    def rate(self, player: int, place: int) -> tuple[float, float, float]:
        """(win rate, lower, upper): of the player at that place, with a 95 % interval."""
        won, squares = self.won[player, place], self.squares[player, place]
        return interval(won, squares, self.games_at(player, place))

    def overall(self, player: int) -> tuple[float, float, float]:
        """(win rate, lower, upper) of the player over all places."""
        return interval(*self._sums(player), self.games)

    def lead(self, player: int, other: int) -> tuple[float, float]:
        """(by how much the player's win rate exceeds the other's, half a 95 % interval).

        As if the two never shared a win, which makes the interval a little too wide.
        """
        (mine, my_squares), (theirs, their_squares) = self._sums(player), self._sums(other)
        mean = (mine - theirs) / self.games
        squares = (my_squares + their_squares) / self.games
        return mean, Z * math.sqrt((squares - mean * mean) / self.games)

    def _sums(self, player: int) -> tuple[float, float]:
        """(shares, squared shares) of the player over all places."""
        places = range(len(self.won))
        return (
            sum(self.won[player, place] for place in places),
            sum(self.squares[player, place] for place in places),
        )


def interval(won: float, squares: float, games: int) -> tuple[float, float, float]:
    """(mean, lower, upper) of `games` shares with the given sum and sum of squares.

    The score interval (Wilson 1927), its variance scaled to that of the shares: it stays within
    0 and 1 and makes sense where a player never won.
    """
    if not games:
        return math.nan, 0.0, 1.0
    mean = won / games
    whole = mean * (1 - mean)
    scale = (squares / games - mean * mean) / whole if whole else 1.0
    z = Z * math.sqrt(max(scale, 0.0))
    centre = (mean + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(whole / games + z * z / (4 * games * games))
    return mean, max(0.0, centre - half), min(1.0, centre + half)
