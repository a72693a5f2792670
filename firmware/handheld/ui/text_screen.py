"""Pages of text."""

from .base import BOTH, BaseScreen

LINES = 5


def draw_lines(canvas, lines, y=10):
    """Write lines of text below each other."""
    for line in lines:
        canvas.text(0, y, line)
        y += 9


class TextScreen(BaseScreen):
    """Up and down turn the pages, after the last comes the first; B goes back."""

    # _pages: of each page a list, its title (None: that of the screen) and its lines.

    def __init__(self, app, parent):
        super().__init__(app, parent)
        self.page = 0
        self._pages = []

    def add(self, lines, title=None, most=LINES):
        """Add lines on pages of their own, at most so many on each."""
        for at in range(0, len(lines), most):
            self._pages.append([title] + lines[at : at + most])

    def add_whole(self, lines, title=None):
        """Add lines that no page may split: to the last page, if that has this title and room."""
        for page in self._pages[-1:]:
            if page[0] == title and len(page) + len(lines) <= LINES + 1:
                page += lines
                return
        self.add(lines, title)

    def title(self):
        title = self._pages[self.page][0] if self._pages else None
        return super().title() if title is None else title

    def pages(self):
        return len(self._pages)

    def _turn(self, step):
        self.page = (self.page - step) % self.pages()

    def shown(self):
        return self._pages[self.page][1:]

    def keys(self):
        keys = super().keys()
        if self.pages() > 1:
            keys.append((BOTH, "%d/%d" % (self.page + 1, self.pages()), self._turn))
        return keys

    def picture(self, canvas):
        draw_lines(canvas, self.shown())
