"""docs/perfect-play.md says which games are solved, and where: it is true of every option."""

import pathlib
import re

import pytest

pytest.importorskip("numba", reason="needs the extra solve: make setup")

from handheld.game.table_file import FOLDER
from pocketpig.solver import Unsolvable
from pocketpig.solver.fixed_turns_solution import WipedTurnsSolution
from pocketpig.solver.moves import moves_of, outcome_lists
from pocketpig.solver.race import turn_never_ends
from pocketpig.solver.solve import kind_of
from shared_rules.players.tables.table import table_name
from shared_rules.variants import new_game
from tests.rules.test_rules_reference import settings

TEXT = pathlib.Path(__file__).parents[2] / "docs" / "perfect-play.md"


def told():
    """Return [(variants, words of options or nothing, ends or nothing, where)] of the tables."""
    section = TEXT.read_text("utf-8").partition("## What is solved, and where")[2]
    found, ends = [], []
    for line in section.partition("\n## ")[0].splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if not cells or cells[0] == "---":
            continue
        if cells[0] == "game":
            ends = [re.findall(r"`(\w+)`", cell) for cell in cells[2:]]
            continue
        variants, words = (re.findall(r"`(\w+)`", cell) for cell in cells[:2])
        words = [] if cells[1].startswith("any") else words
        found += [(variants, words, end, where) for end, where in zip(ends, cells[2:])]
    return found


def where_of(variant, options):
    """Return where a game of two with these options is solved."""
    game = new_game(variant, options)
    if variant == "gran_cerdo":
        return "–"  # its file has the weights of a network
    try:
        kind = kind_of(game)
        if options.get("end") == "one_more_turn" and turn_never_ends(moves_of(outcome_lists(game))):
            return "–"
    except Unsolvable:
        return "–"
    if not pathlib.Path(FOLDER, table_name(game)).is_file():
        return "desk"
    return "near" if kind is WipedTurnsSolution else "handheld"


def test_the_document_says_where_each_game_is_solved():
    rows = told()
    assert len(rows) == 7 * 4 + 2 * 3 + 4
    for variant, options in settings():
        values = set(options.values()) - {options.get("end")} | {"x"}
        if options.get("doubles") == "plain":
            values -= {"add25", "set25", "wipe"}  # do not matter there
        fits = [
            where
            for variants, words, end, where in rows
            if variant in variants
            and (not end or options["end"] in end)
            and (not words or values & set(words))
            and not ("double" in words and "double" not in values)
            and not (words == ["wipe", "double"] and "wipe" not in values)
            and not ("plain" in words and "wipe" in values)
        ]
        assert fits == [where_of(variant, options)], (variant, options)
