# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""`pocketpig device watch`: show a handheld's panel in a window or terminal, and its events.

Events are printed, one a line, as JSON. In test mode the window's buttons are the handheld's.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Callable

from host_sim.commands.arguments import add_scale
from host_sim.install_hint import install_hint
from host_sim.link.answers import checked
from host_sim.link.client import Client
from host_sim.link.visible import visible

if TYPE_CHECKING:
    from host_sim.desk.mirror import Mirror

HELP = "show its panel in a window and print its events, until closed or Ctrl-C"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `pocketpig device watch`."""
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--events", action="store_true", help="print events only, open no window")
    how.add_argument(
        "--terminal", action="store_true", help="show the panel in this terminal, print no events"
    )
    add_scale(parser)
    parser.add_argument(
        "--narrate", action="store_true", help="print the words of every screen too"
    )


def run(client: Client, arguments: argparse.Namespace) -> int:
    """Watch until the person has enough: exit status 0, 1 when it cannot be shown.

    Raises a ClientError. Where no window can be opened the events are printed all the same.
    """
    reason = "" if arguments.events else _cannot_draw(arguments.terminal)
    if arguments.terminal and reason:
        print(f"pocketpig device watch: {reason}", file=sys.stderr)
        return 1
    if reason:
        print(f"no window: {reason}; events only", file=sys.stderr, flush=True)
    if arguments.events or reason:
        return _events(client)
    from host_sim.desk.mirror import Mirror
    from host_sim.link.line import ClientLine

    hello = checked("hello", client.call("hello"))
    if not arguments.terminal:
        client.call("subscribe", on=True)
    line = ClientLine(client)

    def print_events() -> None:
        while client.events:
            print(json.dumps(client.events.popleft()), flush=True)

    mirror = Mirror(line, hello)
    try:
        if arguments.terminal:
            from host_sim.desk.terminal import TerminalPlay

            TerminalPlay(mirror, title=_title(hello)).run()
        else:
            _in_window(mirror, arguments, _title(hello), print_events)
    except NoWindow as error:
        print(f"pocketpig device watch: {error}; there is --terminal, too", file=sys.stderr)
        return 1
    finally:
        line.close()
    if mirror.gone:
        print(f"pocketpig device watch: {mirror.gone}", file=sys.stderr)
    return 1 if mirror.gone else 0


def _events(client: Client) -> int:
    client.call("subscribe", on=True)
    while True:
        event = client.next_event(1.0)
        if event:
            print(json.dumps(event), flush=True)


def _title(hello: dict[str, object]) -> str:
    return visible(f"Pocket Pig: {hello.get('board', 'handheld')}")


def _cannot_draw(terminal: bool) -> str:
    """Why nothing can be shown, "" when it can."""
    needed = ("adafruit_ssd1306",) if terminal else ("adafruit_ssd1306", "pygame")
    for name in needed:
        if importlib.util.find_spec(name) is None:
            return f"it needs {name}. Install it with: {install_hint('sim')}"
    if terminal:
        from host_sim.desk.terminal import NoTerminal, check_terminal

        try:
            check_terminal()
        except NoTerminal as error:
            return str(error)
        return ""
    if sys.platform in ("win32", "darwin") or os.environ.get("SDL_VIDEODRIVER"):
        return ""
    seen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return "" if seen else "there is no display"


class NoWindow(Exception):
    """The message says why."""


def _in_window(
    mirror: Mirror, arguments: argparse.Namespace, title: str, print_events: Callable[[], None]
) -> None:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    from host_sim.desk.narrator import Narrator
    from host_sim.desk.window.window import PlayWindow

    each_turn: Sequence[Callable[[], None]] = [print_events]
    if arguments.narrate:
        narrator = Narrator(mirror, lambda words: print(words, flush=True))
        each_turn = [print_events, narrator.step]
    try:
        window = PlayWindow(mirror, scale=arguments.scale, title=title, each_turn=each_turn)
    except pygame.error as error:
        raise NoWindow(f"cannot open a window: {error}") from None
    window.key_help = False
    window.run()
