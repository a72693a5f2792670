# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Solved games as files for other programs: values and policies as NPZ, with schema and checksums.

docs/solved-games.md says how to read them.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np

from shared_rules import __version__
from shared_rules.variants import new_game

from .plots.decisions import MOST_TARGET, decisions, turn_of
from .solver import VERSION, Position, Solution, Unsolvable, rounds, solved
from .solver.herd import finish, roll_alone
from .solver.moves import Floats, Moves, useful
from .solver.solution import (
    EqualSolution,
    FirstSolution,
    FixedTurnsSolution,
    HerdSolution,
    RoundsSolution,
    TurnsSolution,
)
from .tables.losses import turns_go_on
from .tables.shared_rows import LONGEST_MIX, WIDEST_MIX, herd_mix, round_mix

FORMAT = 1
# From so far behind on, the choices of the last turn are the same.
_FARTHEST_BEHIND = 300
WIDEST_TURN = 300  # of the differences in `turn_roll`
SCHEMA_FILE, LICENCE_FILE, SUMS_FILE = "schema.json", "LICENSE", "SHA256SUMS"
CITATION = (
    f"Pocket Pig contributors: Pocket Pig {__version__}: the dice games of the Pig family, solved "
    "and on a handheld. Pig was first solved by T. W. Neller and C. G. M. Presser, Optimal Play of "
    "the Dice Game Pig, The UMAP Journal 25 (2004); the method is close to F. Crocce and E. "
    "Mordecki, A non-iterative algorithm for generalized Pig games, Journal of Dynamics & Games 5 "
    "(2018), doi 10.3934/jdg.2018020."
)
CONVENTIONS = (
    "Two players. A value is the chance to win of the player to move, a tie counting half, when "
    "both play perfectly. a is the score of that player, b the score of the other, k the turn "
    "total. Index 0 of a and b is the score `low`, of every other axis 0. Beyond the last d all is "
    "as at the last. An array that a game does not need is not in its file."
)
# {array: (axes, what it is)}
ARRAYS = {
    "about": ("", "variant, options and chance of the first player, as a JSON text"),
    "low": ("", "the score at index 0 of the axes a and b, below 0 in Pig Dice"),
    "value": ("a, b", "value at the start of a turn; of the first mover where turns are equal"),
    "value_second": ("a, b", "the same of the second mover of a round, where turns are equal"),
    "dice": ("a, b", "the best number of dice, where the player chooses it"),
    "dice_second": ("a, b", "the same of the second mover of a round"),
    "roll": ("a, b, k", "true if rolling is best, false if holding is; beyond the last k hold"),
    "roll_second": ("a, b, k", "the same of the second mover of a round"),
    "answer": ("d", "value of the last turn or roll, d points behind who has banked the target"),
    "answer_roll": ("d", "true if rolling is best at a tie, where k is d; behind roll, ahead hold"),
    "answer_dice": ("d", "the best number of dice of that turn"),
    "turn_value": ("n, d", "value when n turns of both are over, d - 1000 points ahead"),
    "turn_roll": ("n, d, k", "like roll, d - 300 points ahead; farther, as at the last"),
    "round_value": ("r, d", "value at the start of round r + 1, d - 1500 points ahead"),
    "round_stand": ("r, k, d", "probability to stand where both stand, d - 150 points ahead"),
    "round_stand_alone": ("r, k, d", "true if it is best to stand when the other has sat"),
    "stand": ("a, b, k", "probability to stand where both stand; beyond the last k as at the last"),
    "stand_alone": ("a, b, k", "true if it is best to stand when the other has sat, at b"),
}


def file_name(solution: Solution) -> str:
    """Return the name of a game's file, such as `big-add25-100-first.npz`."""
    options = solution.game.options
    words = [
        str(options[row[0]])
        for row in solution.game.OPTIONS
        if row[0] != "rounds" or options.get("end") == "rounds"
    ]
    return "-".join([solution.game.ID, *words]) + ".npz"


def arrays_of(solution: Solution) -> dict[str, Any]:
    """Return {name of ARRAYS: array} of a solved game. Raises Unsolvable if it has no policy."""
    game = solution.game
    if isinstance(solution, (FirstSolution, EqualSolution, HerdSolution)):
        if solution.target > MOST_TARGET:
            raise Unsolvable(f"policies are written up to a target of {MOST_TARGET}")
    about = {"variant": game.ID, "options": game.options, "first_player": solution.start()}
    found: dict[str, Any] = {"about": np.array(json.dumps(about))}
    if isinstance(solution, (FirstSolution, EqualSolution)):
        found.update(_turns(solution))
    elif isinstance(solution, HerdSolution):
        found.update(_herd(solution))
    elif type(solution) is FixedTurnsSolution:
        found.update(turn_value=solution.arrays["worth"], turn_roll=_fixed_turns(solution))
    elif isinstance(solution, RoundsSolution):
        stand = round_mix(solution)
        found["round_value"] = solution.arrays["worth"]
        found["round_stand"] = stand
        found["round_stand_alone"] = np.array(
            [_alone(solution.moves, after) for after in solution.arrays["worth"][1:]]
        )
    else:
        raise Unsolvable(f"{game.ID} with these options has too many positions for a file")
    return found


def _turns(solution: FirstSolution | EqualSolution) -> dict[str, Any]:
    """Return the arrays of a game to a target by turns."""
    found: dict[str, Any] = {"low": np.int64(0)}
    if isinstance(solution, FirstSolution):
        movers = {"": False}
        found |= {"low": np.int64(solution.floor), "value": solution.value}
        answer = solution.replies if len(solution.replies) > 1 else None
        last_turn = solution.game.options["end"] == "one_more_turn"
    else:
        movers = {"": False, "_second": True}
        found |= {"value": solution.arrays["first"], "value_second": solution.arrays["second"]}
        answer, last_turn = solution.arrays["chase"], True
    low, target = int(found["low"]), solution.target
    chosen = [n for n, _ in useful(solution.lists)]
    for name, second in movers.items():
        if len(solution.lists) > 1:
            menus = [
                chosen[solution.menu(Position(a, b, second=second), chosen)]
                for a in range(low, target)
                for b in range(low, target)
            ]
            found[f"dice{name}"] = np.array(menus, np.uint8).reshape(target - low, target - low)
        if turns_go_on(solution):
            found[f"roll{name}"] = decisions(solution, second, low).roll
    if answer is not None:
        found["answer"] = answer
        behind = [_behind(solution, d) for d in range(min(len(answer), _FARTHEST_BEHIND))]
        if last_turn and turns_go_on(solution):
            found["answer_roll"] = np.array([_rolls_at_tie(solution, at) for at in behind])
        if len(solution.lists) > 1:
            menus = [chosen[solution.menu(at, chosen)] for at in behind]
            found["answer_dice"] = np.array(menus, np.uint8)
    return found


def _behind(solution: TurnsSolution, d: int) -> Position:
    """Return the start of the last turn of a game, `d` points behind."""
    mine = max(0, solution.target - d)
    return Position(mine, mine + d, second=True)


def _rolls_at_tie(solution: TurnsSolution, start: Position) -> bool:
    """True if it is best to roll on where the turn total makes up for all points behind."""
    d = start.theirs - start.mine
    if d == 0:
        return True  # a turn begins with a roll
    menu = solution.menu(start, [n for n, _ in useful(solution.lists)])
    _, _, hold, roll = solution.worths(start, menu, d)
    return roll > hold


def _fixed_turns(solution: FixedTurnsSolution) -> Any:
    """Return roll[n, d + WIDEST_TURN, k] of a game over so many turns of each player."""
    rows = []
    for n, d in itertools.product(
        range(2 * solution.game.options["rounds"]), range(-WIDEST_TURN, WIDEST_TURN + 1)
    ):
        place = Position(max(d, 0), max(-d, 0), second=n % 2 == 1, round=n // 2 + 1)
        win, hold, _, _ = turn_of(solution, place)
        rolls = win > hold
        rolls[0] = True
        rows.append(rolls)
    length = 1 + max(int(np.flatnonzero(rolls)[-1]) for rolls in rows)
    roll = np.zeros((len(rows), length), dtype=bool)
    for row, rolls in zip(roll, rows):
        row[: len(rolls)] = rolls[:length]
    return roll.reshape(-1, 2 * WIDEST_TURN + 1, length)


def _herd(solution: HerdSolution) -> dict[str, Any]:
    """Return the arrays of shared rolls to a target."""
    parts: Any = tuple(solution.arrays[name] for name in HerdSolution.PARTS)
    stand = herd_mix(solution.moves, parts)
    alone = np.ones(stand.shape, dtype=bool)
    for (a, b, k), _ in np.ndenumerate(alone):
        if k:
            roll = roll_alone(solution.moves, *parts, a, b, k)
            alone[a, b, k] = roll > finish(parts[0], a + k, b)
    return {"low": np.int64(0), "value": parts[0], "stand": stand, "stand_alone": alone}


def _alone(moves: Moves, after: Floats) -> Any:
    """Return stand[k, d] of who stands alone in a round; `after`: worths of the next round."""
    width = len(after) // 2
    ahead = np.arange(-width, width + 1)
    last = rounds.LONGEST + int(moves.add_n.max())
    padded = np.concatenate((after, np.ones(last)))
    worth = {k: padded[ahead + width + k] for k in range(rounds.LONGEST, last + 1)}
    bust = moves.end_p.sum() * after
    shown = slice(width - WIDEST_MIX, width + WIDEST_MIX + 1)
    stand = np.ones((LONGEST_MIX, 2 * WIDEST_MIX + 1), dtype=bool)
    for k in range(rounds.LONGEST - 1, 0, -1):
        roll = bust + sum(p * worth[k + n] for p, n in zip(moves.add_p, moves.add_n))
        sit = padded[ahead + width + k]
        worth[k] = np.maximum(sit, roll)
        if k < LONGEST_MIX:
            stand[k] = (roll > sit)[shown]
    return stand


def export_game(variant: str, options: dict[str, Any], folder: Path) -> tuple[str, int]:
    """Solve a game and write its file; return name and bytes. Raises RulesError or Unsolvable."""
    solution = solved(variant, options)
    arrays = arrays_of(solution)
    path = folder / file_name(solution)
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, **arrays)
    return path.name, path.stat().st_size


def finish_export(folder: Path, games: dict[str, tuple[str, dict[str, Any]]]) -> None:
    """Write schema, licence and checksums beside the files {name: (variant, options)}."""
    rows = []
    for name, (variant, options) in games.items():
        with np.load(folder / name, allow_pickle=False) as stored:
            shapes = {key: [str(stored[key].dtype), *stored[key].shape] for key in stored.files}
        filled = new_game(variant, options).options
        rows.append({"file": name, "variant": variant, "options": filled, "arrays": shapes})
    schema = {
        "format": FORMAT,
        "version": __version__,
        "solver": VERSION,
        "licence": "MIT",
        "citation": CITATION,
        "conventions": CONVENTIONS,
        "arrays": {name: {"axes": axes, "is": text} for name, (axes, text) in ARRAYS.items()},
        "games": rows,
    }
    (folder / SCHEMA_FILE).write_text(json.dumps(schema, indent=1) + "\n", encoding="utf-8")
    (folder / LICENCE_FILE).write_text(_licence(), encoding="utf-8")
    names = sorted([*games, SCHEMA_FILE, LICENCE_FILE])
    sums = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}
    lines = [f"{digest}  {name}\n" for name, digest in sums.items()]
    (folder / SUMS_FILE).write_bytes("".join(lines).encode())


def _licence() -> str:
    """Return the licence that the package was installed with."""
    files = importlib.metadata.distribution("pocketpig").files or ()
    place = next(file.locate() for file in files if file.name == "LICENSE")
    return Path(str(place)).read_text(encoding="utf-8")
