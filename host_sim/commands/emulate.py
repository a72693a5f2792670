# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Run the handheld's drive with the real CircuitPython on an emulated Raspberry Pi Pico.

It runs what a board runs: CircuitPython's own firmware, the files that `pocketpig deploy` puts onto
the drive, the display driver. Models replace the panel, the flash and the USB serial channels. In a
window, keys and mouse are those of `pocketpig play`.

You need Node.js 20 or newer, the npm package rp2040js (`npm ci` in a checkout), and two files that
are not part of Pocket Pig:

  --uf2      CircuitPython 10 for the Raspberry Pi Pico, the .UF2 file from
             https://circuitpython.org/board/raspberry_pi_pico/
  --bootrom  the RP2040's boot ROM, the .bin or .elf file from
             https://github.com/raspberrypi/pico-bootrom-rp2040/releases

  pocketpig emulate --uf2 FILE --bootrom FILE
  pocketpig emulate --uf2 FILE --bootrom FILE --serve tcp:127.0.0.1:0 --test-mode
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from typing import Callable

from host_sim.commands import CommandError, until_stopped
from host_sim.commands.arguments import above_zero, add_allow_remote, add_scale
from host_sim.desk.display import NoDisplay, open_window
from host_sim.drive.bytecode import NoCompiler
from host_sim.drive.drive_files import AssemblyError
from host_sim.emulator import EmulatorError
from host_sim.emulator.images import BOOTROM_SOURCE, UF2_SOURCE
from host_sim.link.endpoints import EndpointError, open_endpoint

CHORD = ("a", "b")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--uf2", metavar="FILE", help="CircuitPython's firmware")
    parser.add_argument("--bootrom", metavar="FILE", help="the RP2040's boot ROM: .bin, .elf, .js")
    parser.add_argument(
        "--serve",
        metavar="tcp:HOST:PORT|pty",
        help="no window: the data channel for `pocketpig device --port ...` (port 0: any)",
    )
    parser.add_argument(
        "--flash", metavar="FILE|none", help="keep the Pico's 2 MiB of flash in FILE"
    )
    parser.add_argument(
        "--drive", metavar="DIR", help="put this folder onto the drive, not Pocket Pig's files"
    )
    parser.add_argument(
        "--test-mode", action="store_true", help="hold A and B at the start: remote control"
    )
    add_allow_remote(parser)
    parser.add_argument(
        "--speed",
        type=above_zero,
        default=1.0,
        metavar="X",
        help="the chip's seconds a second, at most (1); `inf` for as fast as it goes",
    )
    parser.add_argument(
        "--console", metavar="FILE", help="write CircuitPython's console to FILE; - is the terminal"
    )
    add_scale(parser)


def run(args: argparse.Namespace) -> int:
    """Until the window is closed, or SIGTERM or Ctrl-C comes: 0. 1: it cannot go on. 2: usage."""
    for option, given, source in (
        ("--uf2", args.uf2, UF2_SOURCE),
        ("--bootrom", args.bootrom, BOOTROM_SOURCE),
    ):
        if given is None:
            raise CommandError(f"{option} FILE is missing. {source}", 2)
    try:
        with until_stopped(), contextlib.ExitStack() as stack:
            _emulate(args, stack)
    except EndpointError as error:
        raise CommandError(error, error.status) from None
    except NoDisplay as error:
        raise CommandError(f"{error}. Without a display: --serve tcp:127.0.0.1:0") from None
    except (EmulatorError, AssemblyError, NoCompiler) as error:
        raise CommandError(error) from None
    return 0


def _emulate(args: argparse.Namespace, stack: contextlib.ExitStack) -> None:
    from host_sim.desk.emulated_session import EmulatedSession
    from host_sim.emulator.pico import EmulatedPico

    chord = CHORD if args.test_mode else ()
    endpoint = None
    if args.serve:
        endpoint = open_endpoint(
            args.serve, test_mode=args.test_mode, allow_remote=args.allow_remote
        )
        stack.callback(endpoint.close)
    pico = EmulatedPico(
        args.uf2,
        args.bootrom,
        flash=None if args.flash == "none" else args.flash,
        drive=args.drive,
        on_stage=lambda what: print(what, file=sys.stderr, flush=True),
        on_console=_console(args.console, stack),
    )
    stack.callback(pico.close)
    pico.install()
    pico.power_on(chord, wait=endpoint is not None)
    session = EmulatedSession(pico, endpoint=endpoint, speed=args.speed, chord=chord)
    if endpoint is None:
        title = "Pocket Pig - CircuitPython, emulated"
        open_window(session, scale=args.scale, title=title).run()
    else:
        print(f"listening on {endpoint.url}", flush=True)
        while True:
            session.step()
            session.rest()


def _console(name: str | None, stack: contextlib.ExitStack) -> Callable[[bytes], object]:
    """Return what takes the console's bytes."""
    if name is None:
        return lambda data: None
    try:
        file = open(2 if name == "-" else name, "wb", buffering=0, closefd=name != "-")
    except OSError as error:
        raise EmulatorError(f"--console {name}: {error.strerror}") from error
    return stack.enter_context(file).write
