"""Positions over a number of turns, for `race`."""

ENOUGH = 60  # a turn total at which holding is best if not behind


def place(position, game):
    """Complete a `RacePosition` of a game over rounds: scores count as in the table's row."""
    position.tag = b"v"
    position.answered = position.second = False
    rounds = position.table.number("rounds")
    left = game.options["rounds"] - (game.turn - 1) // game.players
    position.exact = game.players == 2 and left <= rounds
    # The turn after this one, with two players.
    position.row = 2 * (rounds - min(left, rounds)) + 2 + (game.turn % game.players == 0)
    position.last = position.row > 2 * rounds
    _, _, _, _, columns, _ = position.table.section(b"v")
    position.floor = position.theirs - columns // 2
    position.target = position.floor + columns
    position.zero = max(0, position.floor)
    position.mine = max(position.floor, min(position.target - 1, position.mine))
