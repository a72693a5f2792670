"""Games played by `Game` and the strategies themselves: slow, but for every variant."""

from typing import Any

from shared_rules.chance import Pcg32, fall
from shared_rules.game import ROLL, Game
from shared_rules.variants import new_game, variant_class

from .tally import LONGEST, EndlessGame, Tally


def play_game(game: Game, strategies: list[Any], source: Any) -> None:
    """Play `game` to its end. Raises EndlessGame."""
    for _ in range(LONGEST):
        player = game.to_move()[0]
        action, dice = strategies[player].choose(game, player, source)
        faces = None
        if action == ROLL:
            faces = fall(source, game.FACES, dice or game.dice_count())
        game.apply(action, faces, player)
        if game.over:
            return
    raise EndlessGame(LONGEST)


class PlainRace:
    """Like `race.Race`, for every variant."""

    def __init__(
        self, variant: str, options: dict[str, Any], seats: list[Any], source: Pcg32
    ) -> None:
        """seats[player]: its strategy (object)."""
        self.variant = variant
        self.options = options
        self.seats = seats
        self.turns = takes_turns(variant)
        self.source = source
        self.tally = Tally(len(seats))

    def play(self, games: int) -> None:
        """Play `games` more games."""
        players = len(self.seats)
        for _ in range(games):
            first = self.tally.games % players
            # If all play at once nobody begins; the tally still counts by places.
            begins = first if self.turns else 0
            game = new_game(self.variant, self.options, players, begins)
            play_game(game, self.seats, self.source)
            winners = game.winners()
            for player in winners:
                place = (player - first) % players
                self.tally.won[player, place] += 1 / len(winners)
                self.tally.squares[player, place] += 1 / len(winners) ** 2
            self.tally.games += 1


def takes_turns(variant: str) -> bool:
    """True unless all play at once."""
    return not variant_class(variant).SHARED_ROLL
