"""The solved games for the page: `solved.js` with their options and words, and their solids, which
`tools/solids.py` makes."""

import importlib.resources
import json
from pathlib import Path
from typing import Any

from host_sim.plain_text import read_text
from pocketpig.computer_players import tables_folder
from shared_rules.options import is_range
from shared_rules.players import KINDS, NAMES
from shared_rules.players.tables.table import table_name
from shared_rules.variants import ids, variant_class

FOLDER = Path(__file__).with_name("solids")
HEAD = """\
// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
"""

# Kinds of games: a turn of several rolls, a turn of one roll of so many dice, shared rolls.
TURNS, BIDS, SHARED = "turns", "bids", "shared"


def games() -> list[dict[str, Any]]:
    """Return the solved games: id, kind and options; the page shows no games over rounds."""
    found = []
    for identifier in ids():
        variant = variant_class(identifier)
        options = [
            {
                "name": name,
                "default": default,
                "allowed": [
                    n
                    for n in allowed
                    if is_range(allowed) or (has_table(variant, {name: n}) and n != "rounds")
                ],
                "range": is_range(allowed),
            }
            for name, default, allowed in variant.OPTIONS
            if name != "rounds"
        ]
        kind = kind_of(variant())
        if kind:
            found.append({"id": identifier, "kind": kind, "options": options})
    return found


def has_table(variant: Any, options: dict[str, Any]) -> bool:
    """True if the handheld has a table of these options."""
    return (tables_folder() / str(table_name(variant(options)))).is_file()


def kind_of(game: Any) -> str:
    """Return the kind of `game`, "" if it is not solved."""
    if game.SHARED_ROLL:
        return SHARED
    if "target" not in game.options:
        return ""  # Gran Cerdo has too many positions
    dice = game.dice_range()
    outcomes = game.chance_outcomes(dice[0] if dice else None)[1]
    return TURNS if any(effect.goes_on for _, effect in outcomes) else BIDS


def words() -> dict[str, dict[str, str]]:
    """Return the handheld's words by language: games, players, options, and with a "=" values."""
    wanted = {"human", *ids()}
    rivals = dict(zip(KINDS.split(" "), NAMES.split(" ")))
    for identifier in ids():
        for name, _, allowed in variant_class(identifier).OPTIONS:
            wanted.add(name)
            wanted |= set() if is_range(allowed) else {"=" + value for value in allowed}
    found: dict[str, dict[str, str]] = {}
    pages = Path(str(importlib.resources.files("handheld"))) / "pages"
    for page in sorted(pages.glob("*/words.txt")):
        pairs = [line.rpartition("=") for line in read_text(page).splitlines()]
        chosen = {key: word for key, _, word in pairs if key in wanted}
        found[page.parent.name] = {**chosen, **rivals}
    return found


def exported(**tables: object) -> str:
    """Return tables as JavaScript.

    They inherit nothing: in JavaScript's own objects `constructor` is found too.
    """

    def bare(value: object) -> object:
        if isinstance(value, dict):
            return {"__proto__": None, **{key: bare(each) for key, each in value.items()}}
        return [bare(each) for each in value] if isinstance(value, list) else value

    return "".join(
        f"export const {name} = "
        f"{json.dumps(bare(value), ensure_ascii=False, separators=(',', ':'))};\n"
        for name, value in tables.items()
    )


def solved_js() -> str:
    """Return the module's text."""
    about = "//\n// Made by `pocketpig web` from the rules and the handheld's texts.\n\n"
    return HEAD + about + exported(GAMES=games(), NAMES=words())
