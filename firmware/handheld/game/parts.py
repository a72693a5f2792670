# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Load the parts of a match when they are needed: rules, players, dice, tables. Forget them."""

import sys

from shared_rules.variants import variant_class

from .. import memory

HUMAN = "human"
TYPED = "typed"  # in place of the fair dice: people type in what fell
PERFECT = "perfect"
NAME_CHARS = 3
_RULES = "shared_rules.variants."


def rules(identifier):
    """Return the class of a variant. Raises UnknownVariant."""
    with memory.Within(memory.START):  # until `forget_rules`
        return variant_class(identifier)


def forget_rules(*kept):
    """Forget the code of all variants but these."""
    if memory.SCARCE:
        for name in list(sys.modules):  # few new texts: the device looks up each among all names
            if name.startswith(_RULES) and name[len(_RULES) :] not in kept:
                memory.forget(name)


def load_fair_dice():
    """Return the module of the fair dice."""
    with memory.Within(memory.START):  # a match outlives the screen that was first to need it
        from shared_rules import fair_dice

        return fair_dice


def load_table_file():
    """Return the module that opens the tables of perfect play."""
    with memory.Within(memory.START):  # a player may outlive the screen that was first to need it
        from . import table_file

        return table_file


def forget_check():
    """Forget the code that checks a table, which is needed once."""
    memory.forget("shared_rules.players.tables.check")


def computer_player(name):
    """Return the strategy of that name."""
    with memory.Within(memory.MATCH):
        if name == PERFECT:
            return load_table_file().perfect_player()
        from shared_rules.players import make

        return make(name)


def challenge_cup(cup):
    """Return the dice cup of a challenge."""
    with memory.Within(memory.START):  # a match may outlive the code of its players
        from .cups import ChallengeCup

        return ChallengeCup(cup, load_fair_dice())


def own_dice(cup):
    """Return what stands in for the dice cup where people type in what fell."""
    with memory.Within(memory.START):  # a match outlives the screen that began it
        from .cups import OwnDice

        return OwnDice(cup)


def step_advice(thought):
    """Do a step of a `Thought` about advice; return True after the last."""
    with memory.Within(memory.ADVICE):
        return thought.step()


def seats_of(kinds):
    """Return seats (see `Match`) for kinds of players, named P1, P2, ..."""
    return [(kind, "P%d" % (place + 1)) for place, kind in enumerate(kinds)]


def table_of(players):
    """Return the module that draws the scores of so many players."""
    if players < 3:
        from . import scores as table
    else:
        from . import crowd as table
    return table


def aim(game):
    """Return the target for the header, or the turn of how many, or ""."""
    if game.goal():
        return "⚑%d" % game.goal()
    rounds = game.options.get("rounds")
    return "%d/%d" % ((game.turn - 1) // game.players + 1, rounds) if rounds else ""
