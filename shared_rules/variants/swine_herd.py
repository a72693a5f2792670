# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Swine Herd: Pig for a crowd with one die for all (Todd Neller)."""

from .. import options
from ..effects import BUST, add
from ..shared_roll import SharedRollGame
from . import register


@register
class SwineHerd(SharedRollGame):
    """One die for everybody; the game ends after a turn in which the target was reached."""

    ID = "swine_herd"
    NAME = "Swine Herd"
    OPTIONS = (options.TARGET,)

    def effect(self, faces):
        return BUST if faces[0] == 1 else add(faces[0])

    def is_last_turn(self):
        return max(self.scores) >= self.options["target"]

    def should_be_over(self):
        return not self.roll_number and self.is_last_turn()
