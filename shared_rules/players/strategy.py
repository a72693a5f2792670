# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The base of all computer players."""

from ..game import HOLD, ROLL, SIT, STAND


class Strategy:
    """A computer player; it never changes the game."""

    def choose(self, game, player, source):
        """Return (action, dice) for `player`, who is to move.

        `dice` is the number of dice if a roll needs it, else None; `source.below(n)`
        gives random numbers.
        """
        dice = None
        if game.dice_range():
            dice = self.dice_number(game, player, source)
        if game.must_roll() or not self.stops(game, player, source):
            return (STAND if STAND in game.legal_actions() else ROLL), dice
        return (SIT if SIT in game.legal_actions() else HOLD), None

    def think(self, game, player, source):
        """Generator that returns the choice in steps, see `thinking`."""
        yield from ()
        return self.choose(game, player, source)

    def stops(self, game, player, source):
        """True to hold or sit rather than to roll or stand."""
        raise NotImplementedError

    def dice_number(self, game, player, source):
        """Return the number of dice, where the player chooses it."""
        # If the turn goes on after a roll: one die, which leaves the most choice. In a single roll:
        # the number that scores most on average; 4 n (5/6)**n is greatest for 5 and 6 dice.
        least, most = game.dice_range()
        goes_on = [effect for _, effect in game.chance_outcomes(least)[1] if effect.goes_on]
        return least if goes_on else min(most, 5)


def wins_at_once(game, player):
    """True if stopping now wins the game at once."""
    return (
        game.options.get("end") == "first"
        and game.scores[player] + game.turn_total >= game.options["target"]
    )
