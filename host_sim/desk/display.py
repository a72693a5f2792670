"""Open a window, or say why nothing can be shown here."""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import TYPE_CHECKING, Any

from host_sim.command_error import CommandError
from host_sim.install_hint import install_hint

if TYPE_CHECKING:
    from host_sim.desk.playing import Playing
    from host_sim.desk.session import Session
    from host_sim.desk.window.window import PlayWindow

_DRIVER = "adafruit_ssd1306"


class NoDisplay(CommandError):
    """Nothing can be shown here; the message says why."""


def check_packages(*names: str) -> None:
    """Raise NoDisplay unless the simulator's driver and these packages are installed."""
    for name in (_DRIVER, *names):
        if importlib.util.find_spec(name) is None:
            package = {"PIL": "Pillow"}.get(name, name)
            raise NoDisplay(f"this needs {package}. Install it with: {install_hint('sim')}")


def check_window() -> None:
    """Raise NoDisplay if it is known already that no window can be opened."""
    check_packages("pygame")
    if sys.platform in ("win32", "darwin") or os.environ.get("SDL_VIDEODRIVER"):
        return
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise NoDisplay("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)")


def check_terminal() -> None:
    """Raise NoDisplay unless standard input and output are a terminal that can show the panel."""
    check_packages()
    try:
        import termios  # noqa: F401
    except ImportError:
        raise NoDisplay("terminal mode needs a Unix terminal; on Windows use WSL") from None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NoDisplay("terminal mode needs a terminal; standard input or output is none")
    if os.environ.get("TERM", "dumb") == "dumb":
        raise NoDisplay("terminal mode needs a terminal that can move its cursor; TERM is dumb")
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    if encoding != "utf8":
        raise NoDisplay(
            f"terminal mode draws with Unicode, but the encoding here is {encoding or 'unknown'}; "
            "try PYTHONIOENCODING=utf-8 or a UTF-8 locale"
        )


def open_window(playing: Playing, **options: Any) -> PlayWindow:
    """Return a ``PlayWindow`` with these options. Raises NoDisplay."""
    import pygame

    from host_sim.desk.window.window import PlayWindow

    try:
        return PlayWindow(playing, **options)
    except pygame.error as error:
        raise NoDisplay(f"cannot open a window: {error}") from None


def run_session(session: Session, **options: Any) -> None:
    """Play in a window with these options of `PlayWindow`, until it is closed. Raises NoDisplay."""
    window = open_window(session, **options)
    from host_sim.desk.window.clipboard import WindowClipboard
    from host_sim.desk.window.speaker import Speaker

    speaker = Speaker()
    session.speaker = session.handset.board.sound.player = speaker
    session.clipboard = WindowClipboard()
    try:
        window.run()
    finally:
        speaker.close()
