"""Many games between computer players."""

from collections.abc import Sequence
from typing import NamedTuple, SupportsIndex

from shared_rules.errors import BadPlayers

from ._numbers import GAMES, SEEDS, plain, within
from ._players import Player


class Rate(NamedTuple):
    """A win rate and its 95 % interval; a shared win is divided equally."""

    win: float
    low: float
    high: float


class Seat(NamedTuple):
    """The win rate of one player: over all games, and over those in which it moved first, second, …

    `by_place` is empty if rolls are shared, since nobody moves first.
    """

    player: str
    rate: Rate
    by_place: tuple[Rate, ...]


class Simulation(NamedTuple):
    """The outcome of `simulate`.

    `games`: the number played; `method`: "rolls" for compiled games, "game" for games played by
    `shared_rules`; `notice`: why it did not do as asked, or "".
    """

    games: int
    method: str
    seats: tuple[Seat, ...]
    notice: str


def simulate(
    variant: str, players: Sequence[str], /, *, games: SupportsIndex = 1000,
    seed: SupportsIndex = 1, **options: SupportsIndex | str,
) -> Simulation:  # fmt: skip
    """Let computer players, one name a seat, play many games; the first to move changes.

    With the extra `solve` games are compiled, about 500,000 a second; without it `shared_rules`
    plays them, a few hundred a second. A seed gives the same dice either way.
    Raises UnknownVariant, BadOption (for `games` and `seed` too), BadPlayers or UnknownStrategy.
    """
    # It takes a sixth of the time that `import pocketpig` would take.
    from .simulation import can_compile, contest, takes_turns

    if isinstance(players, (str, bytes)) or not isinstance(players, Sequence):
        raise BadPlayers(f"players: {plain(players)!r} is not a list of names")
    for name in players:
        Player(name)
    seed = within("seed", seed, 0, SEEDS - 1)
    games = within("games", games, 1, GAMES)
    numbers = {name: plain(value) for name, value in options.items()}
    method = "rolls" if can_compile() else "game"
    found = contest(plain(variant), list(players), games, seed, numbers, method)
    tally = found.tally
    places = range(len(players)) if takes_turns(variant) else ()
    seats = [
        Seat(name, Rate(*tally.overall(i)), tuple(Rate(*tally.rate(i, at)) for at in places))
        for i, name in enumerate(players)
    ]
    notice = "; ".join(part for part in (found.notice, found.broken_off) if part)
    return Simulation(tally.games, found.method, tuple(seats), notice)
