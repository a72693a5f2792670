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
        rows = [("self_test", say("self_test"), None), ("erase", say("erase"), None)]
        if hasattr(self.app.board, "boot_loader"):
            rows.append(("boot_loader", say("boot_loader"), None))
        return rows

    def open(self, key):
        if key == "self_test":
            self.app.show(key)
        else:
            self.app.show("ask", self.ID, key)

    def back(self):
        self.app.show("title")
