# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Puts tables together from their sections and writes them."""

import pathlib
import struct
from binascii import crc32
from dataclasses import dataclass
from typing import Any

import numpy as np

from host_sim.solver.catalogue import product_games
from host_sim.solver.moves import Ints, moves_of
from host_sim.solver.solution import (
    EqualSolution,
    FirstSolution,
    HerdSolution,
    Position,
    RoundsSolution,
    Solution,
    TurnsSolution,
)
from host_sim.solver.solve import VERSION as SOLVER_VERSION
from host_sim.solver.solve import solved
from shared_rules.players import table_file
from shared_rules.players.table_file import HEAD, MAGIC, ONE, SECTION, table_name
from shared_rules.players.table_turn import BELOW

from .encode import dice_row
from .rows import equal_rows, first_rows, rolls_of, sure_lead
from .shared_rows import herd_sections, round_sections

# Rows of section "b": turn totals down to that much below 0.
DEEPEST_BELOW = 24
# Beyond this lead the answer with dice to choose is as at it.
LONGEST_ANSWER = 255


@dataclass
class Section:
    """Rows under a tag; `first`: index of the first; columns: values a row."""

    tag: str
    rows: list[bytes]
    columns: int
    first: int = 0
    parameter: int = 0


def table_bytes(name: str, numbers: str, sections: list[Section]) -> bytes:
    """The whole file. numbers: options that are numbers, as `target=100`."""
    text = f"{name} {numbers}".strip().encode("ascii")
    at = struct.calcsize(HEAD) + struct.calcsize(SECTION) * len(sections) + len(text)
    directory = body = b""
    for section in sections:
        starts = np.cumsum([0] + [len(row) for row in section.rows])
        if starts[-1] > 0xFFFF:
            raise OverflowError(f"{name}: section {section.tag} is too long")
        directory += struct.pack(
            SECTION, section.tag.encode(), section.parameter, section.first,
            len(section.rows), section.columns, at + len(body),
        )  # fmt: skip
        body += starts.astype("<u2").tobytes() + b"".join(section.rows)
    version = (table_file.VERSION, SOLVER_VERSION, len(sections), len(text))
    rest = struct.pack("<BBBB", *version) + directory + text + body
    return struct.pack("<4sI", MAGIC, crc32(rest)) + rest


def below_section(solution: Solution) -> tuple[list[Section], Ints]:
    """Section "b" where turn totals may be negative, and its numbers."""
    if not len(solution.moves.below):
        return [], np.zeros((0, 1), dtype=np.int64)
    table = np.rint(moves_of(solution.lists, DEEPEST_BELOW).below * (1 << BELOW))
    rows = [row.astype("<u2").tobytes() for row in table]
    return [Section("b", rows, table.shape[1])], table.astype(np.int64)


def best_dice(solution: TurnsSolution, position: Position) -> int:
    """The number of dice that is best at the start of a turn."""
    return int(solution.odds(position).advice.split()[1])


def dice_sections(solution: TurnsSolution) -> list[Section]:
    """Sections "d", "e", "f" where the number of dice is all that is to choose."""
    if len(solution.lists) == 1 or any(e[3] for _, e in solution.lists[0][1][1]):
        return []
    target = solution.target
    sections = []
    for tag, second in (("d", False), ("e", True)):
        if second and not isinstance(solution, EqualSolution):
            continue
        rows = [
            dice_row([best_dice(solution, Position(i, j, second=second)) for j in range(target)])
            for i in range(target)
        ]
        sections.append(Section(tag, rows, target))
    if isinstance(solution, EqualSolution):
        answer = [
            best_dice(solution, Position(0, target + d - 1, second=True))
            if d >= target
            else best_dice(solution, Position(target - d, target, second=True))
            for d in range(1, LONGEST_ANSWER + 1)
        ]
        sections.append(Section("f", [bytes(answer)], LONGEST_ANSWER))
    return sections


def chase_section(solution: EqualSolution, sure: int, reach: int) -> tuple[Section, Ints]:
    """Section "c" as far as it is read, and its numbers with a 0 for lead 0."""
    chase = solution.arrays["chase"]
    needed = np.rint(chase[: max(sure, solution.target) + reach + 1] * ONE).astype(np.int64)
    data = b"".join(int(worth).to_bytes(3, "little") for worth in needed[1:])
    return Section("c", [data], len(needed) - 1, parameter=sure), needed


def sections_of(solution: Solution) -> list[Section]:
    """The sections of a solved game."""
    if isinstance(solution, HerdSolution):
        return [Section(*part) for part in herd_sections(solution)]
    if isinstance(solution, RoundsSolution):
        return [Section(*part) for part in round_sections(solution)]
    assert isinstance(solution, TurnsSolution)
    below, numbers = below_section(solution)
    users = [solution, *same_games(solution)]
    rolls = rolls_of(users, numbers)
    longest = max(user.longest() for user in users)
    if isinstance(solution, FirstSolution):
        rows = first_rows(solution, rolls)
        return [Section("v", rows, len(rows), solution.floor)] + below + dice_sections(solution)
    assert isinstance(solution, EqualSolution)
    sure = max(sure_lead(user) for user in users if isinstance(user, EqualSolution))
    chase, numbers = chase_section(solution, sure, longest)
    first, second = equal_rows(solution, rolls, numbers, sure)
    target = solution.target
    return [
        Section("v", first, target),
        Section("w", second, target),
        chase,
        *dice_sections(solution),
    ]


def same_games(solution: Solution) -> list[TurnsSolution]:
    """The other games that read this one's table."""
    name = table_name(solution.game)
    return [
        other
        for variant, options in product_games()
        if variant != solution.game.ID
        and isinstance(other := solved(variant, options), TurnsSolution)
        and table_name(other.game) == name
    ]


def make_table(solution: Solution) -> tuple[str, bytes]:
    """(file name, content) of the table for a solved game."""
    name = table_name(solution.game)
    options: dict[str, Any] = solution.game.options
    numbers = " ".join(f"{key}={n}" for key, n in options.items() if isinstance(n, int))
    return name, table_bytes(name[:-4], numbers, sections_of(solution))


def table_files() -> dict[str, bytes]:
    """{file name: content} of all tables of the product."""
    files: dict[str, bytes] = {}
    for variant, options in product_games():
        solution = solved(variant, options)
        if table_name(solution.game) not in files:
            name, content = make_table(solution)
            files[name] = content
    return files


def write_tables(folder: pathlib.Path) -> int:
    """Write all tables of the product into the folder; return their bytes together."""
    folder.mkdir(parents=True, exist_ok=True)
    files = table_files()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return sum(len(content) for content in files.values())
