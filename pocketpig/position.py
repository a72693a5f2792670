"""A position of two players, and its odds."""

from typing import Any, NamedTuple

from shared_rules.players.crowd import rival_to_beat


class BadPosition(ValueError):
    """The game has no such position; the message says what is allowed."""


class Odds(NamedTuple):
    """Chances to win when both players play perfectly from here on.

    `win`: chance of the player to move, a tie counting half; `actions`: the same after each
    action; `action`: the best one. `mix`: the probability of each action if the best choice is
    random, as in games of shared rolls, else empty. `exact`: True if the odds were computed for
    this game and options, False if they are approximate.
    """

    win: float
    action: str
    actions: dict[str, float]
    mix: dict[str, float]
    exact: bool


class Position(NamedTuple):
    """The player to move has `mine` points.

    second: True for the second mover of a round, with `end` "equal_turns" or "rounds". dice: the
    number chosen for the turn, if turn_total is not 0. round: from 1, if their number is fixed.
    opponent_sits: in a shared roll.
    """

    mine: int = 0
    theirs: int = 0
    turn_total: int = 0
    second: bool = False
    dice: int | None = None
    round: int = 1
    opponent_sits: bool = False

    @classmethod
    def of(cls, game: Any, player: int) -> "Position":
        """Return the position of `player`, who is to move; of several rivals, against one."""
        mine = game.scores[player]
        if game.SHARED_ROLL:
            theirs, sits = game.scores[1 - player], not game.standing[1 - player]
            return cls(mine, theirs, game.turn_total, round=game.turn, opponent_sits=sits)
        theirs = game.scores[1 - player] if game.players == 2 else rival_to_beat(game, player)
        end = game.options.get("end")
        second = end in ("equal_turns", "rounds") and game.turn % game.players == 0
        # Among several, play against one past the target as if nobody moved after.
        second |= end == "equal_turns" and theirs >= game.options["target"]
        least, most = game.dice_limits()
        dice = game.dice_count() if game.roll_number and least < most else None
        number = game.round() if end == "rounds" else 1
        return cls(mine, theirs, game.turn_total, second, dice, number)
