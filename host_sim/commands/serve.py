"""Run the simulated handheld for programs that talk to it over a line.

It prints its address as one line, then serves clients, one after another, until SIGTERM or Ctrl-C.
docs/protocol.md describes the protocol.

  pocketpig serve --tcp 127.0.0.1:0 --test-mode     any free port; clients may control it
  pocketpig serve --pty --state pig.flash           keep what it saves
  pocketpig serve --pty --window                    in a window, until it is closed
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from host_sim.command_error import CommandError
from host_sim.commands import until_stopped
from host_sim.commands.arguments import (
    SEED,
    Arguments,
    add_all,
    host_and_port,
    number,
    number_of_today,
)
from host_sim.desk.display import NoDisplay, check_window, run_session
from host_sim.link.endpoints import Endpoint, PtyEndpoint, TcpEndpoint, open_tcp
from host_sim.simulated.state_file import StateWatch, lock_state

if TYPE_CHECKING:
    from host_sim.simulated.handset import Handset

# How long an idle app sleeps at most; a byte that comes in wakes it at once.
IDLE_SECONDS = 0.01


WHERE: Arguments = {
    "--tcp HOST:PORT": ("listen on a TCP port; port 0 takes a free one", {"type": host_and_port}),
    "--pty": "listen on a pseudo-terminal",
}
ARGUMENTS: Arguments = {
    "--test-mode": "let clients press buttons, script dice, act (as with A and B held at the "
    "start)",
    "--allow-remote": "let other computers reach the TCP port in test mode, and control it",
    "--state FILE|none": "keep the handheld's flash memory in FILE; default: none, keep nothing",
    "--seed N": (
        "take dice from the seeded generator, 0 to 4294967295: the same N gives the same game",
        {"type": SEED},
    ),
    "--speed X": (
        "simulated seconds a second (1); 0 stops time until a client advances the clock",
        {"type": number(0, 1_000_000), "default": 1.0},
    ),
    "--window": "show it in a window too",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group(required=True)
    add_all(where, WHERE)
    add_all(parser, ARGUMENTS)


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal ends it: exit status 0; 1: it cannot begin, or --state was not kept."""
    try:
        return _run(arguments)
    except NoDisplay as error:
        raise CommandError(f"--window: {error}") from None


def _run(arguments: argparse.Namespace) -> int:
    if arguments.window:
        check_window()
    with contextlib.ExitStack() as stack:
        watch = None
        with until_stopped():
            handset, endpoint = _start(arguments, stack)
            print(f"listening on {endpoint.url}", flush=True)
            watch = StateWatch(handset, _say)
            if arguments.window:
                from host_sim.desk.session import Session

                each_turn = [watch.check, lambda: _let_go(handset, endpoint)]
                title = f"Pocket Pig - {endpoint.url}"
                run_session(Session(handset), title=title, each_turn=each_turn)
            else:
                serve(handset, endpoint, watch)
        if watch and watch.fault():
            raise CommandError(watch.fault())
    return 0


def _say(words: str) -> None:
    print(f"pocketpig serve: {words}", file=sys.stderr, flush=True)


def _start(arguments: argparse.Namespace, stack: contextlib.ExitStack) -> tuple[Handset, Endpoint]:
    """The handheld and what it listens on; ``stack`` gives back what they hold."""
    from host_sim.simulated.handset import Handset

    state = None
    if arguments.state not in (None, "none"):
        try:
            state = stack.enter_context(lock_state(Path(arguments.state)))
        except CommandError as error:
            raise CommandError(f"--state: {error}") from error
    endpoint: Endpoint
    if arguments.pty:
        endpoint = PtyEndpoint()
    else:
        allowed = {"test_mode": arguments.test_mode, "allow_remote": arguments.allow_remote}
        endpoint = open_tcp(*arguments.tcp, **allowed)
    stack.callback(endpoint.close)
    try:
        handset = Handset(
            speed=arguments.speed,
            link=endpoint,
            image=state,
            seed=arguments.seed,
            test_mode=arguments.test_mode,
        )
    except OSError as error:
        raise CommandError(f"cannot read {state}: {error.strerror}") from None
    handset.board.today = number_of_today()
    return handset, endpoint


def serve(handset: Handset, endpoint: Endpoint, watch: StateWatch) -> None:
    """Step the app; it sleeps only while there is nothing to do."""
    while True:
        handset.step()
        watch.check()
        _let_go(handset, endpoint)
        if not handset.busy and endpoint.wait(IDLE_SECONDS):
            handset.board.wake()


def _let_go(handset: Handset, endpoint: Endpoint) -> None:
    """Hang up on a TCP client that sends no more and has its answers."""
    bridge = handset.app and handset.app.bridge
    if isinstance(endpoint, TcpEndpoint) and bridge and not bridge.owes:
        endpoint.answered()
