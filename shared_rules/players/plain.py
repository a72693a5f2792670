"""Players that look at neither scores nor chances."""

from .strategy import Strategy


class HoldAt(Strategy):
    """Stops as soon as the turn total is n or wins: "hold at 20" (Neller & Presser 2004)."""

    def __init__(self, n):
        self.n = n

    def stops(self, game, player, source):
        return game.turn_total >= self.n


class RandomChoice(Strategy):
    """Chooses all actions and numbers of dice equally likely."""

    TAKES_WINS = False

    def stops(self, game, player, source):
        return source.below(2) == 1

    def dice_number(self, game, player, source):
        least, most = game.dice_range()
        return least + source.below(most - least + 1)
