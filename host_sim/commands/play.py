# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Play on a simulated handheld: the device's own program on models of its chips.

  up    arrow up, W        A   Enter, space, A
  down  arrow down, S      B   Backspace, Escape, B

H shows and hides the keys beside the buttons. F1 shows all keys: pause and slow motion (P, [, ]),
back and forth through the game (left, right), power off and on (Ctrl+P), copy and paste the game's
record (Ctrl+C, Ctrl+V), films and pictures (F9, F12), figures for developers (D). The mouse and
gamepads press the buttons too. In the terminal H shows the keys and Q quits.

  pocketpig play --scale 6
  pocketpig play --terminal --seed 7
  pocketpig play --terminal --narrate                words only, for braille displays
  pocketpig play --test-mode --serial tcp:127.0.0.1:4242
  pocketpig play --opponent socket://127.0.0.1:4242  against the player there
  pocketpig play --screenshot game.png --seed 7 --keys "a a a 0.5 a"
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import os
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Callable, NamedTuple

from handheld.board import BUTTONS
from host_sim.commands.arguments import (
    SEED,
    add_allow_remote,
    add_scale,
    number,
    number_of_today,
)
from host_sim.install_hint import install_hint
from host_sim.link.endpoints import Endpoint, EndpointError, open_endpoint
from host_sim.simulated import state_file
from shared_rules.errors import RulesError

if TYPE_CHECKING:
    from host_sim.desk.narrator import Narrator
    from host_sim.desk.session import Session
    from host_sim.desk.window.film import Film
    from host_sim.simulated.handset import Handset

PICTURE_SCALE = 4
AFTER_S = 0.3
KEY_MS = 200  # from one scripted press to the next
DOTS = ("braille", "blocks")
# Commands of a session that a script may use.
SCRIPTED = (
    *("pause", "picture", "step", "slower", "faster", "back", "forward", "first", "last"),
    *("power", "ghosting", "developer"),
)


_seconds = number(0, 3600)
EachTurn = list[Callable[[], None]]


class PlayError(Exception):
    """Cannot play; the message says why. ``status`` is the exit status."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


class Wait(NamedTuple):
    """In a script: let so many milliseconds pass."""

    ms: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `pocketpig play`."""
    parser.add_argument("--terminal", action="store_true", help="in this terminal, over SSH too")
    add_scale(parser)
    parser.add_argument(
        "--test-mode", action="store_true", help="start with A and B held: remote control"
    )
    parser.add_argument(
        "--serial",
        metavar="pty|tcp:HOST:PORT",
        help="serve the serial protocol there (port 0: any)",
    )
    add_allow_remote(parser)
    parser.add_argument(
        "--state",
        metavar="FILE|none",
        help="file for settings, statistics and the game, or none to keep nothing; default: one in "
        "your folder for application data; with --screenshot, --keys or --after: none",
    )
    parser.add_argument(
        "--seed", type=SEED, metavar="N", help="take dice from the seeded generator"
    )
    parser.add_argument(
        "--game",
        metavar="RECORD",
        help="continue from the end of this record",
    )
    parser.add_argument(
        "--hold",
        type=_chord,
        default=(),
        metavar="BUTTONS",
        help='start with these buttons held, as in "up down" or b, then release them',
    )
    parser.add_argument(
        "--opponent",
        metavar="URL",
        help="play against the handheld or simulator there, which must be in test mode",
    )
    parser.add_argument("--mute", action="store_true", help="no sound")
    parser.add_argument(
        "--narrate",
        nargs="?",
        const="print",
        choices=("print", "speech"),
        help="print the words of every screen as they change; --narrate=speech speaks them too, "
        "with say, spd-say or espeak-ng; with --terminal only words are shown",
    )
    parser.add_argument(
        "--dots",
        choices=("auto", *DOTS),
        default="auto",
        help="characters of the panel in a terminal: braille 66x21, blocks 130x37; auto: by size",
    )
    parser.add_argument(
        "--screenshot",
        metavar="FILE.png",
        help="save a picture of the window and exit; needs no display",
    )
    parser.add_argument(
        "--record", metavar="FILE.gif", help="save an animation of the window at the end"
    )
    parser.add_argument(
        "--keys",
        type=parse_script,
        metavar="SCRIPT",
        help='press these buttons, as in "a a down 1.5 b"; a number waits that many seconds; '
        "commands of keys work too, as in pause, back, developer. For --screenshot and --record; "
        "needs no display",
    )
    parser.add_argument(
        "--after",
        type=_seconds,
        metavar="SECONDS",
        help=f"simulated time after the keys, before the picture; default {AFTER_S}",
    )
    parser.add_argument("--no-key-help", action="store_true", help="hide the keys")


def run(args: argparse.Namespace) -> int:
    """Play; returns the exit status. SIGTERM and Ctrl+C end it like the window's close button."""

    def end(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        _play(args)
    except PlayError as error:
        print(f"pocketpig play: {error}", file=sys.stderr)
        return error.status
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGTERM, before)
    return 0


# -- arguments ------------------------------------------------------------------------------------


def parse_script(text: str) -> list[str | Wait]:
    """Buttons and waits of a ``--keys`` script; ArgumentTypeError names the wrong word."""
    script: list[str | Wait] = []
    for word in text.lower().split():
        if word in BUTTONS or word in SCRIPTED:
            script.append(word)
        else:
            try:
                script.append(Wait(_seconds(word) * 1000))
            except argparse.ArgumentTypeError:
                raise argparse.ArgumentTypeError(
                    f"{word!r} is neither {', '.join(BUTTONS)} nor a number of seconds "
                    f"nor one of {', '.join(SCRIPTED)}"
                ) from None
    return script


def _chord(text: str) -> tuple[str, ...]:
    names = tuple(text.lower().replace("+", " ").replace(",", " ").split())
    for name in names:
        if name not in BUTTONS:
            raise argparse.ArgumentTypeError(f"{name!r} is not one of {', '.join(BUTTONS)}")
    return names


# -- what is needed -------------------------------------------------------------------------------


def _play(args: argparse.Namespace) -> None:
    scripted = bool(args.screenshot or args.keys is not None or args.after is not None)
    _check_arguments(args, scripted)
    _check_libraries(args)
    if args.terminal:
        _check_terminal()
    elif not scripted:
        _check_display()
    with contextlib.ExitStack() as stack:
        path, contents = _state(args.state, scripted, stack)
        endpoint = _endpoint(args) if args.serial else None
        if endpoint:
            stack.callback(endpoint.close)
            print(f"listening on {endpoint.url}", flush=True)
        from host_sim.desk.session import Session
        from host_sim.simulated.handset import Handset

        handset = Handset(
            speed=0.0 if scripted else 1.0,
            link=endpoint,
            image=path,
            contents=contents,
            seed=args.seed,
            test_mode=args.test_mode or bool(args.opponent),
            held=args.hold,
        )
        if not scripted:
            handset.board.today = number_of_today()
        session = Session(handset)
        if args.game:
            _play_on(handset, args.game)
        watch = state_file.StateWatch(handset, session.say)
        if scripted:
            _by_script(session, args)
        else:
            each_turn = [*_each_turn(session, args, stack), watch.look]
            play = _in_terminal if args.terminal else _in_window
            with contextlib.suppress(KeyboardInterrupt):
                play(session, args, endpoint.url if endpoint else "", each_turn)
        if watch.fault():
            raise PlayError(watch.fault())


def _play_on(handset: Handset, record: str) -> None:
    try:
        handset.play_on(record)
    except RulesError as error:
        raise PlayError(f"--game: {error}", 2) from None


def _state(
    state: str | None, scripted: bool, stack: contextlib.ExitStack
) -> tuple[Path | None, bytes]:
    """The image to keep, and what is in it otherwise: one in use already is not written."""
    if state == "none" or (state is None and scripted):
        return None, b""
    try:
        path = Path(state) if state else state_file.default_path()
        return stack.enter_context(state_file.keep(path)).path, b""
    except state_file.StateInUse as error:
        if state:
            raise PlayError(f"{error}; another file: --state FILE, none at all: none") from None
        print(f"pocketpig play: {error}; this one keeps nothing", file=sys.stderr)
        return None, state_file.contents_of(path)
    except state_file.StateError as error:
        raise PlayError(f"{error}. Another file: --state FILE, none at all: none") from None


def _check_arguments(args: argparse.Namespace, scripted: bool) -> None:
    if scripted and not (args.screenshot or args.record):
        raise PlayError("--keys and --after are for --screenshot or --record", 2)
    if args.terminal and (scripted or args.record or args.scale):
        raise PlayError("--terminal takes none of the options of the window and its picture", 2)
    if args.hold and (args.test_mode or args.opponent):
        raise PlayError("test mode is A and B held: --hold cannot be anything else", 2)
    if args.opponent and scripted:
        raise PlayError("--opponent is for playing, not for scripts", 2)
    for path, ending in ((args.screenshot, ".png"), (args.record, ".gif")):
        if path and not path.lower().endswith(ending):
            raise PlayError(f"{path} does not end in {ending}", 2)
        if path and not Path(path).absolute().parent.is_dir():
            raise PlayError(f"there is no folder for {path}")


def _check_libraries(args: argparse.Namespace) -> None:
    needed = ["adafruit_ssd1306"] if args.terminal else ["adafruit_ssd1306", "pygame"]
    for name in needed:
        if importlib.util.find_spec(name) is None:
            raise PlayError(f"the simulator needs {name}. Install it with: {install_hint('sim')}")
    if args.record and importlib.util.find_spec("PIL") is None:
        raise PlayError(f"--record needs Pillow. Install it with: {install_hint('sim')}")


def _check_terminal() -> None:
    from host_sim.desk.terminal import NoTerminal, check_terminal

    try:
        check_terminal()
    except NoTerminal as error:
        raise PlayError(str(error)) from None


def _no_display(reason: str) -> PlayError:
    return PlayError(
        f"{reason}\nTo play in this terminal: pocketpig play --terminal\n"
        "For a picture without a display: pocketpig play --screenshot FILE.png"
    )


def _check_display() -> None:
    if sys.platform in ("win32", "darwin") or os.environ.get("SDL_VIDEODRIVER"):
        return
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise _no_display("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)")


# -- playing --------------------------------------------------------------------------------------


def _each_turn(session: Session, args: argparse.Namespace, stack: contextlib.ExitStack) -> EachTurn:
    """What is done besides, once round the loop."""
    each_turn: EachTurn = []
    if args.opponent:
        from host_sim.desk.relay import Relay
        from host_sim.link.client import ClientError

        try:
            relay = Relay.open(args.opponent, session)
        except ClientError as error:
            raise PlayError(f"--opponent: {error}") from None
        stack.callback(relay.close)
        each_turn.append(relay.step)
    if args.narrate and not args.terminal:
        each_turn.append(_narrator(session, args).step)
    return each_turn


def _narrator(session: Session, args: argparse.Namespace) -> Narrator:
    from host_sim.desk.narrator import Narrator, find_voice

    voice = find_voice() if args.narrate == "speech" else None
    if args.narrate == "speech" and voice is None:
        raise PlayError("there is no voice here; install espeak-ng or speech-dispatcher (spd-say)")
    return Narrator(session, lambda line: print(line, flush=True), voice)


def _in_terminal(session: Session, args: argparse.Namespace, url: str, each_turn: EachTurn) -> None:
    from host_sim.desk.terminal import TerminalPlay

    terminal = TerminalPlay(session, status=url, dots=args.dots, each_turn=each_turn)
    terminal.run(_narrator(session, args) if args.narrate else None)


def _quiet_pygame() -> None:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def _in_window(session: Session, args: argparse.Namespace, url: str, each_turn: EachTurn) -> None:
    _quiet_pygame()
    import pygame

    from host_sim.desk.window.clipboard import WindowClipboard
    from host_sim.desk.window.film import Film
    from host_sim.desk.window.speaker import Speaker
    from host_sim.desk.window.window import PlayWindow

    title = f"Pocket Pig - {url}" if url else "Pocket Pig"
    film = Film() if args.record else None
    try:
        window = PlayWindow(session, scale=args.scale, title=title, film=film, each_turn=each_turn)
    except pygame.error as error:
        raise _no_display(f"cannot open a window: {error}") from None
    window.key_help = not args.no_key_help
    speaker = Speaker(args.mute)
    session.hear(speaker)
    session.clipboard = WindowClipboard()
    try:
        window.run()
    finally:
        speaker.close()
        if film:
            _save_film(film, args.record, window.picture.scale)


def _by_script(session: Session, args: argparse.Namespace) -> None:
    """Press the keys of the script in simulated time, then save the picture and the film."""
    _quiet_pygame()
    import pygame

    from host_sim.desk.window.film import FRAME_MS, Film
    from host_sim.desk.window.overlay import Overlay, Side
    from host_sim.desk.window.picture import Picture

    film = Film()
    handset = session.handset
    key_help = not args.no_key_help
    narrator = _narrator(session, args) if args.narrate else None

    def advance(ms: float) -> None:
        while ms > 0:
            film.see(handset.age_ms, session.view(), key_help)
            session.advance(min(ms, FRAME_MS))
            if narrator:
                narrator.step()
            ms -= FRAME_MS

    # What is drawn at the start is drawn before the first key.
    for each in [Wait(KEY_MS), *(args.keys or [])]:
        if isinstance(each, Wait):
            advance(each.ms)
        elif each in SCRIPTED:
            session.do(each)
        else:
            session.tap(each)
            advance(KEY_MS)
    advance(AFTER_S * 1000 if args.after is None else args.after * 1000)
    film.see(handset.age_ms, session.view(), key_help)
    scale = args.scale or PICTURE_SCALE
    if args.screenshot:
        overlay = Overlay(
            key_help,
            session.status(),
            session.travel.place if session.travel else None,
            side=Side.of(session.figures) if session.figures else None,
        )
        try:
            pygame.image.save(Picture(scale).image(session.view(), overlay), args.screenshot)
        except (OSError, pygame.error) as error:
            raise PlayError(f"cannot save {args.screenshot}: {error}") from None
    if args.record:
        _save_film(film, args.record, scale)


def _save_film(film: Film, path: str, scale: int) -> None:
    if not film.shots:
        return
    if film.full:
        print(f"the recording is full: {path} has its beginning only", file=sys.stderr)
    try:
        film.save(path, scale)
    except OSError as error:
        raise PlayError(f"cannot save {path}: {error}") from None


def _endpoint(args: argparse.Namespace) -> Endpoint:
    try:
        return open_endpoint(
            args.serial,
            test_mode=args.test_mode or bool(args.opponent),
            allow_remote=args.allow_remote,
        )
    except EndpointError as error:
        raise PlayError(f"--serial: {error}", error.status) from None
