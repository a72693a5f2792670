"""Solve a variant, or read an earlier solution from the user's cache folder."""

import os
import pathlib
import tempfile
import zipfile
from binascii import crc32
from typing import Any

import numpy as np
from platformdirs import user_cache_path

from shared_rules.game import Game
from shared_rules.shared_roll import SharedRollGame
from shared_rules.variants import new_game

from .fixed_turns_solution import FixedTurnsSolution, WipedTurnsSolution
from .moves import Unsolvable, moves_of, outcome_lists, useful
from .race_solution import EqualSolution, FirstSolution
from .shared_solution import HerdSolution, RoundsSolution, WipedRoundsSolution
from .solution import Solution

# Increase it when solutions change; cached ones of other versions are not used.
VERSION = 1
# If scores may be negative: the least score that is solved unless a lower one is asked for.
FLOOR = -50
LOWEST_FLOOR = -300

ENDS: dict[str, type[Solution]] = {
    "first": FirstSolution, "one_more_roll": FirstSolution, "one_more_turn": FirstSolution,
    "equal_turns": EqualSolution, "rounds": FixedTurnsSolution,
}  # fmt: skip
MOST_ROUNDS_WITH_WIPES = 20
# Hooks that the solver takes to be the common ones, and those that end a game to a target.
COMMON = ("roll", "apply", "choose", "must_roll", "after_roll", "to_move", "standings")
ENDING = ("bank", "banks_at_once", "end_turn", "is_last_turn", "winners")


def kind_of(game: Game) -> type[Solution]:
    """Return the kind of solution of `game`. Raises Unsolvable."""
    end = game.options.get("end")
    kind: type[Solution]
    hooks: tuple[str, ...] = COMMON
    effects = [effect for _, outcomes in outcome_lists(game) for _, effect in outcomes[1]]
    wipes = not all(effect.keep for effect in effects)
    if game.SHARED_ROLL:
        check_shared(game)
        without_target = WipedRoundsSolution if wipes else RoundsSolution
        kind = HerdSolution if "target" in game.options else without_target
    elif end in ENDS and "target" in game.options:
        kind = ENDS[end]
        hooks += () if end == "one_more_roll" else ENDING
    else:
        raise Unsolvable(f"{game.ID} cannot be solved: its positions are too many to list")
    if kind is FixedTurnsSolution and wipes:
        kind = WipedTurnsSolution
        if game.options["rounds"] > MOST_ROUNDS_WITH_WIPES:
            raise Unsolvable(
                f"{game.ID} cannot be solved over more than {MOST_ROUNDS_WITH_WIPES} rounds: with "
                "wipes its positions are too many"
            )
    own = [hook for hook in hooks if not is_common(game, hook)]
    if own:
        raise Unsolvable(f"{game.ID} cannot be solved: it has rules of its own in {', '.join(own)}")
    return kind


def is_common(game: Game, hook: str) -> bool:
    """True if the variant does not override `hook` of the common classes."""
    owner = next(kind for kind in type(game).__mro__ if hook in vars(kind))
    return owner in SharedRollGame.__mro__


def check_shared(game: Game) -> None:
    """Raise Unsolvable if shared rolls do more than add points, bust or, without a target, wipe."""
    for _, (keep, factor, points, goes_on, _) in game.chance_outcomes()[1]:
        if factor != 1 or points < 1 if goes_on else not keep and "target" in game.options:
            raise Unsolvable(f"{game.ID} cannot be solved: shared rolls may only add or bust")


def arrays_of(game: Game, floor: int) -> dict[str, Any]:
    """Solve `game`; return the arrays of its kind of solution."""
    return kind_of(game).solve(game, moves_of(useful(outcome_lists(game))), floor)


def solve(variant: str, options: dict[str, Any] | None = None, floor: int = 0) -> Solution:
    """Solve the variant; return its solution.

    `floor`: the least score to solve if scores may be negative, limited to LOWEST_FLOOR … FLOOR.
    Raises a RulesError for a bad variant or option, Unsolvable if there is no method.
    """
    game = new_game(variant, options)
    floor = min(floor, FLOOR) if game.LOWEST < 0 else 0
    return kind_of(game)(game, arrays_of(game, max(floor, LOWEST_FLOOR)))


def name_of(game: Game) -> str:
    """Return the name of a game in names of files, such as `big-add25-100-first-10`."""
    return "-".join([game.ID, *(str(game.options[row[0]]) for row in game.OPTIONS)])


def cache_folder() -> pathlib.Path:
    """Return the cache folder: POCKETPIG_CACHE if set, else the usual place of the system."""
    folder = os.environ.get("POCKETPIG_CACHE")
    return pathlib.Path(folder or user_cache_path("pocketpig", appauthor=False))


def solved(variant: str, options: dict[str, Any] | None = None, floor: int = 0) -> Solution:
    """Like `solve`, but read the solution from the cache if it is there, else write it there."""
    game = new_game(variant, options)
    kind = kind_of(game)
    depth = max(min(floor, FLOOR), LOWEST_FLOOR) if game.LOWEST < 0 else 0
    words = [name_of(game)] + ([str(depth)] if depth else [])
    # A variant may have been another one under this name.
    words.append(f"{crc32(repr(outcome_lists(game)).encode()):08x}")
    path = cache_folder() / f"{'-'.join(words)}.v{VERSION}.npz"
    try:
        with np.load(path, allow_pickle=False) as stored:
            return kind(game, {name: stored[name] for name in stored.files})
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):
        pass
    solution = solve(variant, options, depth)
    _store(path, solution.arrays)
    return solution


def _store(path: pathlib.Path, arrays: dict[str, Any]) -> None:
    """Write the arrays to a file atomically. If that fails, do nothing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".npz")
        with os.fdopen(handle, "wb") as file:
            np.savez(file, **arrays)
        os.replace(name, path)
    except OSError:
        pass
