# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Loads modules, and gives back the memory of modules that a game does not need."""

import sys

from shared_rules.variants import ids, release

from . import language
from .match import HUMAN, PERFECT

SCREENS = "handheld.screens."
PLAYERS = "shared_rules.players"
TABLE = ("base", "play", "play_extras", "scores")
OTHERS = (
    "setup",
    "names",
    "advice",
    "estimate",
    "table_file",
    "table_reader",
    "settings",
    "idle",
    "stats",
    "account",
    "crash",
    "reports",
    "pig_art",
    "coin_art",
    "journal_mend",
    "journal_rewrite",
    "journal_scan",
    "journal_start",
    "journal_v1",
    "moves_read",
    "resume",
    "self_test",
)
# What only the coach asks of the perfect player.
OF_THE_COACH = ("table_advice", "table_odds", "table_shared_odds", "table_sweeps")
OF_THE_TABLE = (
    "handheld.advice",
    "handheld.drawing.coin_art",
    "handheld.drawing.dice_art",
    "handheld.drawing.motion",
    "handheld.screens.coach",
    "handheld.screens.play",
    "handheld.screens.play_extras",
    "handheld.screens.scores",
)


def forget(name):
    """Forget the module `name` of this package, where it is loaded."""
    module = "handheld." + name
    if module in sys.modules:
        _drop(module)


def _drop(name):
    """Forget the module `name`, which is loaded."""
    package, _, last = name.rpartition(".")
    del sys.modules[name]
    delattr(sys.modules[package], last)


def unload_table():
    """Forget the screens that are left for a map; it is large, and takes long enough anyway."""
    for name in OF_THE_TABLE:
        if name in sys.modules:
            _drop(name)


def load(board, name):
    """The module of this package that is called `name`, such as `screens.play`."""
    module = "handheld." + name
    if module not in sys.modules:
        # `memory` collects. Between what earlier imports have left over, the new module's objects
        # would be strewn over the whole heap, and nothing of some kilobytes found room any more.
        board.memory()
        __import__(module)
    return sys.modules[module]


def unload_players(variant):
    """Forget all players, and the variants but `variant`: a new game loads what it needs."""
    for name in list(sys.modules):
        if name.rpartition(".")[0] == PLAYERS:
            _drop(name)
    for other in ids():
        if other != variant:
            release(other)


def unload_menus(kinds):
    """Forget the screens that are not the table, and what only they and absent players use.

    `kinds`: the kinds of players at the table.
    """
    language.load(language.code())
    for name in list(sys.modules):
        package, _, last = name.rpartition(".")
        if name.startswith(SCREENS):
            unneeded = last not in TABLE
        else:
            unneeded = (
                name.startswith("handheld.") and last in OTHERS or name == "shared_rules.reading"
            )
        if package == PLAYERS:
            unneeded = set(kinds) == {HUMAN} or last in OF_THE_COACH
            if PERFECT not in kinds:
                unneeded = unneeded or last == PERFECT or last[:6] == "table_"
        if unneeded:
            _drop(name)
