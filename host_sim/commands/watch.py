"""`pocketpig device watch`: show a handheld's panel in a window or terminal, and its events.

Events are printed, one a line, as JSON. In test mode the window's buttons are the handheld's.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from host_sim.command_error import CommandError
from host_sim.commands.arguments import SCALE, Arguments, add_all, users_language
from host_sim.desk.display import NoDisplay, check_terminal, check_window, open_window
from host_sim.link.answers import checked
from host_sim.link.client import Client
from host_sim.link.line import ClientLine
from host_sim.link.visible import visible

if TYPE_CHECKING:
    from host_sim.desk.mirror import Mirror

HELP = "show the panel in a window and print its events, until closed or Ctrl-C"


HOW: Arguments = {
    "--events": "print events only, open no window",
    "--terminal": "show the panel in this terminal, print no events",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    how = parser.add_mutually_exclusive_group()
    add_all(how, HOW)
    add_all(parser, {**SCALE, "--narrate": "print the words of every screen too"})


def run(client: Client, arguments: argparse.Namespace) -> int:
    """Watch until the person has enough: exit status 0, 1 when it cannot be shown.

    Raises a ClientError. Where no window can be opened the events are printed all the same.
    """
    if arguments.terminal:
        check_terminal()
    elif not arguments.events:
        try:
            check_window()
        except NoDisplay as error:
            print(f"no window: {error}; events only", file=sys.stderr, flush=True)
            arguments.events = True
    if arguments.events:
        return _events(client)
    from host_sim.desk.mirror import Mirror

    hello = checked("hello", client.call("hello"))
    title = visible(f"Pocket Pig: {hello.get('board', 'handheld')}")
    if not arguments.terminal:
        client.call("subscribe", on=True)
    line = ClientLine(client)
    mirror = Mirror(line, hello)
    try:
        if arguments.terminal:
            from host_sim.desk.terminal import TerminalPlay

            TerminalPlay(mirror, title=title).run()
        else:
            _in_window(mirror, client, arguments, title)
    except NoDisplay as error:
        raise CommandError(f"{error}; or use --terminal") from None
    finally:
        line.close()
    if mirror.gone:
        raise CommandError(mirror.gone)
    return 0


def _events(client: Client) -> int:
    client.call("subscribe", on=True)
    while True:
        event = client.next_event(1.0)
        if event:
            print(json.dumps(event), flush=True)


def _in_window(mirror: Mirror, client: Client, arguments: argparse.Namespace, title: str) -> None:
    from host_sim.desk.narrator import Lines, Narrator

    def print_events() -> None:
        while client.events:
            print(json.dumps(client.events.popleft()), flush=True)

    each_turn: list[Callable[[], None]] = [print_events]
    if arguments.narrate:
        told = Lines(mirror.words, users_language())
        each_turn.append(Narrator(mirror, told, lambda words: print(words, flush=True)).step)
    window = open_window(mirror, scale=arguments.scale, title=title, each_turn=each_turn)
    window.key_help = False
    window.run()
