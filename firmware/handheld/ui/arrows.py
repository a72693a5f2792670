# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Keys that change a value: up and down, as far as they do something."""

from .base import BOTH


def arrows(signs, label, deed):
    """Return the rows of `keys` for the arrows in `signs`, whose `deed` takes 1 or -1."""
    if len(signs) != 1:
        return [(signs, label, deed)] if signs else []
    return [(signs, label, deed, 1 if signs == "▲" else -1)]


def signs_of(value, allowed):
    """Return the arrows that change a value: a number within its limits, or one of some words."""
    if isinstance(value, str):
        return BOTH if len(allowed) > 1 else ""
    return "▲" * (value < allowed[1]) + "▼" * (value > allowed[0])
