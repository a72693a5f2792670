"""The variants by identifier. Each module here is one, imported on first use."""

# `ORDER` lists the modules of this folder; `register` adds a class from elsewhere.

import sys

from ..errors import UnknownVariant

# The modules of this folder in the order of menus; other variants follow by name.
_NAMES = "pig two_dice big sevens piggy fast hog skunk swine_herd pig_dice piglet gran_cerdo"
ORDER = tuple(_NAMES.split(" "))

_others = {}  # those from elsewhere, by identifier


def register(variant):
    """Class decorator: make the variant known by its `ID`."""
    # A module of this folder holds its class itself: whoever unloads the module frees both.
    module = sys.modules.get(__name__ + "." + variant.ID)
    if module:
        module.variant = variant  # type: ignore[attr-defined]
    else:
        _others[variant.ID] = variant
    return variant


def ids():
    """Return the identifiers of all variants in the order of menus."""
    return list(ORDER) + sorted([name for name in _others if name not in ORDER])


def variant_class(identifier):
    """Return the class of a variant, or raise UnknownVariant."""
    if not isinstance(identifier, str) or identifier not in ids():
        raise UnknownVariant("unknown variant %r; allowed: %s" % (identifier, ", ".join(ids())))
    if identifier in _others:
        return _others[identifier]
    module = __name__ + "." + identifier
    __import__(module)
    return sys.modules[module].variant


def new_game(identifier, options=None, players=2, first=0):
    """Return a new game of the variant.

    Raises UnknownVariant, BadOption or BadPlayers.
    """
    return variant_class(identifier)(options, players, first)
