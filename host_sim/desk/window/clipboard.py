"""The desktop's clipboard through SDL. If there is none, text is kept in this program.

pygame 2.6 has no call for text in the clipboard: `scrap.put_text` is pygame-ce's alone.
"""

import pygame

# The only type that SDL passes on unchanged on X11, Wayland, macOS and Windows.
_TEXT = "text/plain;charset=utf-8"


class WindowClipboard:
    """The clipboard of the open window; without a window it is private to this program."""

    def __init__(self) -> None:
        self._own = ""

    def copy(self, text: str) -> bool:
        """Copy ``text``. Return False if other programs will not see it."""
        self._own = text
        try:
            self._prepare()
            pygame.scrap.put(_TEXT, text.encode())
        except (pygame.error, NotImplementedError):
            return False
        return True

    def paste(self) -> str:
        """Return the text, "" if there is none."""
        try:
            self._prepare()
            data = pygame.scrap.get(_TEXT)
        except (pygame.error, NotImplementedError):
            data = None
        return data.rstrip(b"\0").decode("utf-8", "replace") if data else self._own

    def _prepare(self) -> None:
        if not pygame.scrap.get_init():
            pygame.scrap.init()
