# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Many games between computer players.

`contest` plays them compiled where that can be done, else by `Game` itself. How it works and how
it is checked: docs/players.md.
"""

from __future__ import annotations

import importlib.util
from typing import Any, NamedTuple

from shared_rules.pcg32 import Pcg32
from shared_rules.variants import new_game

from ..computer_players import computer_player
from ..tally import EndlessGame, Tally
from .plain import PlainRace, takes_turns
from .probe import NotCompilable

__all__ = ["Contest", "Interrupted", "compiled", "contest", "takes_turns"]

# Games played in one go: compiled code does not hear Ctrl-C.
PIECE = 5000


class Contest(NamedTuple):
    """The outcome: `tally` of wins, the `method` used, and why not the one asked for, or "".

    `broken_off`: why fewer games were played than asked for, or "".
    """

    tally: Tally
    method: str
    notice: str
    broken_off: str = ""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C came; the argument is the `Contest` so far."""


def contest(
    variant: str,
    players: list[str],
    games: int,
    seed: int,
    options: dict[str, Any] | None = None,
    method: str = "rolls",
) -> Contest:
    """Let computer players, one name a seat, play `games` games; the first to move changes.

    method: "rolls" plays roll by roll, the same games as `Game` with `Pcg32(seed)`; "turns" (for
    games to a target) draws whole turns; "game" uses `Game` and the strategies themselves.
    A game that goes on for too long ends the contest (`broken_off`). Raises a RulesError for what
    the rules refuse, Interrupted when Ctrl-C comes.
    """
    options = dict(options or {})
    new_game(variant, options, len(players))
    names = sorted(set(players))
    seats = [names.index(name) for name in players]
    strategies = [strategy_of(name, variant, options) for name in names]
    notice = ""
    if method != "game":
        try:
            race = compiled(variant, options, seats, strategies, seed, method)
            broken_off = _play(race, games, method, notice)
            return Contest(race.tally, method, faults_of(strategies), broken_off)
        except NotCompilable as reason:
            notice = f"played without compilation, which is slow: {reason}"
    plain = PlainRace(variant, options, [strategies[seat] for seat in seats], Pcg32(seed))
    broken_off = _play(plain, games, "game", notice)
    return Contest(plain.tally, "game", notice or faults_of(strategies), broken_off)


def _play(race: Any, games: int, method: str, notice: str) -> str:
    """Play `games` games; return why not all, or "". Raises Interrupted."""
    try:
        while race.tally.games < games:
            race.play(min(PIECE, games - race.tally.games))
    except EndlessGame as steps:
        return f"game {race.tally.games + 1:,} had not ended after {steps.args[0]:,} steps"
    except KeyboardInterrupt:
        raise Interrupted(Contest(race.tally, method, notice, "interrupted")) from None
    return ""


def faults_of(strategies: list[Any]) -> str:
    """What kept a strategy from playing as it should, or ""."""
    faults = [getattr(strategy, "fault", "") for strategy in strategies]
    return "; ".join(f"not perfect play: {fault}" for fault in faults if fault)


def can_compile() -> bool:
    """True where the extra `solve` is installed: NumPy and Numba."""
    return importlib.util.find_spec("numba") is not None


def strategy_of(name: str, variant: str, options: dict[str, Any]) -> Any:
    """The computer player of that name: as the solver plays if it is installed, see `player_of`."""
    if not can_compile():
        return computer_player(name)
    from .optimal import player_of

    return player_of(name, variant, options)


def compiled(
    variant: str, options: dict[str, Any], seats: list[int], strategies: list[Any], seed: int,
    method: str,
) -> Any:  # fmt: skip
    """The compiled game; raises NotCompilable where there is none."""
    # Here, so that games by the rules need neither NumPy nor Numba.
    from ..pcg import seeded
    from .quick import QuickRace
    from .race import Race
    from .race_tables import RaceTables
    from .shared import SharedRace

    if variant == "gran_cerdo" and method == "rolls":
        from host_sim.theory.simulation.gran_cerdo import PigRace

        return PigRace(options, seats, strategies, seeded(seed))
    if takes_turns(variant):
        tables = RaceTables(variant, options, len(seats), strategies)
        return (QuickRace if method == "turns" else Race)(tables, seats, seeded(seed))
    if method == "turns":
        raise NotCompilable(f"the rolls of {variant} are shared, nobody has turns")
    return SharedRace(variant, options, seats, strategies, seeded(seed))
