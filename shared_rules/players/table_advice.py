# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the perfect player advises."""

from ..game import HOLD
from .perfect import practical
from .table_file import ONE


def advice(perfect, game, player):
    """Generator: None while thinking, at last the advice, a dict as the bridge gives it.

    Without a table it has neither "win" nor "actions".
    """
    found = None
    for found in perfect.guarded(game, player, None):
        if found is None:
            yield None
    if found is None:
        yield {"action": practical(game, player)[0], "source": "approximate"}
        return
    worths, mix = found
    action = HOLD
    for name in sorted(mix or worths):
        if action not in worths or (mix or worths)[name] > (mix or worths)[action]:
            action = name
    answer = {
        "action": action,
        "win": worths[action] / ONE,
        "actions": {name: worths[name] / ONE for name in worths},
        "source": "perfect" if perfect.exact else "approximate",
    }
    if mix:
        answer["mix"] = mix
    yield answer
