"""Counts of wins, and their confidence intervals."""

import math

# A game of more steps is taken to be endless. A step is a roll, a hold or the choices after a
# shared roll.
LONGEST = 1_000_000

# Half width of a 95 % interval in standard errors.
Z = 1.959964


class EndlessGame(Exception):
    """A game took too many steps; the argument is their number."""


class Tally:
    """Shares of wins by player and by place in the round (0 moved first).

    `won` has the sums of shares, `squares` those of squared shares: both are tables of doubles by
    (player, place). The squares give the variance, which is less for a shared win.
    """

    # A memoryview has two indexes like an array, and needs no NumPy. `numpy.asarray` of it shares
    # its memory.

    def __init__(self, players: int) -> None:
        self.games = 0
        self.won, self.squares = (
            memoryview(bytearray(8 * players * players)).cast("d", (players, players))
            for _ in range(2)
        )

    def games_at(self, player: int, place: int) -> int:
        """Return the number of games in which the player had that place in the round."""
        players = len(self.won)
        # Player g % players begins game g.
        begun_by = (player - place) % players
        return (self.games + players - 1 - begun_by) // players

    def rate(self, player: int, place: int) -> tuple[float, float, float]:
        """Return (win rate, lower, upper) of the player at that place: a 95 % interval."""
        won, squares = self.won[player, place], self.squares[player, place]
        return interval(won, squares, self.games_at(player, place))

    def overall(self, player: int) -> tuple[float, float, float]:
        """Return (win rate, lower, upper) of the player over all places."""
        won, squares = (
            sum(counts[player, place] for place in range(len(counts)))
            for counts in (self.won, self.squares)
        )
        return interval(won, squares, self.games)


def interval(won: float, squares: float, games: int) -> tuple[float, float, float]:
    """Return (mean, lower, upper) of `games` shares with the given sum and sum of squares.

    It is the score interval (Wilson 1927) with its variance scaled to that of the shares. It stays
    within 0 and 1 and is valid for a player who never won.
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
