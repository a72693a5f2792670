# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A game with the dice of the people at the table, who type in what fell."""


class OwnDice:
    """Stands in for the dice cup `cup`. `faces`: those of the next roll, once they are typed in."""

    typed = True

    def __init__(self, cup):
        self._cup = cup
        self.faces = ()

    @property
    def forced(self):
        return self._cup.forced

    @property
    def thoughts(self):
        return self._cup.thoughts

    def throw(self, faces, count):
        """Return what was typed in, or what a tester has asked for; () if there is neither."""
        if self.forced:
            return self._cup.throw(faces, count)
        fell = self.faces
        self.faces = ()
        return fell
