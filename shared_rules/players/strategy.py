"""The base of all computer players."""

from ..game import HOLD, ROLL, SIT, STAND


class Strategy:
    """A computer player; it never changes the game."""

    # False for a player that may go on where stopping wins for certain.
    TAKES_WINS = True

    def choose(self, game, player, source):
        """Return (action, dice) for `player`, who is to move.

        `dice` is the number of dice if a roll needs it, else None; `source.below(n)`
        gives random numbers.
        """
        dice = None
        if game.dice_range():
            dice = self.dice_number(game, player, source)
        stops = not game.must_roll() and (
            self.TAKES_WINS and stopping_wins(game, player) or self.stops(game, player, source)
        )
        if stops:
            return (SIT if SIT in game.legal_actions() else HOLD), None
        return (STAND if STAND in game.legal_actions() else ROLL), dice

    def think(self, game, player, source):
        """Generator that returns the choice in steps, see `thinking`."""
        yield from ()
        return self.choose(game, player, source)

    def stops(self, game, player, source):
        """True to hold or sit rather than to roll or stand, where that does not win for certain."""
        raise NotImplementedError

    def dice_number(self, game, player, source):
        """Return the number of dice, where the player chooses it."""
        # If the turn goes on after a roll: one die, which leaves the most choice. In a single roll:
        # the number that scores most on average; 4 n (5/6)**n is greatest for 5 and 6 dice.
        least, most = game.dice_range()
        goes_on = [effect for _, effect in game.chance_outcomes(least)[1] if effect.goes_on]
        return least if goes_on else min(most, 5)


def stopping_wins(game, player):
    """True if `player`, by holding or sitting now, wins alone, whatever follows.

    It is never True of one player over rounds, for whom the score is all that counts.
    """
    if game.SHARED_ROLL and game.standing.count(True) > 1:
        return False  # who stands may still gain any number of points
    if game.players == 1 and not game.goal():
        return False
    scores = game.scores
    scores[player] += game.turn_total
    try:
        results = list(game.standings())
        if not game.is_last_turn():
            # A turn may gain any number of points, a single roll may not.
            if game.options.get("end") != "one_more_roll" or scores[player] < game.goal():
                return False
            rolls = game.chance_outcomes(game.dice_limits()[1])[1]
            for rival in range(game.players):
                if rival != player:
                    results[rival] = max([e.keep * scores[rival] + e.points for _, e in rolls])
    finally:
        scores[player] -= game.turn_total
    return results.count(max(results)) == 1 and max(results) == results[player]
