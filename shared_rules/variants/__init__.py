# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The variants by identifier. Each module here is one, imported on first use."""

# `ORDER` lists the modules of this folder; `register` adds a class from elsewhere.

import sys

from ..errors import UnknownVariant

# The modules of this folder in the order of menus; other variants follow by name.
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

_OF_ALL = "shared_rules.game"  # never unloaded with a variant

_classes = {}
_loaded = {}  # identifier: the modules that its import loaded


def register(variant):
    """Class decorator: make the variant known by its `ID`."""
    _classes[variant.ID] = variant
    return variant


def ids():
    """Return the identifiers of all variants in the order of menus."""
    return list(ORDER) + sorted([name for name in _classes if name not in ORDER])


def variant_class(identifier):
    """Return the class of a variant, or raise UnknownVariant."""
    if not isinstance(identifier, str) or identifier not in ids():
        raise UnknownVariant("unknown variant %r; allowed: %s" % (identifier, ", ".join(ids())))
    if identifier not in _classes:
        before = set(sys.modules)
        __import__(__name__ + "." + identifier)
        loaded = [name for name in sys.modules if name not in before]
        _loaded[identifier] = [name for name in loaded if name != _OF_ALL]
    return _classes[identifier]


def release(identifier):
    """Release a variant until its next use; return the modules that the caller may unload."""
    if identifier not in _classes:
        return []
    own = __name__ + "." + identifier
    if own not in sys.modules:
        return []
    del _classes[identifier]
    return _loaded.pop(identifier, [own])


def new_game(identifier, options=None, players=2, first=0):
    """Return a new game of the variant.

    Raises UnknownVariant, BadOption or BadPlayers.
    """
    return variant_class(identifier)(options, players, first)
