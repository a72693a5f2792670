# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
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
from shared_rules.variants import new_game

from .kinds import kind_of
from .moves import moves_of, outcome_lists, useful
from .solution import Solution

# Increase it when solutions change; cached ones of other versions are not used.
VERSION = 1
# If scores may be negative: the least score that is solved unless a lower one is asked for.
FLOOR = -50
LOWEST_FLOOR = -300


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


def cache_folder() -> pathlib.Path:
    """Return the cache folder: POCKETPIG_CACHE if set, else the usual place of the system."""
    folder = os.environ.get("POCKETPIG_CACHE")
    return pathlib.Path(folder or user_cache_path("pocketpig", appauthor=False))


def solved(variant: str, options: dict[str, Any] | None = None, floor: int = 0) -> Solution:
    """Like `solve`, but read the solution from the cache if it is there, else write it there."""
    game = new_game(variant, options)
    kind = kind_of(game)
    depth = max(min(floor, FLOOR), LOWEST_FLOOR) if game.LOWEST < 0 else 0
    words = [variant] + [str(game.options[row[0]]) for row in game.OPTIONS]
    words += [str(depth)] if depth else []
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
