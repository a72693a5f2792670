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
Exit status: 0 done, 1 refused, no answer or something failed, 2 the call was wrong.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Any, NamedTuple, NoReturn

from handheld.methods import arrange, control, seldom
from host_sim.commands import backup, grouped, watch
from host_sim.commands.arguments import (
    SECONDS,
    Arguments,
    add_all,
    name_and_value,
    number_of_today,
    number_or_word,
    whole,
)  # fmt: skip
from host_sim.desk.terminal_picture import blocks, pixels
from host_sim.link.answers import checked
from host_sim.link.client import ALIVE_SECONDS, TIMEOUT_SECONDS, Client, ClientError, picture_of
from host_sim.link.find_board import find_board
from host_sim.link.visible import visible
from host_sim.plain_text import tidy
from host_sim.testing import device_test, script

Parser = argparse.ArgumentParser
Params = dict[str, Any]


class Action(NamedTuple):
    """What can be asked: its group in the help, the command's name, its help, the bridge's method.

    ``show`` makes the text for people of a result.
    """

    group: str
    name: str
    help: str
    method: str
    show: Callable[[Any], str]


# --- arguments


_PARAMS = {**arrange.PARAMS, **control.PARAMS, **seldom.PARAMS}


def _option(text: str) -> tuple[str, Any]:
    name, value = name_and_value(text)
    return name, number_or_word(value)


def _player(text: str) -> dict[str, str]:
    kind, colon, name = text.partition(":")
    return {"kind": kind, "name": name} if colon else {"kind": kind}


def _faces(text: str) -> list[int]:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r}: expected the faces as digits, such as 43")
    return [int(face) for face in text]


_MS = {"metavar": "MS"}
# {METHOD.PARAMETER: what argparse takes besides what `_arguments` finds}
_TOLD: dict[str, dict[str, Any]] = {
    "press.ms": {**_MS, "help": "how long it is held (30)"},
    "press.count": {"metavar": "N", "help": "how often (1)"},
    "wait.screen": {"help": "its id, as `screen` prints it"},
    "wait.timeout_ms": {
        **_MS, "flag": "--timeout-ms", "default": 5000, "help": "how long at most (5000)"
    },
    "advice.player": {"metavar": "INDEX", "help": "default: the player to move"},
    "new_game.variant": {"help": "its id, as `variants` lists them"},
    "new_game.options": {
        "flag": "--option", "action": "append", "type": _option, "metavar": "NAME=VALUE",
        "help": "such as target=50; may be repeated",
    },
    "new_game.players": {
        "flag": "--player", "action": "append", "type": _player, "metavar": "KIND[:NAME]",
        "help": "human, or a computer player such as hold20; once for each seat (default: two "
        "humans)",
    },
    "new_game.first": {"metavar": "INDEX", "help": "who starts (0)"},
    "act.player": {"help": "index of the player who acts"},
    "act.action": {"help": "roll, hold, stand or sit"},
    "act.dice": {"metavar": "N", "help": "how many dice, where the player chooses"},
    "dice.faces": {
        "nargs": "*", "type": _faces, "metavar": "FACES",
        "help": "one word for each roll, its faces as digits: 43 11; no word clears the queue",
    },
    "today.number": {
        "nargs": "?", "default": number_of_today(),
        "help": "the date as YYMMDD (default: this computer's)",
    },
    "seed.seed": {"help": "0 to 4294967295"},
    "load.text": {"type": tidy, "help": "a record, as `record` gives it (in quotes)"},
    "clock.advance_ms": _MS,
    "self_test.timeout_ms": {
        **_MS, "help": "how long to wait for each button (10000); 0: skip the buttons"
    },
    "reset.storage": {"help": "keep or erase settings and statistics"},
}  # fmt: skip


def _arguments(method: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield name and properties of the arguments that stand for the parameters of a method: a
    positional one, or an option if the bridge has a default."""
    for name, kind, *default in _PARAMS.get(method, ()):
        how = dict(_TOLD.get(f"{method}.{name}", {}))
        flag = how.pop("flag", f"--{name}".replace("_", "-") if default else name)
        if flag != name:
            how["dest"] = name
        if isinstance(kind, tuple):  # words, or the least and the greatest number
            words = isinstance(kind[0], str)
            how.update({"choices": kind} if words else {"type": whole(*kind)})
        yield flag, how


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


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


_show_record = itemgetter("text")


def _show_self_test(result: dict[str, Any]) -> str:
    return f"{_pairs(result['tests'])}\n{'passed' if result['passed'] else 'FAILED'}"


_GROUPS = LOOK, REMOTE, CARE = "Look", "Play by remote control", "Care for it"
ACTIONS = (
    Action(LOOK, "hello", "show what answers on the line", "hello", _pairs),
    Action(LOOK, "variants", "list the games and their options", "variants", _show_variants),
    Action(LOOK, "state", "show the game on the table", "state", _show_state),
    Action(LOOK, "screen", "show the words on the screen", "screen", _show_screen),
    Action(LOOK, "frame", "show the picture on the panel", "frame", _show_frame),
    Action(LOOK, "record", "print the game as one line that replays it", "record", _show_record),
    Action(LOOK, "stats", "show games played and won, and what fell", "stats", _json),
    Action(LOOK, "report", "show the last self-test and the last crash", "report", _json),
    Action(LOOK, "memory", "show how much memory is free and used", "memory", _pairs),
    Action(LOOK, "advice", "show the best action and the chances to win", "advice", _json),
    Action(REMOTE, "press", "press and release a button", "press", _pairs),
    Action(REMOTE, "down", "press a button", "down", _pairs),
    Action(REMOTE, "up", "release a button", "up", _pairs),
    Action(REMOTE, "wait", "wait until a screen is shown", "wait", _pairs),
    Action(REMOTE, "new-game", "start a game", "new_game", _show_state),
    Action(REMOTE, "act", "let a player act", "act", _show_state),
    Action(REMOTE, "dice", "set the next rolls", "dice", _pairs),
    Action(REMOTE, "seed", "take dice from the seeded generator", "seed", _pairs),
    Action(REMOTE, "load", "continue from the end of a record", "load", _show_state),
    Action(REMOTE, "clock", "advance simulated time", "clock", _pairs),
    Action(CARE, "today", "send the date, for the challenge of the day", "today", _pairs),
    Action(CARE, "selftest", "test all parts", "self_test", _show_self_test),
    Action(CARE, "reset", "restart the app", "reset", _pairs),
)
# What does more than ask once, on a client; and what makes clients of its own.
_ON_CLIENT = {"watch": watch.run, "backup": backup.backup, "restore": backup.restore}
RUN, TEST = "run", "test"
_MORE = (
    (LOOK, "watch", watch.HELP, _sentence(watch.HELP), watch.add_arguments),
    (REMOTE, RUN, script.HELP, script.DESCRIPTION, script.add_arguments),
    (CARE, "backup", backup.BACKUP_HELP, backup.BACKUP_DESCRIPTION, backup.add_arguments),
    (CARE, "restore", backup.RESTORE_HELP, backup.RESTORE_DESCRIPTION, backup.add_arguments),
    (CARE, TEST, device_test.HELP, device_test.DESCRIPTION, device_test.add_arguments),
)
# All other arguments are parameters of the method; what is None is left out.
_COMMON = ("command", "request", "port", "json", "timeout")


# --- the command

# Options that may come before or after the action.
COMMON: Arguments = {
    "--port URL": "/dev/ttyACM1, COM5, a pty, socket://HOST:PORT; default: find the board",
    "--json": "print the answer as one line of JSON, errors on standard output too",
    "--timeout SECONDS": (
        f"how long to wait for an answer ({TIMEOUT_SECONDS:g} for the first one, then "
        f"{ALIVE_SECONDS:g})",
        {"type": SECONDS},
    ),
}


def add_arguments(parser: Parser) -> None:
    add_all(parser, COMMON)
    parser.usage = "pocketpig device [-h] [--port URL] [--json] [--timeout SECONDS] ACTION ..."
    rows = sorted((row[:3] for row in (*ACTIONS, *_MORE)), key=lambda row: _GROUPS.index(row[0]))
    parser.epilog = grouped(rows).strip()
    actions = parser.add_subparsers(
        dest="request",
        metavar="ACTION",
        prog="pocketpig device",
        required=True,
        help=argparse.SUPPRESS,
    )
    for action in ACTIONS:
        add_all(_add_action(actions, action), COMMON, default=argparse.SUPPRESS)
    for _, name, _, description, more in _MORE:
        child = actions.add_parser(
            name, description=description, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        more(child)
        add_all(child, COMMON, default=argparse.SUPPRESS)


def _add_action(actions: Any, action: Action, **how: Any) -> Parser:
    """Add an action to a parser's subparsers; return its parser."""
    description = _sentence(action.help)
    child: Parser = actions.add_parser(action.name, description=description, **how)
    for name, how in _arguments(action.method):
        child.add_argument(name, **how)
    return child


class _LineParser(Parser):
    """A parser of a script's line."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def parse_words(words: Sequence[str]) -> tuple[Action, Params]:
    """Return the action that a script's line asks for, and its parameters. Raises ValueError."""
    parser = _LineParser(add_help=False)
    actions = parser.add_subparsers(dest="request", metavar="ACTION", required=True)
    for action in ACTIONS:
        _add_action(actions, action, add_help=False)
    arguments = parser.parse_args(words)
    return next(row for row in ACTIONS if row.name == arguments.request), _params(arguments)


def run(arguments: argparse.Namespace) -> int:
    """Return the exit status."""
    try:
        if arguments.request == TEST:
            return device_test.run(arguments, find_board)
        if arguments.request == RUN:
            return script.run(arguments, find_board, parse_words)
        with Client.open(arguments.port or find_board(), arguments.timeout) as client:
            if arguments.request in _ON_CLIENT:
                return _ON_CLIENT[arguments.request](client, arguments)
            action = next(row for row in ACTIONS if row.name == arguments.request)
            result = checked(action.method, client.call(action.method, **_params(arguments)))
            text = json.dumps(result) if arguments.json else visible(action.show(result))
    except ClientError as error:
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


def _failed(error: ClientError, as_json: bool) -> int:
    if as_json:
        fields = {"message": str(error)}
        for name in ("code", "data"):
            if getattr(error, name, None) is not None:
                fields[name] = getattr(error, name)
        print(json.dumps({"error": fields}))
    else:
        print(visible(f"pocketpig device: {error}"), file=sys.stderr)
    return error.status
