# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The variants by identifier; each module of this package is one, imported when first used."""

# A module of this folder joins by its name in `ORDER`, a class from elsewhere by `register`.

import sys

from ..errors import UnknownVariant

# The modules of this folder, in the order in which people meet them; other variants follow by name.
ORDER = (
    "pig",
    "two_dice",
    "big",
    "sevens",
    "piggy",
    "fast",
    "hog",
    "skunk",
    "swine_herd",
    "pig_dice",
    "piglet",
    "gran_cerdo",
)

_OF_ALL = "shared_rules.game"

_classes = {}
_brought = {}  # identifier: the modules that came with it


def register(variant):
    """Class decorator: make the variant known by its `ID`."""
    _classes[variant.ID] = variant
    return variant


def ids():
    """List of the identifiers of all variants, in the order of menus."""
    return list(ORDER) + sorted([name for name in _classes if name not in ORDER])


def variant_class(identifier):
    """The class of a variant; raises UnknownVariant."""
    if not isinstance(identifier, str) or identifier not in ids():
        raise UnknownVariant("unknown variant %r; allowed: %s" % (identifier, ", ".join(ids())))
    if identifier not in _classes:
        before = list(sys.modules)
        __import__(__name__ + "." + identifier)
        brought = [name for name in sys.modules if name not in before]
        _brought[identifier] = [name for name in brought if name != _OF_ALL]
    return _classes[identifier]


def release(identifier):
    """Let a variant go until it is next used; return the modules that the caller may forget."""
    own = __name__ + "." + identifier
    if own not in sys.modules:
        return []
    del _classes[identifier]
    return _brought.pop(identifier, [own])


def new_game(identifier, options=None, players=2, first=0):
    """A new game of the variant.

    Raises UnknownVariant, BadOption or BadPlayers when there can be no such game.
    """
    return variant_class(identifier)(options, players, first)
