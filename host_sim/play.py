# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Play on a simulated handheld: the device's own program on models of its chips.

  up    arrow up, W        A   Enter, space, A
  down  arrow down, S      B   Backspace, Escape, B

H or ? shows and hides the keys. In the window the mouse presses the buttons, + and - or dragging
change the size, F12 saves a picture, Ctrl+Q quits. In the terminal Q quits.

  pocketpig play --scale 6
  pocketpig play --terminal --seed 7
  pocketpig play --test-mode --serial tcp:127.0.0.1:4242
  pocketpig play --screenshot game.png --seed 7 --keys "a a a 0.5 a"
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NamedTuple

from host_sim.board import BUTTONS
from host_sim.chips.nvm_flash import SECTOR_SIZE
from host_sim.endpoints import Endpoint, EndpointError, open_endpoint

if TYPE_CHECKING:
    from host_sim.handset import Handset
    from host_sim.window.film import Film

INSTALL = 'Install it with: pip install "pocketpig[sim]"'
PICTURE_SCALE = 4
AFTER_S = 0.3
KEY_MS = 200  # from one scripted press to the next


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
    parser.add_argument(
        "--scale", type=_scale, metavar="N", help="window pixels a panel pixel, 2 to 16"
    )
    parser.add_argument(
        "--test-mode", action="store_true", help="switched on with A and B held: remote control"
    )
    parser.add_argument(
        "--serial",
        metavar="pty|tcp:HOST:PORT",
        help="serve the serial protocol there (port 0: any)",
    )
    parser.add_argument(
        "--state",
        metavar="FILE|none",
        help="file that keeps settings, statistics and the game, or none to forget them; default: "
        "one in your folder for application data, with --screenshot, --keys or --after none",
    )
    parser.add_argument("--seed", type=_seed, metavar="N", help="dice from the seeded generator")
    parser.add_argument(
        "--screenshot", metavar="FILE.png", help="save a picture of the window and exit; no display"
    )
    parser.add_argument(
        "--record", metavar="FILE.gif", help="save what is seen as an animation at the end"
    )
    parser.add_argument(
        "--keys",
        type=parse_script,
        metavar="SCRIPT",
        help='press these buttons by itself, as in "a a down 1.5 b"; a number waits so many '
        "seconds. For --screenshot and --record; no display",
    )
    parser.add_argument(
        "--after",
        type=_seconds,
        metavar="SECONDS",
        help=f"simulated time after the keys, before the picture; default {AFTER_S}",
    )
    parser.add_argument("--no-key-help", action="store_true", help="begin with the keys hidden")


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
        if word in BUTTONS:
            script.append(word)
        else:
            try:
                script.append(Wait(_seconds(word) * 1000))
            except argparse.ArgumentTypeError:
                raise argparse.ArgumentTypeError(
                    f"{word!r} is neither {', '.join(BUTTONS)} nor a number of seconds"
                ) from None
    return script


def _number(text: str, least: float, most: float) -> float:
    try:
        number = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number") from None
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{text} is not between {least:.0f} and {most:.0f}")
    return number


def _seconds(text: str) -> float:
    return _number(text, 0, 3600)


def _whole(text: str, least: int, most: int) -> int:
    number = _number(text, least, most)
    if number != int(number):
        raise argparse.ArgumentTypeError(f"{text} is no whole number")
    return int(number)


def _scale(text: str) -> int:
    return _whole(text, 2, 16)


def _seed(text: str) -> int:
    return _whole(text, 0, 2**32 - 1)


def default_state() -> Path:
    """Where a player's flash image is kept: in the user's folder for application data."""
    home = Path.home()
    if sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        data = home / "Library" / "Application Support"
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return data / "pocketpig" / "handheld.flash"


# -- what is needed -------------------------------------------------------------------------------


def _play(args: argparse.Namespace) -> None:
    scripted = bool(args.screenshot or args.keys is not None or args.after is not None)
    _check_arguments(args, scripted)
    _check_libraries(args)
    if args.terminal:
        _check_terminal()
    elif not scripted:
        _check_display()
    image = _image(args.state, scripted)
    endpoint = _endpoint(args.serial) if args.serial else None
    url = endpoint.url if endpoint else ""
    if url:
        print(f"listening on {url}", flush=True)
    from host_sim.handset import Handset

    handset = Handset(
        speed=0.0 if scripted else 1.0,
        link=endpoint,
        image=image,
        seed=args.seed,
        test_mode=args.test_mode,
    )
    try:
        if args.terminal:
            _in_terminal(handset, url)
        elif scripted:
            _by_script(handset, args)
        else:
            _in_window(handset, args, url)
    finally:
        if endpoint:
            endpoint.close()


def _check_arguments(args: argparse.Namespace, scripted: bool) -> None:
    if scripted and not (args.screenshot or args.record):
        raise PlayError("--keys and --after are for --screenshot or --record", 2)
    if args.terminal and (scripted or args.record or args.scale):
        raise PlayError("--terminal takes none of the options of the window and its picture", 2)
    for path, ending in ((args.screenshot, ".png"), (args.record, ".gif")):
        if path and not path.lower().endswith(ending):
            raise PlayError(f"{path} does not end in {ending}", 2)
        if path and not Path(path).absolute().parent.is_dir():
            raise PlayError(f"there is no folder for {path}")


def _check_libraries(args: argparse.Namespace) -> None:
    needed = ["adafruit_ssd1306"] if args.terminal else ["adafruit_ssd1306", "pygame"]
    for name in needed:
        if importlib.util.find_spec(name) is None:
            raise PlayError(f"the simulator needs {name}. {INSTALL}")
    if args.record and importlib.util.find_spec("PIL") is None:
        raise PlayError("--record needs Pillow. Install it with: pip install pillow")


def _check_terminal() -> None:
    from host_sim.terminal import NoTerminal, check_terminal

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


def _image(state: str | None, scripted: bool) -> Path | None:
    """The file for the flash image, its folder made; None when nothing is to be kept."""
    if state == "none" or (state is None and scripted):
        return None
    try:
        path = Path(state) if state else default_state()
    except RuntimeError:
        raise PlayError(
            "there is no home folder to keep the state in: --state FILE or none"
        ) from None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        size = path.stat().st_size if path.exists() else SECTOR_SIZE
        # It is written anew beside the old one and then renamed.
        usable = os.access(path.parent, os.W_OK) and not path.is_dir()
        usable = usable and (not path.exists() or os.access(path, os.R_OK))
    except OSError as error:
        raise PlayError(f"cannot keep the state in {path}: {error.strerror}") from None
    if not usable:
        raise PlayError(f"cannot keep the state in {path}: no access. Without: --state none")
    if size < SECTOR_SIZE:
        raise PlayError(f"{path} is no flash image: it has {size} bytes, not {SECTOR_SIZE}")
    return path


# -- playing --------------------------------------------------------------------------------------


def _in_terminal(handset: Handset, url: str) -> None:
    from host_sim.terminal import TerminalPlay

    TerminalPlay(handset, status=url).run()


def _quiet_pygame() -> None:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def _in_window(handset: Handset, args: argparse.Namespace, url: str) -> None:
    _quiet_pygame()
    import pygame

    from host_sim.window.film import Film
    from host_sim.window.window import PlayWindow

    title = f"Pocket Pig - {url}" if url else "Pocket Pig"
    film = Film() if args.record else None
    try:
        window = PlayWindow(handset, scale=args.scale, title=title, film=film)
    except pygame.error as error:
        raise _no_display(f"cannot open a window: {error}") from None
    window.key_help = not args.no_key_help
    try:
        window.run()
    finally:
        if film:
            _save_film(film, args.record, window.picture.scale)


def _by_script(handset: Handset, args: argparse.Namespace) -> None:
    """Press the keys of the script in simulated time, then save the picture and the film."""
    _quiet_pygame()
    import pygame

    from host_sim.window.film import FRAME_MS, Film
    from host_sim.window.picture import Picture

    film = Film()
    key_help = not args.no_key_help

    def advance(ms: float) -> None:
        while ms > 0:
            film.see(handset.board.clock.now_us() // 1000, handset.view(), key_help)
            handset.advance(min(ms, FRAME_MS))
            ms -= FRAME_MS

    # What is drawn at the start is drawn before the first key.
    for each in [Wait(KEY_MS), *(args.keys or [])]:
        if isinstance(each, Wait):
            advance(each.ms)
        else:
            handset.fingers.tap(each)
            advance(KEY_MS)
    advance(AFTER_S * 1000 if args.after is None else args.after * 1000)
    film.see(handset.board.clock.now_us() // 1000, handset.view(), key_help)
    scale = args.scale or PICTURE_SCALE
    if args.screenshot:
        try:
            pygame.image.save(Picture(scale).image(handset.view(), key_help), args.screenshot)
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


def _endpoint(where: str) -> Endpoint:
    try:
        return open_endpoint(where)
    except EndpointError as error:
        raise PlayError(f"--serial: {error}") from None
