# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Gives back the memory of modules that are not needed for a while."""

import sys

# What only the menus use; a game begins without it. They are imported again when next shown.
MENU_MODULES = (
    "handheld.screens.title",
    "handheld.screens.menu",
    "handheld.screens.settings",
    "handheld.screens.pause",
    "handheld.screens.rules",
    "handheld.screens.about",
    "handheld.screens.roll_off",
    "handheld.screens.result",
    "handheld.screens.reckoning",
    "handheld.screens.play_extras",
    "handheld.pig_art",
    "handheld.crash",
    "handheld.screens.list_screen",
    "handheld.screens.text_screen",
    "handheld.setup",
    "handheld.texts",
    "handheld.stats",
    "shared_rules.reading",
)


def unload(names):
    """Forget the modules `names`, those of them that are loaded."""
    for name in names:
        if name in sys.modules:
            del sys.modules[name]
            package, _, last = name.rpartition(".")
            delattr(sys.modules[package], last)
