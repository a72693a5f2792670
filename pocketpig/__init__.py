"""The dice games of the Pig family and perfect play, as a library.

    >>> import pocketpig
    >>> game = pocketpig.new_game("pig", seed=8)
    >>> perfect = pocketpig.player("perfect")
    >>> while not game.over:
    ...     faces = game.act(perfect.choose(game))
    >>> max(game.scores) == game.scores[game.winner] >= 100
    True

The rules, the computer players and the tables of perfect play are those of the handheld, and need
no other package. With the extra `solve` (NumPy and Numba) `odds` gives chances in double precision
and `simulate` plays compiled games. Everything public is in this module; docs/api.md has examples.
"""

from typing import TYPE_CHECKING

from shared_rules import __version__
from shared_rules.errors import (
    BadDice,
    BadOption,
    BadPlayers,
    BadText,
    IllegalAction,
    RulesError,
    UnknownStrategy,
    UnknownVariant,
)

from ._challenge import Challenge, challenge
from ._chances import Chance, Effect
from ._game import Game, new_game, replay
from ._odds import NoOdds, odds
from ._players import Player, player, player_names
from ._simulation import Rate, Seat, Simulation, simulate
from ._variants import Option, Variant, variants
from .position import Odds

if TYPE_CHECKING:
    from ._verify import Verdict, verify

__all__ = [
    "BadDice",
    "BadOption",
    "BadPlayers",
    "BadText",
    "Challenge",
    "Chance",
    "Effect",
    "Game",
    "IllegalAction",
    "NoOdds",
    "Odds",
    "Option",
    "Player",
    "Rate",
    "RulesError",
    "Seat",
    "Simulation",
    "UnknownStrategy",
    "UnknownVariant",
    "Variant",
    "Verdict",
    "__version__",
    "challenge",
    "new_game",
    "odds",
    "player",
    "player_names",
    "replay",
    "simulate",
    "variants",
    "verify",
]


def __getattr__(name: str) -> object:
    """Load the verifier when it is first asked for, since hashing is slow to import."""
    if name in ("Verdict", "verify"):
        from . import _verify

        return getattr(_verify, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
