"""Many games between computer players.

`contest` plays compiled games if it can, else games by `Game` itself. docs/internals/tables.md
says how it works and how it is checked.
"""

import importlib.util
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from shared_rules.chance import Pcg32
from shared_rules.variants import new_game

from ..computer_players import computer_player, kind_of
from .plain import PlainRace, takes_turns
from .probe import NotCompilable
from .tally import EndlessGame, Tally

__all__ = ["Contest", "Interrupted", "compiled", "contest", "takes_turns"]

# Games in one call: Ctrl-C takes effect only between calls of compiled code.
PIECE = 5000


class Contest(NamedTuple):
    """The outcome: the `tally` of wins and the `method` used.

    `notice`: why it is not the method asked for, or why play was not perfect, or "".
    `broken_off`: why fewer games were played than asked for, or "".
    """

    tally: Tally
    method: str
    notice: str
    broken_off: str = ""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C was pressed; the argument is the `Contest` so far."""


def contest(
    variant: str,
    players: list[str],
    games: int,
    seed: int,
    options: dict[str, Any] | None = None,
    method: str = "rolls",
    progress: Callable[[int, int, float], None] | None = None,
) -> Contest:
    """Let computer players, one name a seat, play `games` games; the first to move changes.

    method: "rolls" plays compiled games, the same as `Game` with `Pcg32(seed)`; "game" uses `Game`
    and the strategies themselves. `progress(played, games, seconds)` is called now and then.
    A game of too many steps ends the contest (`broken_off`). Raises a RulesError for a bad variant,
    option, player or number of players, and Interrupted on Ctrl-C.
    """
    options = dict(options or {})
    new_game(variant, options, len(players))
    names = sorted(set(players))
    seats = [names.index(name) for name in players]
    strategies = [strategy_of(name, variant, options) for name in names]
    notice = ""
    if method != "game":
        try:
            race = compiled(variant, options, seats, strategies, seed)
            broken_off = _play(race, games, method, notice, progress)
            return Contest(race.tally, method, faults_of(strategies), broken_off)
        except NotCompilable as reason:
            notice = f"played without compilation, which is slow: {reason}"
    plain = PlainRace(variant, options, [strategies[seat] for seat in seats], Pcg32(seed))
    broken_off = _play(plain, games, "game", notice, progress)
    return Contest(plain.tally, "game", notice or faults_of(strategies), broken_off)


def _play(race: Any, games: int, method: str, notice: str, progress: Any) -> str:
    """Play `games` games; return why some were not played, or "". Raises Interrupted."""
    began = time.monotonic()
    try:
        while race.tally.games < games:
            race.play(min(PIECE, games - race.tally.games))
            if progress:
                progress(race.tally.games, games, time.monotonic() - began)
    except EndlessGame as steps:
        return f"game {race.tally.games + 1:,} had not ended after {steps.args[0]:,} steps"
    except KeyboardInterrupt:
        raise Interrupted(Contest(race.tally, method, notice, "interrupted")) from None
    return ""


def faults_of(strategies: list[Any]) -> str:
    """Return why strategies did not play perfectly, or ""."""
    faults = [getattr(strategy, "fault", "") for strategy in strategies]
    return "; ".join(f"not perfect play: {fault}" for fault in faults if fault)


def can_compile() -> bool:
    """True if the extra `solve` (NumPy and Numba) is installed."""
    return importlib.util.find_spec("numba") is not None


def strategy_of(name: str, variant: str, options: dict[str, Any]) -> Any:
    """Return the computer player of that name; "perfect" uses the solver if it is installed."""
    if not can_compile():
        return computer_player(name)
    from .optimal import player_of

    return player_of(kind_of(name), variant, options)


def compiled(
    variant: str, options: dict[str, Any], seats: list[int], strategies: list[Any], seed: int
) -> Any:
    """Return the compiled game. Raises NotCompilable if there is none."""
    # Imported here: games by the rules need neither NumPy nor Numba, other games no Gran Cerdo.
    from .pcg import seeded

    if variant == "gran_cerdo":
        from .gran_cerdo import PigRace

        return PigRace(options, seats, strategies, seeded(seed))
    from .decision_tables import DecisionTables
    from .race import Race

    return Race(DecisionTables(variant, options, len(seats), strategies), seats, seeded(seed))
