# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What up and down at the start offer: self-test, erase, boot loader."""

from ..language import say
from ..ui.list_screen import ListScreen


class Screen(ListScreen):
    """A opens a row, B leads to the title."""

    ID = "service"

    def title(self):
        return say("service")

    def rows(self):
        lacks = self.app.board.lacks
        keys = ("self_test", "erase", "boot_loader")
        return [(key, say(key), None) for key in keys if key not in lacks]

    def open(self, key):
        if key == "self_test":
            self.app.show(key)
        else:
            self.app.show("ask", self.ID, key)

    def back(self):
        self.app.show("title")
