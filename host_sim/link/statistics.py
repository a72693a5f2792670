# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Say in words what a handheld's statistics tell about its dice, and about luck and skill."""

from __future__ import annotations

from typing import Any

from shared_rules.players import KINDS
from shared_rules.rarity import FEWEST, in_series, rarity


def in_words(stats: dict[str, Any]) -> list[str]:
    """Return lines about the answer to `stats`, which is untrusted."""
    words = []
    for name, counts in (("dice", stats.get("faces")), ("coin", stats.get("coin"))):
        if not isinstance(counts, list) or not counts or not all(map(_is_count, counts)):
            continue
        if len(counts) % 2 == 0 and sum(counts) >= FEWEST:
            a, b = in_series(rarity(counts))
            fewer = "fewer than " if rarity(counts) < 0.0005 else ""
            faces = " ".join(map(str, counts))
            words.append(f"{name}: {faces}, as fair dice do in {fewer}{a} of {b} such series")
    for kind, row in sorted(_dict(stats.get("against_rivals")).items()):
        games, wins = (_dict(row).get(name) for name in ("games", "wins"))
        if _is_count(games) and _is_count(wins):
            words.append(f"against {kind}: won {wins} of {games}")
    decisions, gave, loss = (stats.get(name) for name in ("decisions", "gave", "loss"))
    if decisions and isinstance(gave, (int, float)) and isinstance(loss, (int, float)):
        words.append(f"reviewed games: the dice gave {gave:+.2f} wins, choices lost {loss:.2f}")
    level = _dict(stats.get("level_of_play"))
    shares: list[Any] = [level.get(name) for name in ("loss", "min", "max")]
    if level.get("kind") in KINDS.split(" ") and all(map(_is_share, shares)):
        mean, least, most = (f"{100 * share:.1f} %" for share in shares)
        words.append(f"plays like {level['kind']}: {mean} a game ({least} to {most})")
    return words


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 24


def _is_share(value: Any) -> bool:
    return isinstance(value, (int, float)) and -100 <= value <= 100
