# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Talk to a handheld, or to a simulator in its place.

Looking always works:
  pocketpig device hello                         is it there, and what is it?
  pocketpig device screen                        the words on its screen
  pocketpig device frame                         its picture, in this terminal

Playing by remote control works in test mode, switched on at the device (hold A and B while it
starts, or use its settings) or with `pocketpig serve --test-mode`:
  pocketpig device press a --count 2
  pocketpig device new-game two_dice --option target=50 --player human:Ann --player hold20
  pocketpig device dice 43 11
  pocketpig device act 0 roll
  pocketpig device run FILE                      run a script of presses and expectations
  pocketpig device test                          run the conformance suite

Without --port it finds the board. For a simulator, name the address that `pocketpig serve` printed:
  pocketpig device --port socket://127.0.0.1:43210 hello
Exit status: 0 done, 1 refused, no answer or something failed, 2 the command was not understood.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, Callable, NamedTuple

from handheld.board import BUTTONS
from host_sim.commands import backup, watch
from host_sim.commands.arguments import number_of_today
from host_sim.desk.terminal_picture import blocks, pixels
from host_sim.link import statistics
from host_sim.link.answers import checked
from host_sim.link.client import TIMEOUT_SECONDS, Client, ClientError, picture_of
from host_sim.link.find_board import NoBoard, find_board
from host_sim.link.visible import visible
from host_sim.testing import device_test, script

Parser = argparse.ArgumentParser
Params = dict[str, Any]


class Action(NamedTuple):
    """What can be asked: the command's name, its help, the bridge's method.

    ``arguments`` adds arguments whose destinations are the method's parameters (None: left out);
    ``show`` makes the text for people of a result.
    """

    name: str
    help: str
    method: str
    arguments: Callable[[Parser], None]
    show: Callable[[Any], str]


# --- arguments


def _nothing(parser: Parser) -> None:
    pass


def _button(parser: Parser) -> None:
    parser.add_argument("button", choices=BUTTONS)


def _press(parser: Parser) -> None:
    _button(parser)
    parser.add_argument("--ms", type=int, metavar="MS", help="how long it is held (30)")
    parser.add_argument("--count", type=int, metavar="N", help="how often (1)")


def _wait(parser: Parser) -> None:
    parser.add_argument("screen", help="its id, as `screen` prints it")
    parser.add_argument(
        "--timeout-ms", type=int, default=5000, metavar="MS", help="how long at most (5000)"
    )


def _advice(parser: Parser) -> None:
    parser.add_argument("--player", type=int, metavar="INDEX", help="default: the player to move")


def _new_game(parser: Parser) -> None:
    parser.add_argument("variant", help="its id, as `variants` lists them")
    parser.add_argument(
        "--option",
        dest="options",
        action="append",
        type=_option,
        metavar="NAME=VALUE",
        help="such as target=50; may be repeated",
    )
    parser.add_argument(
        "--player",
        dest="players",
        action="append",
        type=_player,
        metavar="KIND[:NAME]",
        help="human, or a computer player such as hold20; once for each seat (default: two humans)",
    )
    parser.add_argument("--first", type=int, metavar="INDEX", help="who starts (0)")


def _option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, int(value) if value.lstrip("-").isdigit() else value


def _player(text: str) -> dict[str, str]:
    kind, colon, name = text.partition(":")
    return {"kind": kind, "name": name} if colon else {"kind": kind}


def _act(parser: Parser) -> None:
    parser.add_argument("player", type=int, help="index of the player who acts")
    parser.add_argument("action", help="roll, hold, stand or sit")
    parser.add_argument(
        "--dice", type=int, metavar="N", help="how many dice, where the player chooses"
    )


def _dice(parser: Parser) -> None:
    parser.add_argument(
        "faces",
        nargs="*",
        type=_faces,
        metavar="FACES",
        help="one word for each roll, its faces as digits: 43 11; no word clears the queue",
    )


def _faces(text: str) -> list[int]:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r}: expected the faces as digits, such as 43")
    return [int(face) for face in text]


def _today(parser: Parser) -> None:
    parser.add_argument(
        "number",
        nargs="?",
        type=int,
        default=number_of_today(),
        help="the date as YYMMDD (default: this computer's)",
    )


def _seed(parser: Parser) -> None:
    parser.add_argument("seed", type=int, help="0 to 4294967295")


def _load(parser: Parser) -> None:
    parser.add_argument("text", help="a record, as `record` gives it (in quotes)")


def _clock(parser: Parser) -> None:
    parser.add_argument("advance_ms", type=int, metavar="MS")


def _self_test(parser: Parser) -> None:
    parser.add_argument(
        "--timeout-ms",
        type=int,
        metavar="MS",
        help="how long to wait for each button (10000); 0: skip the buttons",
    )


def _reset(parser: Parser) -> None:
    parser.add_argument(
        "storage", choices=("keep", "erase"), help="keep or erase settings and statistics"
    )


# --- what people read


def _json(result: Any) -> str:
    return json.dumps(result, indent=2, ensure_ascii=False)


def _pairs(result: dict[str, Any]) -> str:
    lines = []
    for name, value in result.items():
        plain = isinstance(value, (str, int, float)) and not isinstance(value, bool)
        lines.append(f"{name}: {value if plain else json.dumps(value, ensure_ascii=False)}")
    return "\n".join(lines)


def _show_variants(result: list[dict[str, Any]]) -> str:
    lines = []
    for row in result:
        players = "{min_players} to {max_players} players".format(**row)
        lines.append(f"{row['id']}: {row['name']}, {players}")
        for name, option in row["options"].items():
            allowed = option.get("allowed") or [f"{option['min']} to {option['max']}"]
            lines.append(f"    {name}={option['default']}  ({', '.join(map(str, allowed))})")
    return "\n".join(lines)


def _show_state(result: dict[str, Any] | None) -> str:
    return "no game" if result is None else _pairs(result)


def _show_screen(result: dict[str, Any]) -> str:
    return "\n".join([f"[{result['id']}]", *result["lines"]])


def _show_frame(result: dict[str, Any]) -> str:
    return "\n".join(blocks(pixels(picture_of(result))))


def _show_record(result: dict[str, Any]) -> str:
    return str(result["text"])


def _show_stats(result: dict[str, Any]) -> str:
    """The answer, and the dice in words."""
    return _json({**result, "words": statistics.in_words(result)})


def _show_self_test(result: dict[str, Any]) -> str:
    return f"{_pairs(result['tests'])}\n{'passed' if result['passed'] else 'FAILED'}"


ACTIONS = (
    Action("hello", "what answers on the line", "hello", _nothing, _pairs),
    Action("variants", "the games and their options", "variants", _nothing, _show_variants),
    Action("state", "the game on the table", "state", _nothing, _show_state),
    Action("screen", "the words on the screen", "screen", _nothing, _show_screen),
    Action("frame", "the picture on the panel", "frame", _nothing, _show_frame),
    Action("record", "the game as one line that replays it", "record", _nothing, _show_record),
    Action("stats", "games played and won, and what the dice did", "stats", _nothing, _show_stats),
    Action("today", "tell it the date, for the challenge of the day", "today", _today, _pairs),
    Action("report", "the last self-test and the last crash", "report", _nothing, _json),
    Action("memory", "bytes of memory free and used", "memory", _nothing, _pairs),
    Action("advice", "what perfect play does", "advice", _advice, _json),
    Action("press", "press and release a button", "press", _press, _pairs),
    Action("down", "press a button", "down", _button, _pairs),
    Action("up", "release a button", "up", _button, _pairs),
    Action("wait", "wait until a screen is shown", "wait", _wait, _pairs),
    Action("new-game", "start a game", "new_game", _new_game, _show_state),
    Action("act", "let a player act", "act", _act, _show_state),
    Action("dice", "set the next rolls", "dice", _dice, _pairs),
    Action("seed", "take dice from the seeded generator", "seed", _seed, _pairs),
    Action("load", "continue from the end of a record", "load", _load, _show_state),
    Action("clock", "advance simulated time", "clock", _clock, _pairs),
    Action("selftest", "test all the parts", "self_test", _self_test, _show_self_test),
    Action("reset", "restart the app", "reset", _reset, _pairs),
)
WATCH = "watch"
RUN = "run"
TEST = "test"
BACKUP = "backup"
RESTORE = "restore"
# All other arguments are parameters of the method.
_COMMON = ("command", "request", "port", "json", "timeout")


# --- the command


def add_arguments(parser: Parser) -> None:
    _common(parser, None)
    actions = parser.add_subparsers(dest="request", metavar="ACTION", required=True)
    for action in ACTIONS:
        child = actions.add_parser(action.name, help=action.help, description=action.help + ".")
        action.arguments(child)
        _common(child, argparse.SUPPRESS)
    child = actions.add_parser(
        WATCH, help=watch.HELP, description=watch.HELP[0].upper() + watch.HELP[1:] + "."
    )
    watch.add_arguments(child)
    _common(child, argparse.SUPPRESS)
    for name, help_text, description, more in (
        (RUN, script.HELP, script.DESCRIPTION, script.add_arguments),
        (TEST, device_test.HELP, device_test.DESCRIPTION, device_test.add_arguments),
        (BACKUP, backup.BACKUP_HELP, backup.BACKUP_DESCRIPTION, backup.add_arguments),
        (RESTORE, backup.RESTORE_HELP, backup.RESTORE_DESCRIPTION, backup.add_arguments),
    ):
        child = actions.add_parser(
            name,
            help=help_text,
            description=description,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        more(child)
        _common(child, argparse.SUPPRESS)


def _common(parser: Parser, default: Any) -> None:
    """Options that may come before or after the action."""
    parser.add_argument(
        "--port",
        default=default,
        metavar="URL",
        help="/dev/ttyACM1, COM5, a pty, socket://HOST:PORT; default: find the board",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        default=default or False,
        help="print the answer as one line of JSON, errors on standard output too",
    )
    parser.add_argument(
        "--timeout",
        type=float,
        default=default or TIMEOUT_SECONDS,
        metavar="SECONDS",
        help=f"how long to wait for an answer ({TIMEOUT_SECONDS:g})",
    )


def run(arguments: argparse.Namespace) -> int:
    """Exit status 0, or 1 when it was refused, the self-test failed or nobody answers."""
    try:
        if arguments.request == TEST:
            return device_test.run(arguments, find_board)
        if arguments.request == RUN:
            return script.run(arguments, find_board)
        with Client.open(arguments.port or find_board(), arguments.timeout) as client:
            if arguments.request == WATCH:
                return watch.run(client, arguments)
            if arguments.request == BACKUP:
                return backup.backup(client, arguments)
            if arguments.request == RESTORE:
                return backup.restore(client, arguments)
            action = next(row for row in ACTIONS if row.name == arguments.request)
            result = checked(action.method, client.call(action.method, **_params(arguments)))
            text = json.dumps(result) if arguments.json else visible(action.show(result))
    except (ClientError, NoBoard) as error:
        return _failed(error, arguments.json)
    print(text)
    return 0 if action.method != "self_test" or result["passed"] else 1


def _params(arguments: argparse.Namespace) -> Params:
    """The method's parameters: what was given beyond the common arguments."""
    params = {
        name: value
        for name, value in vars(arguments).items()
        if name not in _COMMON and value is not None
    }
    if arguments.request == "new-game":
        params["options"] = dict(params.get("options", ()))
        params.setdefault("players", [{"kind": "human"}, {"kind": "human"}])
    return params


def _failed(error: Exception, as_json: bool) -> int:
    if as_json:
        fields = {"message": str(error)}
        for name in ("code", "data"):
            if getattr(error, name, None) is not None:
                fields[name] = getattr(error, name)
        print(json.dumps({"error": fields}))
    else:
        print(visible(f"pocketpig device: {error}"), file=sys.stderr)
    return 1
