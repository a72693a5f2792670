"""Assemble tables from their sections. All numbers of a file are little-endian:

- 4 bytes `PPTB`, 4 bytes CRC-32 of all that follows
- a byte each: version of the format, version of the solver, number of sections, length of the text
- 12 bytes a section: tag (1), parameter (1), first row (2, signed), rows (2), columns (2), offset
  in the file (4)
- the text: name of the game as in the file's name, then its numbers: `pig-first target=100`
- the sections: rows + 1 offsets of two bytes, then the rows

A row of values begins with a byte (bits of a value less 8, and bits of its Rice code), the first
value (4 bytes) and the first difference (2 bytes). Second differences follow in a Rice code: a
number of ones, a zero, the lowest bits; odd codes are negative.

The tags of the sections:

- v: values at the start of a turn; with equal turns those of the first player of a round; over
  rounds a row for each turn from the second on, by the difference of the scores up to 360
- w: values of the second player of a round; c: of answering a banked target, by the points behind
- d, e, f: the number of dice in Fast Pig
- h: the choices in Pig Dice, the changes between rolling and holding in the same code; b: the
  chances to come back from below 0
- n: values with shared rolls; m: the probability of standing by round total, as runs and lines in
  256ths
"""

import struct
from binascii import crc32
from typing import Any

import numpy as np

from pocketpig.position import Position
from pocketpig.solver.catalogue import product_games
from pocketpig.solver.fixed_turns_solution import FixedTurnsSolution
from pocketpig.solver.moves import Floats, Ints, moves_of, turns_go_on
from pocketpig.solver.race import turn_never_ends
from pocketpig.solver.race_solution import EqualSolution, FirstSolution
from pocketpig.solver.shared_solution import HerdSolution, RoundsSolution
from pocketpig.solver.solution import Solution
from pocketpig.solver.solve import VERSION as SOLVER_VERSION
from pocketpig.solver.solve import solved
from pocketpig.solver.turn_solution import TurnsSolution
from shared_rules.players.tables.sweeps import BELOW
from shared_rules.players.tables.table import HEAD, MAGIC, ONE, SECTION, VERSION, table_name
from shared_rules.players.tables.turn import longest
from shared_rules.variants import new_game

from .encode import Section, dice_row
from .losses import chances_of_dice, dice_worths
from .rows import bounds_rows, coarse_rows, equal_rows, over_rounds_rows, sure_lead
from .shared_rows import herd_sections, round_sections

# Section "b" has turn totals down to minus this.
DEEPEST_BELOW = 24
# Section "f": greater leads have the same number of dice as this one.
LONGEST_ANSWER = 255


def table_bytes(name: str, numbers: str, sections: list[Section]) -> bytes:
    """Return the file's bytes. numbers: options that are numbers, such as `target=100`."""
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
    version = (VERSION, SOLVER_VERSION, len(sections), len(text))
    rest = struct.pack("<BBBB", *version) + directory + text + body
    return struct.pack("<4sI", MAGIC, crc32(rest)) + rest


def below_section(solution: Solution) -> tuple[list[Section], Ints]:
    """Return section "b" if turn totals may be negative, and its numbers."""
    if not len(solution.moves.below):
        return [], np.zeros((0, 1), dtype=np.int64)
    table = np.rint(moves_of(solution.lists, DEEPEST_BELOW).below * (1 << BELOW))
    near = -int(solution.moves.jump_n.min())
    rows = [part.astype("<u2").tobytes() for part in (table[:near], table[near:])]
    return [Section("b", rows, table.shape[1])], table.astype(np.int64)


def dice_sections(solution: TurnsSolution) -> list[Section]:
    """Return sections "d", "e", "f" if the number of dice is the only choice."""
    if len(solution.lists) == 1 or turns_go_on(solution.lists):
        return []
    target = solution.target
    chances = chances_of_dice(solution)

    def best(i: int, j: int, second: bool) -> int:
        worths = dice_worths(solution, Position(i, j, second=second), chances)
        return solution.lists[int(np.argmax(worths))][0]

    sections = []
    for tag, second in (("d", False), ("e", True)):
        if second and not isinstance(solution, EqualSolution):
            continue
        rows = [dice_row([best(i, j, second) for j in range(target)]) for i in range(target)]
        sections.append(Section(tag, rows, target))
    if isinstance(solution, EqualSolution):
        behind = range(1, LONGEST_ANSWER + 1)
        answer = bytes(best(max(0, target - d), max(target, d), True) for d in behind)
        sections.append(Section("f", [answer], LONGEST_ANSWER))
    return sections


def chase_section(chase: Floats, users: list[TurnsSolution], sure: int) -> tuple[Section, Ints]:
    """Return section "c" as far as it is read, and its numbers from lead 0 on.

    chase: worth of the turn that answers a banked target, by the lead.
    """
    most = max(longest(outcomes) for user in users for _, outcomes in user.lists)
    needed = np.rint(chase[: max(sure, users[0].target) + most + 1] * ONE).astype(np.int64)
    data = b"".join(int(worth).to_bytes(3, "little") for worth in needed[1:])
    return Section("c", [data], len(needed) - 1, parameter=sure), np.append(needed, 0)


def sections_of(games: list[Solution]) -> list[Section]:
    """Return the sections of the table of these solved games; the worths are of the first."""
    solution = games[0]
    if isinstance(solution, HerdSolution):
        return herd_sections(solution)
    if isinstance(solution, RoundsSolution):
        return round_sections(solution)
    assert isinstance(solution, TurnsSolution)
    if isinstance(solution, FixedTurnsSolution):
        rows, ahead = over_rounds_rows(solution)
        return [Section("v", rows, 2 * solution.LEAD + 1, 2, ahead)]
    users = [user for user in games if isinstance(user, TurnsSolution)]
    below, numbers = below_section(solution)
    if isinstance(solution, FirstSolution):
        answers = []
        replies = np.rint(solution.replies * ONE).astype(np.int64)
        ahead = len(replies)
        if solution.game.options["end"] == "one_more_turn":
            ahead = sure_lead(users)
            chase, replies = chase_section(solution.replies, users, ahead)
            answers.append(chase)
        rows = coarse_rows(solution.value, users, False, ahead, replies, numbers)
        sections = [Section("v", rows, len(rows), solution.floor), *answers, *below]
        if below and not turn_never_ends(solution.moves):
            bounds = bounds_rows(solution)
            sections.append(Section("h", bounds, len(bounds), solution.floor))
        return sections + dice_sections(solution)
    assert isinstance(solution, EqualSolution)
    sure = sure_lead(users)
    chase, numbers = chase_section(solution.arrays["chase"], users, sure)
    first, second = equal_rows(users, numbers, sure)
    target = solution.target
    return [
        Section("v", first, target),
        Section("w", second, target),
        chase,
        *dice_sections(solution),
    ]


def make_table(solution: Solution) -> tuple[str, bytes]:
    """Return (file name, content) of the table of a solved game and the product's games sharing it.

    Raises OverflowError if a row or a section is too long for the file.
    """
    name = table_name(solution.game)
    users = [
        solved(variant, options)
        for variant, options in product_games()
        if table_name(new_game(variant, options)) == name
    ]
    if solution.game.options not in [user.game.options for user in users]:
        users = [solution]
    options: dict[str, Any] = users[0].game.options
    unused = "target" if options.get("end") == "rounds" else "rounds"
    numbers = " ".join(
        f"{key}={n}" for key, n in options.items() if isinstance(n, int) and key != unused
    )
    return name, table_bytes(name[:-4], numbers, sections_of(users))
