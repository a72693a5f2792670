"""Let computer players play many games and count their wins.

  pocketpig simulate pig --players perfect,hold20 --games 1000000 --seed 1
  pocketpig simulate big --option double_one=set25 --players practical,hold25,random --json

Name one player for each seat, two or more. The first player changes from game to game. A shared win
counts in equal parts. Each win rate has its 95 % interval: if the games were played again, it would
miss the true rate one time in 20.

Games run in a compiled loop. `--method game` plays them by the rules themselves, which is slower.
What cannot be compiled is played like this too, and a notice says so.

Ctrl-C prints what was counted so far. So does a game that has not ended after a million steps, with
exit status 1 (docs/rules.md: what ends a game).
"""

import argparse
import json
import math
import sys
import time
from typing import Any

from host_sim.command_error import CommandError
from host_sim.commands.arguments import OPTION, Arguments, read_options, whole
from shared_rules.errors import RulesError
from shared_rules.players.by_name import names
from shared_rules.variants import ids, variant_class

SEEDS = 1 << 64
MOST_GAMES = 10**12  # ten days


ARGUMENTS: Arguments = {
    "variant": ", ".join(ids()),
    "--players A,B[,…]": ("names out of: perfect, " + ", ".join(names()), {"required": True}),
    "--games N": ("number of games (100000)", {"type": whole(1, MOST_GAMES), "default": 100_000}),
    "--seed S": ("seed of the dice (1)", {"type": whole(0, SEEDS - 1), "default": 1}),
    **OPTION,
    "--method {rolls,game}": (
        "compiled rolls (default), or the game's own rules",
        {"choices": ("rolls", "game"), "default": "rolls"},
    ),
    "--json": "print JSON",
}


def run(arguments: argparse.Namespace) -> int:
    """Play and print; return the exit status."""
    from pocketpig.simulation import Interrupted, contest, takes_turns

    players = arguments.players.split(",")
    if len(players) < 2:
        raise CommandError(f"--players: name two or more, not {len(players)}", 2)
    began, status = time.process_time(), 0
    try:
        options = read_options(arguments.variant, arguments.option)
        outcome = contest(
            *(arguments.variant, players, arguments.games, arguments.seed, options),
            *(arguments.method, _progress if sys.stderr.isatty() else None),
        )
    except RulesError as error:
        raise CommandError(error, 2) from None
    except Interrupted as interrupted:
        outcome, status = interrupted.args[0], 130
    seconds = time.process_time() - began
    if outcome.notice:
        print(f"pocketpig simulate: {outcome.notice}", file=sys.stderr)
    if outcome.broken_off:
        print(f"pocketpig simulate: {outcome.broken_off}", file=sys.stderr)
        status = status or 1
    games = outcome.tally.games
    rows = []
    for seat, name in enumerate(players):
        row: dict[str, Any] = {"player": name, **_rate(outcome.tally.overall(seat))}
        if takes_turns(arguments.variant):
            places = range(len(players))
            row["by_place"] = [_rate(outcome.tally.rate(seat, place)) for place in places]
        rows.append(row)
    if arguments.json:
        report = {
            "variant": arguments.variant,
            "options": variant_class(arguments.variant)(options, len(players)).options,
            "games": games,
            "seed": arguments.seed,
            "method": outcome.method,
            "cpu_seconds": round(seconds, 3),
            "players": rows,
        }
        print(json.dumps(report))
        return status
    print(f"{arguments.variant}, {games:,} game{'s'[: games != 1]}, {seconds:.1f} s of CPU")
    width = max(len(name) for name in players)
    for row in rows:
        print(f"{row['player']:{width}}  {_text(row)}")
        for place, part in enumerate(row.get("by_place", ())):
            print(f"{'':{width}}    as player {place + 1} of {len(players)}: {_text(part)}")
    return status


def _progress(played: int, games: int, seconds: float) -> None:
    """Tell on the terminal how far it is; the last time erase that."""
    left = seconds * (games - played) / played
    words = f"{played:,} of {games:,} games, {left:.0f} s left" if played < games else ""
    print(f"\r{words:60}\r"[: None if not words else -1], end="", file=sys.stderr, flush=True)


def _rate(rate: tuple[float, float, float]) -> dict[str, Any]:
    row: dict[str, Any] = dict(zip(("win", "low", "high"), rate))
    if math.isnan(rate[0]):
        row["win"] = None  # no game was counted, and JSON has no nan
    return row


def _text(row: dict[str, Any]) -> str:
    if row["win"] is None:
        return "no games"
    return f"{row['win']:8.3%}  ({row['low']:.3%} to {row['high']:.3%})"
