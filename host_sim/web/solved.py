# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Make `solved.js`: what the page of perfect play needs beside the handheld's tables.

For every solved game it has the options, the name of the table for each choice of them, the effects
of a roll and the handheld's words in all languages. The page computes turns from them and knows no
rule.
"""

from __future__ import annotations

import importlib.resources
import itertools
import json
from pathlib import Path
from typing import Any

from shared_rules.options import is_range
from shared_rules.players.by_name import names
from shared_rules.players.tables.table import table_name
from shared_rules.variants import ids, variant_class

HEAD = """\
// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
"""

# Kinds of games: a turn of several rolls, a turn of one roll of so many dice, shared rolls.
TURNS, BIDS, SHARED = "turns", "bids", "shared"


def games() -> list[dict[str, Any]]:
    """Return the solved games."""
    found = (game_of(identifier) for identifier in ids())
    return [game for game in found if game["kind"]]


def game_of(identifier: str) -> dict[str, Any]:
    """Return what the page needs of a game; `kind` is "" if the game is not solved."""
    variant = variant_class(identifier)
    words = [(name, allowed) for name, _, allowed in variant.OPTIONS if not is_range(allowed)]
    tables = {}
    kind = ""
    for choice in itertools.product(*(allowed for _, allowed in words)):
        game = variant(dict(zip((name for name, _ in words), choice)), 2, 0)
        kind = kind_of(game)
        tables["-".join(choice)] = {"file": table_name(game), "roll": roll_of(game, kind)}
    options = [
        {"name": name, "default": default, "allowed": list(allowed), "range": is_range(allowed)}
        for name, default, allowed in variant.OPTIONS
    ]
    return {"id": identifier, "kind": kind, "options": options, "tables": tables}


def kind_of(game: Any) -> str:
    """Return the kind of `game`, "" if it is not solved."""
    if game.SHARED_ROLL:
        return SHARED
    if "target" not in game.options:
        return ""  # Gran Cerdo has too many positions
    goes_on = any(effect[3] for _, effect in one_roll(game)[1])
    return TURNS if goes_on else BIDS


def one_roll(game: Any) -> Any:
    """Return the chance outcomes of a roll; of one die where the number of dice is chosen."""
    dice = game.dice_range()
    return game.chance_outcomes(dice[0] if dice else None)


def roll_of(game: Any, kind: str) -> Any:
    """Return [denominator, [[weight, keep, factor, points, goes on], …]] of one roll.

    None in bids, where the table has the best numbers of dice. In Hog rolling one die at a time
    loses nothing, so a roll is one die.
    """
    if kind == BIDS:
        return None
    denominator, outcomes = one_roll(game)
    return [denominator, [[weight, *map(int, effect[:4])] for weight, effect in outcomes]]


def words() -> dict[str, dict[str, str]]:
    """Return the handheld's words by language: games, players, options, and with a "=" values."""
    wanted = {"human", "perfect", *names(), *ids()}
    for identifier in ids():
        for name, _, allowed in variant_class(identifier).OPTIONS:
            wanted.add(name)
            wanted |= set() if is_range(allowed) else {"=" + value for value in allowed}
    found: dict[str, dict[str, str]] = {}
    pages = Path(str(importlib.resources.files("handheld"))) / "pages"
    for page in sorted(pages.glob("*/words.txt")):
        pairs = [line.rpartition("=") for line in page.read_text("utf-8").splitlines()]
        found[page.parent.name] = {key: word for key, _, word in pairs if key in wanted}
    return found


def solved_js() -> str:
    """Return the module's text."""
    lines = [HEAD + "//\n// Made by `pocketpig web` from the rules and the handheld's texts.\n"]
    for name, value in (("GAMES", games()), ("NAMES", words())):
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        lines.append(f"export const {name} = {text};")
    return "\n".join(lines) + "\n"
