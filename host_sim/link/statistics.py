# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Say in words what a handheld's statistics tell about luck and skill."""

from typing import Any


def in_words(stats: dict[str, Any]) -> list[str]:
    """Return lines about the answer to `stats`, which is untrusted."""
    words = []
    for kind, row in sorted(_dict(stats.get("against_rivals")).items()):
        games, wins = (_dict(row).get(name) for name in ("games", "wins"))
        if _is_count(games) and _is_count(wins):
            words.append(f"against {kind}: won {wins} of {games}")
    decisions, gave, loss = (stats.get(name) for name in ("decisions", "gave", "loss"))
    if decisions and isinstance(gave, (int, float)) and isinstance(loss, (int, float)):
        words.append(f"reviewed games: the dice gave {gave:+.2f} wins, choices lost {loss:.2f}")
    return words


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 24
