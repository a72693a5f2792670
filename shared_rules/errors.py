"""Errors of the rules. A message says what was wrong and what is allowed."""


class RulesError(ValueError):
    """Base of all errors of the rules; the game is unchanged."""


class UnknownVariant(RulesError):
    """No variant has that identifier."""


class BadOption(RulesError):
    """An option that the variant does not have, or a value out of its range."""


class BadPlayers(RulesError):
    """A number of players, or a first player, that the variant does not allow."""


class BadDice(RulesError):
    """Faces that the dice cannot show, or a wrong number of dice."""


class BadText(RulesError):
    """A position or a record that cannot be read."""


class UnknownStrategy(RulesError):
    """No computer player has that name, or it does not play that variant."""


class IllegalAction(RulesError):
    """An action that is not legal now, or by a player who is not to move."""

    # `legal` is the tuple of legal actions, `to_move` the list of players to move.

    def __init__(self, message, legal, to_move):
        super().__init__(message)
        self.legal = legal
        self.to_move = to_move
