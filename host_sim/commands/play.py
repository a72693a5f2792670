"""Play on a simulated handheld: the device's own program on models of its chips.

  up    arrow up, W        A   Enter, space, A
  down  arrow down, S      B   Backspace, Escape, B

H shows and hides the keys beside the buttons. F1 shows all keys: pause and slow motion (P, [, ]),
power off and on (Ctrl+P), copy and paste the game's record (Ctrl+C, Ctrl+V), pictures (F12). The
mouse and gamepads press the buttons too. In the terminal H shows the keys and Q quits.
`pocketpig serve` lets programs talk to it.

  pocketpig play --scale 6
  pocketpig play --terminal --seed 7
  pocketpig play --terminal --narrate                words only, for braille displays
  pocketpig play --screenshot game.png --seed 7 --keys "a a a 0.5 a"
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from handheld.board import BUTTONS
from host_sim.command_error import CommandError
from host_sim.commands import until_stopped
from host_sim.commands.arguments import (
    SCALE,
    SEED,
    Arguments,
    number_of_today,
    users_language,
)
from host_sim.desk import press_script
from host_sim.desk.display import (
    NoDisplay,
    check_packages,
    check_terminal,
    check_window,
    run_session,
)
from host_sim.plain_text import tidy
from host_sim.simulated import state_file
from host_sim.speech.told_app import Teller, ToldApp
from shared_rules.errors import RulesError

if TYPE_CHECKING:
    from host_sim.desk.narrator import Narrator
    from host_sim.desk.session import Session
    from host_sim.desk.window.film import Film

PICTURE_SCALE = 4
_WITHOUT_WINDOW = """
To play in this terminal: pocketpig play --terminal
For a picture without a display: pocketpig play --screenshot FILE.png"""
EachTurn = list[Callable[[], None]]


def run(args: argparse.Namespace) -> int:
    """Play until the window is closed, or SIGTERM or Ctrl-C comes; returns the exit status."""
    scripted = bool(args.screenshot or args.keys is not None)
    try:
        with until_stopped():
            _play(args, scripted)
    except NoDisplay as error:
        if args.terminal or scripted:
            raise
        raise CommandError(f"{error}{_WITHOUT_WINDOW}") from None
    return 0


# -- arguments ------------------------------------------------------------------------------------


def _script(text: str) -> press_script.Script:
    try:
        return press_script.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _chord(text: str) -> tuple[str, ...]:
    names = tuple(text.lower().replace("+", " ").replace(",", " ").split())
    for name in names:
        if name not in BUTTONS:
            raise argparse.ArgumentTypeError(f"{name!r} is not one of {', '.join(BUTTONS)}")
    return names


ARGUMENTS: Arguments = {
    "--terminal": "in this terminal, over SSH too",
    **SCALE,
    "--state FILE|none": "file for settings, statistics and the game, or none to keep nothing; "
    "default: one in your folder for application data; with --screenshot or --keys: none",
    "--seed N": ("take dice from the seeded generator", {"type": SEED}),
    "--game RECORD": ("continue from the end of this record", {"type": tidy}),
    "--hold BUTTONS": (
        'start with these buttons held, as in "up down" or b, then release them',
        {"type": _chord, "default": ()},
    ),
    "--narrate {print,speech}": (
        "print what happens in sentences; --narrate=speech speaks them too, with say, spd-say or "
        "espeak-ng; with --terminal only words are shown",
        {"nargs": "?", "const": "print", "choices": ("print", "speech")},
    ),
    "--screenshot FILE.png": "save a picture of the window and exit; needs no display",
    "--record FILE.gif": "save an animation of the window at the end",
    "--keys SCRIPT": (
        'press these buttons, as in "a a down 1.5 b"; a number waits that many seconds; pause, '
        "power and other commands of F1 work too. For --screenshot and --record; needs no display",
        {"type": _script},
    ),
}


# -- what is needed -------------------------------------------------------------------------------


def _play(args: argparse.Namespace, scripted: bool) -> None:
    _check_arguments(args, scripted)
    if args.record:
        check_packages("PIL")
    if scripted:
        check_packages("pygame")
    elif args.terminal:
        check_terminal()
    else:
        check_window()
    with contextlib.ExitStack() as stack:
        path, contents = _state(args.state, scripted, stack)
        from host_sim.desk.session import Session
        from host_sim.simulated.handset import Handset

        try:
            handset = Handset(
                speed=0.0 if scripted else 1.0,
                image=path,
                contents=contents,
                seed=args.seed,
                held=args.hold,
                app_class=ToldApp,
            )
        except OSError as error:
            raise CommandError(f"cannot read {path}: {error.strerror}") from None
        if not scripted:
            handset.board.today = number_of_today()
            handset.prefer(users_language())
        session = Session(handset)
        if args.game:
            try:
                handset.play_on(args.game)
            except RulesError as error:
                raise CommandError(f"--game: {error}", 2) from None
        watch = state_file.StateWatch(handset, session.say)
        if scripted:
            _by_script(session, args)
        else:
            each_turn: EachTurn = [watch.check]
            if args.narrate and not args.terminal:
                each_turn.append(_narrator(session, args).step)
            play = _in_terminal if args.terminal else _in_window
            with contextlib.suppress(KeyboardInterrupt):
                play(session, args, each_turn)
        fault = watch.fault()
        if fault:
            raise CommandError(fault)


def _state(
    state: str | None, scripted: bool, stack: contextlib.ExitStack
) -> tuple[Path | None, bytes]:
    """The image to keep, and what is in it otherwise: one in use already is not written."""
    if state == "none" or (state is None and scripted):
        return None, b""
    try:
        path = Path(state) if state else state_file.default_path()
        return stack.enter_context(state_file.lock_state(path)), b""
    except state_file.StateInUse as error:
        if state:
            raise CommandError(f"{error}; another file: --state FILE, none at all: none") from None
        print(f"pocketpig play: {error}; this one keeps nothing", file=sys.stderr)
        return None, path.read_bytes() if path.exists() else b""
    except CommandError as error:
        raise CommandError(f"{error}. Another file: --state FILE, none at all: none") from None


def _check_arguments(args: argparse.Namespace, scripted: bool) -> None:
    if scripted and not (args.screenshot or args.record):
        raise CommandError("--keys needs --screenshot or --record", 2)
    if args.terminal and (scripted or args.record or args.scale):
        raise CommandError("--terminal takes none of the options of the window and its picture", 2)
    for path, ending in ((args.screenshot, ".png"), (args.record, ".gif")):
        if path and not path.lower().endswith(ending):
            raise CommandError(f"{path} does not end in {ending}", 2)
        if path and not Path(path).absolute().parent.is_dir():
            raise CommandError(f"there is no folder for {path}")


# -- playing --------------------------------------------------------------------------------------


def _narrator(session: Session, args: argparse.Namespace) -> Narrator:
    from host_sim.desk.narrator import Narrator, find_voice

    voice = find_voice() if args.narrate == "speech" else None
    if args.narrate == "speech" and voice is None:
        raise CommandError(
            "there is no voice here; install espeak-ng or speech-dispatcher (spd-say)"
        )
    handset = session.handset
    told = Teller(lambda: handset.runner if handset.on else None)
    return Narrator(session, told, lambda line: print(line, flush=True), voice)


def _in_terminal(session: Session, args: argparse.Namespace, each_turn: EachTurn) -> None:
    from host_sim.desk.terminal import TerminalPlay

    terminal = TerminalPlay(session, each_turn=each_turn)
    terminal.run(_narrator(session, args) if args.narrate else None)


def _in_window(session: Session, args: argparse.Namespace, each_turn: EachTurn) -> None:
    from host_sim.desk.window.film import Film

    film = Film() if args.record else None
    try:
        run_session(session, scale=args.scale, film=film, each_turn=each_turn)
    finally:
        if film:
            _save_film(film, args.record, args.scale or PICTURE_SCALE)


def _by_script(session: Session, args: argparse.Namespace) -> None:
    """Press the keys of the script, then save the picture and the film."""
    from host_sim.desk.window.film import Film
    from host_sim.desk.window.picture import save_picture

    film = Film()
    narrator = _narrator(session, args) if args.narrate else None

    def each_frame() -> None:
        film.add_view(session.age_ms, session.view())
        if narrator:
            narrator.step()

    if args.game:
        session.advance(press_script.FRAME_MS)  # until it is drawn: no film begins with the title
    press_script.play(session, args.keys or [], each_frame)
    scale = args.scale or PICTURE_SCALE
    if args.screenshot:
        try:
            save_picture(session, args.screenshot, scale)
        except OSError as error:
            raise CommandError(f"cannot save {args.screenshot}: {error}") from None
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
        raise CommandError(f"cannot save {path}: {error}") from None
