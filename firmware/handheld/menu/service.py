"""What up and down at the start offer: self-test, erase, boot loader."""

from .list_screen import ListScreen, Row


class Screen(ListScreen):
    """A opens a row, B leads to the title."""

    parent = "title"

    def rows(self):
        show, lacks = self.app.show, self.app.board.lacks
        rows = [Row("self_test", show, "self_test")]
        for key in ("erase", "boot_loader"):
            rows.append(Row(key, show, "ask", self.ID, key))
        return [row for row in rows if row.key not in lacks]
