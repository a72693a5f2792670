"""Computer players by name."""

from __future__ import annotations

from typing import Any, SupportsIndex

from pocketpig.computer_players import PERFECT, computer_player, kind_of
from shared_rules.checks import check_action
from shared_rules.game import ROLL
from shared_rules.players.by_name import make, names

from ._game import Game
from ._numbers import plain


def player_names() -> list[str]:
    """Return the names that `player` takes. A number in a name may vary, as in "hold25"."""
    return [PERFECT, *names()]


def player(name: str) -> Player:
    """Return the computer player of that name. Raises UnknownStrategy."""
    return Player(name)


class Player:
    """A computer player. It plays every variant with any number of players.

    `name`: as given to `player`.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._strategy: Any = computer_player(name) if isinstance(name, str) else make(plain(name))

    def __repr__(self) -> str:
        return f"pocketpig.player({self.name!r})"

    @property
    def exact(self) -> bool:
        """True if the last choice came from a table of perfect play for this game and options.

        Without that table "perfect" plays approximately, and without any table by a rule of thumb.
        The other players are never exact.
        """
        return kind_of(self.name) == PERFECT and bool(self._strategy.exact)

    def choose(self, game: Game, player: SupportsIndex | None = None) -> str:
        """Return the action that this computer player chooses for `player`.

        `player` is by default the first of `game.to_move`. Only the game's stream of random numbers
        for choices changes. Raises IllegalAction if `player` is not to move.
        """
        legal = game.legal_actions
        who = game._actor(plain(player))
        check_action(game.rules, legal[0] if legal else "", who, legal)
        action, dice = self._strategy.choose(game.rules, who, game._source(who))
        return f"{ROLL} {dice}" if dice is not None else str(action)
